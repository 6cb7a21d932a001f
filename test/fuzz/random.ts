/** Chance that can be repeated, and what it does to bytes. */

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of some. */
  of<T>(some: readonly T[]): T {
    return some[this.below(some.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

/** Pieces at which readers of JSON, XML, forms, YAML and HTTP stumble. */
const AWKWARD = [
  ...[
    '"',
    '\\',
    '\\ud800',
    '\\u0000',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '-',
    '1e999',
    '-0',
    '0x1',
    '123456789012345678901234567890',
    'null',
  ],
  ...['"toString":1,', '__proto__=1&'],
  ...[
    '<',
    '>',
    '</',
    '&',
    '&amp;',
    '&#0;',
    '&#x110000;',
    '&lol;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '<!DOCTYPE a [<!ENTITY b "bb">]>',
    '<?xml version="1.1"?>',
    '<a:b/>',
    'xmlns:a="b"',
  ],
  ...['%', '%0', '%zz', '%00', '%ff', '%2e%2e%2f', '+', '=', '&&', '==', ';', '#', '?', '/../', '//'],
  ...['\u0000', '\ufeff', '\ud800', '\u2028', '💥', '\r\n', '\r\nX-Injected: 1\r\n\r\n', '\t', ' '],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a profile takes for a variable
  ...['&a [*a]', '!!js/function', '<<: *a', '${HOME}', '${}', '---\n', '? :'],
].map((text) => Buffer.from(text));

/** Names of members that every object has from its prototype, as JSON, YAML and forms write them. */
const INHERITED = {
  '{': ['"__proto__":{"polluted":1},', '"constructor":{"prototype":{"polluted":1}},'],
  '\n': ['__proto__: { polluted: 1 }\n', 'constructor: { prototype: { polluted: 1 } }\n'],
  '&': ['__proto__[polluted]=1&', '__proto__=1&'],
} as const;

/** The bytes with one of these names where a member may stand: by chance alone none would ever be read. */
function withInherited(bytes: Uint8Array, chance: Chance): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const starts = [...text.matchAll(/[{\n&]/g)];
  if (starts.length === 0) return Buffer.from(bytes);
  const { 0: sign, index } = chance.of(starts);
  const member = chance.of(INHERITED[sign as keyof typeof INHERITED]);
  // A line of YAML is a member where it is indented as the next one.
  const indent = sign === '\n' ? (/^ */.exec(text.slice(index + 1))?.[0] ?? '') : '';
  return Buffer.from(`${text.slice(0, index + 1)}${indent}${member}${text.slice(index + 1)}`, 'latin1');
}

/** The bytes with a few things wrong. */
export function mutated(bytes: Uint8Array, chance: Chance): Buffer {
  if (chance.next() < 0.1) return withInherited(bytes, chance);
  let made = Buffer.from(bytes);
  for (let times = 1 + chance.below(4); times > 0; times -= 1) {
    const at = chance.below(made.length + 1);
    const until = Math.min(made.length, at + chance.below(16));
    const [before, cut, after] = [made.subarray(0, at), made.subarray(at, until), made.subarray(until)];
    const put = [
      () => chance.of(AWKWARD),
      () => chance.bytes(1 + chance.below(8)),
      () => Buffer.alloc(0),
      () => Buffer.concat(Array.from({ length: 1 + chance.below(chance.next() < 0.05 ? 3000 : 4) }, () => cut)),
      () => Buffer.from(cut.map((byte) => byte ^ (1 << chance.below(8)))),
    ];
    made = Buffer.concat([before, chance.of(put)(), after]);
  }
  return made;
}
