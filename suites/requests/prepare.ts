/** Before an entity is changed: its way back is laid, and it is brought into the state that the operation starts from (contract 3.3, 4.10). */
import type { RequestCase } from '../../generators/index.ts';
import { isObject } from '../../spec/index.ts';
import { queryNamesOf, restoreLater } from '../subject/restore.ts';
import type { Subject } from '../subject/subject.ts';
import { homeOf, isPrepared, stepBefore } from '../subject/way-back.ts';
import { type ContentCandidate, contentCandidates, WRITTEN_BACK } from './content.ts';

/** Label of a step that leads back to the state that an entity was in. */
const HOMEWARDS = 'back to where it was';

/**
 * Brings the entity into the state that the operation starts from, and sees to it that it is put back. Nothing for what changes
 * nothing, or uses its entity up. `given`: the contents that are known already.
 */
export async function prepare(subject: Subject, given?: readonly ContentCandidate[]): Promise<void> {
  await prepareWith(subject, given);
}

/** @param beside other requests that write what the entity showed */
async function prepareWith(
  subject: Subject,
  given: readonly ContentCandidate[] | undefined,
  beside: readonly RequestCase[] = [],
): Promise<void> {
  const { session, contract, operation, fixture } = subject;
  if (fixture === undefined || operation.effect !== 'modify') return;
  const candidates = given ?? (await contentCandidates(subject));
  await prepareBeside(subject);
  const home = await homeOf(subject);
  const same = candidates.find(({ label }) => label === WRITTEN_BACK);
  const by =
    home !== undefined
      ? subject.as(home).request({ label: HOMEWARDS })
      : same !== undefined
        ? subject.request(same)
        : undefined;
  await restoreLater(subject, { ...(by === undefined ? {} : { by }), beside });
  const before = stepBefore(contract, operation);
  if (before === undefined) return;
  const step = subject.as(before);
  const [content] = await contentCandidates(step);
  await session.send(step.request({ ...content, label: 'preparation' }));
}

/**
 * Sees to it that what an operation changes besides is put back, after it has put back its own. A state is left by a step of
 * its own, whether or not it is known to have been entered; of an entity whose state is not known, nothing says where to leave it.
 */
export async function prepareBeside(subject: Subject): Promise<void> {
  for (const id of subject.operation.ways?.changes ?? []) {
    const other = subject.as(subject.contract.operation(id));
    const home = await homeOf(other);
    if (home !== undefined) await restoreLater(other, { by: subject.as(home).request({ label: HOMEWARDS }) });
    else if (!isPrepared(other.operation)) await prepareWith(other, undefined, await throughQuery(subject, other));
  }
}

/** The operation itself, where its query has members of what it changes besides: with what that showed, as a server may take them there alone. */
async function throughQuery(subject: Subject, other: Subject): Promise<RequestCase[]> {
  const named = queryNamesOf(subject.operation);
  if (named.length === 0) return [];
  const shown = (await other.before())?.value;
  const own = (await contentCandidates(subject)).find(({ label }) => label === WRITTEN_BACK);
  if (!isObject(shown) || own === undefined) return [];
  const texts = named.flatMap(({ name, member }) =>
    [shown[member] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
  const rest = (own.query ?? []).filter(([name]) => !named.some((one) => one.name === name));
  return [subject.request({ ...own, query: [...rest, ...texts], label: 'with what it showed besides' })];
}
