/** A request as a curl command that can be pasted, and that holds no secret. */
import { formDecoded } from '../spec/percent.ts';
import type { SentRequest } from '../spec/vocabulary.ts';
import { header } from '../spec/vocabulary.ts';
import { printfFormat, quote, quoteBytes, quoteParts } from './shell.ts';

/** Environment variables that stand for the secrets in a command line. */
export const CURL_VARIABLES = {
  bearer: 'CERTCONFORM_BEARER',
  secondBearer: 'CERTCONFORM_SECOND_BEARER',
  loginName: 'CERTCONFORM_LOGIN_NAME',
  loginPassword: 'CERTCONFORM_LOGIN_PASSWORD',
  other: 'CERTCONFORM_SECRET',
} as const;

/** Fields that curl writes itself, from the URL and the body. */
const OWN_FIELDS = new Set(['host', 'content-length', 'connection', 'keep-alive']);

/** Fields that carry a secret whatever they look like. */
const SECRET_FIELD = /^(cookie|proxy-authorization|x-api-key|x-auth-token)$|token|secret|password/i;

/** What stands where a secret was taken out: a placeholder such as `{{bearer}}`, or a remark in brackets. */
const MARKER = /\{\{\w+(?:\|\w+)?\}\}|\[[^\]]*redacted[^\]]*\]|<[^>]*redacted[^>]*>/gi;

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
  if (value === '') return quote(`${name};`);
  if (SECRET_FIELD.test(name)) return quoteParts([`${name}: `, { variable: CURL_VARIABLES.other }]);
  const authorization = /^authorization$/i.test(name);
  if (value.search(MARKER) >= 0) return quoteParts([`${name}: `, ...fill(value, authorization)]);
  // Nothing that looks like a real credential is printed, should one have come this far; nor is it taken for the good one.
  const [, scheme, credential] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
  if (authorization && credential !== undefined && TOKEN_LIKE.test(credential)) {
    return quoteParts([`${name}: ${scheme ?? ''}`, { variable: CURL_VARIABLES.other }]);
  }
  return quote(`${name}: ${value}`);
}

/** Puts variables in the place of markers. A token that was altered on purpose must not be repeated as the good one. */
function fill(value: string, authorization: boolean): (string | { variable: string })[] {
  const parts: (string | { variable: string })[] = [];
  let end = 0;
  for (const found of value.matchAll(MARKER)) {
    const [marker] = found;
    parts.push(value.slice(end, found.index), { variable: variableFor(marker, authorization) });
    if (/\|/.test(marker)) parts.push('-altered');
    end = found.index + marker.length;
  }
  return [...parts, value.slice(end)];
}

function variableFor(marker: string, authorization: boolean): string {
  if (/second/i.test(marker)) return CURL_VARIABLES.secondBearer;
  return authorization || /bearer/i.test(marker) ? CURL_VARIABLES.bearer : CURL_VARIABLES.other;
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
    if (equals === -1 || formDecoded(pair.slice(equals + 1)).search(MARKER) === -1) {
      plain.push(pair);
      continue;
    }
    flush();
    words.push('--data-urlencode', quoteParts([`${name}=`, { variable: formVariable(name) }]));
  }
  flush();
  return words;
}

function formVariable(name: string): string {
  if (name === 'loginName') return CURL_VARIABLES.loginName;
  return name === 'loginPassword' ? CURL_VARIABLES.loginPassword : CURL_VARIABLES.other;
}
