/** What a target's owner states: reading it from a profile's member, a dialect file and a file of answers. */
import { dirname, resolve } from 'node:path';
import { readHandedIn } from '../handed-in.ts';
import type { Silence } from '../types.ts';
import { readOwnYaml } from '../yaml.ts';
import { BUILT_IN_DIALECTS, isBuiltIn } from './built-in.ts';
import { DialectError } from './error.ts';
import { parseFinite } from './finite.ts';
import { checkDialect } from './schema.ts';

/**
 * A dialect as a target profile gives it: the name of a built-in one, the path of a dialect file, or an `OwnDialect`.
 * It comes from a user's file, so its shape is checked when it is loaded, not by this type.
 */
export type DialectReference = string | { readonly claimed?: unknown; readonly [member: string]: unknown };

/** What the target's owner states about it. File names are relative to the folder of the file that names them. */
type OwnDialect = {
  /** Name for reports; made from the base's when left out. */
  readonly name?: string;
  readonly description?: string;
  /** Dialect to start from, built-in or the path of a dialect file; default `default`. Its content is assumed, unless it is claimed. */
  readonly base?: string;
  /** True: the target speaks the base dialect, so it is judged by it. */
  readonly claimed?: boolean;
  /** OpenAPI Overlay file for the Admin Operations API. */
  readonly overlay?: string;
  /** OpenAPI Overlay file for the legacy actions. */
  readonly legacyOverlay?: string;
  /** The vendor's own OpenAPI document: the named schemas are taken from it, below the overlays and answers given here. */
  readonly openapi?: string;
  /** Answers by silence id, or the path of a file with such a map. */
  readonly answers?: AnswerMap | string;
};

/** Answers by silence id. */
export type AnswerMap = Readonly<Record<string, unknown>>;

/** What the owner states once its files are found. */
export type Stated = Omit<OwnDialect, 'answers'> & { readonly answers?: AnswerMap };

/** @returns what the owner states, checked, and the file or folder that its file names start from. */
export async function resolveReference(
  reference: DialectReference,
  directory: string,
): Promise<{ readonly own: Stated; readonly folder: string; readonly file?: string }> {
  if (typeof reference === 'string') {
    // The built-in dialects are checked by the tests: building the validator takes longer than all the rest.
    if (isBuiltIn(reference)) return { own: { base: reference }, folder: directory };
    const file = resolve(directory, reference);
    const content = await readDialectFile(reference, file);
    checkDialect(content, await readSilences(), file);
    return { own: await withAnswers(content as OwnDialect, dirname(file)), folder: dirname(file), file };
  }
  checkDialect(reference, await readSilences());
  return { own: await withAnswers(reference as OwnDialect, directory), folder: directory };
}

/** Reads the answers where they are in a file of their own. */
async function withAnswers({ answers, ...own }: OwnDialect, folder: string): Promise<Stated> {
  if (answers === undefined) return own;
  if (typeof answers !== 'string') return { ...own, answers };
  const file = resolve(folder, answers);
  let content: unknown;
  try {
    content = parseFinite(readHandedIn(file, 'utf8'));
  } catch (error) {
    throw new DialectError(`The answers cannot be read: ${(error as Error).message.split('\n')[0]}`, { file });
  }
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    throw new DialectError('A file of answers must be a map from silence ids to answers.', { file });
  }
  try {
    checkDialect({ answers: content }, await readSilences(), file);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    throw new DialectError(error.sentence, { file, pointer: (error.pointer ?? '').replace(/^\/answers/, '') });
  }
  return { ...own, answers: content as AnswerMap };
}

async function readDialectFile(reference: string, file: string): Promise<unknown> {
  try {
    return parseFinite(readHandedIn(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const names = BUILT_IN_DIALECTS.join(', ');
      throw new DialectError(`"${reference}" is neither a built-in dialect (${names}) nor a file.`, { file });
    }
    throw new DialectError(`The dialect cannot be read: ${(error as Error).message.split('\n')[0]}`, { file });
  }
}

let silencesRead: Promise<readonly Silence[]> | undefined;

/** The register of silences; read once, so that the answers' validator is built once. */
function readSilences(): Promise<readonly Silence[]> {
  silencesRead ??= readOwnYaml<{ silences: readonly Silence[] }>(new URL('../silences.yaml', import.meta.url)).then(
    ({ silences }) => silences,
  );
  return silencesRead;
}
