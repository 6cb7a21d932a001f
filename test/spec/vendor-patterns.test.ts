/** Patterns that vendors' tools forgive are used as what they mean; what means two things is left out. */
import { describe, expect, it } from 'vitest';
import { usablePattern } from '../../spec/dialects/openapi/patterns.ts';

/** Patterns that do not compile under `u`, as they are found in documents of vendors. */
const FORGIVEN = [
  '^[\\w-.]+$',
  '^[\\w-_]+$',
  '^[a-zA-Z0-9\\_\\-\\.]+@[a-z\\-]+$',
  '^\\d{2}\\-\\d{2}$',
  '^[\\d-x]{1,3}$',
  '^a\\@b\\!$',
  '^{a}$',
  '^a]$',
  '^\\"[^\\"]*\\"$',
  '^[^\\s-:]+$',
  "^[\\w\\s\\'\\&,-]*$",
  '^(?:\\+|00)\\d[\\d\\ \\-]*$',
];

/** Two mean something else under `u`, some mean nothing. */
const LEFT_OUT = [
  '^[\\p{L}-\\w]+$',
  '^\\u{61}\\-$',
  '(',
  '[b-a]',
  '^(?=a)*\\-$',
  '[\\d-a-z]',
  '[\\1-\\w]',
  '(?i)abc',
  '\\1\\_',
];

/** Texts of characters that the patterns are about, short enough to try many. */
function texts(): string[] {
  const characters = [...'ab9-_.@!{}]" \'&+0,:xé\\', '\u2028'];
  const pairs = characters.flatMap((one) => characters.map((other) => one + other));
  return [
    '',
    ...characters,
    ...pairs,
    ...pairs.flatMap((pair) => [`${pair}-9`, `a${pair}`, `9${pair}9`]),
    '{a}',
    'a@b!',
    '12-34',
    '"ab"',
  ];
}

describe('a pattern', () => {
  it.each(FORGIVEN)('%s is used, and finds the same', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).toThrow();
    const strict = new RegExp(usablePattern(pattern) ?? '', 'u');
    const lenient = new RegExp(pattern);
    expect(usablePattern(pattern)).toBeDefined();
    expect(texts().filter((text) => strict.test(text) !== lenient.test(text))).toEqual([]);
    expect(texts().some((text) => strict.test(text))).toBe(true);
  });

  it.each(['^[a-z]+$', '^\\p{L}+$', '^\\u{61}$'])('%s stays as it is', (pattern) => {
    expect(usablePattern(pattern)).toBe(pattern);
  });

  it.each(LEFT_OUT)('%s is left out', (pattern) => {
    expect(usablePattern(pattern)).toBeUndefined();
  });
});
