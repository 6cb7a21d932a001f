/** What somebody does who wants a changed run to look as if nobody had touched it. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CTRF_FILE, ctrfJson } from '../../reports/ctrf.ts';
import { junitXml } from '../../reports/junit.ts';
import { readResults } from '../../reports/reader.ts';
import { type Digests, statementOf } from '../../reports/statement.ts';
import { writeStatement } from '../../reports/statement-markdown.ts';
import { contractOfTape } from '../../suites/runner/rejudging.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape, TAPE_FILE } from '../../target/index.ts';

/** Makes statement and reports anew, so that all digests are in order. */
export async function coverUp(out: string): Promise<void> {
  const run = readResults(out);
  const contract = await contractOfTape(readTape<TapedRun>(out));
  const digest = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex');
  const { digests } = JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8')) as { digests: Digests };
  const forged = { ...digests, tape: digest(TAPE_FILE), results: digest('results.ndjson') };
  writeStatement(statementOf(run, contract, forged), out);
  writeFileSync(join(out, 'junit.xml'), junitXml(run));
  writeFileSync(join(out, CTRF_FILE), ctrfJson(run));
}

/** Turns every failure into a pass, and where there is none the first pass into a failure. */
export function turnVerdicts(out: string): void {
  const file = join(out, 'results.ndjson');
  const text = readFileSync(file, 'utf8');
  const nicer = text.replaceAll('"verdict":"fail"', '"verdict":"pass"');
  writeFileSync(file, nicer === text ? text.replace('"verdict":"pass"', '"verdict":"fail"') : nicer);
}
