import { afterEach, describe, expect, test } from 'vitest';
import { type Emulator, OTHER_READINGS, type OtherReading } from '../../emulator/index.ts';
import { requestFor } from './requests.ts';
import { act, ask, contractIn, emulatorIn, fixtures, login, problemWith } from './support.ts';

const running: Emulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function reading(...otherwise: OtherReading[]): Promise<Emulator> {
  const emulator = await emulatorIn('default', { otherwise });
  running.push(emulator);
  return emulator;
}

test('every other reading is of a silence for which a dialect cannot declare that answer', async () => {
  const contract = await contractIn('default');
  const silences = new Map(contract.silences.map((silence) => [silence.id, silence]));
  for (const id of OTHER_READINGS) {
    expect(silences.get(id), id).toBeDefined();
    expect(silences.get(id)?.answer, id).toBeUndefined();
    expect(silences.get(id)?.readings.length, id).toBeGreaterThan(0);
  }
  await expect(emulatorIn('default', { otherwise: ['no.such'] })).rejects.toThrow('no.such');
});

describe.each(['default', 'alternate'] as const)('all other readings in the %s dialect', (dialect) => {
  test('still are what the contract documents', async () => {
    const contract = await contractIn(dialect);
    const emulator = await emulatorIn(dialect, { otherwise: 'all' });
    running.push(emulator);
    const refused: string[] = [];
    for (const operation of contract.operations.filter((one) => one.interface === 'admin')) {
      emulator.reset();
      const { path, body } = requestFor((kind) => fixtures(emulator, kind), operation);
      const answer = await ask(emulator, operation.method, path, body === undefined ? {} : { body });
      const documented = operation.success.find((one) => one.status === answer.status);
      const schema = documented?.contents[0]?.schema;
      if (documented === undefined && operation.success.length > 0) refused.push(`${operation.id} ${answer.status}`);
      if (schema !== undefined) expect(problemWith(schema, answer.json), operation.id).toBeUndefined();
    }
    // Each refused for a reason that some reading gives: a level, a bucket that is missing.
    expect(refused).toEqual(['validation.revalidate 400', 'domain.monitoring.update 400']);
  });
});

test('a few of them, one by one', async () => {
  const status = async (emulator: Emulator, method: string, path: string, asked = {}) =>
    (await ask(emulator, method, path, asked)).status;
  const spelling = await reading('request.number-form', 'request.boolean-form', 'request.enum-case');
  expect(await status(spelling, 'GET', '/api/ssl/v2?size=%2B5&renewed=TRUE&status=issued')).toBe(200);
  const list = await ask(
    await reading('ssl.list.total-scope', 'version.deprecation-signal'),
    'GET',
    '/api/ssl/v2?status=Issued&keySize=2048',
  );
  expect(list.headers).toMatchObject({ 'x-total-count': '78', deprecation: 'true' });
  const strict = await reading(
    'request.duplicate-members',
    'request.content-type.missing',
    'request.unwanted-body',
    'http.head',
    'auth.unknown-path',
  );
  expect(await status(strict, 'PUT', '/api/person/v2/4011', { body: '{"eppn":"a","eppn":"b"}' })).toBe(400);
  expect(await status(strict, 'PUT', '/api/person/v2/4011', { body: '{"eppn":"a\\":","upn":":"}' })).toBe(200);
  expect(await status(strict, 'GET', '/api/person/v2/4011', { body: 'x' })).toBe(400);
  expect(await status(strict, 'HEAD', '/api/person/v2/4011')).toBe(405);
  expect(await status(strict, 'GET', '/nowhere', { authorization: null })).toBe(401);
  const legacy = await reading(
    'legacy.not-https.transport',
    'legacy.wrong-method.format',
    'legacy.precedence',
    'legacy.error.data',
  );
  const form = { ...login(legacy), orderNumber: '710001' };
  expect((await act(legacy, '!getPostPaymentStatus', form, { plain: true })).status).toBe(301);
  expect((await act(legacy, '!getPostPaymentStatus', form, { method: 'PUT' })).status).toBe(405);
  const wrong = await act(legacy, '!getPostPaymentStatus', { ...form, loginPassword: 'x', orderNumber: '' });
  expect(wrong.json).toMatchObject({ errorCode: -16, data: null });
});
