/** The house rule of CONTRIBUTING: which room may import which. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Room → rooms that it may import besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: ['spec'],
  target: ['spec'],
  reports: ['spec'],
  emulator: ['spec'],
  suites: ['spec', 'generators', 'target', 'reports'],
  cli: ['spec', 'generators', 'target', 'reports', 'emulator', 'suites'],
};

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) =>
    relative(root, resolve(dirname(file), path as string)),
  );
}

function sourcesOf(room: string): string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, room, name));
}

describe('imports run one way', () => {
  test.each(Object.keys(ALLOWED))('%s imports only what it may', (room) => {
    const sources = sourcesOf(room);
    expect(sources.length).toBeGreaterThan(0);
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter((path) => {
          const target = path.split('/')[0] as string;
          return target !== room && !(ALLOWED[room] as readonly string[]).includes(target);
        })
        .map((path) => `${relative(root, file)} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});
