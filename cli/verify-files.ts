/** The files of a finished run, and whether they are those that its statement names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../reports/statement.ts';
import { TAPE_FILE } from '../target/index.ts';
import { sha256 } from './digests.ts';
import { UserError } from './user-error.ts';

/** What does not agree, one sentence each; the first is the first that was met. */
export interface Finding {
  readonly file: string;
  readonly text: string;
}

/** @throws UserError when there is none. */
export function readStatement(folder: string, path: string): Statement {
  const file = join(folder, 'statement.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Statement;
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no statement.json' : 'statement.json is no JSON';
    throw new UserError(`verify ${path}: ${why}; name the folder of a finished run.`);
  }
}

/** Files whose content is not what the statement says. */
export function brokenDigests(folder: string, statement: Statement): Finding[] {
  const files = digestsIn(statement);
  if (files.length === 0) return [{ file: 'statement.json', text: 'It names no digests, so nothing can be checked.' }];
  return files.flatMap(([file, digest]) => {
    const now = digestOf(join(folder, file));
    if (now === undefined) return [{ file, text: 'It is missing.' }];
    return now === digest
      ? []
      : [{ file, text: `It was altered: its SHA-256 is ${now}, the statement says ${digest}.` }];
  });
}

/** Files beside a statement, and the digests that it gives of them; of a run in shards those of each shard. */
function digestsIn({ digests, shards = [] }: Statement): readonly (readonly [file: string, digest: string])[] {
  if (digests !== undefined)
    return [
      [TAPE_FILE, digests.tape],
      ['results.ndjson', digests.results],
    ];
  return shards.flatMap(({ folder, tape, results }) => [
    [`${folder}/${TAPE_FILE}`, tape] as const,
    [`${folder}/results.ndjson`, results] as const,
  ]);
}

function digestOf(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    return undefined;
  }
}
