/** The forms in which a secret can turn up in text: as it is, or encoded by what carried or printed it. */

/** Base64 text shorter than this is too likely to be something else. */
const SHORTEST_BASE64 = 7;

/** Every form of `secret` to look for. Letter case is left to the search, which ignores it. */
export function formsOf(secret: string): string[] {
  const plain = [secret, ...spellings(secret)];
  const forms = new Set(plain);
  for (const text of plain.slice(0, 8)) for (const form of base64Forms(text)) forms.add(form);
  return [...forms].filter((form) => form !== '');
}

/** The ways of writing a text inside URLs, forms, JSON, HTML, shell lines and header fields. */
function spellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = percent(text, /[^A-Za-z0-9\-_.~]/);
  const lenient = percent(text, /[^A-Za-z0-9\-_.~!'()*]/);
  return [
    json,
    url,
    lenient,
    url.replaceAll('%20', '+'),
    lenient.replaceAll('%20', '+'),
    percent(text, /[^A-Za-z0-9\-_.*]/).replaceAll('%20', '+'),
    percent(text, /[^A-Za-z0-9\-_.~!$&'()*+,;=:@/?]/),
    // Only what comes after is too rare to be looked for inside base64 as well.
    percent(text, /[\s\S]/),
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    json.replace(/[^\u0020-\u007e]/g, unicodeEscape),
    [...text].map(unicodeEscape).join(''),
    html(text, '&#39;', '&quot;'),
    html(text, '&#x27;', '&#34;'),
    html(text, '&apos;', '&quot;'),
    html(json, '&#39;', '&quot;'),
    text.replaceAll("'", "'\\''"),
    Buffer.from(text, 'utf8').toString('latin1'),
  ];
}

/** Percent-encodes the UTF-8 bytes of every character that matches `reserved`. */
function percent(text: string, reserved: RegExp): string {
  let encoded = '';
  for (const character of text) {
    if (!reserved.test(character)) encoded += character;
    else for (const byte of Buffer.from(character, 'utf8')) encoded += `%${byte.toString(16).padStart(2, '0')}`;
  }
  return encoded;
}

function unicodeEscape(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}

function html(text: string, apostrophe: string, quote: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", apostrophe)
    .replaceAll('"', quote);
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
    forms.push(fixed, fixed.replaceAll('+', '-').replaceAll('/', '_'), percent(fixed, /[+/]/));
  }
  return forms;
}
