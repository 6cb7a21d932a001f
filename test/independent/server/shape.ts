/** Bodies on the wire: the members of a schema at the places that a reading gives them. */
import { BODIES, type BodyName } from '../contract/bodies.ts';
import type { Fields, Json, Member } from '../contract/types.ts';
import { fromJson, type Judge, type Manner } from './check.ts';

/** A node of a body: a member, or an object around members. */
export interface Shape {
  readonly need: boolean;
  readonly member?: Member;
  readonly children?: ReadonlyMap<string, Shape>;
}

/** Where a reading puts a member of a schema: a JSON Pointer without escapes. */
export type Placing = (schema: BodyName, member: Member) => string;

/** What a reading writes for the server's own words. */
export type Words = Readonly<Record<string, string>>;

function worded(member: Member, words: Words): Member {
  if (member.type.is !== 'word') return member;
  return { ...member, type: { ...member.type, of: member.type.of.map((word) => words[word] ?? word) } };
}

interface Growing {
  need: boolean;
  member?: Member;
  children?: Map<string, Growing>;
}

/** The tree of a schema's members. An object that holds a needed member is needed itself. */
export function shapeOf(schema: BodyName, placing: Placing, words: Words): Shape {
  const root: Growing = { need: true, children: new Map() };
  for (const plain of BODIES[schema] as readonly Member[]) {
    const member = plain.field === 'variant' ? worded(plain, words) : plain;
    const need = member.need === true || member.shownOnly === true;
    let node = root;
    for (const name of placing(schema, member).split('/').slice(1)) {
      node.children ??= new Map();
      const next = node.children.get(name) ?? { need: false };
      next.need ||= need && member.shownOnly !== true;
      node.children.set(name, next);
      node = next;
    }
    node.member = member;
  }
  return root;
}

/** Puts an entity's fields into the places of a body. Members without value are left out or null, as the reading says. */
export function render(shape: Shape, fields: Fields, none: 'omitted' | 'null'): Json {
  if (shape.member) return fields[shape.member.field] ?? null;
  const object: Record<string, Json> = {};
  for (const [name, child] of shape.children ?? []) {
    const value = render(child, fields, none);
    const empty = value === null || (child.children && Object.keys(value as object).length === 0);
    if (!empty || child.need) object[name] = value;
    else if (none === 'null') object[name] = child.children ? value : null;
  }
  return object;
}

/** What a body says; of a wrong one, what was read of it until then. */
export interface Read {
  readonly fields: Fields;
  readonly wrong?: string;
}

/** Takes a request body apart, or says what is wrong with it. */
export function take(shape: Shape, body: Json, prefix: string, manner: Manner, judge: Judge): Read {
  const fields: Record<string, Json> = {};
  const wrong = walk(shape, body, fields, prefix, manner, judge);
  return wrong === undefined ? { fields } : { fields, wrong };
}

/** Lets a planted fault do without a needed member. */
function supplied({ member }: Shape, fields: Record<string, Json>, prefix: string, judge: Judge): boolean {
  if (!member) return false;
  const verdict = judge(`${prefix}/${member.field}`, null, member.type, { wrong: 'missing' });
  if ('wrong' in verdict) return false;
  if (verdict.value !== null) fields[member.field] = verdict.value;
  return true;
}

function walk(
  shape: Shape,
  value: Json,
  fields: Record<string, Json>,
  prefix: string,
  manner: Manner,
  judge: Judge,
): string | undefined {
  if (shape.member) {
    if (shape.member.shownOnly) return undefined;
    const { field, type } = shape.member;
    const verdict = fromJson(`${prefix}/${field}`, type, value, manner, judge);
    if ('wrong' in verdict) return `${field}: ${verdict.wrong}`;
    fields[field] = verdict.value;
    return undefined;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'an object is expected';
  const given = value as Readonly<Record<string, Json>>;
  for (const [name, child] of shape.children ?? []) {
    const item = Object.hasOwn(given, name) ? given[name] : undefined;
    if (item === undefined || (item === null && manner.nullMembers === 'absent')) {
      if (child.need && !supplied(child, fields, prefix, judge)) return `${name} is missing`;
      continue;
    }
    const wrong = walk(child, item, fields, prefix, manner, judge);
    if (wrong !== undefined) return wrong;
  }
  const unknown = Object.keys(given).find((name) => !shape.children?.has(name));
  return unknown !== undefined && manner.unknownMembers === 'refused' ? `${unknown} is unknown` : undefined;
}
