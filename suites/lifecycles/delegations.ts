/** Where endpoints show what they are delegated to: nobody says it, and those in either mode show it by what they have in common (contract 3.3, 4.9). */
import { isObject, modePlace, shownMode, token, valueAt } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { type Look, observerOf } from '../subject/read.ts';

/** Endpoints of each mode that are looked at, and so many must agree. */
const LOOKED_AT = 6;
const AGREEING = 2;

/**
 * Places of lists that hold organizations of the profile in most endpoints seen in custom mode, as some may have lost them, and
 * nothing in each seen in global mode, though these have accounts, too; none where the mode does not show for sure.
 */
export function delegationPlaces(context: CheckContext): Promise<readonly string[]> {
  const { session, contract, send } = context;
  return session.once('delegation-places', async () => {
    const place = modePlace(contract);
    if (place?.standing !== 'claimed') return [];
    const all = session.target.fixtures();
    const accounts = all.filter(({ kind }) => kind === 'account');
    const endpoints = all.filter(
      (one) => one.kind === 'endpoint' && accounts.some((account) => liesBelow(account, one)),
    );
    const reader = contract.operation('endpoint.read');
    const some = ['custom', 'global'].flatMap((mode) =>
      endpoints.filter(({ traits }) => traits['mode'] === mode).slice(0, LOOKED_AT),
    );
    const looks = await Promise.all(some.map((one) => observerOf(send, session, reader, one).look()));
    const inMode = (mode: string): Look[] => looks.filter(({ value }) => shownMode(place, value) === mode);
    const [custom, global] = [inMode('custom'), inMode('global')];
    if (custom.length < AGREEING || global.length < AGREEING) return [];
    const organizations = organizationsOf(context);
    return [...new Set(custom.flatMap(({ value }) => listsIn(value)))].filter(
      (at) =>
        custom.filter(({ value }) => held(valueAt(value, at), organizations).length > 0).length >=
          Math.max(AGREEING, custom.length / 2) &&
        global.every(({ value }) => itemsOf(valueAt(value, at)).length === 0),
    );
  });
}

/**
 * Organizations that an endpoint showed among its delegations, and does not show any more though it is still in custom mode: those that
 * this run has deleted, or may have, apart.
 */
export async function lostDelegations(context: CheckContext, before: Look, now: Look): Promise<readonly string[]> {
  const place = modePlace(context.contract);
  if ([before, now].some(({ value }) => shownMode(place, value) !== 'custom')) return [];
  const organizations = organizationsOf(context);
  const { chronicle } = context.session;
  const places = await delegationPlaces(context);
  return places.flatMap((at) => {
    const [was, is] = [before, now].map(({ value }) => held(valueAt(value, at), organizations));
    const lost = (was ?? []).filter((id) => is?.includes(id) !== true);
    return lost.filter((id) => {
      const one = organizations.get(id);
      return one !== undefined && !chronicle.mayHaveDeleted(one);
    });
  });
}

function organizationsOf({ session }: CheckContext): ReadonlyMap<string, Fixture> {
  const all = session.target.fixtures().filter(({ kind }) => kind === 'organization');
  return new Map(all.map((one) => [String(Object.values(one.ids).at(-1)), one]));
}

/** The organizations of a list, by number or in an object with one; none where it holds anything else. */
function held(value: unknown, organizations: ReadonlyMap<string, Fixture>): string[] {
  const items = itemsOf(value).map((item) =>
    (isObject(item) ? Object.values(item) : [item]).map(String).find((text) => organizations.has(text)),
  );
  return items.every((item) => item !== undefined) ? items.filter((item) => item !== undefined) : [];
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Pointers of the lists in an object, those in lists apart. */
function listsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [at];
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => listsIn(one, `${at}${token(name)}`)) : [];
}
