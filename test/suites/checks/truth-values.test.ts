/** Of two truth values a documented member takes both, unless something else may be why one is refused. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const PROMISE = 'domain.monitoring.update.body.enabled.type.accepts';

const BESIDE = 'domain.monitoring.update.body.includeSubdomains.type.accepts';

test('one of two flags may have to be set', async () => {
  const { result } = await runAgainst(catalogue, {
    only: [PROMISE, BESIDE],
    rewrite: (passing) => {
      const flags = [...passing.sent.matchAll(/"(?:enabled|includeSubdomains)":(true|false)/g)].map(([, flag]) => flag);
      if (passing.target.endsWith('/monitoring') && flags.length > 0 && !flags.includes('true')) passing.status = 400;
    },
  });
  expect([PROMISE, BESIDE].map((id) => result(id).verdict)).toEqual(['pass', 'pass']);
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
