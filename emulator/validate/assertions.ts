import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../spec/json.ts';
import { fitsFormat } from './formats.ts';
import type { Validate } from './schema.ts';

type Node = Readonly<Record<string, unknown>>;
type Test = (value: unknown) => boolean;

/** One entry per keyword that looks at a value alone; it makes the test from the keyword's value. */
const ASSERTIONS: readonly (readonly [keyword: string, make: (limit: never) => Test])[] = [
  ['type', (types: string | readonly string[]) => typeTest(types)],
  ['enum', (members: readonly unknown[]) => membership(members)],
  ['const', (wanted: unknown) => (value) => isDeepStrictEqual(value, wanted)],
  ['format', (format: string) => (value) => fitsFormat(value, format)],
  ['minimum', (limit: number) => (value) => typeof value !== 'number' || value >= limit],
  ['maximum', (limit: number) => (value) => typeof value !== 'number' || value <= limit],
  ['exclusiveMinimum', (limit: number) => (value) => typeof value !== 'number' || value > limit],
  ['exclusiveMaximum', (limit: number) => (value) => typeof value !== 'number' || value < limit],
  ['multipleOf', (step: number) => (value) => typeof value !== 'number' || Number.isInteger(value / step)],
  ['minLength', (limit: number) => (value) => typeof value !== 'string' || codePoints(value) >= limit],
  ['maxLength', (limit: number) => (value) => typeof value !== 'string' || codePoints(value) <= limit],
  ['pattern', (source: string) => patternTest(source)],
  ['minItems', (limit: number) => (value) => !Array.isArray(value) || value.length >= limit],
  ['maxItems', (limit: number) => (value) => !Array.isArray(value) || value.length <= limit],
  ['uniqueItems', (wanted: boolean) => (value) => !wanted || !Array.isArray(value) || isUnique(value)],
  ['minProperties', (limit: number) => (value) => !isObject(value) || Object.keys(value).length >= limit],
  ['maxProperties', (limit: number) => (value) => !isObject(value) || Object.keys(value).length <= limit],
];

/** The tests of a schema's assertion keywords, `type` first. */
export function assertions(schema: Node): Validate[] {
  const steps: Validate[] = [];
  for (const [keyword, make] of ASSERTIONS) {
    if (schema[keyword] === undefined) continue;
    const fits = make(schema[keyword] as never);
    steps.push((value, pointer) => (fits(value) ? undefined : { pointer, keyword }));
  }
  return steps;
}

function typeTest(types: string | readonly string[]): Test {
  const wanted = typeof types === 'string' ? [types] : types;
  const tests = wanted.map((type) => TYPES[type] ?? (() => true));
  const [first] = tests;
  return tests.length === 1 && first !== undefined ? first : (value) => tests.some((test) => test(value));
}

const TYPES: Readonly<Record<string, Test>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
};

function membership(members: readonly unknown[]): Test {
  const simple = new Set(members.filter((member) => typeof member !== 'object'));
  if (simple.size === members.length) return (value) => simple.has(value as string);
  return (value) => members.some((member) => isDeepStrictEqual(member, value));
}

function patternTest(source: string): Test {
  const pattern = new RegExp(source, 'u');
  return (value) => typeof value !== 'string' || pattern.test(value);
}

/** Lengths count characters, not UTF-16 units (JSON Schema Validation, section 6.3). */
function codePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

function isUnique(items: readonly unknown[]): boolean {
  if (items.every((item) => typeof item !== 'object')) return new Set(items).size === items.length;
  const seen = new Set(items.map(canonical));
  return seen.size === items.length;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
