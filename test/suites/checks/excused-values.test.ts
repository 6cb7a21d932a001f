/** A pass hides no documented value that was refused, even if the refusal is excused. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

const several = ({ target }: Passing): boolean =>
  new URL(target, 'http://x').searchParams.getAll('config.webFormAuthTypes').length > 1;
const punctuated = ({ target }: Passing): boolean =>
  /[^a-z0-9]/i.test(new URL(target, 'http://x').searchParams.get('uriExtension') ?? '');

test.each([
  // Which of them fit together is open; that none ever do, for an endpoint of any type, is no list.
  ['webFormAuthTypes of more than one item', 'fail', 'endpoint.update.config.webFormAuthTypes.valid.accepts', several],
  ['a uriExtension with any punctuation', 'observed', 'endpoint.update.uriExtension.valid.accepts', punctuated],
] as const)('%s that is always refused: %s', async (_, expected, promise, fits) => {
  const refused: string[] = [];
  const outcome = await runAgainst(catalogue, {
    only: [promise],
    depth: 'standard',
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || !fits(passing)) return;
      passing.status = 400;
      refused.push(passing.target);
    },
  });
  const { verdict, reason } = outcome.result(promise);
  expect(refused.length).toBeGreaterThan(0);
  expect(verdict).toBe(expected);
  if (expected === 'observed') expect(reason).toMatch(/^Refused with 400; .*open/);
});

test('where every value is accepted, it is a pass', async () => {
  const promise = 'endpoint.update.config.webFormAuthTypes.valid.accepts';
  const outcome = await runAgainst(catalogue, { only: [promise] });
  expect(outcome.result(promise).verdict).toBe('pass');
});

test.each([
  ['none of that type may be changed', 'observe', [], 'observed'],
  ['one of that type may', 'modify', [], 'pass'],
  ['one of that type may, and refuses it', 'modify', ['DEVICE_WEB_FORM'], 'fail'],
] as const)('a type that endpoints of other types refuse, where %s', async (_, allow, refused, expected) => {
  const type = 'DEVICE_WEB_FORM';
  const promise = `endpoint.update.endpointType.enum.${type}.accepts`;
  const dialect = { base: 'default', claimed: true, answers: { 'endpoint.type-change': 'refused' } };
  const outcome = await runAgainst(catalogue, {
    only: [promise],
    depth: 'standard',
    speaks: dialect,
    told: dialect,
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, { traits?: { type?: string }; allow?: string }[]>;
      const bound = (one: { traits?: { type?: string } }) => (one.traits?.type === type ? { ...one, allow } : one);
      return { ...profile, fixtures: { ...fixtures, endpoint: (fixtures['endpoint'] ?? []).map(bound) } };
    },
    rewrite: (passing) => {
      const asked = new URL(passing.target, 'http://x').searchParams.get('endpointType') ?? '';
      if (passing.method === 'PUT' && refused.some((one) => one === asked)) passing.status = 409;
    },
  });
  expect(outcome.result(promise).verdict, outcome.result(promise).reason).toBe(expected);
});
