import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import { ask, emulatorIn, fixtures } from './support.ts';

const TYPES = ['STANDARD', 'API', 'IDP', 'SAS'] as const;
/** Typed from the table in section 3.2 of the contract. */
const ALLOWED = [
  'STANDARD>API',
  'STANDARD>IDP',
  'STANDARD>SAS',
  'API>STANDARD',
  'IDP>STANDARD',
  'IDP>SAS',
  'SAS>STANDARD',
];

let emulator: Emulator;
let other: Emulator;
beforeAll(async () => {
  emulator = await emulatorIn('default');
  other = await emulatorIn('alternate');
});
beforeEach(() => {
  emulator.reset();
  other.reset();
});
afterAll(() => Promise.all([emulator.close(), other.close()]));

const idOf = (kind: string, traits: Record<string, unknown>, allow = 'modify') =>
  fixtures(emulator, kind).find(
    (one) => one.allow === allow && Object.entries(traits).every(([k, v]) => one.traits?.[k] === v),
  )?.ids['id'];

describe('administrator types', () => {
  const cells = TYPES.flatMap((from) => TYPES.map((to) => [from, to] as const));
  test.each(cells)('%s to %s', async (from, to) => {
    const id = idOf('administrator', { type: from });
    const before = (await ask(emulator, 'GET', `/api/admin/v1/${id}`)).json as { type: string };
    const body = { type: to, title: 'Changed', ...(to === 'IDP' ? { identityProviderId: 3 } : {}) };
    const answer = await ask(emulator, 'PUT', `/api/admin/v1/${id}`, { body });
    const after = (await ask(emulator, 'GET', `/api/admin/v1/${id}`)).json;
    if (from === to || ALLOWED.includes(`${from}>${to}`)) {
      expect(answer.status).toBe(200);
      expect(after).toMatchObject({ type: to, title: 'Changed' });
    } else {
      expect(answer.status).toBe(400);
      expect(after).toEqual(before);
    }
  });

  test('the companions of a type are needed', async () => {
    const id = idOf('administrator', { type: 'STANDARD' });
    expect((await ask(emulator, 'PUT', `/api/admin/v1/${id}`, { body: { type: 'IDP' } })).status).toBe(400);
  });

  test('another dialect: other names, nowhere to read the type, 409, same type refused', async () => {
    const id = idOf('administrator', { type: 'API' });
    expect((await ask(other, 'PUT', `/api/admin/v1/${id}`, { body: { kind: 'SAS' } })).status).toBe(409);
    expect((await ask(other, 'PUT', `/api/admin/v1/${id}`, { body: { kind: 'API' } })).status).toBe(409);
    const good = { kind: 'STANDARD', login_secret: 'Conformance-1' };
    expect((await ask(other, 'PUT', `/api/admin/v1/${id}`, { body: good })).status).toBe(200);
    expect((await ask(other, 'GET', `/api/admin/v1/${id}`)).text).not.toContain('STANDARD');
  });
});

describe('deletion of an administrator', () => {
  const remove = async (replacing?: string | number) => {
    emulator.reset();
    const id = idOf('administrator', { type: 'STANDARD' }, 'destroy');
    const query = replacing === undefined ? '' : `?replacingRequesterId=${replacing === 'own' ? id : replacing}`;
    const { status } = await ask(emulator, 'DELETE', `/api/admin/v1/${id}${query}`);
    return [status, (await ask(emulator, 'GET', `/api/admin/v1/${id}`)).status];
  };
  test('without and with a replacement', async () => {
    expect(await remove()).toEqual([204, 404]);
    expect(await remove(551)).toEqual([204, 404]);
  });
  test('a replacement that breaks a rule', async () => {
    for (const replacing of ['own', 491, 0, 999_999, 'abc'])
      expect(await remove(replacing), String(replacing)).toEqual([400, 200]);
  });
  test('the replacement becomes the requester', async () => {
    const requesters = () =>
      (emulator.dump() as { sslCertificates: { requesterId: number }[] }).sslCertificates.map((one) => one.requesterId);
    expect(requesters()).toContain(552);
    await ask(emulator, 'DELETE', '/api/admin/v1/552?replacingRequesterId=551');
    expect(requesters()).not.toContain(552);
  });
});

describe('delegation mode', () => {
  const mode = async (id: unknown) =>
    ((await ask(emulator, 'GET', `/api/endpoint/v1/${id}`)).json as { delegationMode: string }).delegationMode;
  test('global to custom, custom again, back to global', async () => {
    const id = idOf('endpoint', { mode: 'global' });
    const put = async (body: unknown) =>
      (await ask(emulator, 'PUT', `/api/endpoint/v1/${id}/delegations`, { body })).status;
    expect(await mode(id)).toBe('GLOBAL_FOR_CUSTOMER');
    for (const bad of [[201, 201], ['201'], [1.5], [], [999_999], {}, [2 ** 31]])
      expect(await put(bad), JSON.stringify(bad)).toBe(400);
    expect(await mode(id)).toBe('GLOBAL_FOR_CUSTOMER');
    expect(await put([201])).toBe(201);
    expect(await mode(id)).toBe('CUSTOMIZED');
    expect(await put([202])).toBe(204);
    const shown = (await ask(emulator, 'GET', `/api/endpoint/v1/${id}`)).json as { organizations: { id: number }[] };
    expect(shown.organizations.map((one) => one.id)).toEqual([201, 202]);
    expect((await ask(emulator, 'DELETE', `/api/endpoint/v1/${id}/delegations`)).status).toBe(204);
    expect(await mode(id)).toBe('GLOBAL_FOR_CUSTOMER');
    expect(await put([203])).toBe(201);
  });
});

describe('domains', () => {
  const status = async (one: Emulator, id: unknown, move: string, token?: string) =>
    (
      await ask(
        one,
        'PUT',
        `/api/domain/v1/${id}/${move}`,
        token === undefined ? {} : { authorization: `Bearer ${token}` },
      )
    ).status;
  const state = (one: Emulator, id: unknown) =>
    (one.dump() as { domains: { id: number; state: string }[] }).domains.find((d) => d.id === id)?.state;

  test('only the role MRAO suspends and activates', async () => {
    const id = idOf('domain', { state: 'active' });
    expect(await status(emulator, id, 'suspend', emulator.credentials.secondBearer)).toBe(400);
    expect(await status(other, id, 'suspend', other.credentials.secondBearer)).toBe(403);
    expect(state(emulator, id)).toBe('ACTIVE');
    expect(await status(emulator, id, 'suspend')).toBe(200);
    expect(state(emulator, id)).toBe('SUSPENDED');
    expect(await status(emulator, id, 'activate')).toBe(200);
    expect([await status(emulator, id, 'activate'), await status(other, id, 'activate')]).toEqual([200, 409]);
  });
});

describe('updates and deletions', () => {
  test('an update shows; what it leaves out stays', async () => {
    const before = (await ask(emulator, 'GET', '/api/person/v2/4011')).json as object;
    await ask(emulator, 'PUT', '/api/person/v2/4011', { body: { lastName: 'New', secondaryEmails: [] } });
    expect((await ask(emulator, 'GET', '/api/person/v2/4011')).json).toEqual({
      ...before,
      lastName: 'New',
      secondaryEmails: [],
    });
  });

  test('a refused update changes nothing', async () => {
    const before = emulator.dump();
    for (const body of [{ lastName: 5 }, { lastName: 'ok', validationType: 'LOW' }]) {
      expect((await ask(emulator, 'PUT', '/api/person/v2/4011', { body })).status).toBe(400);
    }
    expect(emulator.dump()).toEqual(before);
  });

  const DELETIONS: readonly (readonly [kind: string, path: string, map: string, status: number])[] = [
    ['ssl-location', '/api/ssl/v2/{sslId}/location/{locationId}', 'sslLocations', 204],
    ['client-certificate', '/api/smime/v2/{id}', 'clientCertificates', 204],
    ['client-location', '/api/smime/v2/{certId}/location/{locationId}', 'clientLocations', 204],
    ['administrator', '/api/admin/v1/{id}', 'administrators', 204],
    ['person', '/api/person/v2/{id}', 'persons', 204],
    ['organization', '/api/organization/v1/{id}', 'organizations', 200],
    ['notification', '/api/notification/v1/{notificationId}', 'notifications', 200],
    ['endpoint', '/api/endpoint/v1/{id}', 'endpoints', 204],
    ['account', '/api/endpoint/v1/{eeId}/account/{id}', 'accounts', 204],
    ['bucket', '/api/discovery/v1/bucket/{bucketId}', 'buckets', 204],
  ];
  test.each(DELETIONS)('%s: gone after its deletion, and nothing else', async (kind, template, map, status) => {
    const spare = fixtures(emulator, kind).filter((one) => one.allow === 'destroy');
    expect(spare.length).toBeGreaterThanOrEqual(8);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(spare[0]?.ids[name]));
    const before = emulator.dump() as Record<string, unknown[]>;
    expect((await ask(emulator, 'DELETE', path)).status).toBe(status);
    expect((await ask(emulator, 'DELETE', path)).status).toBe(404);
    const after = emulator.dump() as Record<string, unknown[]>;
    expect(after[map]).toHaveLength((before[map]?.length ?? 0) - 1);
    expect({ ...after, [map]: [] }).toEqual({ ...before, [map]: [] });
  });

  test('only custom locations can be changed', async () => {
    const dump = emulator.dump() as { sslLocations: { id: number; certId: number; locationType: string }[] };
    const node = dump.sslLocations.find((one) => one.locationType !== 'CUSTOM');
    const path = `/api/ssl/v2/${node?.certId}/location/${node?.id}`;
    expect((await ask(emulator, 'GET', path)).status).toBe(200);
    expect((await ask(emulator, 'PUT', path, { body: { details: {} } })).status).toBe(400);
    expect((await ask(emulator, 'DELETE', path)).status).toBe(400);
    expect((await ask(emulator, 'GET', `/api/ssl/v2/${(node?.certId ?? 0) + 1}/location/${node?.id}`)).status).toBe(
      404,
    );
  });

  test('a bucket gets a new secret', async () => {
    const bucket = fixtures(emulator, 'bucket')[0]?.ids['bucketId'];
    const path = `/api/discovery/v1/bucket/${bucket}/reset-client-secret`;
    const secrets = [await ask(emulator, 'PUT', path), await ask(emulator, 'PUT', path)].map(
      (one) => (one.json as { clientSecret: string }).clientSecret,
    );
    expect(new Set(secrets).size).toBe(2);
    expect(await ask(other, 'PUT', path)).toMatchObject({ status: 204, text: '' });
  });
});
