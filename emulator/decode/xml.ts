import { SaxesParser } from 'saxes';
import type { JsonSchema } from '../../spec/types.ts';
import type { Read } from './json.ts';
import { decodeUtf8 } from './percent.ts';
import { MISFIT, readScalar } from './scalar.ts';

const MAX_DEPTH = 64;

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/**
 * Reads an XML body (organization, net task and ad task updates; contract 4.7, 4.11) into the value that the same JSON
 * body would have. Elements are members, repeated elements are arrays, the root's name is free.
 * Document type declarations are refused: nothing needs them, and they can expand without bound.
 *
 * @param schema tells which elements are numbers, booleans and arrays.
 */
export function readXml(bytes: Uint8Array, schema: JsonSchema): Read {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { problem: 'The body is not UTF-8.' };
  const root = parse(text);
  if (root === undefined) return { problem: 'The body is not well-formed XML.' };
  return { value: toValue(root, schema, schema) };
}

function parse(text: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  let root: Element | undefined;
  // Nothing more is read: with each level that is open a further one takes longer.
  const refuse = () => {
    throw new Error('This is not read.');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', (tag) => {
    const element: Element = { name: tag.local, children: [], text: '' };
    if (open.length >= MAX_DEPTH) refuse();
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    // An element holds members or a text; with both, part of what was sent would be lost without a word.
    if (element !== undefined && element.children.length > 0 && element.text.trim() !== '') refuse();
  });
  const append = (value: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += value;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return root;
}

function toValue(element: Element, schema: JsonSchema, root: JsonSchema): unknown {
  const shape = resolve(schema, root);
  const type = typeOf(shape);
  if (type === 'object' || element.children.length > 0) return toObject(element, shape, root);
  const scalar = readScalar(type === 'string' || type === undefined ? element.text : element.text.trim(), type);
  return scalar === MISFIT ? element.text : scalar;
}

function toObject(element: Element, shape: JsonSchema, root: JsonSchema): Record<string, unknown> {
  const members = new Map<string, unknown>();
  for (const child of element.children) {
    const member = memberSchema(shape, child.name, root);
    const array = typeof member === 'object' && typeOf(member) === 'array';
    const known = members.get(child.name);
    if (array) {
      const value = toValue(child, (member['items'] ?? true) as JsonSchema, root);
      if (Array.isArray(known)) known.push(value);
      else members.set(child.name, [value]);
    } else if (known === undefined) members.set(child.name, toValue(child, member, root));
    else members.set(child.name, [known, toValue(child, member, root)].flat());
  }
  return Object.fromEntries(members);
}

function memberSchema(shape: JsonSchema, name: string, root: JsonSchema): JsonSchema {
  if (typeof shape === 'boolean') return true;
  const properties = shape['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties !== undefined && Object.hasOwn(properties, name)) return resolve(properties[name] ?? true, root);
  return resolve((shape['additionalProperties'] ?? true) as JsonSchema, root);
}

function typeOf(schema: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const type = schema['type'];
  return typeof type === 'string' ? type : Array.isArray(type) ? (type.find((t) => t !== 'null') as string) : undefined;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || typeof schema['$ref'] !== 'string' || typeof root === 'boolean') return schema;
  const name = schema['$ref'].split('/').pop() ?? '';
  const defs = root['$defs'] as Readonly<Record<string, JsonSchema>> | undefined;
  return resolve(defs?.[name] ?? true, root);
}
