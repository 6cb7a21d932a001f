/** What turns the members that an accepted update keeps. */
import type { Fields, Json } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import { isText, keeping } from './hooks.ts';
import { KEPT, ofType, type ValuePlace } from './places.ts';

export const keyed = (places: readonly ValuePlace[]) => places.map(({ key, op }) => ({ key, op }));
/** Operation and member of a place. */
export const split = (key: string) => ({ op: key.slice(0, key.indexOf('/')), field: key.slice(key.indexOf('/') + 1) });
export const texts = ofType(KEPT, 'text');
/** Texts that may be anything within their length. */
export const free = texts.filter(({ member: { type, field } }) => type.form === undefined && field !== 'login');
/** Whether the body gives the member. */
export const given = (call: Call, field: string) => Object.hasOwn(call.body, field);

function without(fields: Fields, field: string, before: Fields): Fields {
  const { [field]: _, ...rest } = fields;
  return Object.hasOwn(before, field) ? { ...rest, [field]: before[field] as Json } : rest;
}

/** Loses the member where the condition holds: what the entity held before stays. */
export const losing = (key: string, when: (value: Json, call: Call, entityKey: string) => boolean) => {
  const { op, field } = split(key);
  return keeping(op, (fields, entity, call) =>
    given(call, field) && when(call.body[field] as Json, call, entity.key)
      ? without(fields, field, entity.fields ?? {})
      : fields,
  );
};

/** Keeps another text than the given one. */
export const turning = (key: string, turn: (text: string) => string) => {
  const { op, field } = split(key);
  return keeping(op, (fields, _, call) => {
    const value = fields[field];
    return given(call, field) && isText(value) ? { ...fields, [field]: turn(value) } : fields;
  });
};

/** Keeps other items than the given ones. */
export function listTurned(key: string, turn: (items: readonly Json[]) => readonly Json[]) {
  const { op, field } = split(key);
  return keeping(op, (fields, _, call) => {
    const value = fields[field];
    return given(call, field) && Array.isArray(value) ? { ...fields, [field]: turn(value as readonly Json[]) } : fields;
  });
}
