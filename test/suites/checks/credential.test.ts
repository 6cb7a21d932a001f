/** Credentials that are not valid: servers that look at them carelessly, each in a way of its own, are found out. */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { verdictOf } from '../../../reports/outcome.ts';
import { judge } from '../../run/support.ts';
import { serve } from '../../target/support/servers.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const JWT = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'me', role: 'MRAO' })}.c2lnbmF0dXJlLW9mLXRoaXMtVG9rZW4`;

type Otherwise = (headers: IncomingHttpHeaders, url: string) => boolean;

/** Judges a server that has one person and asks `valid` about the Authorization field, or `otherwise` about the rest. */
async function credential(
  kind: 'missing' | 'invalid' | 'elsewhere',
  valid: (field: string) => boolean,
  otherwise: Otherwise = () => false,
  elsewhere?: string,
  bearer = JWT,
): Promise<Result> {
  const admin = await serve((request, response) => {
    const { headers, url = '' } = request;
    if (!valid(headers.authorization ?? '') && !otherwise(headers, url)) return response.writeHead(401).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":5}');
  });
  const answers = elsewhere === undefined ? {} : { answers: { 'auth.token-elsewhere': elsewhere } };
  const profile = {
    admin: { url: admin, bearer },
    claims: ['person'],
    dialect: { base: 'none', ...answers },
    fixtures: { person: [{ ids: { id: 5 }, allow: 'observe' }] },
  };
  const [result] = await judge({ profile, only: [`person.read.credential.${kind}`] });
  if (result === undefined) throw new Error('There is no result.');
  return result;
}

const invalidCredential = (valid: (field: string) => boolean, bearer = JWT): Promise<Result> =>
  credential('invalid', valid, undefined, undefined, bearer);

const proper = (field: string): boolean => field === `Bearer ${JWT}`;
const claimsOf = (field: string): string | undefined => field.split('.')[1];

describe('a server that accepts', () => {
  test.each<[string, (field: string) => boolean, string]>([
    ['whatever begins with the token', (field) => field.startsWith(`Bearer ${JWT}`), 'with further characters'],
    [
      'the beginning of the token',
      (field) => field.length > 27 && `Bearer ${JWT}`.startsWith(field),
      'without its last characters',
    ],
    [
      'any other last character',
      (field) => field.length === JWT.length + 7 && field.startsWith(`Bearer ${JWT.slice(0, -1)}`),
      'with its last character changed',
    ],
    ['the token in any letter case', (field) => field.toLowerCase() === `bearer ${JWT}`.toLowerCase(), 'in lower case'],
    ['unsigned claims', (field) => field.endsWith('.') && claimsOf(field) === claimsOf(JWT), 'unsigned'],
    [
      'the token wherever it stands in the field',
      (field) => field.startsWith('Bearer ') && field.endsWith(JWT),
      'behind',
    ],
    [
      'whatever the first half fits',
      (field) => field.startsWith(`Bearer ${JWT.slice(0, JWT.length / 2)}`),
      'real token',
    ],
    [
      'any claims under a known signature',
      (field) => field.startsWith('Bearer ey') && field.split('.')[2] === JWT.split('.')[2],
      'a claim more',
    ],
    [
      'claims without a signature',
      (field) => field === `Bearer ${JWT.slice(0, JWT.lastIndexOf('.') + 1)}`,
      'without its signature',
    ],
    ['a token with blanks', (field) => field.replace('Bearer ', '').replaceAll(' ', '') === JWT, 'blank'],
    ['the token under any scheme', (field) => field.endsWith(` ${JWT}`), 'under the scheme Token'],
  ])('%s fails', async (_, careless, label) => {
    const result = await invalidCredential((field) => proper(field) || careless(field));
    expect(verdictOf(result)).toBe('fail');
    expect(result.failure?.caseLabel).toContain(label);
    expect(JSON.stringify(result)).not.toContain(claimsOf(JWT));
  });

  test.each([
    ['origin', 'Origin'],
    ['x-forwarded-for', 'X-Forwarded-For'],
    ['x-http-method-override', 'X-HTTP-Method-Override'],
    ['x-original-url', 'X-Original-URL'],
    ['cookie', 'cookie'],
  ])('what has no credential but %s fails', async (name, label) => {
    const result = await credential('missing', proper, (headers) => headers[name] !== undefined);
    expect(verdictOf(result)).toBe('fail');
    expect(result.failure?.caseLabel).toContain(label);
  });

  test('a token in the query is not judged unless the dialect says so', async () => {
    const inQuery = (_: unknown, url: string): boolean => url.includes('access_token=');
    expect(verdictOf(await credential('elsewhere', proper, inQuery))).toBe('observed');
    expect(verdictOf(await credential('elsewhere', proper, inQuery, 'refused'))).toBe('fail');
  });

  test('the bare token fails', async () => {
    const result = await invalidCredential((field) => proper(field) || field === JWT);
    expect(verdictOf(result)).toBe('fail');
    expect(result.failure?.caseLabel).toContain('without a scheme');
  });

  test('only the token passes', async () => {
    expect(verdictOf(await invalidCredential(proper))).toBe('pass');
  });

  test.each(['opaque-token-0123456789', '0F1E2D3C4B5A69788796A5B4C3D2E1F0'])(
    'only the token %s passes, of which not every bad one can be made',
    async (token) => {
      const result = await invalidCredential((field) => field.toLowerCase() === `bearer ${token.toLowerCase()}`, token);
      expect(verdictOf(result)).toBe('pass');
      expect(result.cases?.unsent).toBeGreaterThan(2);
    },
  );
});
