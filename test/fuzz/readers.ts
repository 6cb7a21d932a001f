/** Gives the suite's own readers files with something wrong: each is read, or refused in one sentence. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { run, startEmulator } from '../../index.ts';
import { readResults } from '../../reports/reader.ts';
import { describeVendor } from '../../spec/dialects/openapi/vendor.ts';
import { loadContract } from '../../spec/load.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { judgeSchema, parseJson } from '../../suites/judges/body.ts';
import { parseProfile, readTape } from '../../target/index.ts';
import { Chance, mutated } from './random.ts';

/** A reader, and something good for it to begin with. */
export interface Reader {
  readonly name: string;
  readonly good: Uint8Array;
  read(bytes: Uint8Array): unknown;
  /** Names of the errors that it may throw, besides none. */
  readonly refusals: readonly string[];
}

/** Gives each reader `count` files, the same for the same seed, and returns what must not be: name, error, file. */
export async function fuzzReaders(count: number, seed: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-fuzz-'));
  try {
    return await faultsOf(await readersIn(folder), count, seed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for other readers. */
export async function faultsOf(readers: readonly Reader[], count: number, seed: number): Promise<string[]> {
  const faults: string[] = [];
  for (const reader of readers) {
    await reader.read(reader.good);
    const chance = new Chance(seed);
    for (let index = 0; index < count; index += 1) {
      const fault = await faultOf(reader, mutated(reader.good, chance));
      if (fault !== undefined) faults.push(`${reader.name}, file ${index}: ${fault}`);
    }
  }
  return faults;
}

async function faultOf({ read, refusals }: Reader, bytes: Uint8Array): Promise<string | undefined> {
  const begun = performance.now();
  let fault: string | undefined;
  try {
    await read(bytes);
  } catch (error) {
    const { name, message, stack } = error as Error;
    if (!refusals.includes(name)) fault = `${stack?.split('\n').slice(0, 4).join(' ')}`;
    else if (message.includes('\n')) fault = `more than a sentence: ${message}`;
  }
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) throw new Error('All objects were changed.');
  const took = performance.now() - begun;
  return fault ?? (took > 5_000 ? `it took ${Math.round(took)} ms` : undefined);
}

async function readersIn(folder: string): Promise<Reader[]> {
  await using emulator = await startEmulator();
  const out = join(folder, 'run');
  await run({ target: emulator.profile(), only: ['mark.read'], depth: 'quick', out });
  const { fixtures: all, ...profile } = emulator.profile() as { fixtures: Record<string, unknown[]> };
  const own = { base: 'default', claimed: true, answers: { 'ssl.list.identity': '/sslId' } };
  const contract = await loadContract({ validate: false });
  const [success] = contract.operation('ssl.list').success;
  if (success === undefined) throw new Error('The list has no documented success.');
  const place = (name: string): string => join(folder, name);
  const written = (name: string, bytes: Uint8Array): string => {
    writeFileSync(place(name), bytes);
    return place(name);
  };
  const fixtures = { person: all['person']?.slice(0, 2), domain: all['domain']?.slice(0, 1) };
  return [
    {
      name: 'profile',
      good: Buffer.from(stringify({ ...profile, fixtures, limits: { settle: 2 } })),
      refusals: ['ProfileError'],
      read: (bytes) => parseProfile(Buffer.from(bytes).toString('utf8'), 'fuzz.yaml', folder, { env: {} }),
    },
    {
      name: 'dialect',
      good: Buffer.from(stringify(own)),
      refusals: ['DialectError'],
      read: (bytes) => loadContract({ dialect: written('dialect.yaml', bytes), validate: false }),
    },
    {
      name: 'overlay',
      good: Buffer.from(stringify(OVERLAY)),
      refusals: ['DialectError'],
      read: (bytes) => {
        written('overlay.yaml', bytes);
        return loadContract({ dialect: { base: 'none', overlay: place('overlay.yaml') }, validate: false });
      },
    },
    {
      name: "vendor's document",
      good: Buffer.from(JSON.stringify(VENDOR, null, 1)),
      refusals: ['DialectError'],
      read: (bytes) => describeVendor(written('vendor.yaml', bytes)),
    },
    {
      name: 'tape',
      good: beginning(gunzipSync(readFileSync(join(out, 'tape.ndjson.gz')))),
      refusals: ['Error'],
      read: (bytes) => {
        written('tape.ndjson.gz', bytes[0] === 0x7b ? gzipSync(bytes) : bytes);
        return readTape(folder);
      },
    },
    {
      name: 'results',
      good: beginning(readFileSync(join(out, 'results.ndjson'))),
      refusals: ['Error'],
      read: (bytes) => readResults(written('results.ndjson', bytes)),
    },
    {
      name: 'answer',
      good: Buffer.from(
        '[{"sslId":1,"commonName":"a.example","serialNumber":"01","subjectAlternativeNames":["b.example"]}]',
      ),
      refusals: [],
      read: (bytes) => {
        const exchange = answered(Buffer.from(bytes).toString('utf8'));
        if (exchange.response !== undefined) parseJson(exchange.response);
        return judgeSchema(exchange, success, undefined);
      },
    },
  ];
}

/** The first lines. */
function beginning(lines: Buffer): Buffer {
  return Buffer.from(`${lines.toString('utf8').split('\n').slice(0, 8).join('\n')}\n`);
}

function answered(body: string): Exchange {
  const request = { method: 'GET', url: 'http://localhost/api/ssl/v2', headers: [] };
  const response = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body,
    bytes: Buffer.byteLength(body),
  };
  return { request, response, startedAt: 0, durationMs: 1 } as unknown as Exchange;
}

/** One that describes what an entry of the list holds. */
const OVERLAY = {
  overlay: '1.0.0',
  info: { title: 'Own', version: '1' },
  actions: [
    {
      target: '$.components.schemas.SSLIdentity',
      update: {
        type: 'object',
        required: ['sslId'],
        properties: {
          sslId: { type: 'integer', minimum: 1 },
          commonName: { type: 'string', maxLength: 64, pattern: '^[a-z.]+$' },
          issuer: { $ref: '#/components/schemas/Own' },
        },
      },
    },
    { target: '$.components.schemas', update: { Own: { enum: ['a', 'b'] } } },
  ],
};

const PERSON = { $ref: '#/components/schemas/Person' };

/** The beginning of a vendor's document. */
const VENDOR = {
  openapi: '3.0.3',
  info: { title: 'Vendor', version: '1' },
  servers: [{ url: 'https://{host}/base', variables: { host: { default: 'a' } } }],
  paths: {
    '/api/person/v2/{personId}': {
      parameters: [{ name: 'personId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { responses: { 200: { description: 'one', content: { 'application/json': { schema: PERSON } } } } },
      put: {
        requestBody: { content: { 'application/json': { schema: PERSON } } },
        responses: { 200: { description: 'done' }, 404: { description: 'none' } },
      },
    },
  },
  components: {
    schemas: {
      Person: {
        type: 'object',
        required: ['firstName'],
        properties: {
          firstName: { type: 'string', maxLength: 64, pattern: '^[\\w-.]+$' },
          next: PERSON,
          kind: { allOf: [{ type: 'string', enum: ['a', 'b'], nullable: true }] },
        },
      },
    },
  },
};
