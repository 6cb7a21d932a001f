/** What a run that has ended suggests to add to its profile. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../spec/types.ts';
import type { Profile } from '../../target/index.ts';
import { evidenceOfRun } from './run.ts';
import { suggestionsFrom } from './suggest.ts';
import { isNothing, SUGGESTED_FILE, suggestedText } from './text.ts';

/** Writes what a run suggests to add to its profile beside the reports; undefined where there is no profile, or nothing to add. */
export async function writeSuggested(
  {
    out,
    profile,
    contract,
  }: {
    readonly out: string;
    readonly profile: Profile;
    readonly contract: Contract;
  },
  say: (sentence: string) => void,
): Promise<string | undefined> {
  if (profile.file === undefined) return undefined;
  try {
    const suggestions = await suggestionsFrom(await evidenceOfRun(out, profile, contract));
    if (isNothing(suggestions)) return undefined;
    const file = join(out, SUGGESTED_FILE);
    writeFileSync(file, suggestedText(suggestions));
    return file;
  } catch (error) {
    // The verdicts do not depend on it.
    say(`nothing is suggested: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
