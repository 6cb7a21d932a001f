/**
 * Another version asks for other things than a tape holds. Whatever then has less to judge by than the run had cannot be judged
 * from that tape: it is neither a pass nor a failure, and no verdict of the run is called wrong because of it.
 */
import { expect, test } from 'vitest';
import { rejudged } from '../../cli/verify-verdicts.ts';
import type { Result } from '../../reports/model.ts';
import { contractOfTape, judgeTape } from '../../suites/runner/rejudging.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape, type Tape } from '../../target/index.ts';
import { finished } from '../reports/made-up.ts';
import { folderOf, TAPES } from './tapes.ts';

type Run = Tape<TapedRun>;

const [kept] = TAPES;
if (kept === undefined) throw new Error('There are no kept tapes.');
const whole = readTape<TapedRun>(folderOf(kept));
const contract = await contractOfTape(whole);
/** What the run said: the tape is its own, so it is the same. */
const { results } = await judgeTape(whole, contract);

/** Some of the checks of the tape, from everywhere. */
const checks = [...new Set(whole.exchanges.map(({ check }) => check))].filter((_, at) => at % 3 === 2);

/** A run that says nothing of its outcome. */
const { end: _, ...unended } = finished([]);

async function judged(tape: Run, before: readonly Result[] = results): Promise<ReturnType<typeof rejudged>> {
  const compared = rejudged({ ...unended, results: before }, await judgeTape(tape, contract));
  // What is not touched is compared as ever.
  expect(compared.judged).toBeGreaterThan(before.length / 3);
  return compared;
}

test.each(checks)('nothing of %s', async (check) => {
  const tape: Run = { ...whole, exchanges: whole.exchanges.filter((one) => one.check !== check) };
  const { findings, notes } = await judged(tape);
  expect(findings).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^\d+ requirements? cannot be judged from this tape/)]);
});

test('one look less than is asked for: none is taken for another', async () => {
  const twice = new Map(whole.exchanges.map((one) => [`${one.check} ${one.key}`, one]));
  const isFirst = (one: Run['exchanges'][number]): boolean => twice.get(`${one.check} ${one.key}`) !== one;
  // Of the groups that delete, modify and look again, the first look is gone: the others come too late for their places.
  const looked = whole.exchanges.filter((one) => isFirst(one) && one.exchange?.request.method === 'GET');
  const askers = [...new Set(looked.map(({ check }) => check))].filter((check) => /^lifecycle\.|update/.test(check));
  expect(askers.length).toBeGreaterThan(2);
  for (const asker of askers) {
    const gone = looked.find(({ check }) => check === asker);
    const tape: Run = { ...whole, exchanges: whole.exchanges.filter((one) => one !== gone) };
    expect((await judged(tape)).findings, asker).toEqual([]);
  }
});

test('what looks back on answers that the run had and nobody asks for now', async () => {
  const look = whole.exchanges.find(
    ({ check, exchange }) => check.startsWith('person.read.') && exchange?.response?.status === 200,
  );
  if (look?.exchange?.response === undefined) throw new Error('The tape has no look at a person.');
  const response = { ...look.exchange.response, status: 203 };
  const odd = { ...look, at: 0, check: 'person.read.of-old', exchange: { ...look.exchange, response } };
  const tape: Run = { ...whole, exchanges: [odd, ...whole.exchanges] };
  const id = 'person.read.answers.form';
  const before = results.map((one) => (one.requirement === id ? { ...one, verdict: 'fail' as const } : one));
  expect(before).not.toEqual(results);
  expect((await judged(tape, before)).findings).toEqual([]);
  // On the tape as it was the same verdict is wrong.
  expect((await judged(whole, before)).findings).toEqual([
    {
      file: 'results.ndjson',
      text: expect.stringMatching(/^person\.read\.answers\.form .*: fail by the results, pass/),
    },
  ]);
});
