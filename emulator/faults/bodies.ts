import { readJson } from '../decode/json.ts';
import { readXml } from '../decode/xml.ts';
import type { Incoming } from '../pipeline.ts';

/** Switches of the faults in how the form of a body is judged. */
export const BODY_SWITCHES = {
  malformed: 'malformed-accepted',
  xmlRefused: 'xml-refused',
  xmlMalformed: 'xml-malformed-accepted',
} as const;

/** What such a fault makes of a request: taken although malformed, turned away although good, or left alone. */
export function bodyFormFault(switches: ReadonlySet<string>, incoming: Incoming): 'accepted' | 'refused' | undefined {
  if (incoming.body.length === 0) return undefined;
  const type = incoming.headers['content-type'];
  const xml = typeof type === 'string' && type.toLowerCase().startsWith('application/xml');
  if (xml && switches.has(BODY_SWITCHES.xmlRefused)) return 'refused';
  const accepting = switches.has(xml ? BODY_SWITCHES.xmlMalformed : BODY_SWITCHES.malformed);
  if (!accepting) return undefined;
  const read = xml ? readXml(incoming.body, true) : readJson(incoming.body);
  return 'problem' in read ? 'accepted' : undefined;
}
