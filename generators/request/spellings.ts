/** A body in another spelling: other bytes that every reader of the format takes for the same value. */
export interface BodySpelling {
  readonly label: string;
  readonly body: string;
  /** The media type with what stands behind it, where that is what differs. */
  readonly contentType?: string;
  /** Sent in pieces, without its length told beforehand. */
  readonly chunked?: true;
  /** The format leaves no doubt that it is the same value. */
  readonly certain: boolean;
}

/** Spellings of a JSON value (RFC 8259): white space, escapes and the order of members carry no meaning. */
export function jsonSpellings(value: unknown): BodySpelling[] {
  const plain = JSON.stringify(value);
  const spelt = (label: string, body: string, more: Partial<BodySpelling> = {}): BodySpelling => ({
    label,
    body,
    certain: true,
    ...more,
  });
  const others = [
    spelt('white space around all tokens', `\r\n ${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\n`),
    spelt('the members in reverse order', JSON.stringify(reversed(value))),
    spelt('escapes for the characters of names and texts', escapedJson(plain)),
    spelt('whole numbers with a fraction of zero', withFractions(plain), { certain: false }),
  ];
  return [
    ...others.filter(({ body }) => body !== plain),
    spelt('the content type with a charset', plain, { contentType: 'application/json; charset=utf-8' }),
    spelt('the content type with a quoted charset', plain, {
      contentType: 'Application/JSON;charset="UTF-8"',
      certain: false,
    }),
    spelt('the body in chunks', plain, { chunked: true }),
  ];
}

/** All that makes no difference at once. */
export function mixedSpelling(value: unknown): string {
  return escapedJson(JSON.stringify(reversed(value), null, 2));
}

/** Spellings of an XML document (XML 1.0): prolog, comments, CDATA sections and references carry no meaning. */
export function xmlSpellings(document: string): BodySpelling[] {
  const bare = document.replace(/^<\?xml[^>]*\?>/, '');
  const leaves = (write: (text: string) => string): string =>
    bare.replace(/>([^<>]+)<\//g, (_, text: string) => `>${write(text)}</`);
  const spelt = (label: string, body: string, more: Partial<BodySpelling> = {}): BodySpelling => ({
    label,
    body,
    certain: true,
    ...more,
  });
  return [
    spelt('XML without a prolog', bare),
    spelt('XML with a prolog in single quotes', `<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n${bare}`),
    spelt('XML with comments', `<!-- before -->${bare.replace(/^<[^>]+>/, '$&<!-- inside -->')}<!-- after -->`),
    spelt(
      'XML with CDATA sections',
      leaves((text) => `<![CDATA[${unescaped(text)}]]>`),
    ),
    spelt(
      'XML with references for characters',
      leaves((text) =>
        text.replace(/&\w+;|[A-Za-z0-9]/g, (one) => (one.length > 1 ? one : `&#${one.codePointAt(0)};`)),
      ),
    ),
    spelt(
      'XML with white space between elements',
      bare.replace(/>(?=<[^/])/g, '>\r\n  ').replace(/(<\/[^>]+>)(?=<\/)/g, '$1\n\t'),
    ),
    spelt('XML whose content type has a charset', document, { contentType: 'application/xml; charset=utf-8' }),
    spelt('XML in chunks', document, { chunked: true }),
  ].filter(({ body, contentType, chunked }) => body !== document || contentType !== undefined || chunked === true);
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** The first character of each text and name, and each that is not ASCII, as an escape; what is escaped already stays. */
function escapedJson(json: string): string {
  return json.replace(
    /"((?:[^"\\]|\\.)*)"/g,
    (_, text: string) => `"${text.replace(/^[A-Za-z0-9@/]|[^\0-\x7f]/g, unicodeEscape)}"`,
  );
}

/** One code unit: a character beyond 16 bits has an escape for each of its two (RFC 8259, section 7). */
function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function withFractions(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])/g, (token) => (token.startsWith('"') ? token : `${token}.0`));
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** What the references of a document that this package writes stand for. */
function unescaped(text: string): string {
  return text.replace(/&\w+;/g, (reference) => ENTITIES[reference] ?? reference);
}
