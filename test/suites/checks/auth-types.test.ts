/** Which ways of logging in fit which type of endpoint is not shown: a refusal of one is borne (4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const PROMISE = 'endpoint.config.update.body.webFormAuthTypes.items.enum';

const refusing =
  (word: string, status: number): Rewrite =>
  (passing) => {
    const isConfig = passing.method === 'PUT' && /\/config$/.test(passing.target);
    if (isConfig && passing.sent.includes(word)) Object.assign(passing, { status, headers: {}, body: '' });
  };

test.each([
  ['IDP', 400, 'observed'],
  ['IDP', 500, 'fail'],
])('%s refused with %i', async (word, status, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['endpoint.config.update.body-schema'],
    rewrite: refusing(word, status),
  });
  expect(outcome.result(`${PROMISE}.${word}.accepts`).verdict).toBe(verdict);
});

type Endpoints = { readonly allow: string; readonly traits?: Record<string, unknown> }[];

/** Endpoints of these types alone; nobody says of what type those are that may be so much. */
const ofTypes =
  (types: readonly string[], untold = 'none'): NonNullable<Setup['profile']> =>
  (data) => {
    const { endpoint, ...others } = data['fixtures'] as Record<string, Endpoints>;
    const kept = (endpoint ?? []).filter(({ traits }) => types.includes(String(traits?.['type'])));
    const told = kept.map((one) => {
      const { type, ...rest } = one.traits ?? {};
      return { ...one, traits: one.allow === untold ? rest : { ...rest, type } };
    });
    return { ...data, fixtures: { ...others, endpoint: told } };
  };

const SECRET = 'endpoint.update.config.webFormAuthTypes.items.enum.SECRET_ID.accepts';
const ALL = ['SSL_WEB_FORM', 'SMIME_WEB_FORM', 'DEVICE_WEB_FORM', 'CODE_SIGN_WEB_FORM'];

/** Refuses a way of logging in by query. */
const refusingByQuery =
  (isRefused: (query: URLSearchParams) => boolean): Rewrite =>
  (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://any');
    const isUpdate = passing.method === 'PUT' && /\/endpoint\/v1\/\d+$/.test(pathname);
    if (isUpdate && isRefused(searchParams)) Object.assign(passing, { status: 400, headers: {}, body: '' });
  };

const names = (query: URLSearchParams): boolean => query.getAll('config.webFormAuthTypes').join().includes('SECRET_ID');

test('one that no type takes is refused, also where nobody says of what type the first endpoint is', async () => {
  for (const untold of ['none', 'destroy']) {
    const setup: Setup = { profile: ofTypes(ALL, untold), rewrite: refusingByQuery(names), only: [SECRET] };
    const { result } = await runAgainst(catalogue, { ...setup, depth: 'standard' });
    expect(result(SECRET).verdict, `${untold}: ${result(SECRET).reason}`).toBe('fail');
  }
});

test('one that is for a type of which there is no endpoint is not', async () => {
  const setup: Setup = {
    profile: ofTypes(ALL.filter((one) => one !== 'SMIME_WEB_FORM')),
    only: [SECRET],
  };
  const { result } = await runAgainst(catalogue, { ...setup, rewrite: refusingByQuery(names), depth: 'standard' });
  expect(result(SECRET).verdict, result(SECRET).reason).toBe('observed');
});

test('nor are several at once that are for it alone', async () => {
  const isList: Rewrite = (passing) => {
    const isConfig = passing.method === 'PUT' && /\/config$/.test(passing.target);
    const several = /"webFormAuthTypes":\["\w+","/.test(passing.sent);
    if (isConfig && several) Object.assign(passing, { status: 400, headers: {}, body: '' });
  };
  const failures = async (types: readonly string[]): Promise<string[]> => {
    const checks = ['endpoint.config.update.body-schema'];
    const setup: Setup = { speaks: 'default', checks, profile: ofTypes(types), depth: 'standard' };
    const { results } = await runAgainst(catalogue, { ...setup, rewrite: isList });
    return results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
  };
  expect(await failures(ALL.filter((one) => one !== 'SMIME_WEB_FORM'))).toEqual([]);
  expect(await failures(ALL)).not.toEqual([]);
});
