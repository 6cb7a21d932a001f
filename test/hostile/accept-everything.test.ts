/** A run that may only observe, over a server that carries out whatever it is asked: nothing real is ever asked to change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import type { FixtureKind } from '../../spec/types.ts';
import { judge } from '../run/support.ts';
import { startYesServer, type Write, type YesServer } from './servers/yes.ts';

/** Ids up to this one are somebody's; those of the fixtures are told from all other numbers. */
const REAL = 1_000_000_000;
const FIRST = 471_100_100;

let server: YesServer;
let fixtures: Record<string, object[]>;
let ids: string[];
let results: readonly Result[];

beforeAll(async () => {
  ({ fixtures, ids } = await oneOfEach());
  server = await startYesServer(ids.filter((id) => /^\d+$/.test(id)).map(Number));
  results = await judge({
    profile: {
      name: 'a target that says yes',
      admin: {
        url: server.url,
        bearer: 'canary-of-the-observer',
        second: { bearer: 'the-other-one-0123', role: 'RAO' },
      },
      legacy: { url: server.url, plainUrl: server.url, loginName: 'observer', loginPassword: 'an-observers-password' },
      effects: 'observe',
      // Allowing more than the run may do: the run's own limit must hold.
      fixtures,
      dialect: { base: 'default', claimed: true },
    },
    depth: 'standard',
  });
});
afterAll(() => server.close());

describe('a run with effects observe', () => {
  test('asks for writes, so that there is something to see', () => {
    expect(server.reads()).toBeGreaterThan(100);
    expect(server.writes.length).toBeGreaterThan(100);
    expect(results.some(({ verdict }) => verdict === 'fail')).toBe(true);
  });

  test('names no fixture and nothing that the target showed in a write', () => {
    const named = server.writes.filter(({ target, body }) => ids.some((id) => holds(target, id) || holds(body, id)));
    expect(named.map(describeWrite)).toEqual([]);
  });

  test('asks nothing of an entity that could be real, however carelessly the id is read', () => {
    expect(server.writes.filter(({ target }) => pathIds(target).some(isReal)).map(describeWrite)).toEqual([]);
  });

  test('claims to have shown nothing about what it may not do', () => {
    const shown = results.filter(({ effect, verdict }) => effect !== 'observe' && verdict !== 'not-applicable');
    expect(shown.map(({ requirement, verdict }) => `${verdict} ${requirement}`)).toEqual([]);
  });
});

/** One fixture of each kind, permitted for everything, with ids of its own. */
async function oneOfEach(): Promise<{ fixtures: Record<string, object[]>; ids: string[] }> {
  const contract = await loadContract({ validate: false });
  const found: Record<string, object[]> = {};
  const all: string[] = [];
  const byKind = new Map<FixtureKind, ReadonlyMap<string, boolean>>();
  for (const { entity, parameters } of contract.operations) {
    if (entity === undefined || byKind.has(entity)) continue;
    const path = parameters.filter((parameter) => parameter.in === 'path');
    if (path.length === 0) continue;
    byKind.set(entity, new Map(path.map(({ name, schema }) => [name, isUuid(schema)])));
  }
  let next = FIRST;
  for (const [kind, names] of byKind) {
    const own = Object.fromEntries(
      [...names].map(([name, uuid]) => [name, uuid ? `0a0b0c0d-0000-4000-8000-${next++}000` : next++]),
    );
    all.push(...Object.values(own).map(String));
    found[kind] = [{ ids: own, allow: 'destroy' }];
  }
  found['order'] = [{ ids: { orderNumber: next }, allow: 'destroy' }];
  return { fixtures: found, ids: [...all, String(next)] };
}

function isUuid(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && (schema as { format?: string }).format === 'uuid';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function holds(text: string, id: string): boolean {
  return decoded(text).includes(id);
}

function pathIds(target: string): string[] {
  const [path = ''] = target.split('?');
  // Versions (v2) are no ids.
  return path
    .split('/')
    .map(decoded)
    .filter((part) => /^\W*\d/.test(part) && !UUID.test(part));
}

function isReal(text: string): boolean {
  return [Number(text.replace(/\D+/g, '')), Number.parseInt(text, 10), Math.trunc(Number(text))].some(
    (id) => id > 0 && id <= REAL && !text.startsWith('-'),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function describeWrite({ method, target, body, check }: Write): string {
  return `${check}: ${method} ${target} ${body.slice(0, 200)}`;
}
