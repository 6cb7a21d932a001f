/** What is written before the first request: what a run is about, at the head of its tape and of its results file. */
import { RESULTS_FORMAT } from '../reports/model.ts';
import { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { type Profile, TapeWriter, type Target } from '../target/index.ts';
import { type AboutDigests, aboutDigests } from './digests.ts';
import { factsOf, tapeHead } from './tape.ts';

/** All that is known of a run before it begins. */
export interface Beginning {
  readonly out: string;
  readonly input: RunInput;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly planned: readonly string[];
  /** Its redactor knows all secrets, also those that the suites' thread comes to know. */
  readonly target: Target;
}

/** Writes both heads and the plan, and returns the digests of dialect and profile. */
export async function beginRun(
  { out, input, planned, ...about }: Beginning,
  startedAt: number,
): Promise<{ readonly writer: ResultsWriter; readonly about: AboutDigests }> {
  const head = await tapeHead(input, about);
  const tape = new TapeWriter(out);
  tape.write(head);
  tape.flush();
  const facts = factsOf(head, about.contract);
  const writer = ResultsWriter.start(out, { format: RESULTS_FORMAT, ...facts, startedAt, node: process.version });
  writer.plan(planned);
  return { writer, about: aboutDigests(head.about) };
}
