/** Decodes an `application/x-www-form-urlencoded` answer strictly (contract 4.13): what is no form must not pass as one. */
import type { ReceivedResponse } from '../../spec/vocabulary.ts';
import { excerpt } from './body.ts';

export type DecodedForm =
  | { readonly pairs: readonly (readonly [name: string, value: string])[] }
  | { readonly error: string };

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
  const pairs: [string, string][] = [];
  for (const part of body.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) return { error: `a pair that cannot be decoded: ${excerpt(part)}` };
    pairs.push([name, value]);
  }
  return { pairs };
}

/** `+` is a space, `%xx` a byte, the bytes UTF-8; undefined when they are not. */
function decode(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8').toString('latin1');
  const plain = bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return decoder.decode(Buffer.from(plain, 'latin1'));
  } catch {
    return undefined;
  }
}
