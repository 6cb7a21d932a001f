/** A vendor's document at the command line: what cannot be it ends in a sentence, what is claimed by it is shown, and held against what is read. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { OPERATIONS } from '../spec/contract-figures.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

const folder = temporaryFolder(afterAll);
let emulator: Emulator;
let data: Record<string, unknown>;

beforeAll(async () => {
  emulator = await startEmulator();
  const { fixtures, ...rest } = emulator.profile() as { fixtures: Record<string, unknown[]> };
  data = {
    ...rest,
    fixtures: { person: fixtures['person']?.slice(0, 1) },
    claims: ['person', 'ssl'],
    effects: 'observe',
  };
});
afterAll(() => emulator.close());

/** The profile with a vendor's document of these paths beside it. */
function target(name: string, paths: object, more: object = {}): string {
  const openapi = join(folder, `${name}.json`);
  writeFileSync(openapi, JSON.stringify({ openapi: '3.0.3', info: { title: name, version: '1' }, paths }));
  return writeProfile(folder, { ...data, ...more, dialect: { openapi } }, `${name}.yaml`);
}

/** A person, as no server has it. */
const PERSON = { type: 'object', required: ['shoeSize'], properties: { shoeSize: { type: 'integer' } } };
const read = (schema: object) => ({
  get: { responses: { 200: { description: 'one', content: { 'application/json': { schema } } } } },
});
const LIST = {
  get: {
    parameters: [
      { name: 'commonName', in: 'query', schema: { type: 'string', maxLength: 2147483647 } },
      { name: 'size', in: 'query', schema: { type: 'integer', maximum: 500 } },
    ],
    responses: { 200: { description: 'all' } },
  },
};

describe('a document', () => {
  test.each(['plan', 'doctor', 'run'])('in which no operation is found is an error of %s', async (command) => {
    const profile = target('foreign', { '/pets/{id}': read(PERSON) });
    const { code, stderr } = await certconform([command, '--target', profile]);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(
      new RegExp(`foreign\\.json.*None of the contract's ${OPERATIONS.length} operations is described here`),
    );
  });

  test('is named in the plan, with what is claimed by it and what should be known of it', async () => {
    const profile = target('known', { '/api/person/v2/{id}': read(PERSON), '/api/ssl/v2': LIST });
    const { code, stdout, stderr } = await certconform([
      'plan',
      '--target',
      profile,
      '--depth',
      'quick',
      '--only',
      'person.read',
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/base assumed, claimed: 1 schema/);
    expect(stdout).toMatch(
      /Parameter size of ssl\.list differs from the contract, which governs: maximum 200, here 500/,
    );
    expect(stdout.match(/the same to every request: .*commonName of ssl\.list/g)).toHaveLength(1);
  });

  test('is held by the doctor against what it reads anyway', async () => {
    const profile = target('other', { '/api/person/v2/{id}': read(PERSON) });
    const { code, stdout } = await certconform(['doctor', '--target', profile]);
    expect(stdout).toMatch(/It exists, but does not look as the profile claims: .*shoeSize/);
    expect(code).toBe(1);
  });

  test('is held against a certificate of the profile, too, which the list alone shows', async () => {
    const [id, other] = [1025, 1026];
    const named = { type: 'object', properties: { sslId: { type: 'integer' }, commonName: { type: 'string' } } };
    const entry = (schema: object): object => ({
      '/api/ssl/v2': {
        get: {
          ...LIST.get,
          responses: { 200: read({ type: 'array', items: schema }).get.responses[200] },
        },
      },
    });
    const fixtures = { 'ssl-certificate': [id, other] };
    const examined = async (name: string, schema: object): Promise<readonly string[]> => {
      const path = target(name, entry(schema), { fixtures });
      const { stdout } = await certconform(['doctor', '--target', path, '--json']);
      const { findings } = JSON.parse(stdout) as { findings: { subject: string; state: string }[] };
      return findings.filter(({ subject }) => subject.startsWith('fixtures.')).map(({ state }) => state);
    };
    expect(await examined('fitting', named)).toEqual(['good', 'good']);
    // Of two in one page only the one is found fault with whose entry is not as claimed.
    const not = { ...named, properties: { ...named.properties, sslId: { type: 'integer', maximum: id } } };
    expect(await examined('unfitting', not)).toEqual(['good', 'wrong']);
  });
});
