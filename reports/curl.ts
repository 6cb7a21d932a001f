/** A request as a curl command that can be pasted, and that holds no secret. */
import type { SentRequest } from '../spec/vocabulary.ts';
import { header } from '../spec/vocabulary.ts';
import { printfFormat, quote, quoteBytes, quoteWithVariable } from './shell.ts';

/** Environment variables that stand for the secrets in a command line. */
export const CURL_VARIABLES = {
  bearer: 'CERTCONFORM_BEARER',
  secondBearer: 'CERTCONFORM_SECOND_BEARER',
  loginName: 'CERTCONFORM_LOGIN_NAME',
  loginPassword: 'CERTCONFORM_LOGIN_PASSWORD',
  other: 'CERTCONFORM_SECRET',
} as const;

/** Fields that curl writes itself, from the URL and the body. */
const OWN_FIELDS = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive']);

/** Fields that carry a secret whatever they look like. */
const SECRET_FIELD = /^(cookie|proxy-authorization|x-api-key|x-auth-token)$|token|secret|password/i;

/** What stands where a secret was taken out: a remark in brackets, a placeholder or nothing but asterisks. */
const MARKER = /\[[^\]]*redacted[^\]]*\]|<[^>]*redacted[^>]*>|__\w*redacted\w*__|\bredacted\b|\{\{\w+\}\}|^\*+$/i;

/** A JSON Web Token, or a credential too long to have been made up for a test. */
const TOKEN_LIKE = /^eyJ[\w-]*\.|^[\w.~+/=-]{24,}$/;

/**
 * The curl command that sends what `request` sent, byte for byte. Secrets become environment variables
 * (`CERTCONFORM_BEARER`, `CERTCONFORM_SECOND_BEARER`, `CERTCONFORM_LOGIN_NAME`, `CERTCONFORM_LOGIN_PASSWORD`).
 * Made for bash; one line.
 */
export function toCurl(request: SentRequest): string {
  const url = withoutUserInfo(request.url);
  const body = bodyOf(request);
  const words = ['curl', '-sS', '-i', ...methodWords(request.method), ...urlOptions(url), quote(url)];
  for (const [name, value] of request.headers) {
    if (!OWN_FIELDS.has(name.toLowerCase())) words.push('-H', headerWord(name, value));
  }
  // curl would otherwise announce every body as a form.
  if (body !== undefined && header(request.headers, 'content-type') === undefined) words.push('-H', "'Content-Type:'");
  if (body === undefined) return words.join(' ');
  if (body.includes(0)) return `printf -- ${printfFormat(body)} | ${words.join(' ')} --data-binary @-`;
  return [...words, ...bodyWords(request, body)].join(' ');
}

function bodyOf(request: SentRequest): Buffer | undefined {
  if (request.body === undefined) return undefined;
  return Buffer.from(request.body, request.encoding === 'base64' ? 'base64' : 'utf8');
}

function methodWords(method: string): string[] {
  if (method === 'GET') return [];
  return method === 'HEAD' ? ['-I'] : ['-X', quote(method)];
}

function urlOptions(url: string): string[] {
  const words: string[] = [];
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (/\/\.|\/%2e/i.test(url)) words.push('--path-as-is');
  if (/^https:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/i.test(url)) words.push('--insecure');
  return words;
}

function withoutUserInfo(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}

function headerWord(name: string, value: string): string {
  const variable = secretIn(name, value);
  if (variable === undefined) return quote(value === '' ? `${name};` : `${name}: ${value}`);
  // What precedes the secret is part of the case: the scheme, or its absence.
  const scheme = /^authorization$/i.test(name) ? (/^(\S+)\s+\S/.exec(value)?.[1] ?? '') : '';
  return quoteWithVariable(`${name}: ${scheme === '' ? '' : `${scheme} `}`, variable, alteration(value));
}

function secretIn(name: string, value: string): string | undefined {
  if (SECRET_FIELD.test(name)) return value === '' ? undefined : CURL_VARIABLES.other;
  if (/^authorization$/i.test(name)) {
    const credential = value.replace(/^\S+\s+(?=\S)/, '').trim();
    if (!MARKER.test(value) && !TOKEN_LIKE.test(credential)) return undefined;
    return /second/i.test(value) ? CURL_VARIABLES.secondBearer : CURL_VARIABLES.bearer;
  }
  return MARKER.test(value) ? CURL_VARIABLES.other : undefined;
}

/** A token that was altered on purpose must not be repeated as the good one. */
function alteration(value: string): string {
  return /tamper|alter|truncat|modif/i.test(value) ? '-altered' : '';
}

function bodyWords(request: SentRequest, body: Buffer): string[] {
  const form = /^application\/x-www-form-urlencoded\b/i.test(header(request.headers, 'content-type') ?? '');
  if (form && request.encoding !== 'base64') return formWords(request.body ?? '');
  return ['--data-raw', request.encoding === 'base64' ? quoteBytes(body) : quote(body.toString())];
}

/** Form fields with a secret are given to curl one by one, so that it encodes the variable's value. */
function formWords(body: string): string[] {
  const words: string[] = [];
  let plain: string[] = [];
  const flush = () => {
    if (plain.length > 0) words.push('--data-raw', quote(plain.join('&')));
    plain = [];
  };
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    if (equals === -1 || !MARKER.test(decoded(pair.slice(equals + 1)))) {
      plain.push(pair);
      continue;
    }
    flush();
    words.push('--data-urlencode', quoteWithVariable(`${name}=`, formVariable(name)));
  }
  flush();
  return words;
}

function formVariable(name: string): string {
  if (name === 'loginName') return CURL_VARIABLES.loginName;
  return name === 'loginPassword' ? CURL_VARIABLES.loginPassword : CURL_VARIABLES.other;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
