import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import { ask, emulatorIn } from './support.ts';

let emulator: Emulator;
let other: Emulator;
beforeAll(async () => {
  emulator = await emulatorIn('default');
  other = await emulatorIn('alternate');
});
afterAll(() => Promise.all([emulator.close(), other.close()]));

describe('credentials', () => {
  const bad = (one: Emulator): [string, string | null][] => [
    ['none', null],
    ['empty', ''],
    ['scheme only', 'Bearer'],
    ['other scheme', `Basic ${one.credentials.bearer}`],
    ['no scheme', one.credentials.bearer],
    ['garbage', 'Bearer garbage'],
    ['tampered', `Bearer ${one.credentials.bearer.slice(0, -2)}xx`],
    ['extended', `Bearer ${one.credentials.bearer}x`],
    ['lower case', `Bearer ${one.credentials.bearer.toLowerCase()}`],
    ['unsigned', `Bearer ${one.credentials.bearer.split('.').slice(0, 2).join('.')}.`],
    ['legacy login', `Bearer ${one.credentials.loginPassword}`],
  ];

  test('every invalid credential gets 401 in the form of the dialect', async () => {
    for (const [name, authorization] of bad(emulator)) {
      const answer = await ask(emulator, 'GET', '/api/person/v2/4001', { authorization });
      expect(answer, name).toMatchObject({ status: 401, json: { code: -16 } });
      expect(answer.headers['www-authenticate'], name).toContain('Bearer');
    }
    for (const [name, authorization] of bad(other)) {
      const answer = await ask(other, 'GET', '/api/person/v2/4001', { authorization });
      expect([answer.status, answer.text, answer.headers['www-authenticate']], name).toEqual([401, '', undefined]);
    }
  });

  test('both tokens are accepted, the scheme in any letter case', async () => {
    for (const token of [emulator.credentials.bearer, emulator.credentials.secondBearer]) {
      expect((await ask(emulator, 'GET', '/api/person/v2/4001', { authorization: `bearer ${token}` })).status).toBe(
        200,
      );
    }
  });
});

describe('parameters', () => {
  const refused: readonly string[] = [
    'size=201',
    'size=-1',
    'size=1.5',
    'size=1e1',
    'size=%205',
    'size=0x10',
    'size=99999999999999999999',
    'position=-1',
    'position=2147483648',
    'sslTypeId=0',
    'keySize=0',
    'expiresIn=0',
    'issuedIn=201',
    'renewed=yes',
    'renewed=TRUE',
    'status=issued',
    'status=Unknown',
    'installStatus=Ready',
    'requestedVia=Web',
    `vendor=${'v'.repeat(129)}`,
    `sha1Hash=${'a'.repeat(41)}`,
    'orgId=abc',
    'commonName=%zz',
    'commonName=%C3%28',
    '%ff=1',
  ];
  test.each(refused)('%s is refused', async (query) => {
    const answer = await ask(emulator, 'GET', `/api/ssl/v2?${query}`);
    expect(answer).toMatchObject({ status: 400, json: { code: -1601 } });
    expect(await ask(other, 'GET', `/api/ssl/v2?${query}`)).toMatchObject({ status: 400, json: undefined });
  });

  const accepted: readonly string[] = [
    'size=200',
    'size=007',
    'position=2147483647',
    'expiresIn=1',
    'expiresIn=200',
    'status=SA+Approved',
    'status=SA%20Approved',
    `vendor=${'v'.repeat(128)}`,
    `vendor=${encodeURIComponent('\u{1F600}'.repeat(128))}`,
    'commonName=%00',
    '',
    '&&',
  ];
  test.each(accepted)('%s is accepted', async (query) => {
    expect((await ask(emulator, 'GET', `/api/ssl/v2?${query}`)).status).toBe(200);
  });

  test('what the contract leaves open follows the dialect', async () => {
    const statuses = async (query: string) => [
      (await ask(emulator, 'GET', `/api/ssl/v2?${query}`)).status,
      (await ask(other, 'GET', `/api/ssl/v2?${query}`)).status,
    ];
    expect(await statuses('unknown=1')).toEqual([200, 400]);
    expect(await statuses('size=')).toEqual([200, 400]);
    expect(await statuses('size=1&size=2')).toEqual([200, 400]);
    expect(await statuses('orgId=999999')).toEqual([200, 400]);
  });

  test('path ids are strict integers in range', async () => {
    for (const id of ['0', '-1', '2147483648', 'abc', '1.0', '%2B1', '%31%2F', '+411', '']) {
      expect([400, 404], id).toContain((await ask(emulator, 'GET', `/api/admin/v1/${id}`)).status);
      expect((await ask(other, 'GET', `/api/admin/v1/${id}`)).status, id).toBe(404);
    }
    expect((await ask(emulator, 'GET', '/api/admin/v1/%34%311')).status).toBe(200);
    expect((await ask(emulator, 'GET', '/api/discovery/v1/bucket/not-a-uuid')).status).toBe(400);
  });

  test('required parameters must be there and meet their limits', async () => {
    const path = '/api/organization/v2/201/validations/301/revalidate?';
    const name = (field: string) => `organizationDetails.generalDetails.${field}`;
    const good = { [name('legalName')]: 'L', [name('address1')]: 'A', [name('country')]: 'NL' };
    const send = async (change: Record<string, string | undefined>) => {
      const pairs = Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined) as [
        string,
        string,
      ][];
      return (await ask(emulator, 'PUT', path + new URLSearchParams(pairs).toString())).status;
    };
    expect(await send({})).toBe(200);
    for (const field of Object.keys(good)) expect(await send({ [field]: undefined }), field).toBe(400);
    expect(await send({ [name('country')]: 'N' })).toBe(400);
    expect(await send({ [name('country')]: 'NLD' })).toBe(400);
    expect(await send({ [name('legalName')]: 'x'.repeat(65) })).toBe(400);
    expect(await send({ [name('postalCode')]: 'x'.repeat(11) })).toBe(400);
    const agency = 'organizationDetails.evDetails.registrationAgency';
    expect(await send({ [`${agency}.dateOfIncorporation`]: '2001-02-30' })).toBe(400);
    expect(await send({ [`${agency}.dateOfIncorporation`]: '01/02/2003' })).toBe(400);
    expect(await send({ [`${agency}.businessCategory`]: 'Business' })).toBe(400);
  });

  test('lists in the query are repeated or joined, as the dialect says', async () => {
    const path = (types: string) => `/api/endpoint/v1/911?name=n&uriExtension=u&endpointType=SSL_WEB_FORM&${types}`;
    const repeated =
      'config.webFormAuthTypes=IDP&config.webFormAuthTypes=SECRET_ID&orgDelegations=201&orgDelegations=202';
    const joined = 'config.webFormAuthTypes=IDP,SECRET_ID&orgDelegations=201,202';
    expect((await ask(emulator, 'PUT', path(repeated))).status).toBe(204);
    expect((await ask(emulator, 'PUT', path(joined))).status).toBe(400);
    expect((await ask(other, 'PUT', path(joined))).status).toBe(204);
    expect((await ask(emulator, 'PUT', path('orgDelegations=0'))).status).toBe(400);
    expect((await ask(emulator, 'PUT', path('config.enrollmentLinkAddress=javascript:x'))).status).toBe(400);
    expect((await ask(emulator, 'PUT', path('config.enrollmentLinkAddress=mailto:a@b'))).status).toBe(204);
  });
});

describe('bodies', () => {
  const put = (body: string, headers: Record<string, string> = {}) =>
    ask(emulator, 'PUT', '/api/person/v2/4011', { body, headers });

  test('what is not a valid JSON document of the schema is refused', async () => {
    const bad = [
      '',
      ' ',
      '{',
      '{"firstName":"a",}',
      "{'a':1}",
      '[]',
      '"x"',
      'null',
      '12',
      '\ufeff{}',
      '{"firstName":5}',
      `{"firstName":"${'x'.repeat(65)}"}`,
    ];
    for (const body of bad) expect((await put(body)).status, body).toBe(400);
    expect((await ask(emulator, 'PUT', '/api/person/v2/4011')).status).toBe(400);
    expect((await put(`{"firstName":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).status).toBe(400);
    expect((await put('{"firstName":"Ada","unknown":1}')).status).toBe(200);
  });

  test('a foreign content type is refused or ignored, as the dialect says', async () => {
    for (const type of ['text/plain', 'application/xml', 'x/y', 'garbage']) {
      expect((await put('{"firstName":"Ada"}', { 'content-type': type })).status, type).toBe(415);
    }
    expect((await put('{"firstName":"Ada"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
    const answer = await ask(other, 'PUT', '/api/person/v2/4011', {
      body: '{"first_name":"Ada"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(200);
  });

  test('XML is read where it is documented, and only when it is well-formed', async () => {
    const headers = { 'content-type': 'application/xml' };
    const send = async (body: string) =>
      (await ask(emulator, 'PUT', '/api/organization/v1/206', { body, headers })).status;
    expect(
      await send('<?xml version="1.0"?><r><name>From XML</name><sslCertsApiEnabled>false</sslCertsApiEnabled></r>'),
    ).toBe(200);
    const read = await ask(emulator, 'GET', '/api/organization/v1/206');
    expect(read.json).toMatchObject({ name: 'From XML', sslCertsApiEnabled: false });
    for (const bad of [
      '<r>',
      '<r></s>',
      '<r/><r/>',
      '<r>&x;</r>',
      '<r a=1/>',
      '<!DOCTYPE r><r/>',
      '<r>\u0001</r>',
      'x',
      '',
    ]) {
      expect(await send(bad), bad).toBe(400);
    }
    expect(await send('<r><sslCertsApiEnabled>maybe</sslCertsApiEnabled></r>')).toBe(400);
    const task =
      '<t><certBucketId>6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c</certBucketId><time><hours>1</hours></time><ranges><address>a</address></ranges><ranges><address>b</address></ranges></t>';
    expect((await ask(emulator, 'PUT', '/api/discovery/v4/net_task/801', { body: task, headers })).status).toBe(200);
    const dump = emulator.dump() as { netTasks: { id: number; details: object }[] };
    expect(dump.netTasks[0]?.details).toMatchObject({
      ranges: [{ address: 'a' }, { address: 'b' }],
      time: { hours: 1 },
    });
  });

  test('exactly one account variant', async () => {
    const path = '/api/endpoint/v1/996/account/10036';
    expect((await ask(emulator, 'PUT', path, { body: { name: 'abc', type: 'SSL_WEB_FORM' } })).status).toBe(204);
    for (const body of [{ name: 'abc' }, { name: 'abc', type: 'NONE' }, { name: 'ab', type: 'SSL_WEB_FORM' }]) {
      expect((await ask(emulator, 'PUT', path, { body })).status).toBe(400);
    }
  });
});

test('methods and paths that are not documented', async () => {
  const answer = await ask(emulator, 'POST', '/api/person/v2/4001');
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']).toBe('GET, PUT, DELETE');
  expect((await ask(other, 'PATCH', '/api/person/v2/4001')).status).toBe(404);
  expect((await ask(emulator, 'GET', '/api/person/v9/4001')).status).toBe(404);
  expect((await ask(emulator, 'GET', '/api/person/v2/4001/')).status).toBe(404);
  expect(await ask(emulator, 'HEAD', '/api/ssl/v2')).toMatchObject({ status: 200, text: '' });
});

test('the order of credential, input and entity follows the dialect', async () => {
  const both = '/api/person/v2/999999';
  expect((await ask(emulator, 'PUT', both, { body: '{' })).status).toBe(400);
  expect((await ask(other, 'PUT', both, { body: '{' })).status).toBe(404);
  expect((await ask(emulator, 'PUT', both, { body: '{', authorization: null })).status).toBe(401);
});
