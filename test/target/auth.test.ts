import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTarget, ProfileError, profileFrom, type Target } from '../../target/index.ts';
import { bodyOf, serve } from './support/servers.ts';
import { get, targetOf, temporaryFolder } from './support/targets.ts';

/** An API that accepts the tokens in `valid` and answers with the one it got. */
function api(valid: { has(token: string): boolean }): Promise<string> {
  return serve((request, response) => {
    request.resume();
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    response.writeHead(valid.has(token) ? 200 : 401).end();
  });
}

interface TokenServer {
  readonly url: string;
  readonly forms: URLSearchParams[];
  /** Tokens that count at the moment. */
  readonly valid: Set<string>;
}

/** An authorization server that hands out `token-1`, `token-2` …, each good until the next. */
async function tokenServer(
  lifetimeSeconds: number | undefined,
  respond?: (n: number) => [status: number, body: string],
): Promise<TokenServer> {
  const forms: URLSearchParams[] = [];
  const valid = new Set<string>();
  const url = await serve(async (request, response) => {
    forms.push(new URLSearchParams(await bodyOf(request)));
    const token = `oauth-token-number-${forms.length}`;
    valid.clear();
    valid.add(token);
    const [status, body] = respond?.(forms.length) ?? [
      200,
      JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds }),
    ];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  return { url: `${url}/realms/x/token`, forms, valid };
}

const withOAuth = async (tokens: TokenServer, url?: string): Promise<Target> =>
  targetOf(url ?? (await api(tokens.valid)), {
    admin: {
      url: url ?? (await api(tokens.valid)),
      bearer: {
        oauth2: { tokenUrl: tokens.url, clientId: 'suite', clientSecret: 'client&secret/1', scope: 'all things' },
      },
    },
  });

test('client credentials: one token for all requests, asked for when first needed', async () => {
  const tokens = await tokenServer(300);
  const target = await withOAuth(tokens);
  expect(tokens.forms).toEqual([]);
  const exchanges = await Promise.all(Array.from({ length: 10 }, () => target.send(get('/'))));
  expect(exchanges.map(({ response }) => response?.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(tokens.forms.map((form) => Object.fromEntries(form))).toEqual([
    { grant_type: 'client_credentials', client_id: 'suite', client_secret: 'client&secret/1', scope: 'all things' },
  ]);
  expect(target.redactor.finds('token oauth-token-number-1')).toBe(true);
  expect(target.redactor.finds(new URLSearchParams({ s: 'client&secret/1' }).toString())).toBe(true);
  expect(JSON.stringify(exchanges)).not.toContain('oauth-token');
});

test('a token is renewed before it expires', async () => {
  const tokens = await tokenServer(0.2);
  const target = await withOAuth(tokens);
  await target.send(get('/'));
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect((await target.send(get('/'))).response?.status).toBe(200);
  expect(tokens.forms).toHaveLength(2);
});

test('a token without a lifetime is kept', async () => {
  const tokens = await tokenServer(undefined);
  const target = await withOAuth(tokens);
  for (let i = 0; i < 3; i++) await target.send(get('/'));
  expect(tokens.forms).toHaveLength(1);
});

test('a 401 to a fresh token is an answer, not a reason for another', async () => {
  const tokens = await tokenServer(300);
  const target = await withOAuth(tokens, await api(new Set()));
  expect((await target.send(get('/'))).response?.status).toBe(401);
  expect(tokens.forms).toHaveLength(1);
});

test.each([
  [
    'refuses the client',
    [401, '{"error":"invalid_client","echo":"client&secret/1"}'],
    /answered with status 401; check tokenUrl, clientId and clientSecret/,
  ],
  ['gives no token', [200, '{}'], /answered without an access_token/],
  ['gives no JSON', [200, 'null'], /answered without an access_token/],
] as const)('an authorization server that %s is an error of the exchange', async (_, answer, message) => {
  const tokens = await tokenServer(300, () => [...answer]);
  const { error, response } = await (await withOAuth(tokens, await api(new Set()))).send(get('/'));
  expect(error).toMatchObject({ kind: 'protocol', message: expect.stringMatching(message) });
  expect(error?.message).not.toContain('client&secret');
  expect(response).toBeUndefined();
});

test('an authorization server that is not there is an error too, and the request is not sent', async () => {
  let arrived = 0;
  const url = await serve((_, response) => {
    arrived += 1;
    response.end();
  });
  const target = await withOAuth({ url: 'http://127.0.0.1:9/token', forms: [], valid: new Set() }, url);
  const { error } = await target.send(get('/'), { repeat: false });
  expect(error).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^No token from the token endpoint\. Nothing accepts connections/),
  });
  expect(arrived).toBe(0);
});

test('a file is read again once after an unexpected 401, and the request repeated', async () => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, '  first-file-token\n');
  const valid = new Set(['first-file-token']);
  const url = await api(valid);
  const target = await targetOf(url, { admin: { url, bearer: { file } } });
  expect((await target.send(get('/'))).response?.status).toBe(200);
  valid.clear();
  valid.add('second-file-token');
  writeFileSync(file, 'second-file-token');
  // A token that has just come is not replaced for a 401.
  await expect
    .poll(async () => (await target.send({ service: 'admin', method: 'PUT', target: '/' })).response?.status, {
      timeout: 10_000,
    })
    .toBe(200);
  expect(target.redactor.finds('second-file-token')).toBe(true);
});

test.each([
  ['a line for the shell', 'printf %s "command"-token-123'],
  ['a program and its arguments', ['printf', '%s', 'command-token-123']],
])('a command gives a token: %s', async (_, command) => {
  const url = await api(new Set(['command-token-123']));
  const target = await targetOf(url, { admin: { url, bearer: { command } } });
  expect((await target.send(get('/'))).response?.status).toBe(200);
});

test.each([
  [
    'a file that is not there',
    { file: '/no/such/file' },
    /^admin\.bearer: the file \/no\/such\/file cannot be read \(ENOENT\)/,
  ],
  [
    'a command that fails',
    { command: 'echo leaked-output; exit 3' },
    /^admin\.bearer: its command failed \(3\); run it by hand to see why\.$/,
  ],
  ['a command that is not there', { command: ['/no/such/program'] }, /^admin\.bearer: its command failed \(ENOENT\)/],
  [
    'a command that prints nothing',
    { command: 'true' },
    /^admin\.bearer: its command printed nothing; it must give the secret\.$/,
  ],
])('says at once that a secret cannot be had: %s', async (_, bearer, message) => {
  const profile = profileFrom({ admin: { url: 'http://localhost:1', bearer } }, { env: {} });
  const made = createTarget(profile, { runDirectory: temporaryFolder() });
  await expect(made).rejects.toThrow(ProfileError);
  await expect(made).rejects.toThrow(message);
});
