/** The little of XML 1.0 that reports write. */

/** What XML 1.0 cannot hold in any form: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for element content; what XML cannot hold is shown as `\u{…}`. */
export function escapeText(text: string): string {
  return legal(text).replace(/[&<>]/g, entity);
}

/** One element, its attributes in the order given; undefined attributes are left out. `content` is markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join('');
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`;
}

/** Line breaks and tabs in an attribute would be read back as spaces, so they are written as references. */
function escapeAttribute(text: string): string {
  return legal(text)
    .replace(/[&<>"]/g, entity)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function legal(text: string): string {
  return text.replace(ILLEGAL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function entity(character: string): string {
  return ENTITIES[character] ?? character;
}
