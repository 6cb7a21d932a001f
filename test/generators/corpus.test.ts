/**
 * Schemas that nobody wrote with this generator in mind: a list of awkward ones, and the JSON Schema Test Suite (draft
 * 2020-12) where it is at hand: where `npm run corpus` puts it, or in the folder that the variable JSON_SCHEMA_TEST_SUITE
 * names, which is a checkout of it.
 *
 * What cannot be generated is frozen in `corpus/frozen.json`. Both directions are refused: a schema that stops working,
 * and one that starts to. `FREEZE=1` writes the file anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundaries,
  UnsatisfiableSchemaError,
  UnsupportedSchemaError,
  valid,
  violations,
} from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { independently } from './schemas.ts';

interface Group {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Whether some value is known to be valid; undefined when nothing is known. */
  readonly satisfiable?: boolean;
}

/** By name: what stands in the way of generating. */
type Frozen = Record<string, string>;

const FOLDER = join(import.meta.dirname, 'corpus');
const FROZEN = join(FOLDER, 'frozen.json');
const frozen = JSON.parse(readFileSync(FROZEN, 'utf8')) as { own: Frozen; official: Frozen };
const FETCHED = join(import.meta.dirname, '../../node_modules/.cache/json-schema-test-suite');
const official = process.env['JSON_SCHEMA_TEST_SUITE'] ?? (existsSync(FETCHED) ? FETCHED : undefined);

describe('the awkward schemas', () => {
  examine('own', JSON.parse(readFileSync(join(FOLDER, 'own.json'), 'utf8')) as Group[]);
});

describe.skipIf(official === undefined)('the JSON Schema Test Suite', () => {
  if (official !== undefined) examine('official', officialGroups(official));
});

function examine(corpus: 'own' | 'official', groups: readonly Group[]): void {
  const obstacles: Frozen = {};
  test.each(groups.map((group) => [group.name, group] as const))('%s', (_, group) => {
    const obstacle = obstacleOf(group.schema);
    if (obstacle !== undefined) {
      obstacles[group.name] = obstacle;
      expect(group.satisfiable === true && obstacle.startsWith('unsatisfiable')).toBe(false);
      return;
    }
    const accepts = independently(group.schema);
    expect(fc.sample(valid(group.schema), { seed: 8, numRuns: 40 }).filter((value) => !accepts(value))).toEqual([]);
    expect(boundaries(group.schema).filter(({ value }) => !accepts(value))).toEqual([]);
    const definite = violations(group.schema).filter(({ certainty }) => certainty === 'definite');
    expect(definite.filter(({ value }) => accepts(value))).toEqual([]);
  });

  test('what cannot be generated is what was frozen', () => {
    if (process.env['FREEZE']) freeze(corpus, obstacles);
    else {
      // Each version of the suite has a few groups that others do not have.
      const names = new Set(groups.map(({ name }) => name));
      const known = Object.entries(frozen[corpus]).filter(([name]) => corpus === 'own' || names.has(name));
      expect(known.length).toBeGreaterThan(0.9 * Object.keys(frozen[corpus]).length);
      expect(obstacles).toEqual(Object.fromEntries(known));
    }
  });
}

function freeze(corpus: 'own' | 'official', obstacles: Frozen): void {
  const now = JSON.parse(readFileSync(FROZEN, 'utf8')) as object;
  const sorted = Object.fromEntries(Object.entries(obstacles).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FROZEN, `${JSON.stringify({ ...now, [corpus]: sorted }, null, 2)}\n`);
}

/** Why a schema gives no values, in words that do not change with the wording of other packages; undefined when it does. */
function obstacleOf(schema: JsonSchema): string | undefined {
  try {
    valid(schema);
    return undefined;
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return `unsatisfiable: ${error.keyword} at "${error.pointer}"`;
    if (!(error instanceof UnsupportedSchemaError)) throw error;
    return `unsupported: ${error.keyword} at "${error.pointer}", ${reasonOf(error)}`;
  }
}

function reasonOf({ message, keyword }: UnsupportedSchemaError): string {
  if (message.includes('names nothing inside')) return 'it names another document';
  if (message.includes('the validator refuses')) return 'the validator cannot compile it';
  if (keyword === '$dynamicRef') return 'its target depends on how the schema was reached';
  return 'it cannot be turned into an automaton';
}

function officialGroups(root: string): Group[] {
  const base = join(root, 'tests', 'draft2020-12');
  expect(existsSync(base), `${root} has no tests/draft2020-12`).toBe(true);
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort();
  return files.flatMap((file) => {
    const groups = JSON.parse(readFileSync(join(base, file), 'utf8')) as {
      description: string;
      schema: JsonSchema;
      tests: { valid: boolean }[];
    }[];
    return groups.map(({ description, schema, tests }) => ({
      name: `${file.replaceAll('\\', '/').replace('.json', '')}: ${description}`,
      schema,
      satisfiable: tests.some((one) => one.valid),
    }));
  });
}
