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

/** Imports that are there when the program runs: not those of types alone. */
const AT_RUN_TIME = /^(?:import|export)\s+(?!type\b)([^;']*?)\s*from\s*'(\.[^']+)'/gm;

function importsAtRunTime(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(AT_RUN_TIME)]
    .filter(([, names = '']) => !names.startsWith('{') || /[{,]\s*(?!type\b)\w/.test(names))
    .map(([, , path]) => resolve(dirname(file), path as string));
}

test('no file needs itself: imports make no circle at run time', () => {
  const graph = new Map(
    Object.keys(ALLOWED)
      .flatMap(sourcesOf)
      .map((file) => [file, importsAtRunTime(file)]),
  );
  const done = new Set<string>();
  const circleFrom = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    const found = (graph.get(file) ?? [])
      .map((next) => circleFrom(next, [...way, file]))
      .find(({ length }) => length > 0);
    done.add(file);
    return found ?? [];
  };
  const circles = [...graph.keys()].map((file) => circleFrom(file, []).map((one) => relative(root, one)));
  expect(circles.filter(({ length }) => length > 0)).toEqual([]);
});
