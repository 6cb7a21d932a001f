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

  it.each<[string, (document: Json) => string]>([
    ['as OpenAPI 3.1 in JSON', (document) => JSON.stringify(document)],
    [
      'as OpenAPI 3.0 in YAML, under a base path and with other path parameters',
      (document) => stringify(as30(document)),
    ],
  ])('judges what the guess left open, without a failure: %s', async (_what, write) => {
    const openapi = shelf.write('vendor.txt', write(await publishedDocument('alternate')));
    const told = await run({ openapi });
    expect(linesOf(told, 'fail', 'broken')).toEqual([]);
    const open = new Set(
      guessed
        .filter(({ verdict, requirement }) => verdict !== 'pass' && requirement.endsWith('.success.schema'))
        .map(({ requirement }) => requirement),
    );
    expect(open.size).toBeGreaterThan(15);
    const schemas = told.filter(({ requirement }) => open.has(requirement));
    expect(linesOf(schemas, 'inconclusive', 'observed', 'warn', 'not-applicable')).toEqual([]);
    expect(schemas).toHaveLength(open.size);
    const bodies = (results: readonly Result[]) =>
      results.filter(({ requirement, verdict }) => verdict === 'pass' && /\.update\.body\./.test(requirement)).length;
    expect(bodies(told)).toBeGreaterThan(bodies(guessed) + 300);
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
