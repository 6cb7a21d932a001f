/** The forms in which a secret can turn up in text: as it is, or encoded by what carried or printed it. */

/** Base64 text shorter than this is too likely to be something else. */
const SHORTEST_BASE64 = 7;

/** So much of an escaped secret is enough to look closer. */
const BEGINNING = 3;

/** So much of the end of base64 text hardly comes by chance; beginnings are alike wherever tokens or words are alike. */
const RARE = 24;

const NAMED_ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const JSON_LETTERS: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** What to search for, as sources of regular expressions that ignore letter case, and how short and long a find can be. */
export interface Forms {
  /** The secret as text. */
  readonly text: string;
  /** Inside base64; '' when it is too short for that. */
  readonly base64: string;
  /** How short a find can be: nothing that encodes text makes it shorter, but only some of it shows inside base64. */
  readonly shortest: number;
  readonly longest: number;
  /**
   * Whatever form the secret has in a text, one of these texts in lower case is in it, or the expression matches how it
   * begins when all of it is escaped.
   */
  readonly anchors: { readonly texts: readonly string[]; readonly escaped: string };
}

/**
 * Every form of a secret. Each of its characters may be written in each way on its own, as encoders differ in which they
 * touch; beside that all of it may be escaped, or stand inside base64.
 */
export function formsOf(secret: string): Forms {
  const characters = [...secret];
  const base64 = [...new Set(plainVariants(secret).flatMap(base64Forms))];
  return {
    text: [characters.map(spellings).join(''), percent(secret), unicode(secret)].join('|'),
    base64: base64.map(quote).join('|'),
    shortest: Math.min(secret.length, ...base64.map(({ length }) => length)),
    longest: 8 * Buffer.byteLength(secret) + 64,
    anchors: {
      texts: [longestPlainRun(secret), ...base64.map((form) => form.slice(-RARE))].map((text) => text.toLowerCase()),
      escaped: `${percentBytes(Buffer.from(secret, 'utf8').subarray(0, BEGINNING))}|${unicode(secret.slice(0, BEGINNING))}`,
    },
  };
}

/** The longest part of a secret that has one spelling only, unless all of it is escaped; '' when there is none. */
function longestPlainRun(secret: string): string {
  const runs = secret.match(new RegExp(`${PLAIN.source}+`, 'g')) ?? [];
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** A character that encoders leave alone. */
const PLAIN = /[A-Za-z0-9_.-]/;

/** The ways of writing one character inside URLs, forms, JSON, HTML, shell lines and header fields. */
function spellings(character: string): string {
  if (PLAIN.test(character)) return quote(character);
  const bytes = Buffer.from(character, 'utf8');
  const code = character.codePointAt(0) ?? 0;
  const ways = [
    character === '\\' ? '\\\\{1,8}' : `\\\\{0,7}${quote(character)}`,
    percentBytes(bytes),
    unicode(character),
    `&(?:amp;)*#(?:0*${code}|x0*${code.toString(16)});`,
  ];
  const entity = NAMED_ENTITIES[character];
  if (entity !== undefined) ways.push(`&(?:amp;)*${entity};`);
  const letter = JSON_LETTERS[character];
  if (letter !== undefined) ways.push(`\\\\{1,7}${letter}`);
  if (character === ' ') ways.push('\\+');
  if (character === "'") ways.push(`'\\\\''`, `'"'"'`);
  if (code > 0x7f) ways.push(quote(bytes.toString('latin1')));
  if (code > 0x7f && code <= 0xff) ways.push(percentBytes([code]));
  return `(?:${ways.join('|')})`;
}

/** All of it percent-encoded, however often. */
function percent(text: string): string {
  return percentBytes(Buffer.from(text, 'utf8'));
}

function percentBytes(bytes: Iterable<number>): string {
  return [...bytes].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`).join('');
}

/** All of it in JSON's unicode escapes. */
function unicode(text: string): string {
  let source = '';
  for (let i = 0; i < text.length; i++) source += `\\\\{1,7}u${text.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return source;
}

/** The texts that are looked for inside base64. */
function plainVariants(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret.toWellFormed());
  const strict = url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...new Set([secret, json, JSON.stringify(json).slice(1, -1), url, strict, strict.replaceAll('%20', '+')])];
}

/**
 * What a text looks like inside base64, whatever stands before and after it (`user:pass` included): for each of the three
 * alignments the characters that depend on the text alone, in the ordinary and in the URL alphabet.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const forms: string[] = [];
  for (let before = 0; before < 3; before++) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const fixed = encoded.slice(first, last);
    if (fixed.length < SHORTEST_BASE64) continue;
    forms.push(fixed, fixed.replaceAll('+', '-').replaceAll('/', '_'));
    forms.push(fixed.replaceAll('+', '%2b').replaceAll('/', '%2f'), fixed.replaceAll('/', '\\/'));
  }
  return forms;
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
