/** `certconform verify DIR`: do tape, results and statement belong together, and does judging the tape give these verdicts? */
import { join, resolve } from 'node:path';
import { ENVELOPE_FILE } from '../reports/attestation.ts';
import { BADGE_FILE, badge } from '../reports/badge.ts';
import { CTRF_FILE, ctrfJson } from '../reports/ctrf.ts';
import { JUNIT_FILE, junitXml } from '../reports/junit.ts';
import type { MergedShard } from '../reports/model.ts';
import { type RunResults, readResults } from '../reports/reader.ts';
import { type Statement, statementOf } from '../reports/statement.ts';
import { statementJson, statementMarkdown } from '../reports/statement-markdown.ts';
import { type Style, styleFor } from '../reports/style.ts';
import { counted } from '../reports/visible.ts';
import { NoRegularFile, readHandedIn } from '../spec/handed-in.ts';
import { contractOfTape, judgeTape } from '../suites/runner/rejudging.ts';
import { TAPE_FILE } from '../target/index.ts';
import { type AboutDigests, aboutDigests } from './digests.ts';
import { packageFacts } from './package.ts';
import { whyUnsigned } from './sign.ts';
import { tapeIn } from './tape.ts';
import { UserError } from './user-error.ts';
import { brokenDigests, type Finding, readStatement } from './verify-files.ts';
import { otherThanShards } from './verify-merged.ts';
import { otherThanResults, otherThanTape } from './verify-statement.ts';
import { held, otherFacts, rejudged } from './verify-verdicts.ts';

export interface VerifyOptions {
  readonly json: boolean;
  /** File of the public key with which the statement must have been signed. */
  readonly key?: string;
}

/** Returns 0 when everything agrees, 1 when something does not. @throws UserError where there is nothing to verify. */
export async function verifyCommand(path: string, options: VerifyOptions): Promise<number> {
  const found = await verifyFolder(path, options.key);
  const { findings, judged, notes } = found;
  const agrees = findings.length === 0;
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ agrees, judged, findings, notes }, null, 2)}\n`
      : describe(path, found, styleFor(process.stdout)),
  );
  return agrees ? 0 : 1;
}

/** Compares what lies in the folder of a run. What was altered is not judged: its verdicts would explain nothing. */
export async function verifyFolder(path: string, key?: string): Promise<Comparison> {
  const folder = resolve(path);
  const statement = readStatement(folder, path);
  const altered = brokenDigests(folder, statement);
  if (altered.length === 0 && key !== undefined) {
    const text = whyUnsigned(folder, statement, key);
    if (text !== undefined) altered.push({ file: ENVELOPE_FILE, text });
  }
  if (altered.length > 0) return { findings: altered, judged: 0, notes: [] };
  try {
    return await (statement.shards === undefined
      ? compare(folder, statement)
      : compareMerged(folder, statement.shards));
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Whoever hands in a run may have written anything into it.
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UserError(`verify ${path}: its files cannot be followed (${why}); they are not as a run writes them.`);
  }
}

/** What verifying a folder found. */
export interface Comparison {
  readonly findings: readonly Finding[];
  readonly judged: number;
  /** What is no disagreement, and worth a word. */
  readonly notes: readonly string[];
}

/** A run in shards has no tape of its own: its shards have. */
async function compareMerged(folder: string, shards: readonly MergedShard[]): Promise<Comparison> {
  const run = resultsIn(folder);
  const [first] = shards;
  if (first === undefined) throw new UserError(`verify ${folder}: its statement names no shard.`);
  const contract = await contractOfTape(tapeIn(join(folder, first.folder)));
  const parts: Comparison[] = [];
  for (const { folder: name } of shards) {
    if (readStatement(join(folder, name), name).shards !== undefined)
      throw new UserError(`verify ${folder}: its shard ${name} has shards of its own; a shard has none.`);
    const { findings, ...part } = await verifyFolder(join(folder, name));
    parts.push({ ...part, findings: findings.map(({ file, text }) => ({ file: `${name}/${file}`, text })) });
  }
  const findings = [
    ...otherThanShards(folder, run, shards, contract),
    ...otherTexts(folder, run, statementOf(run, contract)),
    ...parts.flatMap((part) => part.findings),
  ];
  const judged = parts.reduce((sum, part) => sum + part.judged, 0);
  return { findings, judged, notes: [...new Set(parts.flatMap(({ notes }) => notes))] };
}

/** Files that do not say what the results say. */
function otherTexts(folder: string, run: RunResults, again: Statement): Finding[] {
  const texts = {
    'statement.json': statementJson(again),
    'statement.md': statementMarkdown(again),
    [BADGE_FILE]: badge(again),
    [JUNIT_FILE]: junitXml(run),
    // Not among what is handed in.
    ...(contentOf(join(folder, CTRF_FILE)) === undefined ? {} : { [CTRF_FILE]: ctrfJson(run) }),
  };
  return Object.entries(texts).flatMap(([file, text]) => {
    const now = contentOf(join(folder, file));
    if (now === text) return [];
    return [{ file, text: now === undefined ? 'It is missing.' : 'It does not say what the results say.' }];
  });
}

async function compare(folder: string, statement: Statement): Promise<Comparison> {
  const tape = tapeIn(folder);
  const run = resultsIn(folder);
  const contract = await contractOfTape(tape);
  const notes: string[] = [];
  const derived: Finding[] = [];
  const { version } = packageFacts();
  const own = tape.head.about.toolVersion === version;
  if (own && statement.digests !== undefined) {
    derived.push(...otherTexts(folder, run, statementOf(run, contract, statement.digests)));
    derived.push(...otherFacts(run, tape.head, contract));
  } else {
    derived.push(...otherThanResults(statement, statementOf(run, contract, statement.digests)));
    derived.push(...otherThanTape(run.run, tape.head, contract));
    notes.push(
      `The run was judged by version ${tape.head.about.toolVersion}; this is ${version}: its verdicts are given anew as far as the tape goes.`,
    );
  }
  for (const [part, digest] of Object.entries(aboutDigests(tape.head.about))) {
    if (statement.digests?.[part as keyof AboutDigests] === digest) continue;
    derived.push({ file: TAPE_FILE, text: `Its ${part} is not the one that the statement names.` });
  }
  if (derived.length > 0) return { findings: derived, judged: 0, notes };
  const judged = await judgeTape(tape, contract);
  const compared = own ? held(run, judged) : rejudged(run, judged);
  return { ...compared, notes: [...notes, ...compared.notes] };
}

function resultsIn(folder: string): RunResults {
  try {
    return readResults(folder);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

const MOST_TOLD = 10;

function describe(path: string, { findings, judged, notes }: Comparison, style: Style): string {
  const title =
    findings.length === 0
      ? `${style.green(style.bold('VERIFIED'))}  tape, results and statement in ${path} agree: ${counted(judged, 'verdict')} given again`
      : `${style.red(style.bold('NOT VERIFIED'))}  ${counted(findings.length, 'thing')} in ${path} ${findings.length === 1 ? 'does' : 'do'} not agree`;
  const told = findings.slice(0, MOST_TOLD).map(({ file, text }) => `${style.red('✗')} ${file}: ${text}`);
  const more = findings.length > MOST_TOLD ? [style.dim(`… and ${findings.length - MOST_TOLD} more`)] : [];
  return `\n${[title, ...told, ...more, ...notes.map((note) => style.yellow(`! ${note}`))].join('\n')}\n`;
}

function contentOf(file: string): string | undefined {
  try {
    return readHandedIn(file, 'utf8');
  } catch (error) {
    if (error instanceof NoRegularFile) throw new UserError(`${error.message}; name the folder of a finished run.`);
    return undefined;
  }
}
