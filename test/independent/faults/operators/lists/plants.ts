/** Filters of the SSL list, and what turns its pages. */
import type { Fields, Json } from '../../../contract/types.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, withJson } from '../../hooks.ts';
import { QUERY } from '../../places.ts';

export const LIST = 'ssl.list';
export const filters = QUERY.filter(
  ({ op, member: { field } }) => op === LIST && field !== 'size' && field !== 'position',
);
export const keyed = (places: readonly { key: string }[]) => places.map(({ key }) => ({ key, op: LIST }));
export const nameOf = (key: string) => key.slice(key.indexOf('?') + 1);
export const hard = { class: 'hard', standing: 'explicit' } as const;
export const plain = { class: 'plain', standing: 'explicit' } as const;
export const days = filters.filter(({ key }) => key.endsWith('In'));
export const notDeprecated = filters.filter(({ key }) => !/discoveryStatus|keySize$/.test(key));
export const whole = notDeprecated
  .filter(({ member }) => member.type.is === 'text' || member.type.is === 'int')
  .filter(({ key }) => !key.endsWith('In'));

export const matching = (key: string, turn: (value: Json, certificate: Fields, found: boolean) => boolean): Plant => ({
  matches: (_, filter, value, certificate, found) => (filter === nameOf(key) ? turn(value, certificate, found) : found),
});
export const heldBy = (key: string, certificate: Fields): Json => certificate[nameOf(key)] ?? null;

export const paged = (
  turn: (
    items: readonly Json[],
    total: number,
    query: Readonly<Record<string, Json>>,
  ) => { items?: readonly Json[]; total?: number | string },
): Plant =>
  afterwards(LIST, (reply, call) => {
    if (reply.status !== 200 || !reply.body || !('json' in reply.body)) return reply;
    const total = Number(reply.headers?.['X-Total-Count']);
    const turned = turn(reply.body.json as readonly Json[], total, call.query);
    const headers = { ...reply.headers, 'X-Total-Count': String(turned.total ?? total) };
    return withJson({ ...reply, headers }, (json) => ('items' in turned ? (turned.items as Json) : json));
  });

export const one = (key: string, sentence: string, plant: Plant, more: Partial<Operator> = {}): Operator => ({
  id: `list-${key}`,
  ...hard,
  wrong: () => sentence,
  places: [{ key: LIST, op: LIST }],
  plant: () => plant,
  ...more,
});
export const asked = (query: Readonly<Record<string, Json>>, name: string) => Number(query[name] ?? -1);
