/** Of two truth values a documented member takes both, unless something else may be why one is refused. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const PROMISE = 'domain.monitoring.update.body.enabled.type.accepts';

test('one of two flags may have to be set', async () => {
  const { result } = await runAgainst(catalogue, {
    only: [PROMISE],
    profile: (profile) => {
      const body = { enabled: true, includeSubdomains: false };
      return { ...profile, examples: { 'domain.monitoring.update': { body } } };
    },
    rewrite: (passing) => {
      if (!passing.target.endsWith('/monitoring') || passing.sent === '') return;
      if (!/"(?:enabled|includeSubdomains)":true/.test(passing.sent)) passing.status = 400;
    },
  });
  expect(result(PROMISE).verdict).toBe('pass');
});

test.each<[string, string, (enabled: unknown, domain: number) => number | undefined]>([
  ['both are taken', 'pass', () => undefined],
  ['false is refused', 'fail', (enabled) => (enabled === false ? 400 : undefined)],
  ['true, which may need something besides, is refused', 'warn', (enabled) => (enabled === true ? 400 : undefined)],
  ['both are refused', 'observed', (enabled) => (enabled === undefined ? undefined : 400)],
  ['false is a conflict', 'observed', (enabled) => (enabled === false ? 409 : undefined)],
  ['each domain keeps its own', 'pass', (enabled, domain) => (enabled === (domain % 2 === 1) ? 400 : undefined)],
])('where %s: %s', async (_, expected, judge) => {
  const { result } = await runAgainst(catalogue, {
    only: [PROMISE],
    rewrite: (passing) => {
      const domain = /\/domain\/v1\/(\d+)\/monitoring/.exec(passing.target)?.[1];
      const enabled = /"enabled":(true|false)/.exec(passing.sent)?.[1];
      const status = judge(enabled === undefined ? undefined : enabled === 'true', Number(domain));
      if (domain !== undefined && status !== undefined) passing.status = status;
    },
  });
  expect(result(PROMISE).verdict).toBe(expected);
});
