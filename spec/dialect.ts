/** Dialects: how one implementation answers what the contract leaves open. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { schemasOf, withoutOwn } from './dialects/compose.ts';
import { DialectError } from './dialects/error.ts';
import { alignLegacy, ownRoleNames } from './dialects/legacy-names.ts';
import { withoutOutdated } from './dialects/outdated.ts';
import { type Overlay, readOverlay } from './dialects/overlays.ts';
import { checkDialect } from './dialects/schema.ts';
import type { Answer, Silence } from './types.ts';

export { DialectError } from './dialects/error.ts';
export { applyOverlays, type Overlay, type OverlayAction } from './dialects/overlays.ts';
export { dialectSchema } from './dialects/schema.ts';

/** The dialects that come with the suite. `none` answers nothing. */
export const BUILT_IN_DIALECTS = ['default', 'alternate', 'none'] as const;
export type BuiltInDialect = (typeof BUILT_IN_DIALECTS)[number];

/**
 * A dialect as a target profile gives it: the name of a built-in one, the path of a dialect file, or an `OwnDialect`.
 * It comes from a user's file, so its shape is checked when it is loaded, not by this type.
 */
export type DialectReference = string | { readonly claimed?: unknown; readonly [member: string]: unknown };

/** What the target's owner states about it. File names are relative to the folder of the file that names them. */
export type OwnDialect = {
  /** Name for reports; made from the base's when left out. */
  readonly name?: string;
  readonly description?: string;
  /** Dialect to start from; default `default`. Its content is assumed, unless it is claimed. */
  readonly base?: BuiltInDialect;
  /** True: the target speaks the base dialect, so it is judged by it. */
  readonly claimed?: boolean;
  /** OpenAPI Overlay file for the Admin Operations API. */
  readonly overlay?: string;
  /** OpenAPI Overlay file for the legacy actions. */
  readonly legacyOverlay?: string;
  /** Answers by silence id. */
  readonly answers?: Readonly<Record<string, unknown>>;
};

/** Overlays by the document that they apply to. */
export interface Overlays {
  readonly admin: readonly Overlay[];
  readonly legacy: readonly Overlay[];
}

export interface LoadedDialect {
  readonly name: string;
  /** All overlays, in the order to apply them: what requests are formed with. */
  readonly overlays: Overlays;
  /** Only what the target's owner stated: what responses may be judged by. */
  readonly claimedOverlays: Overlays;
  /** Answers by silence id, each with its standing. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Names of the schemas that claimed overlays describe, sorted. */
  readonly claimedSchemas: readonly string[];
}

/**
 * Loads a dialect. What the owner states (own answers, own overlays, a base that is claimed) is `claimed`; what merely
 * comes from the base is `assumed`: it helps to form requests and never fails a target by itself. A schema that the
 * owner describes replaces the assumed one of the same name; on a claimed base the two are merged.
 *
 * @param directory folder that relative file names start from.
 * @throws DialectError for an unknown dialect, member or silence, an answer of the wrong shape, a missing or malformed overlay.
 */
export async function loadDialect(
  reference: DialectReference,
  directory: string = process.cwd(),
): Promise<LoadedDialect> {
  const { own, folder } = await resolveReference(reference, directory);
  const baseName = own.base ?? 'default';
  const claimed = own.claimed ?? false;
  const base = await builtIn(baseName);
  const admin = await readOptional(own.overlay, folder);
  const legacy = await readOptional(own.legacyOverlay, folder);
  const answers = withoutOutdated(answersOf(base.answers, own, claimed, legacy), admin);
  const baseAdmin = claimed ? base.overlays.admin : withoutOwn(base.overlays.admin, admin, baseName);
  const baseLegacy = alignLegacy(base.overlays.legacy, legacy, answers);
  const claimedOverlays = {
    admin: claimed ? [...baseAdmin, ...admin] : admin,
    legacy: claimed ? [...baseLegacy, ...legacy] : legacy,
  };
  return {
    name: nameOf(own, baseName),
    overlays: { admin: [...baseAdmin, ...admin], legacy: [...baseLegacy, ...legacy] },
    claimedOverlays,
    answers,
    claimedSchemas: [...schemasOf([...claimedOverlays.admin, ...claimedOverlays.legacy])].sort(),
  };
}

/** @returns what the owner states, checked, and the folder that its file names start from. */
async function resolveReference(
  reference: DialectReference,
  directory: string,
): Promise<{ readonly own: OwnDialect; readonly folder: string }> {
  if (typeof reference === 'string') {
    // The built-in dialects are checked by the tests: building the validator takes longer than all the rest.
    if (isBuiltIn(reference)) return { own: { base: reference }, folder: directory };
    const file = resolve(directory, reference);
    const content = await readDialectFile(reference, file);
    checkDialect(content, await readSilences(), file);
    return { own: content as OwnDialect, folder: dirname(file) };
  }
  checkDialect(reference, await readSilences());
  return { own: reference as OwnDialect, folder: directory };
}

async function readDialectFile(reference: string, file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const names = BUILT_IN_DIALECTS.join(', ');
      throw new DialectError(`"${reference}" is neither a built-in dialect (${names}) nor a file.`, { file });
    }
    throw new DialectError(`The dialect cannot be read: ${(error as Error).message.split('\n')[0]}`, { file });
  }
}

function isBuiltIn(reference: string): reference is BuiltInDialect {
  return (BUILT_IN_DIALECTS as readonly string[]).includes(reference);
}

function nameOf(own: OwnDialect, baseName: BuiltInDialect): string {
  if (own.name !== undefined) return own.name;
  const states = own.overlay !== undefined || own.legacyOverlay !== undefined || own.answers !== undefined;
  if (!states) return baseName;
  return baseName === 'none' ? 'own' : `${baseName}+own`;
}

function answersOf(
  base: Readonly<Record<string, unknown>>,
  own: OwnDialect,
  claimed: boolean,
  legacy: readonly Overlay[],
): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const [id, value] of Object.entries(base)) answers.set(id, { value, standing: claimed ? 'claimed' : 'assumed' });
  const roles = ownRoleNames(legacy);
  const named = Object.keys(roles).length;
  if (named > 0) {
    const assumed = answers.get('legacy.dcv.parameters');
    const value = { ...((assumed?.value ?? {}) as object), ...roles };
    // Three roles make a whole answer; with fewer, part of it is still the base's, if there is one at all.
    if (named === 3) answers.set('legacy.dcv.parameters', { value, standing: 'claimed' });
    else if (assumed !== undefined) answers.set('legacy.dcv.parameters', { value, standing: assumed.standing });
  }
  for (const [id, value] of Object.entries(own.answers ?? {})) answers.set(id, { value, standing: 'claimed' });
  return answers;
}

interface BuiltIn {
  readonly overlays: Overlays;
  readonly answers: Readonly<Record<string, unknown>>;
}

const builtIns = new Map<BuiltInDialect, Promise<BuiltIn>>();

/** Reads a built-in dialect once: nobody changes what it says. */
function builtIn(name: BuiltInDialect): Promise<BuiltIn> {
  const known = builtIns.get(name) ?? readBuiltIn(name);
  builtIns.set(name, known);
  return known;
}

async function readBuiltIn(name: BuiltInDialect): Promise<BuiltIn> {
  if (name === 'none') return { overlays: { admin: [], legacy: [] }, answers: {} };
  const folder = fileURLToPath(new URL(`./dialects/${name}/`, import.meta.url));
  const file = resolve(folder, 'dialect.yaml');
  const dialect = parse(await readFile(file, 'utf8')) as OwnDialect;
  return {
    overlays: {
      admin: await readOptional(dialect.overlay, folder),
      legacy: await readOptional(dialect.legacyOverlay, folder),
    },
    answers: dialect.answers ?? {},
  };
}

async function readOptional(file: string | undefined, directory: string): Promise<readonly Overlay[]> {
  return file === undefined ? [] : [await readOverlay(resolve(directory, file))];
}

let silencesRead: Promise<readonly Silence[]> | undefined;

/** The register of silences; read once, so that the answers' validator is built once. */
function readSilences(): Promise<readonly Silence[]> {
  silencesRead ??= readFile(new URL('./silences.yaml', import.meta.url), 'utf8').then(
    (text) => (parse(text) as { silences: readonly Silence[] }).silences,
  );
  return silencesRead;
}
