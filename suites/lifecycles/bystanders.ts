/** Others that an update must leave alone: what is written to one entity must not come up in another (contract 4.1). */
import { isDeepStrictEqual } from 'node:util';
import { counterpart, type Exchange, type Operation, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, observed, PASS, unshown } from '../judges/index.ts';
import { pathOf } from '../requests/compose.ts';
import { type Look, seenBy } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { comesAlong, textsIn } from './comes-along.ts';
import type { Watched } from './neighbours.ts';
import { isReached, judgeBystander } from './reached.ts';
import type { Written } from './written.ts';

/**
 * Entities of a kind may be alike, and another check may have made the same change to one of them: what seems to have reached
 * it counts where a `further` change reaches it as well.
 */
export async function recordNeighbours(
  context: CheckContext,
  { id, operation }: { readonly id: string; readonly operation: Operation },
  watched: readonly Watched[],
  written: readonly Written[],
  further?: () => Promise<readonly Written[]>,
): Promise<void> {
  if (written.length === 0) {
    const none = unshown('earlier-step', { what: 'none', of: 'change', was: 'accepted' });
    context.record(id, none, { label: 'changes' });
    return;
  }
  let untouched: Exchange | undefined;
  const looks = await Promise.all(watched.map((one) => one.after()));
  for (const [at, { name, parent, reader, ids, before, after: look }] of watched.entries()) {
    const after = looks[at];
    if (after === undefined) continue;
    const its =
      reader.entity === operation.entity ? operation : counterpart(context.contract.operations, reader, 'PUT');
    const shown = parent && its !== undefined ? readbacks(context.contract, its).map(({ read }) => read) : undefined;
    // What is above may well show what is within it, and the reverse, but not in a place that is its own.
    if (parent && !written.some((one) => isReached(after.value, one, shown))) continue;
    const request = written.at(-1)?.exchange ?? after.exchange;
    const evidence = { label: name, exchange: request, seen: seenBy(before, after) };
    const own = { operation: its ?? operation, ids: pathOf(its ?? operation, { ids }) };
    const { courses } = context.session.chronicle;
    // What is sent to an entity within it is on its way to it, too, as far as paths go.
    const isOurs = (part: unknown): boolean =>
      parent ? (shown ?? []).some((read) => courses.hasTaken(own, read, part)) : courses.mayHaveBrought(own, part);
    const judged = { isOurs, ...(parent ? { own: shown ?? [] } : {}) };
    const judgement = judgeBystander(name, before.value, after, written, judged);
    const strays = (look: Look | undefined, since: Look): boolean =>
      its !== undefined &&
      readbacks(context.contract, its).some(({ read }) => {
        const is = valueAt(look?.value, read);
        const isNew = !isDeepStrictEqual(is, valueAt(since.value, read));
        return isNew && !isOurs(is) && courses.hasStrayed(own, read, look?.value);
      });
    if (judgement.verdict === 'pass') untouched ??= after.exchange;
    else if (judgement.verdict === 'observed' && further !== undefined && strays(after, before)) {
      // Another check was faster: what it wrote to a third one stands here, and after a further change something of that kind again.
      await further();
      const expected = `the ${name} is as it was`;
      const actual = 'it shows what this run wrote to others, time and again';
      context.record(id, strays(await look(), after) ? fail(expected, actual) : judgement, evidence);
    } else if (judgement.verdict === 'observed' && further !== undefined && its !== undefined && !parent) {
      // What other checks of the run have written to it in the meantime explains itself.
      const texts = textsIn(context.contract, its, after.value).filter((text) => !isOurs(text));
      if (texts.every((text) => textsIn(context.contract, its, before.value).includes(text))) {
        context.record(id, judgement, evidence);
        continue;
      }
      const along = await comesAlong(context, { its, look, further });
      const actual = 'a text of it changes with each of so many updates of another one, and at no other time';
      context.record(id, along ? fail(`the ${name} is as it was`, actual) : judgement, evidence);
    } else if (judgement.verdict !== 'fail' || after.status !== 200 || further === undefined)
      context.record(id, judgement, evidence);
    else {
      const made = await further();
      const again = await look();
      // In another place it may stand as what belongs to the changed one, such as the name of a parent.
      const follows = made.some((one) => isReached(again?.value, one, shown) && !isOurs(one.value));
      context.record(id, follows ? judgement : COINCIDENCE, evidence);
    }
  }
  if (untouched !== undefined) context.record(id, PASS, { label: 'others', exchange: untouched });
}

const COINCIDENCE = observed({ what: 'open', but: 'coincidence' });
