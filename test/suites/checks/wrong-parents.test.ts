/** What stands below a parent is not found, changed or deleted below another one, none, zero, or one that was deleted; nor is it the child zero. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import type { Aim, Rewrite } from '../proxy.ts';

const NESTED = /^\/api\/(ssl\/v2|smime\/v2|endpoint\/v1)\/(\d+)\/(location|account)\/(\d+)/;

type Ids = Readonly<Record<string, string | number>>;
type Fixtures = Record<string, { readonly ids: Ids; allow: string }[]>;

/** The own parent of each child, as the profile names them. */
function parents(): { readonly of: Map<string, string>; readonly profile: NonNullable<Setup['profile']> } {
  const of = new Map<string, string>();
  const profile = (data: Record<string, unknown>): Record<string, unknown> => {
    const fixtures = data['fixtures'] as Fixtures;
    for (const kind of ['ssl-location', 'client-location', 'account'])
      for (const { ids } of fixtures[kind] ?? []) {
        const [parent = '', child = ''] = Object.values(ids).map(String);
        of.set(child, parent);
      }
    return data;
  };
  return { of, profile };
}

/** A server that goes by the child alone where the parent is one of a sort; `quietly`: it says that there is none, and does it. */
function careless(method: string, isSort: (parent: string, own: string) => boolean, quietly: boolean): Setup {
  const { of, profile } = parents();
  const hit = (asked: { method: string; target: string }): string | undefined => {
    const [, , parent = '', , child = ''] = NESTED.exec(asked.target) ?? [];
    const own = of.get(child);
    return asked.method === method && own !== undefined && parent !== own && isSort(parent, own) ? own : undefined;
  };
  const aim: Aim = (asked) => {
    const own = hit(asked);
    return own === undefined ? asked.target : asked.target.replace(/\/\d+\/(location|account)/, `/${own}/$1`);
  };
  const rewrite: Rewrite = (passing) => {
    if (!quietly || hit(passing) === undefined) return;
    passing.status = 404;
    passing.headers = { 'content-type': 'application/json' };
    passing.body = '{"code": -1, "description": "There is none."}';
  };
  return { profile, aim, rewrite, depth: 'standard' };
}

const failed = (outcome: Outcome): string[] =>
  outcome.results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);

const isZero = (parent: string): boolean => parent === '0';
const isAbsent = (parent: string): boolean => Number(parent) > 2_000_000_000;
const isNeighbour = (parent: string): boolean => !isZero(parent) && !isAbsent(parent);

test.each([
  ['ssl.location.update', 'PUT', 'another', 'openly', isNeighbour, 'ssl.location.update.absent.status'],
  ['ssl.location.update', 'PUT', 'another', 'quietly', isNeighbour, 'ssl.location.update.refused-unchanged'],
  ['client.location.update', 'PUT', 'another', 'openly', isNeighbour, 'client.location.update.absent.status'],
  ['client.location.update', 'PUT', 'no', 'quietly', isAbsent, 'client.location.update.refused-unchanged'],
  ['client.location.update', 'PUT', 'zero as', 'quietly', isZero, 'client.location.update.refused-unchanged'],
  ['account.update', 'PUT', 'another', 'openly', isNeighbour, 'account.update.absent.status'],
  ['account.update', 'PUT', 'another', 'quietly', isNeighbour, 'account.update.refused-unchanged'],
  ['account.update', 'PUT', 'zero as', 'openly', isZero, 'account.update.absent.status'],
  ['account.read', 'GET', 'zero as', 'openly', isZero, 'account.read.absent.status'],
  ['account.delete', 'DELETE', 'no', 'quietly', isAbsent, 'lifecycle.account.foreign'],
  ['account.delete', 'DELETE', 'zero as', 'quietly', isZero, 'lifecycle.account.foreign'],
  ['ssl.location.delete', 'DELETE', 'another', 'quietly', isNeighbour, 'lifecycle.ssl-location.foreign'],
  ['ssl.location.delete', 'DELETE', 'zero as', 'openly', isZero, 'ssl.location.delete.absent.status'],
] as const)('%s by %s below %s parent, %s', async (_, method, _sort, how, isSort, promise) => {
  const outcome = await runAgainst(catalogue, { ...careless(method, isSort, how === 'quietly'), only: [promise] });
  expect(failed(outcome)).toEqual([promise]);
});

test.each(['ssl.location.update', 'ssl.location.read', 'account.delete'])('%s takes zero for the first', async (id) => {
  const { of, profile } = parents();
  const aim: Aim = ({ target }) => {
    const [, , parent = '', , child = ''] = NESTED.exec(target) ?? [];
    const [first] = child === '0' ? ([...of].find(([, own]) => own === parent) ?? []) : [];
    return first === undefined ? target : target.replace(/\/0$/, `/${first}`);
  };
  const promise = `${id}.absent.status`;
  const outcome = await runAgainst(catalogue, { profile, aim, only: [promise], depth: 'standard' });
  expect(failed(outcome)).toEqual([promise]);
});

test.each(['GET', 'PUT', 'DELETE'])('%s of what is below a deleted certificate', async (method) => {
  const gone = new Set<string>();
  const outcome = await runAgainst(catalogue, {
    only: ['lifecycle.client-certificate.absent'],
    depth: 'standard',
    profile: (data) => {
      for (const one of (data['fixtures'] as Fixtures)['client-certificate'] ?? [])
        if (Number(one.ids['id']) >= 2015 && Number(one.ids['id']) <= 2020) one.allow = 'destroy';
      return data;
    },
    rewrite: (passing) => {
      const [, id = '', below] = /^\/api\/smime\/v2\/(\d+)(\/location\/\d+)?$/.exec(passing.target) ?? [];
      if (passing.method === 'DELETE' && below === undefined && passing.status === 204) gone.add(id);
      if (passing.method === method && below !== undefined && gone.has(id))
        Object.assign(passing, method === 'DELETE' ? { status: 204 } : { status: 200, body: '{}' });
    },
  });
  expect(failed(outcome)).toEqual(['lifecycle.client-certificate.absent']);
});

describe('where no GET says what is below whom', () => {
  const ID = 'validation.revalidate.absent.status';
  const SERVED: Setup = { only: [ID], switches: [['validation.revalidate', 'foreign-served']] };

  test('a server that serves a validation below any organization is found', async () => {
    const good = await runAgainst(catalogue, { only: [ID] });
    expect(good.result(ID).verdict, good.result(ID).reason).toBe('pass');
    const { result } = await runAgainst(catalogue, SERVED);
    expect(result(ID)).toMatchObject({ verdict: 'fail', failure: { caseLabel: expect.stringContaining('orgId') } });
  });

  /** Twelve validations of three organizations and one of another customer; in truth each is below an organization of its own. */
  const ofThree = (step: number): Setup => {
    const truly = new Map<number, number>();
    const told = new Map<number, number>();
    const numberOf = (at: number): number => 301 + at * step;
    const profile = (data: Record<string, unknown>): Record<string, unknown> => {
      const { validation: all = [], ...others } = data['fixtures'] as Fixtures;
      const twelve = all.slice(0, 12);
      for (const [at, { ids }] of twelve.entries()) {
        truly.set(numberOf(at), Number(ids['orgId']));
        told.set(numberOf(at), 201 + (at % 3));
      }
      const made = twelve.map((one, at) => ({ ...one, ids: { orgId: 201 + (at % 3), validationId: numberOf(at) } }));
      const guest = { ids: { orgId: 991, validationId: 300 }, allow: 'observe', foreign: true };
      return { ...data, fixtures: { ...others, validation: [...made, guest] } };
    };
    const aim: Aim = ({ target }) =>
      target.replace(/\/(\d+)\/validations\/(\d+)/, (whole, org: string, validation: string) => {
        const number = Number(validation);
        const own = truly.get(number);
        if (own === undefined || ![201, 202, 203].includes(Number(org))) return whole;
        const at = told.get(number) === Number(org) ? own : own === 212 ? 211 : 212;
        return `/${at}/validations/${301 + (number - 301) / step}`;
      });
    return { ...SERVED, profile, aim };
  };

  test('two other organizations are enough where ids would meet if they counted for each', async () => {
    const { result } = await runAgainst(catalogue, ofThree(1));
    expect(result(ID), result(ID).reason).toMatchObject({ verdict: 'fail' });
    const good = await runAgainst(catalogue, { ...ofThree(1), switches: [] });
    expect(good.result(ID).verdict, good.result(ID).reason).toBe('pass');
  });

  test('and are not where they lie far apart', async () => {
    const { result } = await runAgainst(catalogue, ofThree(50));
    expect(result(ID).verdict, result(ID).reason).toBe('pass');
  });

  test('ids that may count for each organization are left alone', async () => {
    const shared = (data: Record<string, unknown>): Record<string, unknown> => {
      const { validation = [], ...others } = data['fixtures'] as Fixtures;
      const [first, second] = validation;
      const same = { ids: { ...first?.ids, validationId: second?.ids['validationId'] ?? 0 }, allow: 'observe' };
      return { ...data, fixtures: { ...others, validation: [...validation, same] } };
    };
    const { result } = await runAgainst(catalogue, { ...SERVED, profile: shared });
    expect(result(ID).verdict, result(ID).reason).toBe('pass');
  });
});
