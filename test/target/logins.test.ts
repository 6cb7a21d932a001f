/** The login of the legacy actions: where it may go, and how often it may be wrong. */
import { beforeEach, describe, expect, test } from 'vitest';
import { fillForm } from '../../target/client/placeholders.ts';
import { type Target, UnsendableRequest, type WireRequest } from '../../target/index.ts';
import { bodyOf, serve } from './support/servers.ts';
import { targetOf, temporaryFolder } from './support/targets.ts';

const NAME = 'Acme & Söhne';
const PASSWORD = 'p w+/%é"1';

let bodies: string[];
let urls: string[];
let url: string;

beforeEach(async () => {
  bodies = [];
  urls = [];
  url = await serve(async (request, response) => {
    urls.push(request.url ?? '');
    bodies.push(await bodyOf(request));
    response.end('errorCode=0');
  });
});

const post = (body: string, more: Partial<WireRequest> = {}): WireRequest => ({
  service: 'legacy',
  method: 'POST',
  target: '/products/!AutoUpdateDCV',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  body,
  ...more,
});
const withLogin = (more: object = {}, runDirectory?: string): Promise<Target> =>
  targetOf(
    url,
    { legacy: { url, loginName: NAME, loginPassword: PASSWORD, ...more } },
    runDirectory === undefined ? {} : { runDirectory },
  );
const sent = (): URLSearchParams => new URLSearchParams(bodies.at(-1));

test('placeholders become the form-encoded login', async () => {
  await (await withLogin()).send(
    post('a=1&loginName={{loginName}}&loginPassword={{loginPassword}}&b=%7B%7BloginName%7D%7D'),
  );
  expect(Object.fromEntries(sent())).toEqual({ a: '1', loginName: NAME, loginPassword: PASSWORD, b: NAME });
  expect(bodies[0]).toBe(`a=1&${new URLSearchParams({ loginName: NAME, loginPassword: PASSWORD, b: NAME })}`);
});

test.each([
  ['percent', PASSWORD],
  ['twenty', PASSWORD],
  ['swapcase', 'P W+/%É"1'],
  ['cut', PASSWORD.slice(0, -1)],
])('a transform changes what is sent: %s', (transform, meaning) => {
  const filled = fillForm(`x={{loginPassword|${transform}}}`, new Map([['loginPassword', PASSWORD]]));
  expect(new URLSearchParams(filled).get('x')).toBe(meaning);
  expect(filled).not.toBe(new URLSearchParams({ x: PASSWORD }).toString());
});

test('a wrong password has the right length and is not the right one', () => {
  for (const password of ['secretx', 'secrety', 'é', 'x']) {
    const wrong = new URLSearchParams(
      fillForm('p={{loginPassword|wrong}}', new Map([['loginPassword', password]])),
    ).get('p');
    expect(wrong).not.toBe(password);
    expect(wrong).toHaveLength(password.length);
  }
});

test('a login without letters has no other letter case', () => {
  expect(() => fillForm('x={{loginName|swapcase}}', new Map([['loginName', '12345']]))).toThrow(UnsendableRequest);
});

test('a login fixture has a password of its own, which checks do not see either', async () => {
  const target = await targetOf(url, {
    legacy: { url, loginName: NAME, loginPassword: PASSWORD },
    fixtures: {
      login: [{ ids: { loginName: 'locked', loginPassword: 'locked-password' }, traits: { state: 'locked' } }],
    },
  });
  const lease = await target.lease({ kind: 'login', effect: 'observe', traits: { state: 'locked' } });
  if (!('fixture' in lease)) throw new Error(JSON.stringify(lease.why));
  const exchange = await target.send(post(new URLSearchParams(lease.fixture.ids as Record<string, string>).toString()));
  expect(Object.fromEntries(sent())).toEqual({ loginName: 'locked', loginPassword: 'locked-password' });
  expect(JSON.stringify([exchange, target.fixtures()])).not.toContain('locked-password');
});

const inUrl: WireRequest = {
  service: 'legacy',
  method: 'GET',
  target: '/x?loginName={{loginName}}&loginPassword={{loginPassword}}',
  loginInTarget: true,
};

test('the real login goes into a URL where a check asks for it, and is in nothing that is kept', async () => {
  const exchange = await (await withLogin()).send(inUrl);
  const query = new URLSearchParams((urls[0] ?? '').split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ loginName: NAME, loginPassword: PASSWORD });
  const kept = JSON.stringify(exchange);
  for (const form of [PASSWORD, encodeURIComponent(PASSWORD), new URLSearchParams({ p: PASSWORD }).toString().slice(2)])
    expect(kept).not.toContain(form);
});

describe('the real login does not go', () => {
  test('into a URL in the clear beyond this machine', async () => {
    const legacy = { url: 'https://legacy.invalid', plainUrl: 'http://legacy.invalid' };
    const login = { loginName: NAME, loginPassword: PASSWORD };
    const target = await targetOf(url, { proxy: url, legacy: { ...legacy, ...login }, effects: 'observe' });
    await target.send({ ...inUrl, plain: true });
    expect(urls).toEqual(['http://legacy.invalid/x?loginName=made-up-0&loginPassword=made-up-Passw0rd']);
  });

  test('into a URL', async () => {
    await (await withLogin()).send({
      service: 'legacy',
      method: 'GET',
      target: '/x?loginName={{loginName}}&loginPassword={{loginPassword}}',
    });
    expect(urls).toEqual(['/x?loginName=made-up-0&loginPassword=made-up-Passw0rd']);
  });

  test('to the other service', async () => {
    const target = await withLogin();
    await target.send({ service: 'admin', method: 'PUT', target: '/', body: 'loginPassword={{loginPassword}}' });
    expect(bodies).toEqual(['loginPassword={{loginPassword}}']);
  });

  test('in the clear beyond this machine', async () => {
    // The name resolves to nothing and the proxy shows what would have been sent.
    const target = await targetOf(url, {
      proxy: url,
      effects: 'observe',
      legacy: {
        url: 'https://legacy.invalid',
        plainUrl: 'http://legacy.invalid',
        loginName: NAME,
        loginPassword: PASSWORD,
      },
    });
    await target.send(post('loginName={{loginName}}&loginPassword={{loginPassword}}', { plain: true }));
    expect(urls).toEqual(['http://legacy.invalid/products/!AutoUpdateDCV']);
    expect(Object.fromEntries(sent())).toEqual({ loginName: 'made-up-0', loginPassword: 'made-up-Passw0rd' });
  });

  test('but it does in the clear within this machine', async () => {
    const target = await withLogin({ plainUrl: url });
    await target.send(post('loginName={{loginName}}&loginPassword={{loginPassword}}', { plain: true }));
    expect(sent().get('loginPassword')).toBe(PASSWORD);
  });
});

describe('wrong logins on the real account', () => {
  const wrong = post('loginName={{loginName}}&loginPassword=guess');

  test('are limited, over all targets of a run', async () => {
    const runDirectory = temporaryFolder();
    const [one, two] = [await withLogin({}, runDirectory), await withLogin({}, runDirectory)];
    const outcomes = [];
    for (const target of [one, two, one, two, one]) outcomes.push(await target.send(wrong));
    expect(bodies).toHaveLength(3);
    expect(outcomes.slice(3).map(({ error }) => error?.kind)).toEqual(['cancelled', 'cancelled']);
    expect(outcomes[4]?.error?.message).toMatch(/already sent the 3 wrong logins that legacy\.wrongLoginLimit permits/);
  });

  test('count once, though the service is throttled and the request repeated', async () => {
    let arrived = 0;
    url = await serve((request, response) => {
      request.resume();
      arrived += 1;
      response.writeHead(arrived < 4 ? 429 : 200, { 'Retry-After': '0' }).end();
    });
    const target = await withLogin({ wrongLoginLimit: 1 });
    expect((await target.send(wrong)).response?.status).toBe(200);
    expect((await target.send(wrong)).error?.kind).toBe('cancelled');
    expect(arrived).toBe(4);
  });

  test.each([
    ['another password', 'loginName={{loginName}}&loginPassword=guess'],
    ['the password in another case', 'loginName={{loginName}}&loginPassword={{loginPassword|swapcase}}'],
    ['the password cut', 'loginName={{loginName}}&loginPassword={{loginPassword|cut}}'],
    ['the name cut', 'loginName=%7B%7BloginName%7Ccut%7D%7D&loginPassword={{loginPassword}}'],
  ])('are: %s', async (_, body) => {
    const target = await withLogin({ wrongLoginLimit: 0 });
    expect((await target.send(post(body))).error?.kind).toBe('cancelled');
    expect(bodies).toEqual([]);
  });

  test.each([
    ['the right login', 'loginName={{loginName}}&loginPassword={{loginPassword}}'],
    ['the right login, otherwise encoded', 'loginName={{loginName|percent}}&loginPassword={{loginPassword|twenty}}'],
    ['the name in another case', 'loginName=%7B%7BloginName%7Cswapcase%7D%7D&loginPassword={{loginPassword}}'],
    ['an account that does not exist', 'loginName=nobody&loginPassword=guess'],
    ['no password at all', 'loginName={{loginName}}'],
  ])('are not: %s', async (_, body) => {
    const target = await withLogin({ wrongLoginLimit: 0 });
    expect((await target.send(post(body))).response?.status).toBe(200);
  });
});
