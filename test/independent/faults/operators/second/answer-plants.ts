import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import { answering } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { at } from './plants.ts';

export const takers = operationPlaces(({ body }) => body !== undefined);
export const members = operationPlaces(({ body }) => body !== undefined && body !== 'ids');
export const xmlTakers = operationPlaces(({ xml }) => xml === true);
export const children = operationPlaces(({ parent }) => parent !== undefined);
export const including = at('client.read', 'mark.read');
export const typeOf = ({ request }: Call) => request.headers['content-type'] ?? '';
export const isXml = (call: Call) => typeOf(call).includes('xml');
export const textOf = ({ request }: Call) => request.body.toString();
export const retyped = (reply: Reply, type: string): Reply =>
  reply.body && 'json' in reply.body ? { ...reply, body: { text: JSON.stringify(reply.body.json), type } } : reply;

/** Bodies that are no object of the schema, each sort by itself. */
export const SORTS: Readonly<Record<string, (text: string) => boolean>> = {
  none: (text) => text === '',
  list: (text) => text.startsWith('['),
  null: (text) => text.trim() === 'null',
  text: (text) => text.startsWith('"'),
  number: (text) => /^-?\d/.test(text),
  cut: (text) => /^\{.*[^}\s]\s*$/s.test(text),
};
/** Writings of one and the same JSON or XML. */
export const JSONS: Readonly<Record<string, (text: string) => boolean>> = {
  'blank in front': (text) => /^\s+[{[]/.test(text),
  'line breaks': (text) => /^\s*[{[][^"]*\n/.test(text),
  escapes: (text) => /\\u[0-9a-f]{4}/i.test(text),
};
export const XMLS: Readonly<Record<string, (text: string) => boolean>> = {
  CDATA: (text) => text.includes('<![CDATA['),
  comments: (text) => text.includes('<!--'),
  references: (text) => /&(amp|lt|#\d+|#x[0-9a-f]+);/i.test(text),
  declaration: (text) => text.startsWith('<?xml'),
  'blanks between elements': (text) => />\s+</.test(text),
};
export const refusing = (op: string, when: (call: Call) => boolean, status = 400) =>
  answering(op, (call) =>
    call.request.authorization !== undefined && when(call) ? { ...call.bad('planted'), status } : undefined,
  );
