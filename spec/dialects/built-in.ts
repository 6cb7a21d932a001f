/** The dialects that come with the suite. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readOwnYaml } from '../yaml.ts';
import { formAlone } from './legacy-names.ts';
import { type Overlays, readOptional } from './overlays.ts';
import type { Stated } from './own.ts';

/** Their names. `none` answers nothing. */
export const BUILT_IN_DIALECTS = ['default', 'alternate', 'none'] as const;
export type BuiltInDialect = (typeof BUILT_IN_DIALECTS)[number];

/** True for the name of a dialect that comes with the suite. */
export function isBuiltIn(reference: string): reference is BuiltInDialect {
  return (BUILT_IN_DIALECTS as readonly string[]).includes(reference);
}

/** What a built-in dialect says. */
export interface BuiltIn {
  readonly overlays: Overlays;
  readonly answers: Readonly<Record<string, unknown>>;
}

const builtIns = new Map<BuiltInDialect, Promise<BuiltIn>>();

/** Reads a built-in dialect, once: nobody changes what it says. */
export function builtIn(name: BuiltInDialect): Promise<BuiltIn> {
  const known = builtIns.get(name) ?? readBuiltIn(name);
  builtIns.set(name, known);
  return known;
}

async function readBuiltIn(name: BuiltInDialect): Promise<BuiltIn> {
  if (name === 'none') {
    const { overlays } = await builtIn('default');
    return { overlays: { admin: [], legacy: formAlone(overlays.legacy) }, answers: {} };
  }
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  const file = resolve(folder, 'dialect.yaml');
  const dialect = await readOwnYaml<Stated>(pathToFileURL(file));
  return {
    overlays: {
      admin: await readOptional(dialect.overlay, folder, readOwn),
      legacy: await readOptional(dialect.legacyOverlay, folder, readOwn),
    },
    answers: dialect.answers ?? {},
  };
}

const readOwn = (file: string): Promise<unknown> => readOwnYaml(pathToFileURL(file));
