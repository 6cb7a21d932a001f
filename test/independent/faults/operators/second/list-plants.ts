/** What the operators on the SSL list have in common. */
import { SSL_FILTERS } from '../../../contract/parameters.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { LIST, matching, nameOf } from '../lists/plants.ts';
import { fault } from './plants.ts';

export const here = [{ key: LIST, op: LIST }];
export const keyed = (names: readonly string[]) => names.map((name) => ({ key: `${LIST}?${name}`, op: LIST }));
export const one = (id: string, sentence: string, plant: Operator['plant'], more: Partial<Operator> = {}) =>
  fault(`list-${id}`, '4.2', () => sentence, here, plant, more);
export const NAMES = ['status', 'orgId', 'vendor', 'installStatus', 'sslTypeId', 'keyParam', 'requester', 'renewed'];
export const pairs = NAMES.flatMap((first, n) =>
  NAMES.slice(n + 1).map((second) => ({ key: `${LIST}?${first}&${second}`, op: LIST })),
);
export const both = (key: string) => nameOf(key).split('&') as [string, string];
export const given = (call: Call, name: string) => call.query[name] !== undefined;
export const filtersOf = (call: Call) =>
  Object.entries(call.query).filter(
    ([name]) => name !== 'size' && name !== 'position' && SSL_FILTERS.some(({ field }) => field === name),
  );
export const position = (call: Call) => Number(call.query['position'] ?? 0);
export const shown = (call: Call): readonly Fields[] =>
  call.world
    .all('ssl-certificate')
    .filter(({ customer }) => customer === call.holder?.customer)
    .map((entity) => call.world.seen(entity))
    .filter((fields) => fields !== undefined);
export const textOf = (held: Json | undefined) => (typeof held === 'string' ? held : undefined);
/** Finds more than the text itself: whatever the pattern that somebody makes of it takes. */
export const pattern = (key: string, make: (value: string) => RegExp | undefined) =>
  matching(key, (value, certificate, found) => {
    const held = certificate[nameOf(key)];
    const wanted = make(String(value));
    const texts = (Array.isArray(held) ? held : [held]).flatMap((item: Json) => textOf(item) ?? []);
    return found || (wanted !== undefined && texts.some((text) => wanted.test(text)));
  });
export const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
export const PATTERNED = ['commonName', 'issuer', 'vendor', 'serialNumber', 'requester'];
