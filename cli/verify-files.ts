/** The files of a finished run, and whether they are those that its statement names. */
import { join } from 'node:path';
import type { Statement } from '../reports/statement.ts';
import { NoRegularFile, readHandedIn } from '../spec/handed-in.ts';
import { isObject } from '../spec/json.ts';
import { TAPE_FILE } from '../target/index.ts';
import { sha256 } from './digests.ts';
import { UserError } from './user-error.ts';

/** What does not agree, one sentence each; the first is the first that was met. */
export interface Finding {
  readonly file: string;
  readonly text: string;
}

/** @throws UserError when there is none, or it names files otherwise than a statement does. */
export function readStatement(folder: string, path: string): Statement {
  const file = join(folder, 'statement.json');
  const refused = (why: string): UserError =>
    new UserError(`verify ${path}: ${why}; name the folder of a finished run.`);
  let statement: unknown;
  try {
    statement = JSON.parse(readHandedIn(file, 'utf8'));
  } catch (error) {
    if (error instanceof NoRegularFile) throw refused(`statement.json is ${error.what}, no regular file`);
    const none = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw refused(none ? 'there is no statement.json' : 'statement.json is no JSON');
  }
  if (!isObject(statement) || !namesFiles(statement)) throw refused('statement.json is no statement of a run');
  return statement as unknown as Statement;
}

/** Whether what a statement says of files can be looked up: what others wrote may say anything. */
function namesFiles({ digests, shards }: Record<string, unknown>): boolean {
  if (digests !== undefined && !(isObject(digests) && allTexts(digests))) return false;
  if (shards === undefined) return true;
  return Array.isArray(shards) && shards.every((one: unknown) => isObject(one) && isShard(one));
}

/** A shard lies in a folder of its own below that of the run: nothing elsewhere is read for a statement. */
function isShard({ folder, tape, results }: Record<string, unknown>): boolean {
  return allTexts({ folder, tape, results }) && /^shards\/\d+$/.test(String(folder));
}

function allTexts(members: Record<string, unknown>): boolean {
  return Object.values(members).every((one) => typeof one === 'string');
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
    return sha256(readHandedIn(file));
  } catch (error) {
    if (error instanceof NoRegularFile) throw new UserError(`${error.message}; name the folder of a finished run.`);
    return undefined;
  }
}
