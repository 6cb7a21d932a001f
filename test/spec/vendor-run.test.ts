import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import { judge, linesOf } from '../run/support.ts';
import { type Json, publishedDocument, Shelf } from './vendor-support.ts';

/** The suite over a server of the alternate dialect, whose member names the suite does not know. */
describe('a run with the description of the vendor', () => {
  const shelf = new Shelf();
  let emulator: Emulator;
  let guessed: readonly Result[];

  const run = (dialect: Json): Promise<Result[]> => {
    emulator.reset();
    return judge({ profile: { ...emulator.profile(), dialect }, only: AREAS });
  };

  beforeAll(async () => {
    const contract = await loadContract({ validate: false, dialect: { base: 'alternate', claimed: true } });
    emulator = await startEmulator({ contract, now: 1_760_000_000_000 });
    guessed = await run({ base: 'default' });
  });
  afterAll(async () => {
    await emulator.close();
    shelf.remove();
  });

  it('judges what the guess left open, without a failure, also from OpenAPI 3.0 in YAML by another hand', async () => {
    const openapi = shelf.write('vendor.yaml', stringify(as30(await publishedDocument('alternate'))));
    const told = await run({ openapi });
    expect(linesOf(told, 'fail', 'broken')).toEqual([]);
    const verdicts = new Map(told.map(({ requirement, verdict }) => [requirement, verdict]));
    const open = guessed.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'observed');
    const judged = open.filter(({ requirement }) => verdicts.get(requirement) === 'pass');
    expect(judged.length).toBeGreaterThan(50);
    // Members that the guess does not know had no requirement at all.
    expect(passedMembers(told) - passedMembers(guessed)).toBeGreaterThan(300);
  });

  it('fails a server that does not keep its own description', async () => {
    const document = await publishedDocument('alternate');
    const schemas = (document['components'] as { schemas: Record<string, Json> }).schemas;
    schemas['PersonInfo'] = { ...schemas['PersonInfo'], required: ['nobody_sends_this'] };
    const openapi = shelf.write('wrong.json', document);
    const told = await judge({ profile: { ...emulator.profile(), dialect: { openapi } }, only: ['person.read'] });
    expect(linesOf(told, 'fail')).toEqual([expect.stringContaining('person.read.success.schema')]);
  });
});

function passedMembers(results: readonly Result[]): number {
  return results.filter(({ requirement, verdict }) => verdict === 'pass' && /\.update\.body\./.test(requirement))
    .length;
}

const AREAS = [
  'ssl',
  'client',
  'mark',
  'admin',
  'person',
  'organization',
  'notification',
  'endpoint',
  'domain',
  'discovery',
];

/** A document of 3.1 as it would be written in 3.0 by another hand. */
function as30(document: Json): Json {
  const paths = Object.entries(document['paths'] as Json).map(([path, item]) => [
    `/cm${path.replaceAll('{', '{the_')}`,
    renamed(item),
  ]);
  return {
    ...(old(document) as Json),
    openapi: '3.0.3',
    servers: [{ url: 'https://host/v' }],
    paths: old(Object.fromEntries(paths)),
  };
}

function renamed(item: unknown): unknown {
  const text = JSON.stringify(item, (_key, value: Json | null) =>
    value?.['in'] === 'path' ? { ...value, name: `the_${String(value['name'])}` } : value,
  );
  return JSON.parse(text.replaceAll('"application/json"', '"*/*"'));
}

function old(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(old);
  if (value === null || typeof value !== 'object') return value;
  const { type, const: only, anyOf, ...rest } = value as Json & { properties?: Json };
  const copy = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, old(child)]));
  if ('properties' in copy) copy['properties'] = old(rest.properties);
  const branches = Array.isArray(anyOf) ? anyOf : [];
  const isOptional = branches.length === 2 && (branches[1] as Json)['type'] === 'null';
  if (Array.isArray(copy['enum'])) copy['enum'] = copy['enum'].filter((one) => one !== null);
  return {
    ...copy,
    ...(Array.isArray(type) ? { type: type[0], nullable: true } : type === undefined ? {} : { type }),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(isOptional ? { allOf: [branches[0]], nullable: true } : anyOf === undefined ? {} : { anyOf: old(anyOf) }),
  };
}
