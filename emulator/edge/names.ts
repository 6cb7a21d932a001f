import type { JsonSchema } from '../../spec/types.ts';

/**
 * Renames the members of bodies between the emulator's internal names (those of the default dialect) and the names of
 * the dialect in use. A dialect marks a renamed property with `x-member: <internal name>`.
 */
export interface Names {
  toWire(value: unknown): unknown;
  toInternal(value: unknown): unknown;
}

/** Renaming of one level: wire name, internal name, and the levels below. */
interface Level {
  readonly byWire: Map<string, Member>;
  readonly byInternal: Map<string, Member>;
  items?: Level;
  renames: boolean;
}

interface Member {
  readonly wire: string;
  readonly internal: string;
  readonly below: Level | undefined;
}

const SAME: Names = { toWire: (value) => value, toInternal: (value) => value };

/** Derives the renaming from a standalone schema; schemas without `x-member` cost nothing. */
export function namesOf(schema: JsonSchema): Names {
  const level = levelOf(schema, schema, new Map());
  if (level === undefined || !renamesAnything(level, new Set())) return SAME;
  return {
    toWire: (value) => rename(value, level, 'byInternal', 'wire'),
    toInternal: (value) => rename(value, level, 'byWire', 'internal'),
  };
}

function levelOf(schema: JsonSchema, root: JsonSchema, known: Map<object, Level>): Level | undefined {
  if (typeof schema === 'boolean') return undefined;
  const done = known.get(schema);
  if (done !== undefined) return done;
  const level: Level = { byWire: new Map(), byInternal: new Map(), renames: false };
  known.set(schema, level);
  collect(schema, root, level, known);
  return level;
}

function collect(schema: JsonSchema, root: JsonSchema, level: Level, known: Map<object, Level>): void {
  if (typeof schema === 'boolean') return;
  if (typeof schema['$ref'] === 'string') collect(follow(root, schema['$ref']), root, level, known);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const branch of (schema[keyword] ?? []) as JsonSchema[]) collect(branch, root, level, known);
  }
  for (const keyword of ['then', 'else'] as const) {
    if (schema[keyword] !== undefined) collect(schema[keyword] as JsonSchema, root, level, known);
  }
  if (schema['items'] !== undefined) {
    const items = levelOf(schema['items'] as JsonSchema, root, known);
    if (items !== undefined) level.items = items;
  }
  for (const [wire, child] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    const mark = typeof child === 'boolean' ? undefined : child['x-member'];
    const internal = typeof mark === 'string' ? mark : wire;
    if (internal !== wire) level.renames = true;
    const below = levelOf(child, root, known) ?? level.byWire.get(wire)?.below;
    const member: Member = { wire, internal, below };
    level.byWire.set(wire, member);
    level.byInternal.set(internal, member);
  }
}

function follow(root: JsonSchema, reference: string): JsonSchema {
  if (typeof root === 'boolean') return true;
  const defs = (root['$defs'] ?? {}) as Record<string, JsonSchema>;
  return defs[reference.slice('#/$defs/'.length)] ?? true;
}

function renamesAnything(level: Level, seen: Set<Level>): boolean {
  if (seen.has(level)) return false;
  seen.add(level);
  if (level.renames || (level.items !== undefined && renamesAnything(level.items, seen))) return true;
  return [...level.byWire.values()].some((member) => member.below !== undefined && renamesAnything(member.below, seen));
}

function rename(value: unknown, level: Level, from: 'byWire' | 'byInternal', to: 'wire' | 'internal'): unknown {
  if (Array.isArray(value)) {
    const { items } = level;
    return items === undefined ? value : value.map((item) => rename(item, items, from, to));
  }
  if (value === null || typeof value !== 'object') return value;
  const renamed = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const member = level[from].get(name);
    if (member === undefined) return [name, inner];
    return [member[to], member.below === undefined ? inner : rename(inner, member.below, from, to)];
  });
  // Not an assignment to an object: a member called __proto__ would set its prototype.
  return Object.fromEntries(renamed);
}
