/** What a statement says otherwise than the results beside it, where another version wrote both and its words are not ours. */
import { isDeepStrictEqual } from 'node:util';
import type { RunRecord } from '../reports/model.ts';
import type { StatedFault, Statement } from '../reports/statement.ts';
import type { Contract } from '../spec/types.ts';
import type { TapedRun } from '../suites/runner/tape.ts';
import type { Tape } from '../target/index.ts';
import { factsOf } from './tape.ts';
import type { Finding } from './verify-files.ts';

/** What a reader, or a signature, goes by. */
const STATED = [
  ...['outcome', 'interrupted', 'known', 'target', 'implementation', 'contract', 'dialect', 'claims', 'selection'],
  ...['scope', 'shard', 'tool', 'toolVersion', 'seed', 'depth', 'runs', 'repeatFailures', 'budget', 'effect'],
  ...['startedAt', 'finishedAt', 'counts', 'missing'],
] as (keyof Statement)[];

const FAULTS = ['failures', 'broken', 'warnings'] as const;

/** @param again the statement that this version makes of the results. */
export function otherThanResults(statement: Statement, again: Statement): readonly Finding[] {
  const named = (faults: readonly StatedFault[] = []): unknown[] =>
    faults.map(({ requirement, level, unsteady }) => [requirement, level, unsteady]);
  const others = [
    ...STATED.filter((name) => !isDeepStrictEqual(statement[name], again[name])),
    ...FAULTS.filter((name) => !isDeepStrictEqual(named(statement[name]), named(again[name]))),
  ];
  return others.map((name) => ({ file: 'statement.json', text: `Its "${name}" is not what the results say.` }));
}

/** Facts that stand on the tape as they do in the results, whichever version wrote them. */
export function otherThanTape(run: RunRecord, head: Tape<TapedRun>['head'], contract: Contract): readonly Finding[] {
  const { scope: _, ...facts } = factsOf(head, contract);
  const others = (Object.keys(facts) as (keyof typeof facts)[]).filter(
    (name) => !isDeepStrictEqual(run[name], facts[name]),
  );
  return others.map((name) => ({ file: 'results.ndjson', text: `Its "${name}" is not that of the tape.` }));
}
