import { expect, test } from 'vitest';
import { mergeInto } from '../../../cli/learn/merge.ts';

const PROFILE = `# Ours.
name: staging   # the name
admin:
  url: https://admin.example.test
effects: observe
fixtures:
  person: [17, 18]          # looked at only
  endpoint:
    # the first one
    - { ids: { id: 9 }, allow: modify }
    - ids: 10
      traits: { mode: global }
limits: { concurrency: 2 }
`;

test('what is new is added, and comments, order and the words of the owner stay', () => {
  const suggested = `
dialect: { base: alternate, answers: { admin.type.read: /kind } }
examples: { person.update: { body: { a: 1 } } }
fixtures:
  endpoint:
    - { ids: { id: 9 }, traits: { type: SSL_WEB_FORM } }
    - { ids: { id: 10 }, traits: { mode: custom, type: SMIME_WEB_FORM } }
  person:
    - { ids: { id: 18 }, traits: { odd: true } }
    - { ids: { id: 19 } }
  bucket:
    - { ids: { bucketId: 0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11 } }
`;
  expect(mergeInto(PROFILE, suggested, 'suggested.yaml')).toMatchInlineSnapshot(`
    "# Ours.
    name: staging # the name
    admin:
      url: https://admin.example.test
    effects: observe
    fixtures:
      person: [ 17, { ids: 18, traits: { odd: true } }, { ids: { id: 19 } } ] # looked at only
      endpoint:
        # the first one
        - { ids: { id: 9 }, allow: modify, traits: { type: SSL_WEB_FORM } }
        - ids: 10
          traits: { mode: global, type: SMIME_WEB_FORM }
      bucket:
        - { ids: { bucketId: 0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11 } }
    limits: { concurrency: 2 }
    dialect:
      base: alternate
      answers:
        admin.type.read: /kind
    examples:
      person.update: { body: { a: 1 } }
    "
  `);
});

test('a profile that states all of it stays as it is, to the byte', () => {
  expect(mergeInto(PROFILE, 'fixtures: { person: [{ ids: { id: 17 } }] }', 's.yaml')).toBe(PROFILE);
  expect(mergeInto(PROFILE, '# only comments\n', 's.yaml')).toBe(PROFILE);
});

test('what the owner states is never replaced', () => {
  const own =
    'dialect: { base: none, answers: { http.unsupported-method: 404 } }\nexamples: { person.update: { body: 1 } }\n';
  const suggested =
    'dialect: { base: alternate, answers: { http.unsupported-method: 405 } }\nexamples: { person.update: { body: 2 } }\n';
  expect(mergeInto(own, suggested, 's.yaml')).toBe(own);
});

test.each(['effects: destroy', 'allowHosts: []', 'admin: { url: https://elsewhere.example }'])(
  'suggestions that say %s are refused',
  (line) => {
    expect(() => mergeInto(PROFILE, line, 's.yaml')).toThrow(
      /suggestions are merged for dialect, examples, fixtures alone/,
    );
  },
);

test('what may be done to an entity is never widened', () => {
  const wanted =
    'fixtures: { endpoint: [{ ids: { id: 9 }, allow: destroy }], bucket: [{ ids: { bucketId: b }, allow: destroy }] }';
  const merged = mergeInto(PROFILE, wanted, 's.yaml');
  expect(merged).not.toContain('destroy');
  expect(merged).toContain('bucketId: b');
});

test('a JSON profile stays JSON, and a dialect that is a name keeps it', () => {
  const merged = mergeInto('{"name":"x","dialect":"default"}', 'dialect: { answers: { a.b: 1 } }', 's.yaml');
  expect(JSON.parse(merged)).toEqual({ name: 'x', dialect: { base: 'default', answers: { 'a.b': 1 } } });
});
