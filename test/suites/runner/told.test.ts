/** Tests hear of a run whichever of both begins first, and when it ends without them. */
import { expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { awaitRun, tellTests } from '../../../suites/runner/told.ts';

const OUTLINE = {
  groups: [{ id: 'person', checks: [{ id: 'person.read', requirements: ['one', 'two'] }] }],
  facts: { routes: { 'person.read': 'GET /person' } },
};
const RESULT = { check: 'person.read', requirement: 'one', verdict: 'pass', exchanges: [] } as unknown as Result;

function told(run: string): void {
  const teller = tellTests(run);
  teller.tell({ outline: OUTLINE });
  teller.tell({ result: RESULT });
  teller.tell({ ended: true });
}

/** Long enough for every message that is on its way. */
const passed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test.each(['tests', 'checks'])(
  'when the %s begin first, all that was told is heard, and what was not is known to be missing',
  async (first) => {
    const run = `/tmp/told-${first}`;
    if (first === 'checks') {
      told(run);
      await passed();
    }
    const waiting = awaitRun(run);
    if (first === 'tests') {
      await passed();
      told(run);
    }
    const { groups, facts, result } = await waiting;
    expect({ groups, facts }).toEqual(OUTLINE);
    expect(await result('person.read', 'one')).toEqual(RESULT);
    expect(await result('person.read', 'two')).toBeUndefined();
  },
);

test('the tests of another run hear nothing', async () => {
  const waiting = awaitRun('/tmp/told-another');
  told('/tmp/told-one');
  expect(await Promise.race([waiting, passed().then(() => 'nothing')])).toBe('nothing');
  tellTests('/tmp/told-another').tell({ ended: true });
  await expect(waiting).rejects.toThrow('before it was known what is judged');
});
