import type { JsonSchema, Operation } from '../../spec/types.ts';
import { header } from '../../spec/vocabulary.ts';
import { flatten, itemNodes, memberNodes } from '../schema/conjunction.ts';
import type { Node } from '../schema/document.ts';
import { typesOf } from '../schema/types.ts';
import { prepare } from '../schema/valid.ts';
import { fromText } from '../text/reading.ts';
import { mediaTypeOf } from './edit.ts';
import { FORM, type Serialized } from './types.ts';
import { fromXml, readXml } from './xml.ts';

/** A serialised request as an independent reader finds it. */
export interface ReadBack {
  readonly path: ReadonlyMap<string, string>;
  /** Texts by name, decoded, in order. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  readonly form: ReadonlyMap<string, readonly string[]>;
  readonly body:
    | { readonly kind: 'none' | 'form' }
    | { readonly kind: 'value'; readonly value: unknown; readonly schema: JsonSchema }
    | { readonly kind: 'unreadable'; readonly reason: string };
}

/**
 * Reads a serialised request by the operation's template and media types.
 * @throws SyntaxError when the target does not fit the template or is not percent-encoded UTF-8.
 */
export function readBack(operation: Operation, { target, headers, body }: Serialized): ReadBack {
  const [path = '', ...rest] = target.split('?');
  const type = mediaTypeOf(header(headers, 'content-type') ?? '');
  const text =
    typeof body === 'string'
      ? body
      : body === undefined
        ? undefined
        : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  const isForm = type === FORM;
  return {
    path: readPath(operation.path, path),
    query: readPairs(rest.join('?')),
    form: isForm ? readPairs(text ?? '') : new Map(),
    body: text === undefined ? { kind: 'none' } : isForm ? { kind: 'form' } : readBody(operation, type, text),
  };
}

function readPath(template: string, path: string): ReadonlyMap<string, string> {
  const wanted = template.split('/');
  const found = path.split('/');
  if (wanted.length !== found.length)
    throw new SyntaxError('the path has another number of segments than the template');
  const values = new Map<string, string>();
  for (const [index, segment] of wanted.entries()) {
    const text = decode(found[index] ?? '');
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined && text !== segment)
      throw new SyntaxError(`the path has "${text}" in place of "${segment}"`);
    if (name !== undefined && ['', '.', '..'].includes(text))
      throw new SyntaxError(`the path segment "${text}" leads to another path`);
    if (name !== undefined) values.set(name, text);
  }
  return values;
}

function readPairs(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const part of text === '' ? [] : text.split('&')) {
    const at = part.indexOf('=');
    const name = decode((at < 0 ? part : part.slice(0, at)).replaceAll('+', ' '));
    const value = at < 0 ? '' : decode(part.slice(at + 1).replaceAll('+', ' '));
    pairs.set(name, [...(pairs.get(name) ?? []), value]);
  }
  return pairs;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SyntaxError(`"${text}" is not percent-encoded UTF-8`);
  }
}

function readBody(operation: Operation, type: string, text: string): ReadBack['body'] {
  const content = operation.body?.contents.find(({ mediaType }) => mediaTypeOf(mediaType) === type);
  if (!content) return { kind: 'unreadable', reason: `the media type "${type}" is not documented` };
  const { schema } = content;
  try {
    const value = /[/+]xml$/.test(type) ? fromXml(readXml(text), typingOf(schema)) : (JSON.parse(text) as unknown);
    return { kind: 'value', value, schema };
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** XML has no types: the schema says which elements are lists and what their texts stand for. */
function typingOf(schema: JsonSchema) {
  const { doc } = prepare(schema);
  const nodesAt = (path: readonly string[]): readonly Node[] =>
    path.reduce<readonly Node[]>(
      (nodes, name) => {
        const flat = flatten(doc, nodes);
        return flatten(doc, name === '*' ? itemNodes(doc, flat, 0) : memberNodes(doc, flat, name));
      },
      flatten(doc, [doc.root]),
    );
  const types = (path: readonly string[]) => typesOf(nodesAt(path)).meant;
  return {
    isList: (path: readonly string[]) => types(path).length === 1 && types(path)[0] === 'array',
    isObject: (path: readonly string[]) => types(path).length === 1 && types(path)[0] === 'object',
    scalar: (path: readonly string[], text: string): unknown => {
      const { meant, integer } = typesOf(nodesAt(path));
      const reading = fromText({ type: integer ? 'integer' : meant }, text);
      return reading.ok ? reading.value : text;
    },
  };
}
