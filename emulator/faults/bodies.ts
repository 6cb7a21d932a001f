import { readJson } from '../decode/json.ts';
import { readXml } from '../decode/xml.ts';
import type { Incoming } from '../pipeline.ts';
import { spellingFault } from './spellings.ts';

/** Switches of the faults in how the form of a body is judged. */
export const BODY_SWITCHES = {
  malformed: 'malformed-accepted',
  xmlRefused: 'xml-refused',
  xmlMalformed: 'xml-malformed-accepted',
  xmlLost: 'xml-not-applied',
  textItems: 'text-items-accepted',
  nullItems: 'null-items-accepted',
  laterItems: 'later-items-unread',
  nullBody: 'null-accepted',
  unwrapped: 'single-item-unwrapped',
} as const;

/** What such a fault makes of a request: taken although malformed, turned away although good, or left alone. */
export function bodyFormFault(switches: ReadonlySet<string>, incoming: Incoming): 'accepted' | 'refused' | undefined {
  if (incoming.body.length === 0) return undefined;
  const type = incoming.headers['content-type'];
  const xml = typeof type === 'string' && type.toLowerCase().startsWith('application/xml');
  if (xml && switches.has(BODY_SWITCHES.xmlRefused)) return 'refused';
  if (xml && switches.has(BODY_SWITCHES.xmlLost))
    return 'problem' in readXml(incoming.body, true) ? undefined : 'accepted';
  if (!xml && (listFault(switches, incoming) || typeFault(switches, incoming))) return 'accepted';
  const accepting = switches.has(xml ? BODY_SWITCHES.xmlMalformed : BODY_SWITCHES.malformed);
  if (!accepting) return spellingFault(switches, incoming);
  const read = xml ? readXml(incoming.body, true) : readJson(incoming.body);
  return 'problem' in read ? 'accepted' : undefined;
}

/** Whether a list of numbers is taken although some of its items are none. */
function listFault(switches: ReadonlySet<string>, { body }: Incoming): boolean {
  const read = readJson(body);
  if ('problem' in read || !Array.isArray(read.value) || read.value.length === 0) return false;
  const items: readonly unknown[] = read.value;
  const fine = (item: unknown): boolean =>
    Number.isInteger(item) ||
    (switches.has(BODY_SWITCHES.textItems) && typeof item === 'string' && /^\d+$/.test(item)) ||
    (switches.has(BODY_SWITCHES.nullItems) && item === null);
  if (items.every(Number.isInteger)) return false;
  return items.every(fine) || (switches.has(BODY_SWITCHES.laterItems) && items.length > 1 && fine(items[0]));
}

/** Whether null, or a list of one object, is taken for an object. */
function typeFault(switches: ReadonlySet<string>, { body }: Incoming): boolean {
  const read = readJson(body);
  if ('problem' in read) return false;
  const { value } = read;
  if (value === null) return switches.has(BODY_SWITCHES.nullBody);
  if (!switches.has(BODY_SWITCHES.unwrapped) || !Array.isArray(value)) return false;
  return value.length === 1 && typeof value[0] === 'object' && value[0] !== null;
}
