/** The file of known failures: reading it, taking out what is fixed, and `certconform baseline DIR`, which begins one. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Document, isMap, isSeq, LineCounter, parseDocument, stringify, type YAMLMap } from 'yaml';
import { baselineOf, isAbout, type KnownFailure, type KnownReport } from '../reports/known.ts';
import { readResults } from '../reports/reader.ts';
import { counted } from '../reports/visible.ts';
import { readHandedIn, whyUnread } from '../spec/handed-in.ts';
import { nearest } from '../spec/nearest.ts';
import { command } from './invocation.ts';
import { UserError } from './user-error.ts';

const ENTRY_MEMBERS = ['requirement', 'seen', 'reason', 'ticket', 'expires'] as const;
const NEEDED = ['requirement', 'seen', 'reason'] as const;

/**
 * Reads the entries of a file of known failures.
 *
 * @throws UserError with file and line for what is no entry, or names none of the requirements: it could never be shown.
 */
export function readKnown(file: string, requirements: readonly { readonly id: string }[]): KnownFailure[] {
  const ids = requirements.map(({ id }) => id);
  const lines = new LineCounter();
  const document = parsed(textOf(file), file, lines);
  const [fault] = document.errors;
  if (fault !== undefined)
    throw new UserError(`${file}: not valid YAML (${fault.message.split('\n')[0]}); mend the syntax.`);
  if (document.contents === null) return [];
  if (!isSeq(document.contents))
    throw new UserError(`${file}: known failures are a list; begin one with "certconform baseline DIR".`);
  return document.contents.items.map((item) => {
    const place = `${file}:${lines.linePos(item.range?.[0] ?? 0).line}`;
    const entry = isMap(item) ? membersIn(item, document, place) : {};
    const stranger = Object.keys(entry).find((name) => !(ENTRY_MEMBERS as readonly string[]).includes(name));
    if (stranger !== undefined)
      throw new UserError(`${place}: there is no member "${stranger}"; known: ${ENTRY_MEMBERS.join(', ')}.`);
    const missing = NEEDED.find((name) => typeof entry[name] !== 'string' || entry[name] === '');
    if (missing !== undefined)
      throw new UserError(`${place}: the entry says no ${missing}; each needs ${NEEDED.join(', ')}.`);
    const { expires } = entry;
    if (expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(expires))) {
      throw new UserError(`${place}: expires is a day, as 2027-01-31.`);
    }
    const known = entry as unknown as KnownFailure;
    if (!ids.some((id) => isAbout(known, id))) throw new UserError(`${place}: ${unknown(known, ids)}`);
    return known;
  });
}

/** @throws UserError for a nest too deep to be read. */
function parsed(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter, schema: 'failsafe', logLevel: 'silent' });
  } catch (error) {
    throw new UserError(`${file}: not valid YAML (${(error as Error).message.split('\n')[0]}); mend the syntax.`);
  }
}

/** @throws UserError for aliases of nothing, of themselves, or of more and more. */
function membersIn(item: YAMLMap, document: Document, place: string): Record<string, unknown> {
  try {
    return item.toJS(document) as Record<string, unknown>;
  } catch (error) {
    throw new UserError(`${place}: ${(error as Error).message.split('\n')[0]}; write it out without aliases.`);
  }
}

/** What is wrong with an entry that is about nothing, and what was probably meant. */
function unknown({ requirement: wanted }: KnownFailure, ids: readonly string[]): string {
  const star = wanted.indexOf('*');
  const what = star < 0 ? `there is no requirement "${wanted}"` : `"${wanted}" is the pattern of no requirement`;
  const [head, rest] = star < 0 ? [wanted, ''] : [wanted.slice(0, star), wanted.slice(star)];
  const parts = head.split('.').length;
  const heads = ids.map((id) =>
    star < 0
      ? id
      : id
          .split('.')
          .slice(0, parts - 1)
          .concat('')
          .join('.'),
  );
  const near = nearest(head, [...new Set(heads)]);
  return `${what}; ${near === undefined ? `see "${command('list requirements')}"` : `did you mean "${near}${rest}"?`}`;
}

/** Takes the entries that are fixed out of the file, and leaves all else as it is written. Returns how many. */
export function takeOutFixed(file: string, { rotten }: KnownReport): number {
  const fixed = rotten.filter(({ why }) => why === 'passes').map(({ entry }) => JSON.stringify(entry));
  const document = parseDocument(textOf(file), { schema: 'failsafe' });
  if (fixed.length === 0 || !isSeq(document.contents)) return 0;
  const { items } = document.contents;
  const kept = items.filter((item) => !isMap(item) || !fixed.includes(JSON.stringify(item.toJS(document))));
  document.contents.items = kept;
  writeFileSync(file, kept.length === 0 ? '[]\n' : document.toString({ lineWidth: 0 }));
  return items.length - kept.length;
}

/** `certconform baseline DIR`: prints entries for all that failed in a run. Returns 0. */
export async function baselineCommand(path: string): Promise<number> {
  let entries: KnownFailure[];
  try {
    entries = baselineOf(readResults(resolve(path)).results);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  const head = '# Known failures: certconform run --known FILE. An entry also takes ticket and expires (yyyy-MM-dd).\n';
  process.stdout.write(`${head}${stringify(entries, { lineWidth: 0 })}`);
  process.stderr.write(`${counted(entries.length, 'known failure')}\n`);
  return 0;
}

function textOf(file: string): string {
  try {
    return readHandedIn(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `--known ${file}: it cannot be read (${whyUnread(error)}); "certconform baseline DIR" begins one.`,
    );
  }
}
