import { isObject } from '../../spec/json.ts';
import { setMember } from '../schema/json.ts';
import { toText } from '../text/reading.ts';

/** An XML element: its name, and either child elements or text. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** XML 1.0, productions 4 and 4a, without the colon: it would ask for a declared namespace. */
const FIRST = [
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}-\\u{200d}',
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}',
].join('');
const NAME = `[${FIRST}][${FIRST}.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}-\\u{2040}\\-]*`;
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u');
const OPENING = new RegExp(`^<(${NAME})\\s*(/?)>`, 'u');

/** True for a text that an XML element can be named. */
export function isXmlName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/**
 * A JSON value as an XML document: members become elements, the items of an array repeat the member's element. Null is
 * an empty element.
 * @throws Error when a member's name cannot name an element.
 */
export function toXml(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(root, value)}`;
}

function element(name: string, value: unknown): string {
  if (!isXmlName(name)) throw new Error(`The member name ${JSON.stringify(name)} cannot be an XML element.`);
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('');
  if (value === undefined) return '';
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => element('item', item)).join('');
  if (!isObject(value)) return escaped(toText(value));
  return Object.entries(value)
    .map(([name, member]) => element(name, member))
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Characters that XML 1.0 does not know, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must be found
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Reads a document of elements and text (no attributes, comments or CDATA: none are written here).
 * @throws SyntaxError when it is not well-formed.
 */
export function readXml(source: string): XmlElement {
  const text = source
    .replace(/^\ufeff/, '')
    .replace(/^<\?xml[^>]*\?>/, '')
    .trim();
  if (FORBIDDEN.test(text) || !text.isWellFormed()) throw new SyntaxError('a character is not allowed in XML');
  const [root, rest] = readElement(text);
  if (rest.trim() !== '') throw new SyntaxError('something follows the root element');
  return root;
}

function readElement(source: string): [XmlElement, string] {
  const opening = OPENING.exec(source);
  if (!opening) throw new SyntaxError(`an element was expected at ${JSON.stringify(source.slice(0, 20))}`);
  const name = opening[1] ?? '';
  let rest = source.slice(opening[0].length);
  if (opening[2] === '/') return [{ name, children: [], text: '' }, rest];
  const children: XmlElement[] = [];
  let text = '';
  while (!rest.startsWith('</')) {
    const next = rest.indexOf('<');
    if (next < 0) throw new SyntaxError(`<${name}> is not closed`);
    text += unescaped(rest.slice(0, next));
    rest = rest.slice(next);
    if (rest.startsWith('</')) break;
    const [child, after] = readElement(rest);
    children.push(child);
    rest = after;
  }
  const closing = `</${name}>`;
  if (!rest.startsWith(closing)) throw new SyntaxError(`<${name}> is closed by another element`);
  return [{ name, children, text }, rest.slice(closing.length)];
}

function unescaped(text: string): string {
  return text.replace(/&([^;&\s]*);?/g, (whole, name: string) => {
    const code = /^#(x[0-9a-fA-F]+|[0-9]+)$/.exec(name)?.[1];
    const char =
      code === undefined ? ENTITIES[name] : String.fromCodePoint(Number(code.startsWith('x') ? `0${code}` : code));
    if (char === undefined || !whole.endsWith(';')) throw new SyntaxError(`${whole} is no entity`);
    return char;
  });
}

/** How the content of an element is to be typed: given its path of names, whether it is a list, and the value of a text. */
export interface XmlTyping {
  isList(path: readonly string[]): boolean;
  isObject(path: readonly string[]): boolean;
  scalar(path: readonly string[], text: string): unknown;
}

/** The JSON value that an element stands for. */
export function fromXml(element: XmlElement, typing: XmlTyping, path: readonly string[] = []): unknown {
  if (element.children.length === 0 && !typing.isObject(path)) return typing.scalar(path, element.text);
  const value: Record<string, unknown> = {};
  for (const child of element.children) {
    const below = [...path, child.name];
    const list = typing.isList(below);
    const made = fromXml(child, typing, list ? [...below, '*'] : below);
    const before = Object.hasOwn(value, child.name) ? value[child.name] : undefined;
    if (list) setMember(value, child.name, [...(Array.isArray(before) ? before : []), made]);
    else setMember(value, child.name, before === undefined ? made : [before, made].flat());
  }
  return value;
}
