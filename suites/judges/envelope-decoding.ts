/** Decodes legacy answers strictly: a form must be one (contract 4.13), and JSON name each member once, of which parsers keep one in silence. */
import type { ReceivedResponse } from '../../spec/index.ts';
import { token as pointerToken } from '../../spec/json.ts';
import { excerpt } from './body.ts';

type DecodedForm = { readonly pairs: readonly (readonly [name: string, value: string])[] } | { readonly error: string };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The decoded pairs in their order, or one clause that says why the body is no form. White space at the very end is tolerated. */
export function decodeForm(response: ReceivedResponse): DecodedForm {
  if (response.encoding === 'base64') return { error: 'the body is not valid UTF-8' };
  if (response.truncated === true) return { error: 'the body is longer than the client reads' };
  const body = response.body.trimEnd();
  if (body === '') return { error: 'the body is empty' };
  if (/^\s*[{[]/.test(body)) return { error: `JSON in place of a form: ${excerpt(body)}` };
  if (/^\s*</.test(body)) return { error: `markup in place of a form: ${excerpt(body)}` };
  if (!body.includes('=')) return { error: `plain text in place of a form: ${excerpt(body)}` };
  const utf8 = saysUtf8(response);
  const pairs: [string, string][] = [];
  for (const part of body.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals), utf8);
    const value = decode(equals < 0 ? '' : part.slice(equals + 1), utf8);
    if (name === undefined || value === undefined) return { error: `a pair that cannot be decoded: ${excerpt(part)}` };
    pairs.push([name, value]);
  }
  return { pairs };
}

/**
 * The value of a field as it stands in the body, where it holds what no form holds unencoded (contract 4.13; WHATWG URL, section 5.2): a
 * blank, a control character, or what is beyond ASCII. Undefined where it does not.
 */
export function unencoded({ body }: ReceivedResponse, name: string): string | undefined {
  const field = body
    .trimEnd()
    .split('&')
    .find((part) => part.startsWith(`${name}=`));
  const value = field?.slice(name.length + 1);
  return value !== undefined && /[^\x21-\x7e]/.test(value) ? value : undefined;
}

/** The contract names a charset for the JSON of the status action only: UTF-8 is a promise where the answer itself makes it. */
function saysUtf8({ headers }: ReceivedResponse): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /;\s*charset\s*=\s*"?utf-?8/i.test(type);
}

/** `+` is a space, `%xx` a byte, the bytes UTF-8 or else Latin-1; undefined when that cannot be or, said to be UTF-8, is not. */
function decode(text: string, utf8: boolean): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8').toString('latin1');
  const plain = bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return decoder.decode(Buffer.from(plain, 'latin1'));
  } catch {
    return utf8 ? undefined : plain;
  }
}

/** JSON Pointers of repeated members, in their order. The text must be well-formed JSON. */
export function repeatedMembers(text: string): string[] {
  // What comes back as it was when it is written again names nothing twice; most answers are ruled out by this.
  if (JSON.stringify(JSON.parse(text)) === text) return [];
  const found: string[] = [];
  /** One frame per open object or array: the names seen, or the index of the next element. */
  const open: { names?: Set<string>; index: number; path: string }[] = [];
  let pending = '';
  let atName = false;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const token = match[0];
    const frame = open.at(-1);
    if (token === '{' || token === '[') {
      const path =
        frame === undefined ? '' : `${frame.path}${frame.names === undefined ? pointerToken(frame.index) : pending}`;
      open.push({ ...(token === '{' ? { names: new Set<string>() } : {}), index: 0, path });
      atName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      atName = false;
    } else if (token === ',') {
      if (frame !== undefined) frame.index += 1;
      atName = frame?.names !== undefined;
    } else if (token === ':') atName = false;
    else if (atName && frame?.names !== undefined) {
      const name = JSON.parse(token) as string;
      pending = pointerToken(name);
      if (frame.names.has(name)) found.push(`${frame.path}${pending}`);
      frame.names.add(name);
    }
  }
  return found;
}
