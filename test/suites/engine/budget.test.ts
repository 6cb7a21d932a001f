/** What an engine does when its budget does not suffice, or is spent before the plan thought. */
import { expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import type { CheckContext, CheckGroup } from '../../../suites/engine/check.ts';
import type { Engine } from '../../../suites/engine/execute.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { engine } from '../runner/groups.ts';

const PAID = 'admin.read.success.status';
const UNPAID = 'admin.read.success.body';
const LATER = 'admin.read.success.schema';
const FAILING = 'admin.read.success.media-type';

/** Sends one request for each requirement that the run wants and judges it; what is not asked about fails for one. */
const GROUP: CheckGroup = {
  id: 'admin.read',
  area: 'admin',
  parallel: false,
  checks: [
    {
      id: 'several',
      title: 'several',
      requirements: [PAID, UNPAID, FAILING, LATER],
      effect: 'observe',
      divisible: true,
      run: async (context: CheckContext) => {
        for (const id of [PAID, UNPAID, LATER].filter(context.wants)) {
          const exchange = await context.send({
            service: 'admin',
            method: 'GET',
            target: '/api/admin/v1/1',
            headers: [],
          });
          context.record(id, { verdict: 'pass' }, { label: id, exchange });
        }
        context.record(FAILING, { verdict: 'fail', expected: 'a', actual: 'b' }, { label: 'seen by the way' });
      },
    },
  ],
};

async function judged(options: Partial<Engine>): Promise<ReadonlyMap<string, Result>> {
  const running = await engine();
  const told: Result[] = [];
  await runGroups({ ...running, ...options }, [GROUP], (result) => told.push(result));
  await running.target.close();
  return new Map(told.map((result) => [result.requirement, result]));
}

test('what the budget does not suffice for is open, and a failure that was seen by the way is not hidden', async () => {
  const results = await judged({ affords: (id) => id === PAID });
  const open = { verdict: 'inconclusive', cause: 'budget', reason: expect.stringContaining('does not suffice') };
  expect(results.get(PAID)).toMatchObject({ verdict: 'pass' });
  expect(results.get(UNPAID)).toMatchObject(open);
  expect(results.get(LATER)).toMatchObject({ ...open, exchanges: [] });
  expect(results.get(FAILING)).toMatchObject({ verdict: 'fail' });
});

test('a budget that is spent in the midst of a check leaves all of it open', async () => {
  let asked = 0;
  const results = await judged({ stopped: () => asked++ > 1 && 'budget' });
  for (const id of [PAID, UNPAID, LATER])
    expect(results.get(id)).toMatchObject({
      verdict: 'inconclusive',
      cause: 'budget',
      reason: expect.stringContaining('spent'),
    });
});
