/** Conditions under which a server refuses what is well formed: the contract gives none, and forbids none. */
import type { Fields, Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import { isEven, isObject, operationOf, type Quirk, refusing } from './quirk.ts';

const writes = (call: Call) => call.request.method === 'PUT' || call.request.method === 'DELETE';
const detail = (call: Call, name: string): Json | undefined =>
  Object.entries(call.query).find(([known]) => known.endsWith(`.${name}`))?.[1];
const isMail = (value: Json | undefined) => value === undefined || value === '' || /^\S+@\S+$/.test(String(value));

/** Whether another entity of the kind has what an update gives at one of the members. */
function taken(call: Call, members: readonly string[]): boolean {
  const others = call.world.all(call.there.kind).filter((one) => one.key !== call.there.key && one.fields);
  const given: Fields = { ...call.query, ...call.body };
  return members.some((name) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && others.some(({ fields }) => fields?.[name] === value);
  });
}

const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  'person.update': ['email'],
  'admin.update': ['email', 'login'],
  'organization.update': ['name', 'alias'],
  'bucket.update': ['name'],
  'endpoint.update': ['name', 'uriExtension'],
  'account.update': ['name'],
};

export const CONDITIONS_OF_ENTITIES: readonly Quirk[] = [
  refusing(
    'client-delete',
    'an imported client certificate stays (4.3)',
    (call) => call.op === 'client.delete' && Number(call.there.fields['id']) % 3 === 0,
  ),
  refusing(
    'ssl-states',
    'a certificate in this state does not change (4.2)',
    (call) =>
      call.op === 'ssl.update' && /^(?:Revoked|Declined|Rejected|Invalid)$/.test(String(certificate(call)?.['status'])),
  ),
  refusing(
    'revalidate-state',
    'this validation is not to be repeated (4.7)',
    (call) => call.op === 'validation.revalidate' && isEven(call),
  ),
  refusing(
    'assigned-once',
    'somebody validates it already (4.7)',
    (call) =>
      (call.op === 'validation.validator.update' && call.there.fields['validator'] !== undefined) ||
      (call.op === 'validation.assignment.update' && call.there.fields['external'] !== undefined),
  ),
  refusing(
    'level-only',
    'a parameter is for another level (4.7)',
    (call) =>
      call.op === 'validation.revalidate' &&
      Object.keys(call.query).some((name) => name.includes('.evDetails.')) &&
      call.there.fields['level'] !== 'EV_SSL',
    { status: 400 },
  ),
  refusing(
    'organization-named',
    'it is the validation of another organization (4.7)',
    (call) => {
      const named = call.query['organizationDetails.id'];
      return call.op === 'validation.revalidate' && named !== undefined && String(named) !== call.ids[0];
    },
    { status: 400 },
  ),
  refusing(
    'mail-checked',
    'this is no mail address (4.7, 4.9)',
    (call) =>
      (call.op === 'validation.revalidate' && !isMail(detail(call, 'email'))) ||
      (call.op === 'endpoint.update' && !isMail(call.query['config.contactEmail'])),
    { status: 400 },
  ),
  refusing(
    'uri-alphabet',
    'an address extension has letters, digits and hyphens (4.9)',
    (call) => call.op === 'endpoint.update' && !/^[A-Za-z0-9-]*$/.test(String(call.query['uriExtension'] ?? '')),
    { status: 400 },
  ),
  refusing(
    'auth-types-by-endpoint',
    'devices have no identity provider (4.9)',
    (call) => {
      const wanted = call.query['config.webFormAuthTypes'] ?? call.body['webFormAuthTypes'];
      const type = call.entity?.fields?.['endpointType'];
      return (
        call.op.startsWith('endpoint.') && type === 'DEVICE_WEB_FORM' && JSON.stringify(wanted ?? '').includes('IDP')
      );
    },
    { status: 400 },
  ),
  refusing(
    'monitoring-active',
    'only active domains are monitored (4.10)',
    (call) => call.op === 'domain.monitoring.update' && call.there.fields['state'] !== 'active',
  ),
  refusing(
    'task-running',
    'the task is running (4.11)',
    (call) => /^(?:net|ad)-task\.update$/.test(call.op) && isEven(call),
  ),
  refusing(
    'bucket-in-use',
    'a task uses it (4.11)',
    (call) =>
      call.op === 'bucket.delete' &&
      call.world.all('net-task').some(({ fields }) => fields?.['bucketId'] === call.there.fields['id']),
  ),
  refusing(
    'companion-mail',
    'who becomes an administrator of this type needs a mail address (3.2)',
    (call) =>
      call.op === 'admin.update' &&
      call.body['type'] === 'STANDARD' &&
      call.there.fields['type'] !== 'STANDARD' &&
      call.body['email'] === undefined,
    { withdraws: ['admin.type.companions'], status: 400 },
  ),
  refusing(
    'unique',
    'somebody else has it (4.1)',
    (call) => UNIQUE[call.op] !== undefined && taken(call, UNIQUE[call.op] as readonly string[]),
  ),
  refusing(
    'body-identifier',
    'the body names another one (2.1)',
    (call) => {
      const { id } = call.body;
      return call.op !== 'ssl.update' && id !== undefined && String(id) !== call.ids.at(-1);
    },
    { status: 400 },
  ),
  refusing(
    'delegations-role',
    'your role does not delegate (4.9)',
    (call) => call.op.startsWith('endpoint.delegations.') && call.holder?.role !== 'MRAO',
    { status: 403 },
  ),
  refusing(
    'role-everywhere',
    'your role does not change anything (5)',
    (call) => writes(call) && call.holder?.role !== 'MRAO',
    { status: 403 },
  ),
  refusing(
    'unknown-organization-filter',
    'there is no such organization (4.2)',
    (call) =>
      call.op === 'ssl.list' &&
      call.query['orgId'] !== undefined &&
      !call.world.find('organization', String(call.query['orgId'])),
    { status: 400 },
  ),
  refusing(
    'body-unwanted',
    'this operation takes no body (4.1)',
    (call) => operationOf(call)?.body === undefined && call.request.body.length > 0,
    { status: 400 },
  ),
  refusing(
    'type-missing',
    'a body has a content type (4.1)',
    (call) => call.request.body.length > 0 && call.request.headers['content-type'] === undefined,
    { status: 415 },
  ),
  refusing(
    'self-kept',
    'nobody deletes the administrator whose credential it is (4.5)',
    (call) => call.op.startsWith('admin.') && writes(call) && call.there.fields['login'] === 'admin90',
    { status: 403 },
  ),
];

function certificate(call: Call): Fields | undefined {
  const { id } = call.body;
  return id === undefined ? undefined : call.world.find('ssl-certificate', String(id))?.fields;
}

/** A nested path whose inner entity stands under another parent is refused as bad, not told as absent (4.1). */
export const FOREIGN_PARENT: Quirk = {
  id: 'foreign-parent',
  about: 'an entity under another parent is a bad request (4.1)',
  plant: {
    late: (call, reply) => {
      const operation = operationOf(call);
      const [parent, inner] = call.ids;
      if (
        reply.status !== 404 ||
        operation?.parent === undefined ||
        operation.kind === undefined ||
        !isObject(bodyOf(reply.body))
      )
        return reply;
      const { kind } = operation;
      if (kind === undefined || parent === undefined || inner === undefined) return reply;
      const elsewhere = call.world.all(kind).some(({ key, fields }) => fields && key.endsWith(`/${inner}`));
      const parentThere = call.world.find(operation.parent, parent)?.fields;
      return elsewhere && parentThere ? call.bad('it is below another one') : reply;
    },
  },
};

const bodyOf = (body: unknown): Json | undefined => (body as { json?: Json } | undefined)?.json;
