/**
 * Formats as patterns of texts that every consumer of the format accepts. They are deliberately narrower than the
 * formats: a pattern can be intersected with other patterns and with lengths, so that nothing needs to be thrown away.
 */

const DATE = '(19[5-9][0-9]|20[0-9][0-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])';
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?(Z|[+-](0[0-9]|1[0-2]):[0-5][0-9])';
const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const HOST = '([a-z][a-z0-9]{0,30}\\.){1,2}(com|org|net|example)';

/** Patterns by format: the first is preferred, the following are for lengths or patterns that exclude the first. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  date: [`^${DATE}$`, '^[0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])$'],
  time: [`^${TIME}$`],
  'date-time': [`^${DATE}T${TIME}$`],
  'iso-time': [`^${TIME}$`],
  'iso-date-time': [`^${DATE}T${TIME}$`],
  duration: ['^P([1-9][0-9]{0,3}D|[1-9][0-9]{0,2}Y([1-9]M)?|T[1-9][0-9]{0,3}[HMS])$'],
  uuid: ['^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'],
  ipv4: [`^(${BYTE}\\.){3}${BYTE}$`],
  ipv6: ['^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^([0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}$|^::1?$'],
  hostname: ['^([a-z][a-z0-9]{0,59}\\.){1,4}[a-z]{2,6}$', '^[a-z][a-z0-9]{0,60}$'],
  email: [
    '^[a-z][a-z0-9]{0,63}@([a-z][a-z0-9]{0,59}\\.){1,3}(com|org|net|example)$',
    '^[a-z0-9]+@[a-z0-9]+\\.[a-z0-9]+$',
  ],
  uri: [`^https?://${HOST}(/[a-z0-9]+)*$`, '^[a-z][a-z0-9]*:[a-z0-9]*$'],
  'uri-reference': [`^https?://${HOST}(/[a-z0-9]+)*$`, '^(/[a-z0-9]+)*$'],
  'uri-template': [`^https?://${HOST}(/[a-z0-9]+|/\\{[a-z]+\\})*$`, '^[a-z0-9]*$'],
  url: [`^https?://${HOST}(/[a-z0-9]+)*$`],
  'json-pointer': ['^(/[a-z0-9]+)*$'],
  'relative-json-pointer': ['^[0-9](/[a-z0-9]+)*$'],
  regex: ['^[a-z0-9]*$'],
  byte: ['^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$'],
};

const SAME: Readonly<Record<string, string>> = {
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  iri: 'uri',
  'iri-reference': 'uri-reference',
};

/** Patterns to generate a format by, the best first; empty for formats that say nothing about the text. */
export function patternsOfFormat(format: string): readonly string[] {
  return PATTERNS[SAME[format] ?? format] ?? [];
}

/** A text that is not of a format, and whether every reader must refuse it. */
export interface Malformed {
  readonly text: string;
  readonly debatable?: boolean;
}

const MALFORMED: Readonly<Record<string, readonly Malformed[]>> = {
  date: [
    { text: 'not-a-date' },
    { text: '2020-13-45' },
    { text: '2021-02-30' },
    { text: '31/12/2020' },
    { text: '2020-1-5', debatable: true },
    { text: '2020-01-05T00:00:00Z', debatable: true },
  ],
  'date-time': [
    { text: 'not-a-date-time' },
    { text: '2020-13-45T00:00:00Z' },
    { text: '2020-01-05T25:61:61Z' },
    { text: '2020-01-05', debatable: true },
    { text: '2020-01-05 00:00:00Z', debatable: true },
    { text: '2020-01-05T00:00:00', debatable: true },
  ],
  time: [{ text: 'noon' }, { text: '25:00:00Z' }, { text: '10:00', debatable: true }],
  duration: [{ text: 'a while' }, { text: 'P' }],
  uuid: [
    { text: 'not-a-uuid' },
    { text: 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz' },
    { text: '123e4567-e89b-12d3-a456-42661417400g' },
    { text: '123e4567-e89b-12d3-a456', debatable: false },
    { text: '1-1-1-1-1', debatable: true },
    { text: '123e4567e89b12d3a456426614174000', debatable: true },
    { text: '{123e4567-e89b-12d3-a456-426614174000}', debatable: true },
    { text: 'urn:uuid:123e4567-e89b-12d3-a456-426614174000', debatable: true },
  ],
  email: [{ text: 'no at sign' }, { text: 'user@' }, { text: '@example.com' }, { text: 'user@example@example.com' }],
  hostname: [{ text: 'two words' }, { text: '-starts.example.com', debatable: true }, { text: 'a..example.com' }],
  ipv4: [{ text: '256.1.1.1' }, { text: '1.1.1' }, { text: 'one.two.three.four' }],
  ipv6: [{ text: '12345::' }, { text: 'g::1' }, { text: '1:2:3:4:5:6:7:8:9' }],
  uri: [{ text: 'not a uri' }, { text: 'http://exa mple.com/' }],
  'uri-reference': [{ text: 'not a uri' }, { text: 'a\\b' }],
  'json-pointer': [{ text: 'a/b' }, { text: '/~2' }],
  regex: [{ text: '(unclosed' }, { text: '[a-' }],
  byte: [{ text: '***' }, { text: 'a' }],
};

/** Texts that are not of a format; none for formats that say nothing about the text. */
export function malformedOf(format: string): readonly Malformed[] {
  return MALFORMED[SAME[format] ?? format] ?? [];
}
