import type { JsonSchema, Operation, Parameter } from '../../spec/types.ts';
import { readPairs } from '../decode/pairs.ts';
import { settle } from '../edge/schemas.ts';
import type { Incoming } from '../pipeline.ts';
import type { Fault, FaultHint } from './types.ts';

/** What careless code trips over in a text, by name. */
const TRAPS: Readonly<Record<string, RegExp>> = {
  apostrophe: /'/,
  ampersand: /&/,
  'latin-1': /[\u00c0-\u00ff]/,
  'beyond-latin-1': /[\u0100-\u02ff\u3000-\u9fff]/,
  quotation: /"/,
  backslash: /\\/,
  percent: /%/,
  angle: /</,
  semicolon: /;/,
  brace: /[{}]/,
  pattern: /[*([]/,
  plus: /\+/,
  astral: /[\u{10000}-\u{10ffff}]/u,
  'right-to-left': /[\u0590-\u06ff]/,
  blank: /^\s|\s$/,
};

/** Values of a set, and a form, that a server forgets. */
const VALUES: Readonly<Record<string, RegExp>> = {
  china: /^CN$/,
  japan: /^JP$/,
  'great-britain': /^GB$/,
  germany: /^DE$/,
  day: /^\d{4}-\d{2}-\d{2}/,
};

const NAMES = Object.keys(TRAPS);

/** Those that any name of people and places may have. */
const ORDINARY = NAMES.slice(0, 4);

/** Those that an address may hold, encoded or not. */
const IN_ADDRESSES = ['apostrophe', 'percent', 'semicolon', 'plus', 'backslash'];

const CRASH = 'text-crash:';
const REFUSED = 'text-refused:';

/**
 * Texts that the server breaks on, or refuses although anybody may be called so: each place with some traps in turn, so that
 * all traps are met and every place has its own (contract 4, all texts).
 */
export function textFaults(operation: Operation): Fault[] {
  const make = (place: string, trap: string, refused: boolean, hint: Partial<FaultHint>): Fault => ({
    id: `${operation.id}.${place}.text.${trap}.${refused ? 'refused' : 'breaks'}`,
    family: 'text',
    operation: operation.id,
    breaks: `${operation.id} ${refused ? 'refuses' : 'answers 500 to'} a text with this in ${place}: ${trap}.`,
    hint: { operation: operation.id, ...hint, direction: 'accepts', topic: 'constraint' },
    change: { kind: 'switch', name: `${refused ? REFUSED : CRASH}${place.replace(/^body\./, '')}:${trap}` },
  });
  const parameters = operation.parameters.filter(isFreeText).flatMap(({ name, schema }, at) => {
    const hint = { parameter: name, keyword: 'valid' };
    const prose = typeof schema === 'object' && schema['x-prose'] === true;
    return [
      ...turn(NAMES, at, 3, shortest(schema)).map((trap) => make(name, trap, false, hint)),
      ...(prose ? turn(ORDINARY, at, 2, 0).map((trap) => make(name, trap, true, hint)) : []),
    ];
  });
  const addresses = operation.parameters.filter(isAddress).flatMap(({ name }) => {
    const hint = { parameter: name, keyword: 'valid' };
    return IN_ADDRESSES.map((trap) => make(name, trap, false, hint));
  });
  const chosen = operation.parameters.flatMap(({ name, schema }) =>
    chosenTraps(schema).map((trap) => make(name, trap, true, { parameter: name, keyword: 'valid' })),
  );
  const members = freeMembers(operation).flatMap((name, at) =>
    turn(NAMES, at, 3, 0).map((trap) => make(`body.${name}`, trap, false, { topic: 'body' })),
  );
  return [...parameters, ...addresses, ...chosen, ...members];
}

/** Whether a request meets one of the active traps, and what then. */
export function trapped(switches: ReadonlySet<string>, incoming: Incoming): 'crash' | 'refused' | undefined {
  for (const name of switches) {
    const kind = name.startsWith(CRASH) ? CRASH : name.startsWith(REFUSED) ? REFUSED : undefined;
    if (kind === undefined) continue;
    const rest = name.slice(kind.length);
    const cut = rest.lastIndexOf(':');
    const trap = TRAPS[rest.slice(cut + 1)] ?? VALUES[rest.slice(cut + 1)];
    if (trap !== undefined && textsAt(incoming, rest.slice(0, cut)).some((text) => trap.test(text)))
      return kind === CRASH ? 'crash' : 'refused';
  }
  return undefined;
}

function textsAt({ url, body }: Incoming, name: string): readonly string[] {
  const cut = url.indexOf('?');
  const given = readPairs(cut < 0 ? '' : url.slice(cut + 1))?.get(name);
  if (given !== undefined) return given;
  try {
    const member = (JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown> | null)?.[name];
    return typeof member === 'string' ? [member] : [];
  } catch {
    return [];
  }
}

/** Some of a list, another part of it for each place; a short text holds few traps. */
function turn(list: readonly string[], at: number, count: number, space: number): string[] {
  return Array.from({ length: count }, (_, i) => list[(at * count + i) % list.length] ?? '').filter(
    () => space === 0 || space > 2,
  );
}

function shortest(schema: JsonSchema): number {
  return typeof schema === 'object' && typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 0;
}

/** What may be refused of a text whose values or form the contract names. */
function chosenTraps(schema: JsonSchema): string[] {
  if (typeof schema !== 'object') return [];
  if (schema['x-documented-format'] !== undefined) return ['day'];
  return schema['x-semantic'] === 'iso-3166-1-alpha-2' ? Object.keys(VALUES).filter((name) => name !== 'day') : [];
}

function isFreeText({ in: place, schema }: Parameter): boolean {
  return place === 'query' && isFree(schema);
}

function isAddress({ schema }: Parameter): boolean {
  return typeof schema === 'object' && schema['x-semantic'] === 'link-address';
}

function isFree(schema: JsonSchema): boolean {
  if (typeof schema !== 'object' || schema['type'] !== 'string') return false;
  return !['enum', 'const', 'pattern', 'format', 'x-semantic', 'x-reference'].some((keyword) => keyword in schema);
}

/** A shorter member has a form of its own. */
const SHORT = 12;

/** Members of the top level of a body that are free texts. */
function freeMembers({ interface: side, body }: Operation): string[] {
  const schema = side === 'admin' ? body?.contents[0]?.schema : undefined;
  if (schema === undefined) return [];
  return Object.entries((settle(schema, schema)['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
    .filter(([, member]) => isFree(member) && (shortest(member) || SHORT) >= SHORT)
    .map(([name]) => name);
}
