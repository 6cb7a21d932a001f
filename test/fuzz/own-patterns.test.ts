/** Every expression that this project's own source holds decides soon, whatever text it is given: most are given texts of others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPatient } from '../../spec/dialects/openapi/patterns.ts';
import { ROOT } from '../run/support.ts';

const ROOMS = ['spec', 'generators', 'target', 'reports', 'emulator', 'suites', 'cli'];

/** A literal, where an expression may stand: what comes before a division is a name, a number or a bracket that closes. */
const LITERAL =
  /(?<=(?:[=(,:[!&|?{};>+]|\breturn)\s*)\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)/g;

const literals = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .flatMap((name) =>
      literalsIn(readFileSync(join(ROOT, room, name), 'utf8')).map((found) => ({ file: join(room, name), ...found })),
    ),
);

interface Literal {
  readonly source: string;
  readonly flags: string;
}

/** Comments hold slashes, too: their lines are left out. */
function literalsIn(text: string): Literal[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(LITERAL)].flatMap(([, source = '', flags = '']) =>
    compiles(source, flags) ? [{ source, flags }] : [],
  );
}

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

test('they are found', () => {
  expect(literals.length).toBeGreaterThan(200);
  expect(
    literalsIn("const a = /^(a+)+$/u.test('/x/'); // if /b/\n  // c = /d/g\nreturn /[/]e/.exec(f) ?? g / h / i;"),
  ).toEqual([
    { source: '^(a+)+$', flags: 'u' },
    { source: '[/]e', flags: '' },
  ]);
});

test('each decides soon', () => {
  const once = new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one]));
  const slow = [...once].filter(([, { source, flags }]) => !isPatient(source, flags.replace('g', '').replace('y', '')));
  expect(slow.map(([text, { file }]) => `${file}: ${text}`)).toEqual([]);
}, 120_000);
