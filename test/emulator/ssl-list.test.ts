import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import type { SslCertificate } from '../../emulator/state/entities.ts';
import type { Contract } from '../../spec/types.ts';
import { ask, contractIn, emulatorIn } from './support.ts';

let emulator: Emulator;
let other: Emulator;
let contract: Contract;
let all: readonly SslCertificate[];
beforeAll(async () => {
  contract = await contractIn('default');
  emulator = await emulatorIn('default');
  other = await emulatorIn('alternate');
  all = (emulator.dump() as { sslCertificates: SslCertificate[] }).sslCertificates;
});
afterAll(() => Promise.all([emulator.close(), other.close()]));

async function list(query: string): Promise<{ ids: number[]; total: number }> {
  const answer = await ask(emulator, 'GET', `/api/ssl/v2?${query}`);
  expect(answer.status, query).toBe(200);
  const ids = (answer.json as { sslId: number }[]).map((one) => one.sslId);
  return { ids, total: Number(answer.headers['x-total-count']) };
}

describe('paging', () => {
  test('pages of any size have no gap and no repeat, and one total', async () => {
    const whole = await list('');
    expect(whole.ids).toEqual(all.map((one) => one.id));
    for (const size of [1, 7, 50, 200]) {
      const found: number[] = [];
      for (let position = 0; position < all.length; position += size) {
        const page = await list(`size=${size}&position=${position}`);
        expect(page.total).toBe(all.length);
        found.push(...page.ids);
      }
      expect(found).toEqual(whole.ids);
    }
  });
  test('past the end and size 0', async () => {
    expect(await list(`position=${all.length}`)).toEqual({ ids: [], total: all.length });
    expect((await list('size=0')).ids).toHaveLength(all.length);
    expect((await ask(other, 'GET', '/api/ssl/v2?size=0')).json).toEqual([]);
  });
  test('the other dialect: 25 by default, newest first', async () => {
    const answer = (await ask(other, 'GET', '/api/ssl/v2')).json as { certificate_id: number }[];
    expect(answer.map((one) => one.certificate_id)).toEqual(
      all
        .map((one) => one.id)
        .reverse()
        .slice(0, 25),
    );
  });
});

describe('filters', () => {
  test('every value of every enumeration finds some certificates, and together they find all', async () => {
    const enumerated = contract
      .operation('ssl.list')
      .parameters.filter((one) => typeof one.schema === 'object' && Array.isArray(one.schema['enum']));
    expect(enumerated.map((one) => one.name)).toEqual([
      'status',
      'discoveryStatus',
      'installStatus',
      'renewalStatus',
      'requestedVia',
    ]);
    for (const { name, schema } of enumerated) {
      let sum = 0;
      for (const value of (schema as { enum: string[] }).enum) {
        const { ids, total } = await list(`${name}=${encodeURIComponent(value)}`);
        expect(total, `${name}=${value}`).toBeGreaterThan(0);
        expect(ids.every((id) => all.find((one) => one.id === id)?.[name as 'status'] === value)).toBe(true);
        sum += total;
      }
      expect(sum).toBe(all.length);
    }
  });

  test('a value that a certificate has finds it, another value does not', async () => {
    const one = all[5] as SslCertificate;
    const values: Record<string, string | number> = {
      commonName: one.commonName,
      subjectAlternativeName: one.subjectAlternativeNames[0] ?? '',
      sslTypeId: one.sslTypeId,
      vendor: one.vendor,
      orgId: one.orgId,
      issuer: one.issuer,
      serialNumber: one.serialNumber,
      requester: one.requester,
      signatureAlgorithm: one.signatureAlgorithm,
      keyAlgorithm: one.keyAlgorithm,
      keySize: one.keySize,
      keyParam: one.keyParam,
      sha1Hash: one.sha1Hash,
      md5Hash: one.md5Hash,
      sha256Hash: one.sha256Hash,
      keyUsage: one.keyUsage[0] ?? '',
      extendedKeyUsage: one.extendedKeyUsage[0] ?? '',
      externalRequester: (all[6] as SslCertificate).externalRequester,
    };
    for (const [name, value] of Object.entries(values)) {
      const { ids } = await list(`${name}=${encodeURIComponent(value)}`);
      expect(ids, name).toContain(name === 'externalRequester' ? all[6]?.id : one.id);
      expect((await list(`${name}=9`)).ids, name).toEqual([]);
    }
  });

  test('two filters find what both find', async () => {
    const [renewed, issued] = [await list('renewed=true'), await list('status=Issued')];
    const both = await list('renewed=true&status=Issued');
    expect(both.ids).toEqual(renewed.ids.filter((id) => issued.ids.includes(id)));
    expect(both.total).toBeGreaterThan(0);
    expect(renewed.total + (await list('renewed=false')).total).toBe(all.length);
  });

  test('windows of days nest and depend on the days', async () => {
    for (const name of ['expiresIn', 'renewedIn', 'requestedIn', 'issuedIn']) {
      const sizes: number[] = [];
      let before: number[] = [];
      for (const days of [1, 30, 90, 200]) {
        const { ids, total } = await list(`${name}=${days}`);
        expect(
          before.every((id) => ids.includes(id)),
          name,
        ).toBe(true);
        before = ids;
        sizes.push(total);
      }
      expect(sizes.at(-1), name).toBeGreaterThan(sizes[0] ?? 0);
      expect(sizes.at(-1), name).toBeLessThan(all.length);
    }
  });
});
