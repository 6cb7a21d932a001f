/** Canaries: whatever a server does with the secrets that it gets, no exchange shows them. */
import { expect, test } from 'vitest';
import { createRedactor } from '../../target/index.ts';
import { bodyOf, serve } from './support/servers.ts';
import { get, targetOf } from './support/targets.ts';

const CANARIES = {
  bearer: 'canary-bearer/1+2=',
  second: 'canary-second-é€',
  password: 'canary pass&word"1',
  proxy: 'x',
};
const anyCanary = createRedactor(Object.values(CANARIES));

/** A server that gives back all that it gets, encoded in many ways. */
async function echo(): Promise<string> {
  return serve(async (request, response) => {
    const sent = `${request.headers.authorization ?? ''} ${await bodyOf(request)}`;
    const secret =
      decodeURIComponent(/loginPassword=([^&]*)/.exec(sent)?.[1]?.replaceAll('+', ' ') ?? '') ||
      sent.replace(/^Bearer /, '').trim();
    response.setHeader('X-Echo', encodeURIComponent(secret));
    response.setHeader('Set-Cookie', [`session=${encodeURIComponent(secret)}; HttpOnly`, 'other=1']);
    response.setHeader('WWW-Authenticate', `Bearer error="${Buffer.from(secret).toString('base64')}"`);
    response.end(
      JSON.stringify({
        sent,
        secret,
        url: encodeURIComponent(secret),
        base: Buffer.from(`u:${secret}`).toString('base64'),
      }),
    );
  });
}

test.each(['primary', 'second'] as const)('an echoed bearer (%s)', async (credential) => {
  const url = await echo();
  const target = await targetOf(url, { admin: { url, bearer: CANARIES.bearer, second: { bearer: CANARIES.second } } });
  const exchange = await target.send(get('/', { credential }));
  expect(exchange.response?.status).toBe(200);
  expect(anyCanary.finds(JSON.stringify(exchange))).toBe(false);
  expect(exchange.response?.headers).toContainEqual(['Set-Cookie', 'session=[redacted]; HttpOnly']);
  expect(target.redactor.finds(CANARIES[credential === 'primary' ? 'bearer' : 'second'])).toBe(true);
});

test('an echoed password, which the check itself never sees', async () => {
  const url = await echo();
  const target = await targetOf(url, { legacy: { url, loginName: 'who', loginPassword: CANARIES.password } });
  const exchange = await target.send({
    service: 'legacy',
    method: 'POST',
    target: '/products/!AutoUpdateDCV',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: 'loginName={{loginName}}&loginPassword={{loginPassword}}',
  });
  expect(exchange.response?.body).toContain('[redacted]');
  expect(anyCanary.finds(JSON.stringify(exchange))).toBe(false);
  expect(exchange.request.body).toBe('loginName={{loginName}}&loginPassword={{loginPassword}}');
});

test('a body that is not text is searched too', async () => {
  const url = await serve((_, response) =>
    response.end(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(CANARIES.bearer)])),
  );
  const target = await targetOf(url, { admin: { url, bearer: CANARIES.bearer } });
  const { response } = await target.send(get('/'));
  expect(response?.encoding).toBe('base64');
  expect(Buffer.from(response?.body ?? '', 'base64').toString('latin1')).toBe('\u00ff\u00fe[redacted]');
});

test('a profile shows no secret when it is printed or stored', async () => {
  const { profileFrom } = await import('../../target/index.ts');
  const { inspect } = await import('node:util');
  const profile = profileFrom(
    {
      admin: {
        url: 'http://localhost',
        bearer: CANARIES.bearer,
        second: { bearer: { oauth2: { tokenUrl: 'http://localhost', clientId: 'c', clientSecret: CANARIES.second } } },
      },
      legacy: { url: 'http://localhost', loginName: 'n', loginPassword: CANARIES.password },
      fixtures: {
        login: [{ ids: { loginName: 'locked', loginPassword: CANARIES.password }, traits: { state: 'locked' } }],
      },
      proxy: `http://user:${encodeURIComponent(CANARIES.bearer)}@localhost:1`,
    },
    { env: {} },
  );
  for (const text of [
    JSON.stringify(profile),
    inspect(profile, { depth: 20, showHidden: true }),
    String(profile.admin),
  ]) {
    expect(anyCanary.finds(text)).toBe(false);
  }
});
