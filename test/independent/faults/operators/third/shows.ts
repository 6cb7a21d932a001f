/** Answers that are wrong for some values only, or disagree with what was shown before. */
import { BODIES } from '../../../contract/bodies.ts';
import type { Json, Member, Type } from '../../../contract/types.ts';
import { answerOf } from '../../../openapi.ts';
import type { Operator, Place } from '../../fault.ts';
import { afterwards, counted, succeeded, withJson } from '../../hooks.ts';
import { KEPT, readerOf } from '../../places.ts';
import { described, at as inside, needed, split, turned } from '../answers/plants.ts';
import { at, each, fault, operationOf, parted } from '../second/plants.ts';
import { withHeader } from './plants.ts';

const CLAIM = 'the profile’s claim';
const shown = (key: string): Place => ({ key, op: split(key).op });
/** Members of answers that an update writes, of some types; one reading shows no update of a mark certificate. */
const written = (fits: (type: Type) => boolean): readonly Place[] =>
  KEPT.filter(({ op, member }) => op !== 'mark.update' && fits(member.type)).map(({ op, member }) =>
    shown(`${readerOf(op)?.id}/${member.field}`),
  );
const ofType = (...types: readonly string[]) => written(({ is }) => types.includes(is));
const mayBeEmpty = (type: Type) =>
  type.is === 'bool' || ((type.is === 'int' || type.is === 'text') && !type.min && !('form' in type));
const lists = [...ofType('list'), shown('endpoint.read/delegations')];
const EMPTY: Readonly<Record<string, Json>> = { null: null, object: {}, text: '' };
const JSON_TYPE = 'application/json';
const writers = at('client.update', 'organization.update', 'bucket.update');
const pathOf = (pointer: string) => pointer.split('/').slice(1);

export const SHOWS: readonly Operator[] = [
  fault(
    'empty-list-otherwise',
    CLAIM,
    (key) => `shows something else for an empty list: ${key}`,
    lists.flatMap(({ key, op }) => Object.keys(EMPTY).map((word) => ({ key: `${key} ${word}`, op }))),
    (key) => {
      const [place, word] = parted(key);
      return turned(place, (value) => (Array.isArray(value) && value.length === 0 ? EMPTY[word] : value));
    },
  ),
  fault(
    'only-item-bare',
    CLAIM,
    (key) => `shows a list of one item as the item: ${key}`,
    [...lists, shown('organization.read/departments')],
    (key) => turned(key, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value)),
  ),
  fault(
    'empty-left-out',
    CLAIM,
    (key) => `leaves out false, 0 and empty texts: ${key}`,
    [
      ...written(mayBeEmpty),
      ...['ssl.location.read/custom', 'client.location.read/custom', 'admin.read/template'].map(shown),
    ],
    (key) => turned(key, (value) => (value === false || value === 0 || value === '' ? undefined : value)),
  ),
  fault(
    'digits-as-number',
    CLAIM,
    (key) => `shows a text of digits as a number: ${key}`,
    ofType('text'),
    (key) =>
      turned(key, (value) => (typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value)),
  ),
  fault(
    'word-as-boolean',
    CLAIM,
    (key) => `shows the text true or false as a boolean: ${key}`,
    ofType('text'),
    (key) => turned(key, (value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
  ),
  fault(
    'nested-as-text',
    CLAIM,
    (key) => `shows a number within a member as text: ${key}`,
    [
      { key: 'organization.read/departments', op: 'organization.read' },
      { key: 'organization.update/departments', op: 'organization.update' },
      { key: 'client.read/usage', op: 'client.read' },
    ],
    (key) => {
      const quoted = (value: Json): Json => JSON.parse(JSON.stringify(value).replace(/:(\d+)/g, ':"$1"')) as Json;
      return turned(key, (value) => (value === undefined || value === null ? value : quoted(value)));
    },
  ),
  fault(
    'length-in-characters',
    '4.1',
    (op) => `${op} tells the length of its answer in characters and not in bytes`,
    described,
    (op) =>
      afterwards(op, (reply) =>
        reply.body && 'json' in reply.body && succeeded(reply)
          ? withHeader(reply, 'Content-Length', String([...JSON.stringify(reply.body.json)].length))
          : reply,
      ),
  ),
  fault(
    'long-answer-cut',
    '4.1',
    (op) => `${op} cuts answers of more than 1000 characters`,
    at('endpoint.config.read', 'client.read', 'person.read', 'client.update'),
    (op) =>
      afterwards(op, (reply) => {
        const text = reply.body && 'json' in reply.body ? JSON.stringify(reply.body.json) : '';
        return text.length > 1000 ? { ...reply, body: { text: text.slice(0, 1000), type: JSON_TYPE } } : reply;
      }),
  ),
  fault(
    'member-lost-on-rereading',
    CLAIM,
    (key) => `leaves a needed member out of the third answer for an entity and later ones: ${key}`,
    needed.filter(({ op }) => operationOf(op).method === 'GET'),
    (key) => {
      const { op, field } = split(key);
      return afterwards(op, (reply, call) => {
        if (!succeeded(reply) || counted(call, `${key} ${call.ids.join('/')}`) < 2) return reply;
        const schema = answerOf(op) as keyof typeof BODIES;
        const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field) as Member;
        return withJson(reply, (json) => inside(json, pathOf(call.reading.placing(schema, member)), () => undefined));
      });
    },
  ),
  // No sentence says whether the answer to an update shows the entity before or after it.
  fault(
    'answer-from-before',
    '4.1',
    (op) => `${op} answers with the entity as it was before`,
    writers,
    (op) =>
      afterwards(op, (reply, call) =>
        succeeded(reply) && call.before ? call.show(200, answerOf(op) as keyof typeof BODIES, call.before) : reply,
      ),
    { standing: 'debatable' },
  ),
  // 4.4: a 404 has a MarkCertDetails body as well.
  fault(
    'mark-absent-otherwise',
    '4.4',
    (word) => `answers 404 for an absent mark certificate with something else: ${word}`,
    each(at('mark.read'), ['nothing', 'list', 'text', 'page', 'wrong members']),
    (key) => {
      const [op, word] = parted(key);
      return afterwards(op, (reply) => {
        if (reply.status !== 404) return reply;
        if (word === 'nothing') return { status: 404 };
        if (word === 'page') return { ...reply, body: { text: '<p>Not found</p>', type: 'text/html' } };
        const bodies = { list: [], text: 'not found', 'wrong members': { number: 'none', state: 404, contacts: 'x' } };
        return { ...reply, body: { json: bodies[word as keyof typeof bodies] } };
      });
    },
    { readings: ['A'] },
  ),
  fault(
    'secret-stays',
    '4.11',
    () => 'answers the second reset of a client secret with the secret of the first',
    at('bucket.client-secret.reset'),
    (op) =>
      afterwards(op, (reply, call) => {
        const { memory } = call.service;
        const name = `secret ${call.ids[0]}`;
        const former = memory.get(name);
        if (!succeeded(reply) || !reply.body || !('json' in reply.body)) return reply;
        memory.set(name, former ?? reply.body.json);
        return former === undefined ? reply : { ...reply, body: { json: former } };
      }),
    { readings: ['A', 'C'] },
  ),
  fault(
    'secret-of-other-client',
    CLAIM,
    () => 'answers the reset of a client secret with the identifier of another bucket’s client',
    at('bucket.client-secret.reset'),
    (op) =>
      afterwards(op, (reply) =>
        succeeded(reply)
          ? withJson(reply, (json) => inside(json, ['client', 'id'], (id) => `${String(id).replace(/\d+$/, '')}0`))
          : reply,
      ),
    { readings: ['A', 'C'] },
  ),
  fault(
    'reset-changes-more',
    '4.11',
    (key) => `the reset of a client secret changes the bucket as well: ${key}`,
    each(at('bucket.client-secret.reset'), ['clientId', 'authenticated', 'rules']),
    (key) => {
      const [op, field] = parted(key);
      return afterwards(op, (reply, call) => {
        const other: Record<string, Json> = { clientId: `renewed-${call.ids[0]}`, authenticated: false, rules: [] };
        const { entity } = call;
        if (succeeded(reply) && entity?.fields)
          call.world.set(entity, { ...entity.fields, [field]: other[field] as Json });
        return reply;
      });
    },
  ),
];
