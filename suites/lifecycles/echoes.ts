/** What updates answer with where that shows the entity: it is the one that the update has made, not a former one (contract 4). */
import { counterpart, type Exchange, type Operation, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, isAccepted, isAsWritten, isEmpty, parseJson, sameValue, warn } from '../judges/index.ts';
import { show, type Written } from './written.ts';

/** What the answer to an update shows in the place of one of its changes. */
interface Echo {
  readonly one: Written;
  readonly value: unknown;
  readonly is: 'new' | 'former';
}

/**
 * Records answers that show a former value. No section says what an answer shows of a change; but one that shows new values of some members,
 * in the form of the GET, shows those of all.
 */
export function recordEchoes(
  { contract, session: { chronicle }, record }: CheckContext,
  id: string,
  operation: Operation,
  written: readonly Written[],
): void {
  const reader = counterpart(contract.operations, operation, 'GET');
  const first = ({ exchange }: Written): unknown => {
    const call = chronicle.callOf(exchange);
    return reader && call && chronicle.origins.of({ operation: reader, ids: call.ids });
  };
  const name = reader?.success[0]?.schemaName;
  const isSameForm = name !== undefined && operation.success.every(({ schemaName }) => schemaName === name);
  const echoes = echoesIn(written, first);
  const isNew = new Set(echoes.filter(({ is }) => is === 'new').map(({ one }) => one.exchange));
  for (const { one, value, is } of echoes) {
    if (is === 'new') continue;
    const expected = `the answer shows ${show(one.value)} at ${one.read}, as the update has it`;
    const actual = `it shows ${show(value)}, as before, and only the GET the new value`;
    const judgement = (isSameForm && isNew.has(one.exchange) ? fail : warn)(expected, actual);
    record(id, judgement, { label: `the answer to ${one.write} = ${show(one.value)}`, exchange: one.exchange });
  }
}

/**
 * What the answers show of changes that were seen to be made: the new value, or one that stood there before. Nothing of what shows anything else.
 *
 * @param first what the GET of the changed entity showed first
 */
export function echoesIn(written: readonly Written[], first: (one: Written) => unknown): Echo[] {
  return written.flatMap((one): Echo[] => {
    const former = [one.before, valueAt(first(one), one.read)];
    const isBack = former.some((was) => sameValue(one.value, was));
    const isMade = one.unseen === undefined && isAsWritten(one.value, one.shown) && !isBack;
    const value = isMade && !isEmpty(one.value) ? valueAt(bodyOf(one.exchange), one.read) : undefined;
    if (isEmpty(value)) return [];
    if (sameValue(one.value, value)) return [{ one, value, is: 'new' }];
    return former.some((was) => sameValue(was, value)) ? [{ one, value, is: 'former' }] : [];
  });
}

function bodyOf(exchange: Exchange): unknown {
  if (exchange.response === undefined || !isAccepted(exchange)) return undefined;
  const parsed = parseJson(exchange.response);
  return parsed.error === undefined ? parsed.value : undefined;
}
