import { isObject } from '../../spec/json.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import type { Incoming } from '../pipeline.ts';
import type { Fault } from './types.ts';

/** Spellings of a body that a careless server does not understand, by the switch that makes the emulator refuse them. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'json-white-space': { breaks: 'JSON that is indented', is: (text) => /^\s*[[{]\s/.test(text) },
  'json-escapes': { breaks: 'JSON with escapes for letters', is: (text) => /\\u00[2-7]/.test(text) },
  'json-order': { breaks: 'the members of a body in another order than first', is: isReordered },
  charset: { breaks: 'a content type with a charset', is: (_, type) => type.includes('charset=') },
  'xml-no-prolog': { breaks: 'XML without a prolog', xml: true, is: (text) => !/<\?xml/.test(text) },
  'xml-comments': { breaks: 'XML with comments', xml: true, is: (text) => text.includes('<!--') },
  'xml-cdata': { breaks: 'XML with CDATA sections', xml: true, is: (text) => text.includes('<![CDATA[') },
  'xml-references': { breaks: 'XML with references', xml: true, is: (text) => text.includes('&#') },
  'xml-white-space': { breaks: 'XML that is indented', xml: true, is: (text) => />\s+<\w+>/.test(text) },
};

interface Spelling {
  readonly breaks: string;
  readonly xml?: true;
  is(text: string, contentType: string, incoming: Incoming, switches: ReadonlySet<string>): boolean;
}

/** Spellings of which a fault accepts a body and keeps nothing. */
const LOST: Readonly<Record<string, Spelling>> = {
  'escapes-lost': { breaks: 'a body with escapes', is: (text) => /\\u00/.test(text) },
  'xml-cdata-lost': { breaks: 'XML with CDATA sections', xml: true, is: (text) => text.includes('<![CDATA[') },
  'xml-markup-lost': { breaks: 'XML with references for markup', xml: true, is: (text) => /&amp;|&lt;/.test(text) },
};

/** One fault per body and spelling (contract 4.1: the media type says how a body is read, not one way to write it). */
export function spellingFaults({ id, body, parameters }: Operation): Fault[] {
  if (body === undefined) return [];
  const xml = body.contents.some(({ mediaType }) => mediaType === 'application/xml');
  const list = body.contents.some(({ schema }) => typeof schema === 'object' && schema['type'] === 'array');
  const make = (name: string, breaks: string): Fault => ({
    id: `${id}.body.${name.replace(':', '.')}`,
    family: 'spelling',
    operation: id,
    breaks: `${id} ${breaks}.`,
    hint: { operation: id, topic: name.includes('xml') ? 'xml' : 'body' },
    change: { kind: 'switch', name },
  });
  const single = body.contents.some(({ schema }) => membersOf(schema) === 1);
  // A list has no members, one of numbers no letters, and a single member no order.
  const fits = (name: string): boolean => !(list && /order|escapes/.test(name)) && !(single && /order/.test(name));
  const refused = Object.entries(SPELLINGS)
    .filter(([name, spelling]) => (spelling.xml !== true || xml) && fits(name))
    .map(([name, { breaks }]) => make(`spelling:${name}`, `refuses ${breaks}`));
  const read = parameters.length > 0 && ['person.update', 'organization.update'].includes(id);
  const lost = Object.entries(LOST)
    .filter(([, spelling]) => read && (spelling.xml !== true || xml))
    .map(([name, { breaks }]) => make(`spelling:${name}`, `keeps nothing of ${breaks}`));
  return [...refused, ...lost];
}

function membersOf(schema: JsonSchema): number {
  return typeof schema === 'object' ? Object.keys((schema['properties'] ?? {}) as object).length : 0;
}

/** What such a fault makes of a request. */
export function spellingFault(switches: ReadonlySet<string>, incoming: Incoming): 'accepted' | 'refused' | undefined {
  const text = Buffer.from(incoming.body).toString('utf8');
  const type = String(incoming.headers['content-type'] ?? '').toLowerCase();
  const isXml = type.startsWith('application/xml');
  const meets = (spellings: Readonly<Record<string, Spelling>>): boolean =>
    Object.entries(spellings).some(
      ([name, { xml = false, is }]) =>
        switches.has(`spelling:${name}`) &&
        (xml ? isXml : !isXml || !name.startsWith('json')) &&
        is(text, type, incoming, switches),
    );
  return meets(LOST) ? 'accepted' : meets(SPELLINGS) ? 'refused' : undefined;
}

/** The first order of the same members, by switches; a new set of faults begins anew. */
const orders = new WeakMap<ReadonlySet<string>, Map<string, string>>();

function isReordered(text: string, _type: string, _incoming: Incoming, switches: ReadonlySet<string>): boolean {
  const names = namesOf(text);
  if (names.length < 2) return false;
  const known = orders.get(switches) ?? new Map<string, string>();
  orders.set(switches, known);
  const order = names.join();
  const members = names.toSorted().join();
  if (!known.has(members)) known.set(members, order);
  return known.get(members) !== order;
}

function namesOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return namesWithin(value);
  } catch {
    return [];
  }
}

function namesWithin(value: unknown): string[] {
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...namesWithin(member)]) : [];
}
