/** Places of values, and what judges them wrongly. */
import type { Json, Type } from '../../../contract/types.ts';
import { judging } from '../../hooks.ts';
import { BODY, ofType, QUERY, type ValuePlace, valuePlace } from '../../places.ts';

export const ALL: readonly ValuePlace[] = [...QUERY, ...BODY];
export const texts = ofType(ALL, 'text');
export const ints = ofType(ALL, 'int');
export const words = ofType(ALL, 'word');
export const bounded = texts.filter(({ member }) => member.type.max !== undefined);
export const free = texts.filter(({ member: { type, field } }) => type.form === undefined && field !== 'uriExtension');
export const typeOf = (key: string): Type => valuePlace(key).member.type;
export const maxOf = (key: string): number => (typeOf(key) as { max: number }).max;
export const minOf = (key: string): number => (typeOf(key) as { min: number }).min;
export const isString = (raw: Json): raw is string => typeof raw === 'string';

export const taking = (
  key: string,
  when: (raw: Json, why: string) => boolean,
  as: (raw: Json) => Json = (raw) => raw,
) => judging(key, (raw, verdict) => ('wrong' in verdict && when(raw, verdict.wrong) ? { value: as(raw) } : undefined));
export const refusing = (key: string, when: (value: Json, raw: Json) => boolean) =>
  judging(key, (raw, verdict) => ('value' in verdict && when(verdict.value, raw) ? { wrong: 'planted' } : undefined));
export const breaking = (key: string, when: (value: Json) => boolean) =>
  judging(key, (_, verdict, call) => {
    if ('value' in verdict && when(verdict.value)) call.broken = true;
    return undefined;
  });

export const number = (raw: Json) => Number(raw);
export const keyed = (places: readonly ValuePlace[]) => places.map(({ key, op }) => ({ key, op }));
