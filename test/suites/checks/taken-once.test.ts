/** An operation that an entity takes once refuses everything afterwards: what is refused for its input is told before (silences validation.assignment.repeat, validation.revalidate.condition). */
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';

const ASSIGN = 'validation.assignment.update';
const VALIDATOR = 'validation.validator.update';
const REVALIDATE = 'validation.revalidate';
const ADDRESS = 'organizationDetails.generalDetails.address1';
const ONCE: Setup = {
  otherwise: ['validation.assignment.repeat', 'validation.revalidate.condition'],
  depth: 'standard',
};

type Query = URLSearchParams;

/** A server that reads the query of one path in a way of its own before it judges it. */
function reading(path: string, change: (query: Query) => void): Setup {
  const aim: Setup['aim'] = ({ target }) => {
    if (!target.includes(path)) return target;
    const url = new URL(target, 'http://any');
    change(url.searchParams);
    return `${url.pathname}${url.search}`;
  };
  return { ...ONCE, aim };
}

/** A server that finds a validation below any organization. */
function belowAny(): Setup {
  const own = new Map<string, string>();
  return {
    ...ONCE,
    profile: (data) => {
      const { validation = [] } = data['fixtures'] as Record<string, { ids: Record<string, number> }[]>;
      for (const { ids } of validation) own.set(String(ids['validationId']), String(ids['orgId']));
      return data;
    },
    aim: ({ target }) =>
      target.replace(/\/(\d+)(\/validations\/)(\d+)(\/validator)/, (whole, org, mid, id, end) =>
        Number(org) > 1_000_000 || org === '0' ? whole : `/${own.get(id) ?? org}${mid}${id}${end}`,
      ),
  };
}

const left = (name: string) => (query: Query) => {
  if (!query.has(name)) query.set(name, 'anything');
};
const short = (query: Query): void => query.set('externalOrgId', (query.get('externalOrgId') ?? '').slice(0, 256));
const number = (query: Query): void => {
  if (/^[a-z]/.test(query.get('adminId') ?? '')) query.set('adminId', '401');
};

describe('is told of a server where a validation is assigned once', () => {
  test.each<[string, string, Setup]>([
    [
      'a name that may be left out',
      `${ASSIGN}.externalOrgName.required.refuses`,
      reading('/assignment/', left('externalOrgName')),
    ],
    ['an id of 257 characters', `${ASSIGN}.externalOrgId.maxLength.refuses`, reading('/assignment/', short)],
    ['letters for an administrator', `${VALIDATOR}.adminId.type.refuses`, reading('/validator', number)],
    [
      'an address that may be left out',
      `${REVALIDATE}.${ADDRESS}.required.refuses`,
      reading('/revalidate', left(ADDRESS)),
    ],
    ['a validation below another organization', `${VALIDATOR}.absent.status`, belowAny()],
  ])('%s', async (_, requirement, setup) => {
    const { result } = await runAgainst(catalogue, { ...setup, only: [requirement] });
    expect(result(requirement).verdict, result(requirement).reason).toBe('fail');
  });
});

test('one that refuses all of that passes, and loses nothing', async () => {
  const own: typeof catalogue = (contract) =>
    catalogue(contract).filter(({ id }) => [ASSIGN, VALIDATOR, REVALIDATE].includes(id));
  const { results, result, leftChanged } = await runAgainst(own, ONCE);
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(result(`${ASSIGN}.externalOrgId.maxLength.refuses`).verdict).toBe('pass');
  // What is to be accepted is told as well: of others, which had not taken anything.
  for (const promise of ['externalOrgId.maxLength.accepts', 'externalOrgName.valid.accepts', 'pairs.accepts'])
    expect(result(`${ASSIGN}.${promise}`).verdict, result(`${ASSIGN}.${promise}`).reason).toBe('pass');
  const isOfThese = ({ operation }: Result): boolean => operation === ASSIGN || operation === VALIDATOR;
  expect(results.filter((one) => isOfThese(one) && one.verdict === 'inconclusive')).toEqual([]);
  expect(leftChanged).toEqual([]);
});

test('nor is one that refuses the greatest length told from its state, but by what it takes right after it', async () => {
  const PAIRS = `${ASSIGN}.pairs.accepts`;
  const aim: Setup['aim'] = ({ target }) =>
    /externalOrgName=[^&]{256}(&|$)/.test(target) ? target.replace('externalOrgName=', 'unnamed=') : target;
  const { result } = await runAgainst(catalogue, { ...ONCE, only: [PAIRS], aim });
  expect(result(PAIRS).verdict, result(PAIRS).reason).toBe('fail');
});
