/** The state of a domain, which shows by what is refused, and what is done to others or to its monitoring (contract 4.10). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'domain.state.nothing-else';
const PATH = /^\/api\/domain\/v1\/(\d+)\/(suspend|activate|monitoring)$/;

const run = (setup: Setup): Promise<Outcome> =>
  runAgainst((contract) => ruleGroups(contract).filter(({ id }) => id === 'domain-states'), setup);

/** A server that takes a step which is done already, once, after something else was done that fits. */
function forgetting(fits: (done: string, isSame: boolean) => boolean): Rewrite {
  let last: { readonly id: string; readonly step: string } | undefined;
  return (passing) => {
    const [, id, step] = PATH.exec(passing.target) ?? [];
    if (passing.method !== 'PUT' || id === undefined || step === undefined) return;
    if (passing.status === 200) last = { id, step };
    else if (last !== undefined && step !== 'monitoring' && fits(last.step, last.id === id)) {
      passing.status = 200;
      passing.body = '';
      last = undefined;
    }
  };
}

test('a server that leaves other domains as they are passes, and all is put back', async () => {
  const outcome = await run({ speaks: 'alternate' });
  expect(verdictOf(outcome.result(ID))).toBe('pass');
  expect(outcome.restoreFailures).toEqual([]);
});

test.each([
  ['suspending one changes another', (done: string, isSame: boolean) => done === 'suspend' && !isSame],
  ['monitoring changes its own state', (done: string, isSame: boolean) => done === 'monitoring' && isSame],
  ['monitoring changes that of another', (done: string, isSame: boolean) => done === 'monitoring' && !isSame],
])('a server where %s is found', async (_, fits) => {
  const outcome = await run({ speaks: 'alternate', rewrite: forgetting(fits) });
  expect(outcome.result(ID).failure?.expected).toContain('is refused, as before');
});

test('where nobody says that what is done already is refused, nothing is told', async () => {
  const outcome = await run({ speaks: 'alternate', told: 'none', rewrite: forgetting(() => true) });
  expect(verdictOf(outcome.result(ID))).toBe('observed');
});
