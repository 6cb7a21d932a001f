// biome-ignore-all lint/suspicious/noTemplateCurlyInString: profiles refer to the environment in this notation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile, ProfileError, type ProfileOptions, parseProfile, Secret } from '../../target/index.ts';
import { temporaryFolder } from './support/targets.ts';

const FOLDER = '/somewhere';
const read = (text: string, options: ProfileOptions = {}) =>
  parseProfile(text, 'p.yaml', FOLDER, { env: {}, ...options });

const FULL = `
name: staging
admin:
  url: https://admin.example.test/gateway/
  bearer: \${TOKEN}
  second: { bearer: { env: SECOND }, role: RAO }
legacy:
  url: https://legacy.example.test
  plainUrl: http://legacy.example.test
  loginName: acme
  loginPassword: { file: secrets/password }
dialect: { base: default, claimed: true, overlay: own/overlay.yaml }
claims: [ssl, admin, legacy-dcv]
effects: modify
allowHosts: ['*.example.test']
fixtures:
  administrator: [12, { ids: 13, allow: modify, traits: { type: API } }]
  account: [{ ids: { eeId: 1, id: 2 }, allow: destroy }]
  bucket: [0b5f4f6e-8d4c-4d53-9a50-5a3b1f1c9c11]
  login: [{ ids: { loginName: locked, loginPassword: hidden-password }, traits: { state: locked } }]
absent: { administrator: 999999, ssl-location: { sslId: 1, locationId: 2 } }
examples:
  ssl.list: { query: { size: 3, status: [Issued, Expired] } }
limits: { concurrency: 3, rate: 100/m, timeout: { connect: 2, headers: 500ms, total: 1m }, maxBodyBytes: 100000 }
tls: { ca: ca.pem }
proxy: http://me:pass%20word@proxy.test:8080
http2: false
checkHeader: X-Trace
provision: ./make.ts
`;

test('a full profile is completed: short forms written out, paths absolute, durations in milliseconds', () => {
  const profile = read(FULL, { env: { TOKEN: 'abc', SECOND: 'def' }, effects: 'modify' });
  expect(profile).toMatchObject({
    name: 'staging',
    admin: { url: 'https://admin.example.test/gateway', role: 'MRAO', second: { role: 'RAO' } },
    legacy: {
      loginName: 'acme',
      loginPassword: { kind: 'file', file: '/somewhere/secrets/password' },
      wrongLoginLimit: 3,
      provokeRateLimit: false,
    },
    dialect: { base: 'default', claimed: true, overlay: '/somewhere/own/overlay.yaml' },
    claims: ['ssl', 'admin', 'legacy-dcv'],
    effect: 'modify',
    loopback: false,
    absent: { administrator: { id: 999999 }, 'ssl-location': { sslId: 1, locationId: 2 } },
    examples: { 'ssl.list': { query: { size: '3', status: ['Issued', 'Expired'] } } },
    limits: {
      concurrency: 3,
      rate: { count: 100, spanMs: 60_000 },
      timeout: { connect: 2000, headers: 500, body: 15_000, total: 60_000 },
      maxBodyBytes: 100_000,
    },
    tls: { ca: ['/somewhere/ca.pem'], selfSigned: false },
    proxy: { url: 'http://proxy.test:8080', user: 'me' },
    http2: false,
    checkHeader: 'X-Trace',
    provision: '/somewhere/make.ts',
  });
  expect(profile.fixtures).toEqual([
    { kind: 'administrator', ids: { id: 12 }, traits: {}, allow: 'observe' },
    { kind: 'administrator', ids: { id: 13 }, traits: { type: 'API' }, allow: 'modify' },
    { kind: 'account', ids: { eeId: 1, id: 2 }, traits: {}, allow: 'destroy' },
    { kind: 'bucket', ids: { bucketId: '0b5f4f6e-8d4c-4d53-9a50-5a3b1f1c9c11' }, traits: {}, allow: 'observe' },
    {
      kind: 'login',
      ids: { loginName: 'locked', loginPassword: '{{login.0.password}}' },
      traits: { state: 'locked' },
      allow: 'observe',
    },
  ]);
  expect(profile.proxy?.password?.reveal()).toBe('pass word');
  const bearer = profile.admin?.bearer;
  expect(bearer?.kind === 'value' && bearer.value instanceof Secret && bearer.value.reveal()).toBe('abc');
});

test('three lines are enough: all areas of the interface, nothing may be changed', () => {
  const profile = read('admin:\n  url: https://admin.example.test\n  bearer: t');
  expect(profile).toMatchObject({ name: 'admin.example.test', effect: 'observe', fixtures: [] });
  expect(profile.claims).toContain('ssl');
  expect(profile.claims).not.toContain('legacy-dcv');
});

test('JSON is a profile too, with or without a byte order mark', () => {
  expect(read('\uFEFF{"admin": {"url": "http://localhost:1"}}').loopback).toBe(true);
});

test('the environment fills references, with defaults and a way to write them literally', () => {
  const profile = read('admin: { url: "https://${HOST}.test", role: "${ROLE:-MRAO}" }\nname: "$${HOST}"', {
    env: { HOST: 'h' },
  });
  expect(profile).toMatchObject({ name: '${HOST}', admin: { url: 'https://h.test', role: 'MRAO' } });
});

test('a reference can give a number where a number is wanted, and stays text where text is wanted', () => {
  const text = 'admin: { url: http://localhost, role: "${N}" }\nlimits: { concurrency: "${N}" }';
  expect(read(text, { env: { N: '7' } })).toMatchObject({ admin: { role: '7' }, limits: { concurrency: 7 } });
});

test('--set overrides the environment, which overrides the file', () => {
  const text = 'admin: { url: http://localhost:1, bearer: "${MISSING}" }\nlimits: { concurrency: 2 }';
  const env = {
    CERTCONFORM_ADMIN__BEARER: 'from-env',
    CERTCONFORM_LIMITS__CONCURRENCY: '5',
    CERTCONFORM_LIMITS__TIMEOUT__TOTAL: '9s',
    CERTCONFORM_CLAIMS: 'ssl, admin',
    CERTCONFORM_CHECK_HEADER: 'false',
    CERTCONFORM_TOKEN: 'some other variable',
  };
  const profile = read(text, {
    env,
    set: ['limits.concurrency=6', 'fixtures.person=[3]', 'fixtures.account=[{ids: {eeId: 1, id: 2}}]'],
  });
  expect(profile.limits).toMatchObject({ concurrency: 6, timeout: { total: 9000 } });
  expect(profile).toMatchObject({ claims: ['ssl', 'admin'], checkHeader: false });
  expect(profile.fixtures.map((fixture) => fixture.ids)).toEqual([{ id: 3 }, { eeId: 1, id: 2 }]);
  expect(profile.admin?.bearer?.kind === 'value' && profile.admin.bearer.value.reveal()).toBe('from-env');
});

test('identifiers stand in the order of the path, however the profile sorts them', () => {
  const profile = read('admin: { url: http://localhost:1 }', {
    set: ['fixtures.account=[{ids: {id: 2, eeId: 1}}]', 'absent.account={id: 9, eeId: 8}'],
  });
  expect(profile.fixtures.map(({ ids }) => Object.entries(ids))).toContainEqual([
    ['eeId', 1],
    ['id', 2],
  ]);
  expect(Object.keys(profile.absent.account ?? {})).toEqual(['eeId', 'id']);
});

test('a file is read relative to the current folder and named in errors with the line', () => {
  const file = join(temporaryFolder(), 'target.yaml');
  writeFileSync(file, 'admin:\n  url: https://h.test\n  barer: x\n');
  expect(() => loadProfile(file, { env: {} })).toThrow(
    `${file}:3 (/admin/barer): unknown member "barer". Did you mean "bearer"?`,
  );
  expect(() => loadProfile(`${file}.missing`)).toThrow(/there is no such file; give the path of a target profile/);
});

test.each([
  ['not YAML', 'admin: [', /^p\.yaml:1:\d+: not valid YAML/],
  ['no mapping', '- a', /^p\.yaml: a profile is a mapping/],
  ['no URL at all', 'name: x', /^p\.yaml: the profile names no URL; give admin\.url\.$/],
  [
    'a missing variable',
    'name: x\nadmin: { url: "https://${NOPE}" }',
    /^p\.yaml:2 \(\/admin\/url\): the environment variable NOPE is not set; set it before the run\.$/,
  ],
  [
    'a missing variable of a secret',
    'admin: { url: https://h.test, bearer: { env: NOPE } }',
    /environment variable NOPE is not set/,
  ],
  ['a reference that is none', 'admin: { url: "https://${a b}" }', /is no reference to an environment variable/],
  ['a relative URL', 'admin: { url: /api }', /no absolute URL; write it as https:\/\/host/],
  ['another scheme', 'admin: { url: ftp://h }', /must begin with https:\/\/ or http:\/\//],
  ['credentials in a URL', 'admin: { url: https://a:b@h.test }', /carries credentials; take them out/],
  ['a query in a URL', 'admin: { url: https://h.test?x=1 }', /carries a query/],
  [
    'an unknown area',
    'admin: { url: https://h.test }\nclaims: [sssl]',
    /p\.yaml:2 \(\/claims\/0\): "sssl" is not one of .*Did you mean "ssl"\?$/,
  ],
  [
    'an unknown kind',
    'admin: { url: https://h.test }\nfixtures: { administrators: [1] }',
    /unknown member "administrators"\. Did you mean "administrator"\?/,
  ],
  [
    'a bare id where two are needed',
    'admin: { url: https://h.test }\nfixtures:\n  account: [5]',
    /p\.yaml:3 \(\/fixtures\/account\/0\): a fixture of kind account has 2 identifiers; write ids: { eeId: \.\.\., id: \.\.\. }/,
  ],
  [
    'a wrong identifier',
    'admin: { url: https://h.test }\nfixtures: { person: [{ ids: { personId: 5 } }] }',
    /has no identifier "personId"; write ids: { id: \.\.\. }/,
  ],
  [
    'a missing identifier',
    'admin: { url: https://h.test }\nabsent: { account: { eeId: 5 } }',
    /needs the identifier "id"/,
  ],
  ['a password as a number', 'legacy: { url: https://h.test, loginPassword: 123456789 }', /this value does not fit/],
  [
    'a rate of another form',
    'admin: { url: https://h.test }\nlimits: { rate: 5/d }',
    /"5\/d" does not fit; it should be: At most/,
  ],
  [
    'a duration of another form',
    'admin: { url: https://h.test }\nlimits: { timeout: { total: 5h } }',
    /"5h" does not fit/,
  ],
  [
    'a certificate without its key',
    'admin: { url: https://h.test }\ntls: { cert: a.pem }',
    /"cert" needs "key" beside it/,
  ],
  [
    'a proxy of another form',
    'admin: { url: https://h.test }\nproxy: socks5://x',
    /the proxy must be written as http:\/\/host:port/,
  ],
  [
    'a password from oauth2',
    'legacy: { url: https://h.test, loginPassword: { oauth2: { tokenUrl: https://t.test, clientId: a, clientSecret: b } } }',
    /oauth2 can only give a bearer/,
  ],
])('says in one sentence what is wrong: %s', (_, text, message) => {
  const fault = (() => {
    try {
      read(text);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(fault).toBeInstanceOf(ProfileError);
  expect((fault as ProfileError).message).toMatch(message);
  expect((fault as ProfileError).message).not.toContain('123456789');
  expect((fault as ProfileError).message.split('\n')).toHaveLength(1);
});

test.each([
  ['no equals sign', ['limits'], /--set limits: write --set path=value/],
  [
    'an unknown member',
    ['limits.concurency=3'],
    /^--set limits\.concurency: a profile has no member limits\.concurency\. Did you mean "concurrency"\?$/,
  ],
  ['a member below a plain value', ['name.x=3'], /Nothing can stand below it/],
  ['a value of another form', ['limits.concurrency=x'], /^--set limits\.concurrency: "x" does not fit/],
])('a bad setting is named: %s', (_, set, message) => {
  expect(() => read('admin: { url: https://h.test }', { set })).toThrow(message);
});

test('a bad value from the environment is blamed on its variable', () => {
  const env = { CERTCONFORM_LIMITS__CONCURRENCY: 'many' };
  expect(() => read('admin: { url: https://h.test }', { env })).toThrow(
    /^environment variable CERTCONFORM_LIMITS__CONCURRENCY: "many" does not fit/,
  );
  expect(() => read('admin: { url: https://h.test }', { env: { CERTCONFORM_ADMIN__ULR: 'x' } })).toThrow(
    /a profile has no member admin\.ulr\. Did you mean "url"\?/,
  );
});

test('lists of traits: domains are told together, and of what a filter finds by, one value alone is told', async () => {
  const { fixtures } = read(`
admin: { url: 'https://admin.example.test' }
fixtures:
  order: [{ ids: { orderNumber: '7' }, traits: { domains: [a.test, b.test] } }]
  ssl-certificate:
    - { ids: 1, traits: { subjectAlternativeName: [a.test, b.test], vendor: [Acme] } }
`);
  expect(fixtures.map(({ traits }) => traits)).toEqual([{ domains: 'a.test b.test' }, { vendor: 'Acme' }]);
});
