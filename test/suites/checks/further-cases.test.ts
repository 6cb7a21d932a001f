import { expect, test } from 'vitest';
import { type Judged, keepCase, recordAccepted } from '../../../suites/checks/taken.ts';
import type { CheckContext, Evidence, Judgement } from '../../../suites/engine/index.ts';
import { observed, PASS } from '../../../suites/judges/index.ts';

const exchangeWith = (status: number): NonNullable<Evidence['exchange']> => ({
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [] },
  response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
  startedAt: 0,
  durationMs: 1,
});
const accepted = (at: number): Judged => ({
  judgement: PASS,
  evidence: { label: `value ${at}`, exchange: exchangeWith(200) },
});

test('of many accepted values the further ones are counted, and what was sent for them is not kept', () => {
  const cases: Judged[] = [];
  for (let at = 0; at < 5000; at += 1) keepCase(cases, accepted(at));
  keepCase(cases, {
    judgement: observed({ what: 'answered', status: 400 }),
    evidence: { label: 'last', exchange: exchangeWith(400) },
  });
  expect(cases).toHaveLength(5001);
  expect(cases.filter(({ evidence }) => evidence.exchange !== undefined).length).toBeLessThan(500);

  const recorded: Judgement[] = [];
  const context = { record: (_id: string, judgement: Judgement) => recorded.push(judgement) };
  recordAccepted(context as unknown as CheckContext, 'made.up', cases);
  // The refusal is seen though it came after all others, and no pass hides it.
  expect(recorded).toHaveLength(5001);
  expect(recorded.every(({ verdict }) => verdict === 'observed')).toBe(true);
});
