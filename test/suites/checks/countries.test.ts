/** Every country is taken, and one of three letters is too long, whatever form a server wants of the letters (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const NAME = 'organizationDetails.generalDetails.country';
const ID = `validation.revalidate.${NAME}.maxLength.refuses`;

test.each([
  ['two or three', /^[A-Z]{2,3}$/, 'fail'],
  ['two', /^[A-Z]{2}$/, 'pass'],
] as const)('a server that takes %s upper-case letters', async (_, taken, verdict) => {
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    rewrite: (passing) => {
      const country = new URL(passing.target, 'http://any').searchParams.get(NAME);
      if (passing.method !== 'PUT' || country === null || passing.status !== 400 || !taken.test(country)) return;
      passing.status = 200;
      passing.body = '{}';
    },
  });
  expect(outcome.result(ID).verdict).toBe(verdict);
});

test.each([
  ['two letters of none of these codes', 'ÅÄ', 'fail'],
  ['nothing', '', 'pass'],
])('a server that takes %s for a country', async (_what, taken, verdict) => {
  const promise = `validation.revalidate.${NAME}.pattern.refuses`;
  const outcome = await runAgainst(catalogue, {
    only: [promise],
    rewrite: (passing) => {
      const country = new URL(passing.target, 'http://any').searchParams.get(NAME);
      if (passing.method === 'PUT' && country !== null && country === taken) passing.status = 200;
    },
  });
  expect(outcome.result(promise).verdict).toBe(verdict);
});

const ANY = [NAME, 'organizationDetails.evDetails.registrationAgency.country'];

test.each(ANY)(
  'a server that does not know one small country of %s is told',
  async (name) => {
    const outcome = await runAgainst(catalogue, {
      only: ANY.map((one) => `validation.revalidate.${one}.valid.accepts`),
      depth: 'standard',
      rewrite: (passing) => {
        const country = new URL(passing.target, 'http://any').searchParams.get(name);
        if (passing.method !== 'PUT' || country !== 'HM') return;
        passing.status = 400;
        passing.body = '{}';
      },
    });
    const failed = outcome.results.filter(({ verdict }) => verdict === 'fail');
    expect(failed).toMatchObject([
      { requirement: `validation.revalidate.${name}.valid.accepts`, failure: { case: { [name]: 'HM' } } },
    ]);
  },
  120_000,
);

test.each(ANY)(
  'a server that takes two letters of %s that are no country, whichever, is warned when all are tried',
  async (name) => {
    const promise = `validation.revalidate.${name}.pattern.refuses`;
    const outcome = await runAgainst(catalogue, {
      only: [promise],
      depth: 'deep',
      aim: ({ target }) => target.replace(`${name}=JW`, `${name}=DE`),
    });
    expect(outcome.result(promise)).toMatchObject({ verdict: 'warn', failure: { case: { [name]: 'JW' } } });
  },
  120_000,
);

test('with another seed other letters are tried', async () => {
  const [name = ''] = ANY;
  const triedWith = async (seed: number): Promise<ReadonlySet<string>> => {
    const tried = new Set<string>();
    await runAgainst(catalogue, {
      only: [`validation.revalidate.${name}.pattern.refuses`],
      depth: 'standard',
      seed,
      rewrite: ({ method, target, status }) => {
        const country = new URL(target, 'http://any').searchParams.get(name) ?? '';
        if (method === 'PUT' && status === 400 && /^[A-Z]{2}$/.test(country)) tried.add(country);
      },
    });
    return tried;
  };
  const [one, other] = [await triedWith(1), await triedWith(2)];
  expect(one.size).toBeGreaterThan(8);
  expect([...other].filter((code) => one.has(code))).toEqual(['WW']);
});
