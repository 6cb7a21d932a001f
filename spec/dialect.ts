/** Dialects: how one implementation answers what the contract leaves open. */
import { resolve } from 'node:path';
import { BUILT_IN_DIALECTS, type BuiltIn, builtIn, isBuiltIn } from './dialects/built-in.ts';
import { schemasOf, withoutOwn } from './dialects/compose.ts';
import { DialectError } from './dialects/error.ts';
import { alignLegacy, ownRoleNames } from './dialects/legacy-names.ts';
import { describeVendor, type VendorDescription } from './dialects/openapi/vendor.ts';
import { withoutOutdated } from './dialects/outdated.ts';
import { type Overlay, type Overlays, readOptional } from './dialects/overlays.ts';
import { type AnswerMap, type DialectReference, resolveReference, type Stated } from './dialects/own.ts';
import type { Answer } from './types.ts';

export { BUILT_IN_DIALECTS, type BuiltInDialect } from './dialects/built-in.ts';
export { DialectError } from './dialects/error.ts';
export { applyOverlays } from './dialects/overlays.ts';
export type { DialectReference } from './dialects/own.ts';
export { dialectSchema } from './dialects/schema.ts';

export interface LoadedDialect {
  readonly name: string;
  /** True when the owner vouches for the base as well. */
  readonly claimed: boolean;
  /** All overlays, in the order to apply them: what requests are formed with. */
  readonly overlays: Overlays;
  /** Only what the target's owner stated: what responses may be judged by. */
  readonly claimedOverlays: Overlays;
  /** Answers by silence id, each with its standing. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Names of the schemas that claimed overlays describe, sorted. */
  readonly claimedSchemas: readonly string[];
  /**
   * What the owner should know though nothing is broken, one sentence each, `file at pointer: sentence`: what the
   * vendor's document does not describe, describes in two ways, or describes otherwise than the contract.
   */
  readonly notices: readonly string[];
  /** True where somebody else than the suite describes parameters or schemas, or names them. */
  readonly describes?: boolean;
}

/**
 * Loads a dialect. What the owner states (own answers, own overlays, a base that is claimed) is `claimed`; what merely
 * comes from the base is `assumed`: it helps to form requests and never fails a target by itself. A schema that the
 * owner describes replaces the assumed one of the same name; on a claimed base the two are merged. A vendor's OpenAPI
 * document is an overlay below the owner's own, and always replaces what the base says about a schema.
 *
 * @param directory folder that relative file names start from.
 * @throws DialectError for an unknown dialect, member or silence, an answer of the wrong shape, a missing or
 * malformed overlay or OpenAPI document, and dialect files that start from each other.
 */
export async function loadDialect(
  reference: DialectReference,
  directory: string = process.cwd(),
): Promise<LoadedDialect> {
  return load(reference, directory, []);
}

/** @param chain dialect files that are being loaded and wait for this one. */
async function load(reference: DialectReference, directory: string, chain: readonly string[]): Promise<LoadedDialect> {
  const { own, folder, file } = await resolveReference(reference, directory);
  const claimed = own.claimed ?? false;
  const base = await baseOf(own.base ?? 'default', folder, file, chain);
  const vendor = await readVendor(own.openapi, folder);
  const overlay = await readOptional(own.overlay, folder);
  const admin = [...vendor.overlays, ...overlay];
  const legacy = await readOptional(own.legacyOverlay, folder);
  const stated = { ...vendor.answers, ...own.answers };
  const answers = withoutOutdated(answersOf(base.answers, stated, claimed, legacy), admin);
  const baseAdmin = withoutOwn(base.overlays.admin, claimed ? vendor.overlays : admin, base.name);
  const baseLegacy = alignLegacy(base.overlays.legacy, legacy, answers);
  const claimedOverlays = {
    admin: claimed ? [...baseAdmin, ...admin] : admin,
    legacy: claimed ? [...baseLegacy, ...legacy] : legacy,
  };
  return {
    name: nameOf(own, base.name),
    claimed,
    overlays: { admin: [...baseAdmin, ...admin], legacy: [...baseLegacy, ...legacy] },
    claimedOverlays,
    answers,
    claimedSchemas: [...schemasOf([...claimedOverlays.admin, ...claimedOverlays.legacy])].sort(),
    notices: [...base.notices, ...vendor.notices],
    describes: base.describes || admin.length + legacy.length > 0 || NAMING.some((silence) => silence in stated),
  };
}

/** Silences whose answers give names to parameters, or members to their sets. */
const NAMING = ['legacy.dcv.parameters', 'legacy.dcv.methods'];

interface Base extends BuiltIn {
  readonly name: string;
  readonly notices: readonly string[];
  readonly describes: boolean;
}

/**
 * The dialect that another one starts from.
 *
 * @param from the file that names it, if it is one.
 */
async function baseOf(name: string, folder: string, from: string | undefined, chain: readonly string[]): Promise<Base> {
  if (isBuiltIn(name)) return { ...(await builtIn(name)), name, notices: [], describes: false };
  const fault = (sentence: string) => new DialectError(sentence, { file: from, pointer: '/base' });
  const names = BUILT_IN_DIALECTS.join(', ');
  if (!/[\\/]|\.(ya?ml|json)$/i.test(name)) {
    throw fault(`The value must be one of ${names}, or the path of a dialect file.`);
  }
  const file = resolve(folder, name);
  const passed = from === undefined ? chain : [...chain, from];
  if (passed.includes(file)) throw fault(`The dialect starts from itself, through ${[...passed, file].join(' and ')}.`);
  const { name: own, overlays, answers, notices, describes = true } = await load(file, folder, passed);
  const values = Object.fromEntries([...answers].map(([id, { value }]) => [id, value]));
  return { name: own, overlays, answers: values, notices, describes };
}

const NO_VENDOR: VendorDescription = { overlays: [], answers: {}, notices: [] };

function readVendor(file: string | undefined, folder: string): Promise<VendorDescription> {
  return file === undefined ? Promise.resolve(NO_VENDOR) : describeVendor(resolve(folder, file));
}

function nameOf(own: Stated, baseName: string): string {
  if (own.name !== undefined) return own.name;
  const stated = [own.overlay, own.legacyOverlay, own.openapi, own.answers];
  if (stated.every((part) => part === undefined)) return baseName;
  return baseName === 'none' ? 'own' : `${baseName}+own`;
}

function answersOf(
  base: AnswerMap,
  own: AnswerMap,
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
  for (const [id, value] of Object.entries(own)) answers.set(id, { value, standing: 'claimed' });
  return answers;
}
