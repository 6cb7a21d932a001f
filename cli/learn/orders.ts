/** What the record of an order says of it, as far as the contract says what that means (2.2): its sort and its domain. */
import { isObject, valueAt } from '../../spec/json.ts';
import type { Contract } from '../../spec/types.ts';
import { parseJson } from '../../suites/judges/body.ts';
import { field, LOGIN, wireOf } from '../../suites/legacy/call.ts';
import { statusOperations } from '../../suites/legacy/status/control.ts';
import type { Fixture, Profile, Target } from '../../target/index.ts';
import type { FixtureSuggestion, Suggested } from './suggestion.ts';

/** Each look costs a login and counts against a limit that the contract does not show. */
const MOST_LOOKED_AT = 40;
/** So many refusals in a row are for the login or the limit, and not for the order. */
const MOST_REFUSED = 3;

/** The `data` of an order. */
export interface OrderRecord {
  readonly fixture: Fixture;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Asks for the record of each order of the profile, one after the other, as long as it is answered. */
export async function readOrders(
  { profile, contract }: { readonly profile: Profile; readonly contract: Contract },
  target: Target,
): Promise<OrderRecord[]> {
  const orders = profile.fixtures.filter(({ kind }) => kind === 'order').slice(0, MOST_LOOKED_AT);
  if (!target.facts.legacy.configured) return [];
  const records: OrderRecord[] = [];
  let refused = 0;
  for (const fixture of orders) {
    const data = await recordOf(fixture, contract, target);
    if (data !== undefined) records.push({ fixture, data });
    refused = data === undefined ? refused + 1 : 0;
    if (refused >= MOST_REFUSED) break;
  }
  return records;
}

async function recordOf(
  { ids }: Fixture,
  contract: Contract,
  target: Target,
): Promise<OrderRecord['data'] | undefined> {
  const call = { label: 'learn', fields: [...LOGIN, field('orderNumber', ids['orderNumber'] ?? '')] };
  for (const operation of statusOperations(contract)) {
    const { response } = await target.send({ ...wireOf(operation, call), check: 'learn' });
    const parsed = response === undefined ? undefined : parseJson(response);
    const record = parsed?.error === undefined ? parsed?.value : undefined;
    // At a path that is not served nothing is said of the order.
    if (!isObject(record) || record['errorCode'] === undefined) continue;
    const data = record['data'];
    return isObject(data) ? data : undefined;
  }
  return undefined;
}

/** Traits that the records show and the profile does not state. */
export function orderTraitsFrom(records: readonly OrderRecord[]): Suggested<FixtureSuggestion>[] {
  return records.flatMap(({ fixture, data }) => {
    const { kind, ids } = fixture;
    const shown = Object.entries(shownOf(data));
    const traits = Object.fromEntries(shown.filter(([name]) => fixture.traits[name] === undefined));
    if (Object.keys(traits).length === 0 || 'kind' in fixture.traits) return [];
    return [{ value: { kind, ids, traits, stated: true }, sure: true, because: 'as its record reads' }];
  });
}

const NAME = /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/i;

/**
 * A single-domain order shows its common name, a multi-domain one a fixed text; the second approval is for extended
 * validation, and a step that does not apply says so. Its state is not told: one that is pending may still refuse a change.
 */
function shownOf(data: OrderRecord['data']): Fixture['traits'] {
  const name = data['domainName'];
  const second = valueAt(data, '/secondApprovalStatus/status');
  const isNamed = typeof name === 'string' && NAME.test(name);
  return {
    ...(typeof name === 'string' && name !== '' ? { order: isNamed ? 'single' : 'multi' } : {}),
    ...(isNamed ? { domains: name } : {}),
    ...(typeof second === 'string' ? { ev: second !== 'NotApplicable' } : {}),
  };
}
