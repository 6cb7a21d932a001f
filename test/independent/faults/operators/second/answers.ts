/** Answers that are wrong on one path only, and requests that are read wrongly for how they are written (4.1, 7.1). */
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded, withJson } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { absentees, described, needed, turned } from '../answers/plants.ts';
import { at, each, fault, operationOf, parted, reads, withMember } from './plants.ts';

const takers = operationPlaces(({ body }) => body !== undefined);
const members = operationPlaces(({ body }) => body !== undefined && body !== 'ids');
const xmlTakers = operationPlaces(({ xml }) => xml === true);
const children = operationPlaces(({ parent }) => parent !== undefined);
const including = at('client.read', 'mark.read');
const typeOf = ({ request }: Call) => request.headers['content-type'] ?? '';
const isXml = (call: Call) => typeOf(call).includes('xml');
const textOf = ({ request }: Call) => request.body.toString();
const retyped = (reply: Reply, type: string): Reply =>
  reply.body && 'json' in reply.body ? { ...reply, body: { text: JSON.stringify(reply.body.json), type } } : reply;

/** Bodies that are no object of the schema, each sort by itself. */
const SORTS: Readonly<Record<string, (text: string) => boolean>> = {
  none: (text) => text === '',
  list: (text) => text.startsWith('['),
  null: (text) => text.trim() === 'null',
  text: (text) => text.startsWith('"'),
  number: (text) => /^-?\d/.test(text),
  cut: (text) => /^\{.*[^}\s]\s*$/s.test(text),
};
/** Writings of one and the same JSON or XML. */
const JSONS: Readonly<Record<string, (text: string) => boolean>> = {
  'blank in front': (text) => /^\s+[{[]/.test(text),
  'line breaks': (text) => /^\s*[{[][^"]*\n/.test(text),
  escapes: (text) => /\\u[0-9a-f]{4}/i.test(text),
};
const XMLS: Readonly<Record<string, (text: string) => boolean>> = {
  CDATA: (text) => text.includes('<![CDATA['),
  comments: (text) => text.includes('<!--'),
  references: (text) => /&(amp|lt|#\d+|#x[0-9a-f]+);/i.test(text),
  declaration: (text) => text.startsWith('<?xml'),
  'blanks between elements': (text) => />\s+</.test(text),
};
const refusing = (op: string, when: (call: Call) => boolean, status = 400) =>
  answering(op, (call) =>
    call.request.authorization !== undefined && when(call) ? { ...call.bad('planted'), status } : undefined,
  );

export const ANSWERS_TOO: readonly Operator[] = [
  fault(
    'bad-body-broken',
    '4.1',
    (key) => `answers 500 to a body of one sort: ${key}`,
    each(members, Object.keys(SORTS)),
    (key) => {
      const [op, sort] = parted(key);
      return beforehand(op, (call) => {
        if (!isXml(call) && SORTS[sort]?.(textOf(call))) call.broken = true;
      });
    },
  ),
  fault(
    'json-written-so-refused',
    '4.1',
    (key) => `refuses JSON for how it is written: ${key}`,
    each(takers, Object.keys(JSONS)),
    (key) => {
      const [op, sort] = parted(key);
      return refusing(op, (call) => !isXml(call) && JSONS[sort]?.(textOf(call)) === true);
    },
  ),
  fault(
    'json-charset-refused',
    '4.1',
    (op) => `${op} refuses application/json with a charset`,
    takers,
    (op) => refusing(op, (call) => /json\s*;/i.test(typeOf(call)), 415),
  ),
  fault(
    'json-type-in-capitals-refused',
    '4.1',
    (op) => `${op} refuses the content type in other letter case`,
    takers,
    (op) => refusing(op, (call) => /json/i.test(typeOf(call)) && /[A-Z]/.test(typeOf(call).split(';')[0] ?? ''), 415),
  ),
  fault(
    'json-order-refused',
    '4.1',
    (op) => `${op} refuses members that are not in the order of the schema`,
    members,
    (op) =>
      refusing(op, (call) => {
        try {
          const names = Object.keys(JSON.parse(textOf(call)) as object);
          const { body } = operationOf(op);
          if (body === undefined || body === 'ids' || body === 'variants') return false;
          const order = [...(call.service.shape(body).children?.keys() ?? [])];
          const places = names.map((name) => order.indexOf(name)).filter((place) => place >= 0);
          return places.some((place, n) => n > 0 && place < (places[n - 1] as number));
        } catch {
          return false;
        }
      }),
  ),
  fault(
    'utf8-read-as-latin',
    'the profile’s claim',
    (op) => `${op} reads UTF-8 as Latin-1`,
    members.filter(({ op }) => reads.some((one) => one.op === op.replace('update', 'read'))),
    (op) =>
      beforehand(op, ({ request }) => {
        request.body = Buffer.from(request.body.toString('latin1'), 'utf8');
      }),
  ),
  fault(
    'xml-written-so-refused',
    '4.7',
    (key) => `refuses XML for how it is written: ${key}`,
    each(xmlTakers, Object.keys(XMLS)),
    (key) => {
      const [op, sort] = parted(key);
      return refusing(op, (call) => isXml(call) && XMLS[sort]?.(textOf(call)) === true);
    },
  ),
  fault(
    'xml-charset-refused',
    '4.7',
    (op) => `${op} refuses application/xml with a charset`,
    xmlTakers,
    (op) => refusing(op, (call) => /xml\s*;/i.test(typeOf(call)), 415),
  ),
  fault(
    'xml-cdata-lost',
    '4.7',
    (op) => `${op} loses what stands in CDATA sections`,
    at('organization.update'),
    (op) =>
      beforehand(op, ({ request }) => {
        const text = request.body.toString();
        if (text.startsWith('<')) request.body = Buffer.from(text.replace(/<!\[CDATA\[(.{1,2}).*?\]\]>/gs, '$1'));
      }),
  ),
  fault(
    'xml-unrestricted',
    '4.7',
    (op) => `${op} does not judge the values of XML`,
    xmlTakers,
    (op) => ({
      judge: (call, _, raw, __, verdict) =>
        call.op === op && isXml(call) && 'wrong' in verdict && raw !== null ? { value: raw } : verdict,
    }),
  ),
  fault(
    'null-for-needed',
    'the profile’s claim',
    (key) => `shows null for a needed member: ${key}`,
    needed,
    (key) => turned(key, () => null),
  ),
  fault(
    'tells-more',
    'the profile’s claim',
    (op) => `${op} shows a member that its schema does not have`,
    described.filter(({ op }) => op !== 'mark.read'),
    (op) =>
      afterwards(op, (reply) =>
        succeeded(reply) ? withJson(reply, (json) => withMember(json, 'passwordHash', '5f4dcc3b')) : reply,
      ),
  ),
  fault(
    'absent-html',
    '7.1',
    (op) => `${op} calls the JSON of a 404 text/html`,
    absentees,
    (op) => afterwards(op, (reply) => (reply.status === 404 ? retyped(reply, 'text/html') : reply)),
  ),
  fault(
    'absent-parent-other',
    '7.1',
    (key) => `answers another status where the entity above does not exist: ${key}`,
    each(children, ['500', '204', '200', '403']),
    (key) => {
      const [op, status] = parted(key);
      return afterwards(op, (reply, call) => {
        const { parent } = operationOf(op);
        const above = parent && call.world.find(parent, call.ids[0] ?? '');
        return reply.status === 404 && call.holder && call.ids.length > 1 && !above?.fields
          ? { status: Number(status) }
          : reply;
      });
    },
  ),
  // `includes` asks for more of the same entity: nothing else changes by it (4.3, 4.4).
  fault(
    'includes-unguarded',
    '5',
    (op) => `${op} needs no credential when asked for usage data`,
    including,
    (op) => ({
      holder: (call, holder) =>
        call.op === op &&
        call.request.authorization === undefined &&
        call.request.query?.some(([name, value]) => name === 'includes' && value === 'usage')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  ),
  fault(
    'includes-alone',
    '4.3',
    (op) => `${op} shows nothing but the usage data when asked for them`,
    at('client.read'),
    (op) =>
      afterwards(op, (reply, call) =>
        succeeded(reply) && call.query['includes'] !== undefined
          ? withJson(reply, () => ({ usage: { licences: 10, used: 1 } }))
          : reply,
      ),
  ),
  fault(
    'includes-other-entity',
    '4.3',
    (op) => `${op} shows the first entity when asked for usage data`,
    including,
    (op) => ({
      found: (call, entity) =>
        call.op === op && entity && call.request.query?.some(([name]) => name === 'includes')
          ? call.world.all(entity.kind).find(({ fields }) => fields)
          : entity,
    }),
  ),
  fault(
    'includes-absent-success',
    '7.1',
    (op) => `${op} answers 200 for an absent entity when asked for usage data`,
    including,
    (op) =>
      afterwards(op, (reply, call) =>
        reply.status === 404 && call.holder && call.request.query?.some(([name]) => name === 'includes')
          ? { status: 200, body: { json: {} as Json } }
          : reply,
      ),
  ),
  fault(
    'includes-old',
    '4.3',
    (op) => `${op} shows what was there before any update when asked for usage data`,
    including,
    (op) => ({
      late: (call, reply) => {
        const { memory } = call.service;
        const name = call.entity && `old ${call.entity.key}`;
        if (name && call.op === op.replace('read', 'update') && succeeded(reply) && call.before && !memory.has(name))
          memory.set(name, call.before);
        return name && call.op === op && succeeded(reply) && call.query['includes'] !== undefined && memory.has(name)
          ? call.show(200, op === 'client.read' ? 'DetailsResponse' : 'MarkCertDetails', memory.get(name) as never)
          : reply;
      },
    }),
  ),
];
