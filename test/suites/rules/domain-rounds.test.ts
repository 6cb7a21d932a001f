/** What is done to a domain may be done again and again, in whatever state it is (contract 4.10). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const PATH = /^\/api\/domain\/v1\/(\d+)\/(suspend|activate|monitoring)$/;

/** A server that refuses to activate a domain from the second time on. */
function weary(): Rewrite {
  const times = new Map<string, number>();
  return (passing) => {
    const [, id = '', step] = PATH.exec(passing.target) ?? [];
    if (step !== 'activate' || passing.status !== 200) return;
    times.set(id, (times.get(id) ?? 0) + 1);
    if ((times.get(id) ?? 0) > 1) Object.assign(passing, { status: 400, body: '{"code":-1,"description":"enough"}' });
  };
}

test('a domain that cannot be activated a second time is found', async () => {
  const { result } = await runAgainst(catalogue, {
    speaks: 'alternate',
    only: ['domain.state.rounds'],
    rewrite: weary(),
  });
  expect(result('domain.state.rounds').failure?.expected).toContain('as domain.suspend was right before');
});

test('domains that are gone once they were activated are found; one that was gone before is none of them', async () => {
  const gone = new Set<string>();
  const rewrite =
    (isDeleting: boolean): Rewrite =>
    (passing) => {
      const [, id = '', step] = PATH.exec(passing.target) ?? [];
      if (gone.size === 0 && !isDeleting) gone.add(id);
      if (gone.has(id)) Object.assign(passing, { status: 404, body: '{"code":-1,"description":"unknown"}' });
      else if (isDeleting && step === 'activate' && passing.status === 200) gone.add(id);
    };
  const run = async (isDeleting: boolean): Promise<string> => {
    gone.clear();
    const setup = { speaks: 'alternate', only: ['domain.state.rounds'], rewrite: rewrite(isDeleting) } as const;
    return (await runAgainst(catalogue, setup)).result('domain.state.rounds').verdict;
  };
  expect([await run(true), await run(false)]).toEqual(['fail', 'pass']);
});

test('an answer of its own to switching off the monitoring of a suspended domain is found', async () => {
  const suspended = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    speaks: 'alternate',
    only: ['domain.state.rounds', 'domain.monitoring.update.success.status', 'domain.monitoring.update.answers.form'],
    rewrite: (passing) => {
      const [, id = '', step] = PATH.exec(passing.target) ?? [];
      if (passing.status !== 200) return;
      if (step === 'suspend') suspended.add(id);
      if (step === 'activate') suspended.delete(id);
      if (step === 'monitoring' && suspended.has(id) && /"enabled\w*":false/.test(passing.sent)) passing.status = 201;
    },
  });
  expect(result('domain.state.rounds').verdict).toBe('pass');
  expect(result('domain.monitoring.update.answers.form').verdict).toBe('fail');
});
