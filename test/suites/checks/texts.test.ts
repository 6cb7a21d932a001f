/** Texts of every class: what people write is taken, odd characters may be refused, and none breaks the service. */
import { expect, test } from 'vitest';
import { classedTexts } from '../../../generators/index.ts';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

test('each class has a text for the schema, and none where a text has a form of its own', () => {
  const long = classedTexts({ type: 'string', maxLength: 64 });
  expect(new Set(long.map(({ label }) => label)).size).toBe(long.length);
  expect(long.filter(({ ordinary }) => ordinary).map(({ text }) => text)).toContain("Brian O'Neil");
  for (const { text } of classedTexts({ type: 'string', maxLength: 3 })) expect([...text].length).toBeLessThan(4);
  expect(classedTexts({ type: 'string', pattern: '^a' })).toEqual([]);
  expect(classedTexts({ type: 'integer' })).toEqual([]);
});

const OPERATIONS = ['organization.update', 'validation.revalidate'];
const groups = (contract: Contract): CheckGroup[] =>
  catalogue(contract).filter(({ operation = '' }) => OPERATIONS.includes(operation));
const CITY = 'validation.revalidate.parameter.organizationDetails.evDetails.registrationAgency.city';
const POSTAL = 'validation.revalidate.parameter.organizationDetails.generalDetails.postalCode';

function run(setup: { rewrite?: Rewrite; switches?: [string, string][] }): Promise<Outcome> {
  return runAgainst(groups, {
    told: { base: 'default', claimed: true },
    ...setup,
    checks: ['organization.update.body', CITY, POSTAL],
  });
}

const valid = (check: string): string => `${check.replace('.parameter.', '.')}.valid.accepts`;

test('a server that refuses odd characters, and in codes all but letters and digits, is right', async () => {
  const picky: Rewrite = (passing) => {
    if (passing.method !== 'PUT') return;
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    const texts = [...query.values(), passing.sent.startsWith('{"') ? passing.sent.replace(/["{}:,\\]/g, '') : ''];
    const code = query.get('organizationDetails.generalDetails.postalCode') ?? '';
    const refused = texts.some((text) => /[<>;%*\\{}]|^ /.test(text)) || /[^A-Za-z0-9 .-]/.test(code);
    if (refused && passing.status < 300)
      Object.assign(passing, { status: 400, body: '{"code":-1,"description":"no"}' });
  };
  const outcome = await run({ rewrite: picky });
  expect(outcome.result(valid(CITY)).verdict).toBe('pass');
  expect(outcome.result(valid(POSTAL)).verdict).toBe('pass');
  expect(outcome.result('organization.update.body.texts.survives').verdict).toBe('pass');
});

/** Refuses one sign in one query parameter. */
const refusing =
  (check: string, sign: string): Rewrite =>
  (passing) => {
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    if (query.get(check.split('.parameter.')[1] ?? '')?.includes(sign) !== true || passing.status >= 300) return;
    Object.assign(passing, { status: 400, body: '{"code":-1,"description":"no"}' });
  };

test.each([',', '.', ':', '/', '(', ')', '-'])(
  'a server that refuses %s where names and sentences go is told',
  async (sign) => {
    expect((await run({ rewrite: refusing(CITY, sign) })).result(valid(CITY)).verdict).toBe('fail');
  },
);

test('in codes, of which the contract does not say that they are words, punctuation may be refused', async () => {
  expect((await run({ rewrite: refusing(POSTAL, ',') })).result(valid(POSTAL)).verdict).toBe('pass');
});

test.each([
  ['organization.update', 'text-crash:address2:apostrophe', 'organization.update.body.texts.survives'],
  ['validation.revalidate', `text-crash:${CITY.split('.parameter.')[1]}:ampersand`, valid(CITY)],
  ['validation.revalidate', `text-refused:${CITY.split('.parameter.')[1]}:latin-1`, valid(CITY)],
])('%s with %s is seen', async (operation, fault, requirement) => {
  const outcome = await run({ switches: [[operation, fault]] });
  expect(outcome.result(requirement).verdict).toBe('fail');
});
