/** Where an implementation may go wrong: every parameter, body member and operation of a contract, with what is known of it. */
import { token } from '../json.ts';
import { KINDS } from '../kinds.ts';
import { dereference, within } from '../standalone.ts';
import type { Contract, JsonSchema, Operation, Parameter } from '../types.ts';

export type PlaceType = 'integer' | 'text' | 'enumeration' | 'boolean' | 'array' | 'other';

/** What operators ask of a place; the sentences are those of spec/FAULTS.md. */
export const TRAITS = {
  shows: 'what is written there shows in the matching GET (silence update.readback)',
  optional: 'it may be left out',
  free: 'a text without pattern, format, enumeration or meaning of its own',
  bounded: 'its length has an upper bound that is not beyond what a request can carry',
  several: 'the list may hold several items',
  'item-rule': 'the items of the list are numbers or members of an enumeration',
  'several-words': 'a member of the enumeration holds a blank, a hyphen or an underscore',
  'at-least-zero': 'negative numbers are refused',
  'has-siblings': 'other members of the body show as well',
  'has-sibling-text': 'another free text of the body shows as well',
  patchable: 'no member of the body is required',
  unproven: 'the value names something that must exist, in a request that changes something',
  'changes-what-shows': 'an update whose effect shows',
  'deletes-what-shows': 'a deletion of a kind that can be read or updated',
  'stands-below': 'the entity stands below another one, which is named in the path',
  'deletes-parents': 'a deletion of a kind that others stand below, each of which can be read',
  repeatable: 'the same request may be sent again and must be answered as before',
  'last-id': 'the id that the path names last is a number, and a GET shows what has it',
  'no-input': 'the operation takes neither parameters beside its path nor a body',
} as const;

export type Trait = keyof typeof TRAITS;

/** One place of the contract. */
export interface Place {
  readonly operation: string;
  readonly in: Parameter['in'] | 'body' | 'operation';
  /** Parameter name, or JSON Pointer into the body; empty for an operation. */
  readonly name: string;
  readonly type: PlaceType;
  readonly traits: ReadonlySet<Trait>;
  /** Members of the enumeration, of the place or of its items. */
  readonly members: readonly unknown[];
  readonly maxLength?: number;
  /** Pointer of another free text of the same body that shows. */
  readonly sibling?: string;
}

/** All places, in the contract's order. */
export function placesOf(contract: Contract): Place[] {
  return contract.operations
    .filter((operation) => isServed(contract, operation))
    .flatMap((operation) => [
      ...(operation.interface === 'admin' ? [operationPlace(contract, operation)] : []),
      ...operation.parameters.map((parameter) => parameterPlace(contract, operation, parameter)),
      ...(operation.interface === 'admin' ? memberPlaces(contract, operation) : []),
    ]);
}

/** The status action has two addresses; which of them are served is the dialect's answer (4.12). */
function isServed(contract: Contract, { interface: name, path }: Operation): boolean {
  const served = contract.answer('legacy.status.paths')?.value as readonly string[] | undefined;
  return name === 'admin' || !path.endsWith('!getPostPaymentStatus') || served?.includes(path) !== false;
}

function operationPlace(contract: Contract, operation: Operation): Place {
  const { method, effect, entity, id } = operation;
  const lives = contract.operations.some(
    (one) => one.entity === entity && (one.method === 'GET' || one.method === 'PUT'),
  );
  const read = contract.operations.some((one) => one.method === 'GET' && one.path === operation.path);
  const traits: [Trait, boolean][] = [
    ['changes-what-shows', method === 'PUT' && effect === 'modify' && read && written(contract, operation).size > 0],
    ['deletes-what-shows', effect === 'destroy' && lives],
    ['stands-below', entity !== undefined && KINDS[entity].below !== undefined],
    ['deletes-parents', effect === 'destroy' && hasBelow(contract, operation)],
    ['repeatable', method === 'GET' || (written(contract, operation).size > 0 && read)],
    ['last-id', hasLastId(operation) && contract.operations.some((one) => isReaderOf(one, operation))],
    ['no-input', operation.body === undefined && operation.parameters.every((one) => one.in === 'path')],
  ];
  return { operation: id, in: 'operation', name: '', type: 'other', traits: having(traits), members: [] };
}

/** True where something that can be read stands below the entity. */
function hasBelow({ operations }: Contract, { path }: Operation): boolean {
  const shape = (of: string): string => of.replace(/\{[^}]+\}/g, '{}');
  return operations.some(
    (one) => one.method === 'GET' && one.path.endsWith('}') && shape(one.path).startsWith(`${shape(path)}/`),
  );
}

/** True where the path holds nothing but the number of an entity. */
function hasLastId({ parameters }: Operation): boolean {
  const last = parameters.findLast((one) => one.in === 'path');
  const schema = last && dereference(last.schema);
  return typeof schema === 'object' && schema['type'] === 'integer';
}

function isReaderOf(one: Operation, { entity, absence }: Operation): boolean {
  return one.method === 'GET' && one.entity === entity && hasLastId(one) && absence !== 'silent';
}

function parameterPlace(contract: Contract, operation: Operation, parameter: Parameter): Place {
  const { name, in: where, required, reference } = parameter;
  const shows = where === 'query' && written(contract, operation).has(`?${name}`);
  // An entity that is no fixture can be named in what only looks, never in what changes something.
  const unproven = operation.effect !== 'observe' && reference !== undefined;
  const more: [Trait, boolean][] = [
    ['shows', shows],
    ['optional', !required],
    ['unproven', unproven],
    // Whether less than nothing is a bad number or nobody's is open: it is refused either way.
    ['at-least-zero', where === 'path'],
  ];
  return { operation: operation.id, in: where, name, ...described(parameter.schema, more) };
}

/** The members of a body's first level; what is deeper is reached through them. */
function memberPlaces(contract: Contract, operation: Operation): Place[] {
  const schema = dereference(operation.body?.contents[0]?.schema ?? true);
  if (typeof schema === 'boolean' || schema['oneOf'] !== undefined) return [];
  const required = (schema['required'] ?? []) as string[];
  const shown = written(contract, operation);
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, child]) => {
    return { name, pointer: token(name), schema: dereference(within(schema, child)) };
  });
  const texts = members.filter(
    ({ pointer, schema: one }) => shown.has(pointer) && described(one, []).traits.has('free'),
  );
  return members.map(({ name, pointer, schema: own }) => {
    const sibling = texts.find((text) => text.pointer !== pointer)?.pointer;
    const more: [Trait, boolean][] = [
      ['shows', shown.has(pointer)],
      ['optional', !required.includes(name)],
      ['patchable', required.length === 0],
      ['has-siblings', [...shown].some((place) => place !== pointer && place.startsWith('/'))],
      ['has-sibling-text', sibling !== undefined],
      ['unproven', typeof own !== 'boolean' && own['x-reference'] !== undefined],
    ];
    return {
      operation: operation.id,
      in: 'body',
      name: pointer,
      ...described(own, more),
      ...(sibling === undefined ? {} : { sibling }),
    };
  });
}

/** Longer texts travel badly in a query; a check may well send none. */
const LONGEST = 4096;

function described(
  given: JsonSchema,
  more: readonly [Trait, boolean][],
): Pick<Place, 'type' | 'traits' | 'members' | 'maxLength'> {
  const schema = dereference(given);
  if (typeof schema === 'boolean') return { type: 'other', traits: having(more), members: [] };
  const items = dereference((schema['items'] ?? true) as JsonSchema);
  const type = typeOf(schema);
  const members = ((type === 'array' && typeof items !== 'boolean' ? items['enum'] : schema['enum']) ??
    []) as unknown[];
  const maxLength = schema['maxLength'] as number | undefined;
  const formed = ['pattern', 'format', 'x-semantic', 'x-reference', 'x-comma-separated'].some((word) => word in schema);
  const traits: [Trait, boolean][] = [
    ...more,
    ['free', type === 'text' && !formed && (maxLength ?? LONGEST) >= 16],
    ['bounded', maxLength !== undefined && maxLength <= LONGEST && maxLength >= 16],
    ['several', type === 'array' && Number(schema['maxItems'] ?? 2) > 1],
    [
      'item-rule',
      type === 'array' && typeof items !== 'boolean' && (items['enum'] !== undefined || items['type'] === 'integer'),
    ],
    ['several-words', members.some((member) => /[ _-]/.test(String(member)))],
    ['at-least-zero', Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY) >= 0],
  ];
  return { type, traits: having(traits), members, ...(maxLength === undefined ? {} : { maxLength }) };
}

function typeOf(schema: Readonly<Record<string, unknown>>): PlaceType {
  const named = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  if (Array.isArray(schema['enum']) && schema['x-comma-separated'] === undefined) return 'enumeration';
  if (named === 'string') return 'text';
  return named === 'integer' || named === 'boolean' || named === 'array' ? named : 'other';
}

function having(traits: readonly [Trait, boolean][]): ReadonlySet<Trait> {
  return new Set(traits.flatMap(([trait, holds]) => (holds ? [trait] : [])));
}

/** Places of a request that show again, by the dialect's answer `update.readback`. */
function written(contract: Contract, { id }: Operation): ReadonlySet<string> {
  const answer = contract.answer('update.readback')?.value as Record<string, readonly { write: string }[]> | undefined;
  return new Set((answer?.[id] ?? []).map(({ write }) => write));
}
