/** Habits of keeping and showing: what becomes of values, which members a server makes of its own, which it keeps to itself. */
import type { Fields, Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import { isLegacy, isObject, type Quirk, saying } from './quirk.ts';

/** Turns what an update is about to keep, of the members that it gives. */
const keeping = (
  id: string,
  about: string,
  turn: (name: string, value: Json, call: Call) => Json,
  more: Partial<Quirk> = {},
): Quirk => ({
  id,
  about,
  ...more,
  plant: {
    keep: (call, fields, entity) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          JSON.stringify(value) === JSON.stringify(entity.fields?.[name]) ? value : turn(name, value, call),
        ]),
      ),
  },
});

function tidied(value: Json): Json {
  if (typeof value === 'string') return value.normalize('NFC').replace(/\r\n/g, '\n').trim();
  if (Array.isArray(value)) return (value as readonly Json[]).map(tidied);
  return value;
}

const DEFAULTS: Readonly<Record<string, Fields>> = {
  person: { validation: 'STANDARD', phone: '' },
  administrator: { active: true, title: '' },
  organization: { apiEnabled: false, alias: '' },
  'client-certificate': { notify: false, keyYears: 1 },
  bucket: { authenticated: false },
};

/** Adds members to the object that an answer about an entity is. */
const adding = (id: string, about: string, members: (fields: Fields) => Fields): Quirk =>
  saying(
    id,
    about,
    (call, reply) => {
      const { body } = reply;
      const { entity } = call;
      if (isLegacy(call) || !entity || reply.status >= 300 || body === undefined || !('json' in body)) return reply;
      const fields = call.request.method === 'GET' ? call.world.seen(entity) : entity.fields;
      if (!isObject(body.json) || !fields) return reply;
      return { ...reply, body: { json: { ...body.json, ...members(fields) } } };
    },
    ['response.extra-members'],
  );

const both = (quirk: Quirk, plant: Quirk['plant']): Quirk => ({ ...quirk, plant: { ...quirk.plant, ...plant } });

/** Takes a member out of what shows, or puts another value there. */
const hiding = (
  id: string,
  about: string,
  [schema, field]: NonNullable<Quirk['hides']>[number],
  { show, ...more }: Partial<Quirk> & { show?: (fields: Fields) => Json | undefined } = {},
): Quirk => ({
  id,
  about,
  hides: [[schema, field]],
  ...more,
  plant: {
    shows: (_, named, fields) => {
      if (named !== schema) return fields;
      const { [field]: held, ...rest } = fields;
      const shown = held === undefined ? undefined : show?.(fields);
      return shown === undefined ? rest : { ...rest, [field]: shown };
    },
  },
});

/** Identifiers as text, wherever a body has one. */
function textual(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(textual);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'number' && /^(?:id|key|number|.*Id)$/i.test(name) ? String(inner) : textual(inner),
    ]),
  );
}

export const HABITS_OF_KEEPING: readonly Quirk[] = [
  keeping('tidied', 'texts are composed, trimmed, and have one sort of line ends', (_, value) => tidied(value)),
  keeping('phones-plain', 'phone numbers have no spaces', (name, value) =>
    /phone$/i.test(name) && typeof value === 'string' ? value.replace(/\s/g, '') : value,
  ),
  keeping(
    'uri-folded',
    'address extensions are in small letters (4.9)',
    (name, value) => (name === 'uriExtension' ? String(value).toLowerCase() : value),
    { hides: [['EnrolmentEndpointItem', 'uriExtension']] },
  ),
  keeping('lists-sorted', 'lists are sets, shown in order', (name, value) =>
    Array.isArray(value) && name !== 'ranges'
      ? [...new Set(value as readonly Json[])].sort((a, b) =>
          a === null || b === null ? 0 : a < b ? -1 : a > b ? 1 : 0,
        )
      : value,
  ),
  {
    id: 'defaults',
    about: 'what is left without a value has the value of those who say nothing',
    withdraws: ['update.omitted-members', 'request.null-members'],
    plant: { keep: (_, fields, { kind }) => ({ ...DEFAULTS[kind], ...fields }) },
  },
  both(
    adding('revision', 'answers say when, how often and by whom it was changed (2.1)', (fields) => ({
      revision: fields['revision'] ?? 0,
      updatedAt: fields['updatedAt'] ?? null,
      updatedBy: fields['updatedAt'] === undefined ? null : 'admin90',
    })),
    {
      keep: (_, fields) => ({
        ...fields,
        revision: Number(fields['revision'] ?? 0) + 1,
        updatedAt: new Date().toISOString(),
      }),
    },
  ),
  adding('served-at', 'answers say when they were given', () => ({
    servedAt: `${Date.now()}`,
    lastRead: { at: performance.now() },
  })),
  adding('display-name', 'answers have a name that is made of others', (fields) => ({
    displayName: ['forename', 'firstName', 'lastName', 'surname', 'name', 'email', 'comments']
      .map((name) => fields[name])
      .filter((part) => typeof part === 'string')
      .join(' / '),
  })),
  hiding('masked', 'access codes show as stars (4.9)', ['EndpointAccountItem', 'accessCode'], {
    show: () => '********',
  }),
  hiding('code-kept-secret', 'access codes do not show (4.9)', ['EndpointAccountItem', 'accessCode']),
  hiding('mails-hidden', 'further mail addresses of persons do not show (4.6)', ['PersonInfo', 'secondaryEmails']),
  hiding('type-hidden', 'the type of an administrator does not show (3.2)', ['ClientAdminDetailsResponse', 'type'], {
    claims: () => ({ 'admin.type.read': null }),
  }),
  hiding(
    'phone-by-type',
    'only who logs in with a password has a phone (3.2)',
    ['ClientAdminDetailsResponse', 'phone'],
    {
      show: ({ type, phone }) => (type === 'STANDARD' || type === 'API' ? phone : undefined),
    },
  ),
  {
    ...saying('ids-as-text', 'identifiers in bodies are text (2.1)', (call, reply) => {
      const { body } = reply;
      if (isLegacy(call) || body === undefined || !('json' in body) || reply.status >= 400) return reply;
      return { ...reply, body: { json: textual(body.json) } };
    }),
    undescribed: true,
  },
  saying('free-answers', 'where the contract shows no answer there is a word (4.9, 4.10)', (call, reply) =>
    reply.status === 200 && /^(?:domain\.|endpoint\.config\.update)/.test(call.op)
      ? { ...reply, body: { json: call.op.startsWith('domain') ? true : ['done'] } }
      : reply,
  ),
  {
    id: 'usage-void',
    about: 'licensing data are not shown to everybody (4.3)',
    plant: { shows: (_call, _schema, { usage: _usage, ...fields }) => fields },
  },
];
