import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import type { Contract } from '../../spec/types.ts';
import { act, contractIn, emulatorIn, fixtures, login, problemWith } from './support.ts';

const STATUS = '!getPostPaymentStatus';
const DCV = '!AutoUpdateDCV';

let emulator: Emulator;
let other: Emulator;
let contract: Contract;
beforeAll(async () => {
  contract = await contractIn('default');
  emulator = await emulatorIn('default', { rateLimit: false });
  other = await emulatorIn('alternate', { rateLimit: false });
});
beforeEach(() => {
  emulator.reset();
  other.reset();
});
afterAll(() => Promise.all([emulator.close(), other.close()]));

/** Number of the first order with these traits. */
const order = (traits: Record<string, unknown>): string =>
  String(
    fixtures(emulator, 'order').find((one) => Object.entries(traits).every(([k, v]) => one.traits?.[k] === v))?.ids[
      'orderNumber'
    ],
  );
const pending = (more: Record<string, unknown> = {}) =>
  order({ state: 'pending', order: 'single', wildcard: false, ev: false, ...more });

/** The code that an action answers, in either format. */
async function code(
  action: string,
  form: Record<string, string> | string,
  asked: Parameters<typeof act>[3] = {},
): Promise<number> {
  const answer = await act(emulator, action, form, asked);
  expect(answer.status).toBe(200);
  if (action === DCV) {
    expect(answer.headers['content-type']).toBe('application/x-www-form-urlencoded');
    return Number(answer.pairs['errorCode']);
  }
  const { errorCode, errorMessage } = answer.json as { errorCode: number; errorMessage: string };
  expect(errorMessage === '').toBe(errorCode === 0);
  return errorCode;
}

describe('order status', () => {
  test('every order has a record of the documented form, on both paths', async () => {
    const schema = contract.operation('legacy.order-status').success[0]?.contents[0]?.schema ?? false;
    for (const path of [STATUS, `download/${STATUS}`]) {
      for (const fixture of fixtures(emulator, 'order').filter(({ traits }) => traits?.['foreign'] !== true)) {
        const orderNumber = String(fixture.ids['orderNumber']);
        const answer = await act(emulator, path, { ...login(emulator), orderNumber });
        expect(answer).toMatchObject({ status: 200, json: { errorCode: 0, errorMessage: '', data: { orderNumber } } });
        expect(problemWith(schema, answer.json), answer.text).toBeUndefined();
      }
    }
  });
  test('the other dialect serves one path, and adds fields', async () => {
    const form = { ...login(other), orderNumber: pending() };
    expect((await act(other, `download/${STATUS}`, form)).status).toBe(404);
    const answer = await act(other, STATUS, form);
    expect(answer.json).toMatchObject({ errorCode: 0, requestId: 'emulator' });
    expect(answer.headers['content-type']).toBe('application/json;charset=UTF-8');
  });
});

describe.each([STATUS, DCV])('conditions of %s', (action) => {
  const good = () => ({
    ...login(emulator),
    orderNumber: pending(),
    ...(action === DCV ? { newMethod: 'HTTP_CSR_HASH' } : {}),
  });
  test('a good call succeeds', async () => {
    expect(await code(action, good())).toBe(0);
  });
  test('plain HTTP and other methods', async () => {
    expect(await code(action, good(), { plain: true })).toBe(-1);
    for (const method of ['GET', 'PUT', 'DELETE']) expect(await code(action, good(), { method }), method).toBe(-17);
  });
  test('unknown and missing arguments', async () => {
    expect(await code(action, { ...good(), responseFormat: '1' })).toBe(-2);
    for (const name of ['loginName', 'loginPassword', 'orderNumber']) {
      const { [name as 'loginName']: _, ...rest } = good();
      expect(await code(action, rest), name).toBe(-3);
      expect(await code(action, { ...rest, [name]: '' } as Record<string, string>), name).toBe(-3);
    }
    expect(await code(action, {})).toBe(-3);
    expect(await code(action, good(), { contentType: 'application/json' })).toBe(-3);
  });
  test('values that are not valid', async () => {
    expect(await code(action, { ...good(), loginName: 'x'.repeat(65) })).toBe(-4);
    expect(await code(action, { ...good(), loginName: 'x'.repeat(64) })).toBe(-16);
    expect(await code(action, { ...good(), loginPassword: 'x'.repeat(129) })).toBe(-4);
    expect(await code(action, { ...good(), loginPassword: 'x'.repeat(128) })).toBe(-16);
    expect(await code(action, { ...good(), orderNumber: action === STATUS ? '1'.repeat(65) : 'abc' })).toBe(-4);
    expect(await code(action, { ...good(), orderNumber: '999' })).toBe(-4);
    expect(await code(action, 'loginName=%zz')).toBe(-4);
  });
  test('authentication, with regard to letter case; wrong passwords are counted', async () => {
    const { loginName, loginPassword } = login(emulator);
    const { lockedLogin, expiredLogin } = emulator.credentials;
    for (const wrong of [
      { loginPassword: 'wrong' },
      { loginPassword: loginPassword.toUpperCase() },
      { loginName: loginName.toUpperCase() },
      { loginName: 'nobody' },
      { loginName: lockedLogin.name, loginPassword: lockedLogin.password },
      { loginName: expiredLogin.name, loginPassword: expiredLogin.password },
    ]) {
      expect(await code(action, { ...good(), ...wrong }), JSON.stringify(wrong)).toBe(-16);
    }
    const { logins } = emulator.dump() as { logins: { name: string; wrongPasswords: number }[] };
    expect(logins.find((one) => one.name === loginName)?.wrongPasswords).toBe(2);
    expect(await code(action, good())).toBe(0);
  });
  test('encodings of one meaning give one answer', async () => {
    const { loginName, loginPassword, ...rest } = good();
    const form = `${new URLSearchParams(rest)}&loginPassword=${loginPassword}&%6CoginName=${loginName.replace('a', '%61')}`;
    expect(await code(action, form, { contentType: 'application/x-www-form-urlencoded; charset=UTF-8' })).toBe(0);
    expect(await code(action, `${form}&loginName=second`)).toBe(0);
  });
});

describe('DCV update', () => {
  const update = (form: Record<string, string>) => code(DCV, { ...login(emulator), ...form });
  const methods = async (orderNumber: string): Promise<Record<string, string>> => {
    const answer = await act(emulator, STATUS, { ...login(emulator), orderNumber });
    const { domains } = (answer.json as { data: { domains: { domainName: string; dcvMethod: string }[] } }).data;
    return Object.fromEntries(domains.map((one) => [one.domainName, one.dcvMethod]));
  };
  const host = (orderNumber: string) =>
    String(fixtures(emulator, 'order').find((one) => one.ids['orderNumber'] === orderNumber)?.traits?.['domains']);

  test('each method of a single-domain order shows in the status', async () => {
    const orderNumber = pending();
    const domain = host(orderNumber);
    for (const newMethod of ['HTTP_CSR_HASH', 'HTTPS_CSR_HASH', 'CNAME_CSR_HASH']) {
      expect(await update({ orderNumber, newMethod })).toBe(0);
      expect(await methods(orderNumber)).toEqual({ [domain]: newMethod });
    }
    expect(await update({ orderNumber, newMethod: 'EMAIL' })).toBe(-3);
    expect(await update({ orderNumber, newMethod: 'EMAIL', newDCVEmailAddress: 'someone@else.test' })).toBe(-4);
    expect(await update({ orderNumber, newMethod: 'EMAIL', newDCVEmailAddress: `admin@${domain}` })).toBe(0);
    expect(await methods(orderNumber)).toEqual({ [domain]: 'EMAIL' });
    for (const bad of ['SMS', 'email', 'x'.repeat(33)]) expect(await update({ orderNumber, newMethod: bad })).toBe(-4);
  });

  test('multi-domain orders by one name and by lists, in position', async () => {
    const orderNumber = order({ order: 'multi' });
    const [a, b, c] = host(orderNumber).split(' ') as [string, string, string];
    expect(await update({ orderNumber, newMethod: 'HTTP_CSR_HASH' })).toBe(-3);
    expect(await update({ orderNumber, newMethod: 'HTTP_CSR_HASH', domainName: b })).toBe(0);
    expect(await methods(orderNumber)).toEqual({ [a]: 'CNAME_CSR_HASH', [b]: 'HTTP_CSR_HASH', [c]: 'CNAME_CSR_HASH' });
    expect(await update({ orderNumber, domainNames: `${c} ${a}`, newMethods: 'HTTPS_CSR_HASH HTTP_CSR_HASH' })).toBe(0);
    expect(await methods(orderNumber)).toEqual({ [a]: 'HTTP_CSR_HASH', [b]: 'HTTP_CSR_HASH', [c]: 'HTTPS_CSR_HASH' });
    const before = await methods(orderNumber);
    expect(await update({ orderNumber, domainNames: `${a} ${b}`, newMethods: 'CNAME_CSR_HASH' })).toBe(-4);
    expect(await update({ orderNumber, domainNames: `${a} other.test`, newMethods: 'EMAIL CNAME_CSR_HASH' })).toBe(-3);
    expect(await update({ orderNumber, domainName: 'other.test', newMethod: 'CNAME_CSR_HASH' })).toBe(-4);
    expect(await methods(orderNumber)).toEqual(before);
    const emails = { newMethods: 'EMAIL EMAIL', newDCVEmailAddresses: `admin@${a} webmaster@${b}` };
    expect(await update({ orderNumber, domainNames: `${a} ${b}`, ...emails })).toBe(0);
  });

  test('the conditions of orders, by the codes of the dialect; nothing changes', async () => {
    const codes = contract.answer('legacy.codes')?.value as Record<string, number>;
    const cases: [string, Record<string, unknown>, string][] = [
      ['already-issued', { state: 'issued' }, 'HTTP_CSR_HASH'],
      ['already-validated', { state: 'already-validated' }, 'HTTP_CSR_HASH'],
      ['permission-denied', { state: 'permission-denied' }, 'HTTP_CSR_HASH'],
      ['unexpected-state', { state: 'unexpected-state' }, 'HTTP_CSR_HASH'],
      ['update-failed', { state: 'update-failed' }, 'HTTP_CSR_HASH'],
      ['wildcard-http-hash', { wildcard: true }, 'HTTP_CSR_HASH'],
      ['wildcard-http-hash', { wildcard: true }, 'HTTPS_CSR_HASH'],
    ];
    for (const [condition, traits, newMethod] of cases) {
      const orderNumber = order(traits);
      const before = await methods(orderNumber);
      expect(await update({ orderNumber, newMethod }), condition).toBe(codes[condition]);
      expect(await methods(orderNumber), condition).toEqual(before);
    }
    expect(await update({ orderNumber: order({ wildcard: true }), newMethod: 'CNAME_CSR_HASH' })).toBe(0);
  });

  test('either identifier alone, both, neither', async () => {
    const replacement = order({ state: 'replacement' });
    const initial = order({ state: 'initial' });
    expect(await update({ baseOrderNumber: initial, newMethod: 'HTTP_CSR_HASH' })).toBe(0);
    expect(Object.values(await methods(initial))).toEqual(['CNAME_CSR_HASH']);
    expect(await update({ orderNumber: replacement, baseOrderNumber: initial, newMethod: 'HTTP_CSR_HASH' })).toBe(0);
    expect(await update({ orderNumber: pending(), baseOrderNumber: initial, newMethod: 'HTTP_CSR_HASH' })).toBe(-4);
    expect(await update({ newMethod: 'HTTP_CSR_HASH' })).toBe(-3);
  });

  test('the other dialect: its names, methods, codes and status', async () => {
    const form = { ...login(other), orderNumber: pending() };
    expect((await act(other, DCV, { ...form, newMethod: 'HTTP_FILE' })).pairs['errorCode']).toBe('0');
    expect(await act(other, DCV, { ...form, newMethod: 'HTTP_CSR_HASH' })).toMatchObject({
      status: 400,
      pairs: { errorCode: '-104' },
    });
    expect((await act(other, DCV, { ...form, baseOrderNumber: '1' })).pairs['errorCode']).toBe('-102');
    const multi = order({ order: 'multi' });
    const lists = { domainNames: host(multi), newMethods: 'HTTP_FILE' };
    expect((await act(other, DCV, { ...form, orderNumber: multi, ...lists })).pairs['errorCode']).toBe('0');
  });
});

test('the status action limits the requests of a login', async () => {
  const limited = await emulatorIn('default', { rateLimit: { requests: 3, seconds: 60 } });
  const codes: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const answer = await act(limited, STATUS, { ...login(limited), orderNumber: pending() });
    codes.push((answer.json as { errorCode: number }).errorCode);
  }
  const dcv = await act(limited, DCV, { ...login(limited), orderNumber: pending(), newMethod: 'HTTP_CSR_HASH' });
  await limited.close();
  expect(codes).toEqual([0, 0, 0, -18, -18]);
  expect(dcv.pairs['errorCode']).toBe('0');
});
