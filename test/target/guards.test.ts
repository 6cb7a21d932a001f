/** Combinations that would endanger a target's data are refused before anything is sent. */
import { describe, expect, test } from 'vitest';
import { type ProfileOptions, parseProfile, profileFrom } from '../../target/index.ts';

const read = (text: string, options: ProfileOptions = {}) => parseProfile(text, 'p.yaml', '/', { env: {}, ...options });
const REMOTE = 'admin: { url: https://h.test }';
const TOUCHABLE = 'fixtures: { person: [{ ids: 1, allow: modify }] }';

describe('what a run may do', () => {
  test.each([
    ['a remote target is only observed', REMOTE, {}, 'observe'],
    ['a remote target with permission of both sides', `${REMOTE}\n${TOUCHABLE}`, { effects: 'modify' }, 'modify'],
    ['a provisioning module gives permission', `${REMOTE}\nprovision: ./m.ts`, { effects: 'destroy' }, 'destroy'],
    ['this machine is only observed, too', 'admin: { url: http://127.0.0.1:1 }', {}, 'observe'],
    [
      'what is on it may be used up by a word of the profile',
      'admin: { url: http://localhost }\neffects: destroy',
      {},
      'destroy',
    ],
    ['or of the command line', 'admin: { url: "http://[::1]:8" }', { effects: 'destroy' }, 'destroy'],
    ['a profile can hold a local target back', 'admin: { url: http://localhost }\neffects: observe', {}, 'observe'],
    ['the command line can hold it back', 'admin: { url: http://localhost }', { effects: 'modify' }, 'modify'],
    [
      'one remote URL makes the target remote',
      'admin: { url: http://localhost }\nlegacy: { url: https://h.test }',
      {},
      'observe',
    ],
    ['a look-alike of localhost is remote', 'admin: { url: http://localhost.example.test }', {}, 'observe'],
    ['so is an address that begins like it', 'admin: { url: http://127.0.0.1.example.test }', {}, 'observe'],
    ['less than the profile offers', `${REMOTE}\neffects: destroy\n${TOUCHABLE}`, { effects: 'modify' }, 'modify'],
  ] as const)('%s', (_, text, options, effect) => {
    expect(read(text, options).effect).toBe(effect);
  });

  test.each([
    [
      'the profile alone',
      `${REMOTE}\neffects: modify\n${TOUCHABLE}`,
      {},
      /p\.yaml:2 \(\/effects\): effects: modify on a target that is not this machine also needs --effects modify/,
    ],
    [
      'the command line alone',
      REMOTE,
      { effects: 'modify' },
      /--effects modify has nothing to work on: no fixture has allow/,
    ],
    [
      'the command line beyond the profile',
      `${REMOTE}\neffects: observe\n${TOUCHABLE}`,
      { effects: 'modify' },
      /--effects modify goes beyond effects: observe/,
    ],
    [
      'the same on this machine',
      'admin: { url: http://localhost }\neffects: modify',
      { effects: 'destroy' },
      /--effects destroy goes beyond effects: modify/,
    ],
  ] as const)('is not decided by %s', (_, text, options, message) => {
    expect(() => read(text, options)).toThrow(message);
  });
});

describe('hosts', () => {
  test.each([
    ['the very host', 'h.test'],
    ['in another case', 'H.TEST'],
    ['with a port', 'h.test:443'],
    ['a suffix', '*.test'],
  ])('are allowed by %s', (_, pattern) => {
    expect(read(`${REMOTE}\nallowHosts: ['${pattern}']`).allowHosts).toEqual([pattern]);
  });

  test.each([
    ['another host', REMOTE, 'x.test', /the host h\.test is not in allowHosts/],
    [
      'a suffix that is not a label',
      'admin: { url: https://evilh.test }',
      '*.h.test',
      /evilh\.test is not in allowHosts/,
    ],
    [
      'a legacy host',
      `${REMOTE}\nlegacy: { url: https://other.test }`,
      'h.test',
      /p\.yaml:2 \(\/legacy\/url\): the host other\.test/,
    ],
    [
      'a plain host',
      `${REMOTE}\nlegacy: { url: https://h.test, plainUrl: http://p.test }`,
      'h.test',
      /the host p\.test/,
    ],
  ])('are refused: %s', (_, text, pattern, message) => {
    expect(() => read(`${text}\nallowHosts: ['${pattern}']`)).toThrow(message);
  });

  test('an override cannot slip past the list', () => {
    expect(() => read(`${REMOTE}\nallowHosts: [h.test]`, { set: ['admin.url=https://production.test'] })).toThrow(
      /^--set admin\.url: the host production\.test is not in allowHosts/,
    );
  });
});

describe('what was made in memory is for its own server', () => {
  const made = { admin: { url: 'http://127.0.0.1:1', bearer: 'x' }, effects: 'destroy' };

  test.each([
    ['CERTCONFORM_ADMIN__URL', 'https://h.test'],
    ['CERTCONFORM_ADMIN', '{ url: https://h.test }'],
    ['CERTCONFORM_LEGACY__URL', 'https://h.test'],
    ['CERTCONFORM_LEGACY__PLAIN_URL', 'http://h.test'],
    ['CERTCONFORM_PROXY', 'http://h.test:3128'],
  ])('%s does not lead elsewhere', (name, value) => {
    expect(() => profileFrom(made, { env: { [name]: value } })).toThrow(
      new RegExp(`^environment variable ${name}: without --target .*are for no other address`),
    );
  });

  test('nor does --set', () => {
    expect(() => profileFrom(made, { env: {}, set: ['admin.url=https://h.test'] })).toThrow(
      /^--set admin\.url: without/,
    );
  });

  test('all else can be set', () => {
    const profile = profileFrom(made, { env: { CERTCONFORM_LIMITS__CONCURRENCY: '2' }, set: ['admin.role=RAO'] });
    expect([profile.limits.concurrency, profile.admin?.role]).toEqual([2, 'RAO']);
  });
});

describe('credentials', () => {
  test('a login does not travel in the clear', () => {
    expect(() => read('legacy: { url: http://h.test }')).toThrow(/would travel unencrypted; use https, or plainUrl/);
    expect(read('legacy: { url: http://localhost:9 }').legacy?.url).toBe('http://localhost:9');
  });

  test('plainUrl is plain', () => {
    expect(() => read('legacy: { url: https://h.test, plainUrl: https://h.test }')).toThrow(
      /plainUrl is for plain HTTP/,
    );
  });

  test('a bearer in the clear is a warning', () => {
    expect(read('admin: { url: http://h.test, bearer: x }').warnings.join()).toMatch(/travels unencrypted to h\.test/);
    expect(read('admin: { url: https://h.test, bearer: x }').warnings).toEqual([]);
  });

  test('any certificate is only accepted from this machine', () => {
    expect(() => read(`${REMOTE}\ntls: { selfSigned: true }`)).toThrow(
      /selfSigned is only for this machine, not for h\.test; name the authority's file in tls\.ca/,
    );
    expect(read('admin: { url: https://localhost }\ntls: { selfSigned: true }').tls.selfSigned).toBe(true);
  });
});
