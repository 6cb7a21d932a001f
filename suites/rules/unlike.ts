/** Administrators who are made unlike all others, so that it shows where what they hold goes, and whether it counts (contract 4.5). */
import { valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { apart, type Change, changeable } from '../lifecycles/changes.ts';
import type { UpdateSubject } from '../lifecycles/update-subject.ts';
import { writeTogether } from '../lifecycles/writing.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { wordOf } from './requesters.ts';

/** Updates that are sent, should some members be refused. */
const MOST_SENT = 6;

/**
 * Gives every member that shows another value, flags included; not the type, which has a table, nor the word by which his
 * certificates are found. Only for one who may be used up. False when nothing of it was accepted.
 */
export async function makeUnlike(context: CheckContext, fixture: Fixture): Promise<boolean> {
  const { contract, session, send } = context;
  const operation = contract.operation('admin.update');
  const observer = observerOf(send, session, contract.operation('admin.read'), fixture);
  const before = await observer.look();
  const body = { mediaType: 'application/json', value: {} };
  const request = compose(operation, { path: pathOf(operation, fixture), body, label: 'unlike all others' });
  const valid = { request, exchange: before.exchange, accepted: true };
  const subject: UpdateSubject = { operation, fixture, observer, before, valid, rested: false, disposable: true };
  const isWord = (read: string): boolean => String(valueAt(before.value, read)) === wordOf(fixture);
  const words = readbacks(contract, operation).flatMap(({ write, read }) => (isWord(read) ? [write] : []));
  const members = changeable(context, subject, before.value, [], [...apart(context, subject), ...words]);
  const changes = members.flatMap(({ values: [first], ...place }): Change[] =>
    first === undefined ? [] : [{ ...place, ...first }],
  );
  return (await writeTogether(context, subject, changes, MOST_SENT)).length > 0;
}
