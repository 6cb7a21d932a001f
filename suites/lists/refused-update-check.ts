/** SSL certificates have no GET of their own: what a refused update leaves is seen in the list (contract 4.2). */
import { withJson } from '../../generators/index.ts';
import { type Exchange, isRefusal, pointerOf, valueAt } from '../../spec/index.ts';
import { type Check, type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { differences, fail, inWords, observed, PASS, pointerSet, sameValue } from '../judges/index.ts';
import { badUpdates, NONE_REFUSED } from '../lifecycles/bad-updates.ts';
import { takeReturnable, type UpdateSubject } from '../lifecycles/update-subject.ts';
import { smallChange } from '../lifecycles/variation.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { type Look, seenBy } from '../subject/read.ts';
import { LONGEST_LIST, readAll } from './listing.ts';
import { identityOf } from './relations.ts';

const REFUSED_UPDATE = 'ssl.list.refused-update';

/** A certificate in the list before and after refused updates of it. */
export const refusedUpdateCheck: Check = {
  id: REFUSED_UPDATE,
  title: 'A refused SSL update leaves the list as it was',
  requirements: [REFUSED_UPDATE],
  effect: 'modify',
  run: async (context) => {
    const operation = context.contract.operation('ssl.update');
    await refuseAll(context, await takeReturnable(context, operation));
  },
};

/** An entry of the list; undefined when it is not there. */
interface Shown {
  readonly entry: unknown;
}

/** What a refused update was to bring to a place of the entry. */
interface Tried {
  readonly at: string;
  readonly value: unknown;
}

/** What the list shows of one certificate. */
interface Sight extends Shown {
  /** The page that shows it. */
  readonly exchange: Exchange;
}

async function refuseAll(context: CheckContext, subject: UpdateSubject): Promise<void> {
  // What was accepted before may be late to show, and another check may have written the very text that is refused here.
  await context.session.rest(subject.fixture);
  const before = await sight(context, subject);
  if (before?.entry === undefined) {
    const none = observed({ what: 'none', of: 'entry-of-this-certificate', was: 'listed' });
    return context.record(REFUSED_UPDATE, none, { label: 'the list' });
  }
  const changed = visibleChange(subject, before.entry);
  let refusals = 0;
  let was = before;
  for (const bad of badUpdates(context, changed.request, () => subject.disposable)) {
    const credential = bad.credential === undefined ? {} : { credential: bad.credential };
    const exchange = await context.send(toWire(bad.request, { session: context.session, ...credential }));
    const status = exchange.response?.status ?? 0;
    const now = await sight(context, subject);
    if (isRefusal(status) && now !== undefined) {
      refusals += 1;
      const evidence = { label: bad.label, exchange, seen: seenBy(shownBy(was), shownBy(now)) };
      context.record(REFUSED_UPDATE, judgeSight(was, now, changed.values, status), evidence);
    }
    was = now ?? was;
  }
  if (refusals > 0) return;
  context.record(REFUSED_UPDATE, NONE_REFUSED, { label: 'faulty updates' });
}

/** Pure: the entry is the same, and the list as long. Others may write to the list; only what was tried here proves anything. */
export function judgeSight(was: Shown, now: Shown, tried: readonly Tried[], status: number): Judgement {
  const changed = differences(was.entry, now.entry);
  if (changed.length === 0) return PASS;
  const expected = 'the refused update leaves the certificate as it was';
  if (now.entry === undefined) return fail(expected, `refused with ${status}, and it is no longer listed`);
  // Counters and the like may come to hold any number: what was tried is looked for where it stands, and texts everywhere.
  const shows = ({ at, value }: Tried, { entry }: Shown): boolean =>
    sameValue(value, valueAt(entry, at)) || (typeof value === 'string' && JSON.stringify(entry).includes(value));
  if (tried.some((one) => shows(one, now) && !shows(one, was)))
    return fail(expected, `refused with ${status}, yet changed: ${inWords(changed)}`);
  return observed({ what: 'changed', of: 'entry', at: changed, but: 'not-to-what-was-written' });
}

async function sight(context: CheckContext, subject: UpdateSubject): Promise<Sight | undefined> {
  const list = await readAll(context, {}, LONGEST_LIST);
  if (!list.ok) return undefined;
  const identity = identityOf(list.items, context.contract.answer('ssl.list.identity'));
  const key = JSON.stringify(Object.values(subject.fixture.ids)[0]);
  return {
    entry: list.items.find((item) => identity.key(item) === key),
    exchange: list.last.exchange,
  };
}

/** The entry as a look of its own. */
function shownBy({ entry, exchange }: Sight): Look {
  return { exchange, status: exchange.response?.status ?? 0, value: entry };
}

/** The accepted update with other texts for the members that the list shows under the same name. */
function visibleChange(
  subject: UpdateSubject,
  entry: unknown,
): { readonly request: UpdateSubject['valid']['request']; readonly values: readonly Tried[] } {
  let { request } = subject.valid;
  const values: Tried[] = [];
  for (const [name, present] of Object.entries(entry as object)) {
    const schema = memberSchema(subject.operation, `/${name}`, request.body?.value);
    const value = schema === undefined ? undefined : smallChange(schema, present, 0);
    if (value === undefined) continue;
    values.push({ at: pointerOf(name), value });
    request = withJson(request, pointerSet(request.body?.value, `/${name}`, value));
  }
  return { request, values };
}
