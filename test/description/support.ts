/** The exported description, and the tools of others that are tried on it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleOf } from '../../generators/index.ts';
import { describeContract } from '../../spec/description/index.ts';
import { BUILT_IN_DIALECTS, type BuiltInDialect } from '../../spec/dialect.ts';

export type Json = Record<string, unknown>;

export const VERSIONS = ['3.1', '3.0'] as const;

/** Every document that can be exported of what comes with the suite. */
export const ALL = BUILT_IN_DIALECTS.flatMap((dialect) => VERSIONS.map((version) => ({ dialect, version })));

const made = new Map<string, Promise<Json>>();

/** The description of a built-in dialect, made once. */
export function described(dialect: BuiltInDialect, version: (typeof VERSIONS)[number] = '3.1'): Promise<Json> {
  const key = `${dialect} ${version}`;
  const known = made.get(key) ?? describeContract({ dialect, version, exampleOf }).then(({ document }) => document);
  made.set(key, known);
  return known;
}

/** A folder with files in it, gone when `remove` is called. */
export function shelf(): { readonly folder: string; put(name: string, content: object): string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-description-'));
  return {
    folder,
    put: (name, content) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(content));
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every operation of a document. */
export function operationsOf(document: Json): { path: string; method: string; operation: Json }[] {
  return Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'put', 'post', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
}

/** The value at a path of member names. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>((here, name) => (here as Json | undefined)?.[name], value);
}

const TOOLS = fileURLToPath(new URL('./tools/node_modules/', import.meta.url));

/** Why the tools cannot be tried; undefined when they are there. */
export const toolsMissing: string | undefined = existsSync(TOOLS)
  ? undefined
  : 'the tools are not installed: npm run description brings them';

/** The path of a file of a tool. */
export function tool(path: string): string {
  return join(TOOLS, path);
}
