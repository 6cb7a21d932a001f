/** What entities have to do with each other, with the moment and with who asks: refusals and consequences of a server's own. */
import type { Fields } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import type { Entity } from '../../server/world.ts';
import { operationOf, type Quirk, refusing, saying, withHeaders } from './quirk.ts';

const deletes = (call: Call, kind: string) => call.op === `${kind}.delete`;
const living = (call: Call, kind: Entity['kind']) => call.world.all(kind).filter(({ fields }) => fields);
const nameOf = ({ firstName, lastName }: Fields) => `${firstName} ${lastName}`;

/** Refuses what comes sooner after a success of the same sort than so many milliseconds. */
function soon(id: string, about: string, ms: number, which: (call: Call) => string | undefined, status = 409): Quirk {
  const sortOf = (call: Call) => {
    const sort = which(call);
    return sort === undefined ? undefined : `${id} ${sort}`;
  };
  const quirk = refusing(
    id,
    about,
    (call) => {
      const sort = sortOf(call);
      return sort !== undefined && Number(call.service.memory.get(sort) ?? 0) > Date.now() - ms;
    },
    { status },
  );
  return {
    ...quirk,
    plant: {
      ...quirk.plant,
      late: (call, reply) => {
        const sort = reply.status < 300 && call.request.method !== 'GET' ? sortOf(call) : undefined;
        if (sort !== undefined) call.service.memory.set(sort, Date.now());
        return reply;
      },
    },
  };
}

/** What else a deletion takes with it. */
const taking = (id: string, about: string, with_: (call: Call, gone: Fields) => readonly Entity[]): Quirk => ({
  id,
  about,
  plant: {
    late: (call, reply) => {
      if (reply.status < 300 && call.request.method === 'DELETE' && call.before && call.entity && !call.entity.fields)
        for (const entity of with_(call, call.before)) call.world.set(entity, undefined);
      return reply;
    },
  },
});

export const HABITS_OF_COMPANY: readonly Quirk[] = [
  refusing(
    'endpoint-in-use',
    'it has accounts (4.9)',
    (call) =>
      deletes(call, 'endpoint') && living(call, 'account').some(({ key }) => key.startsWith(`${call.there.key}/`)),
    { status: 409 },
  ),
  refusing(
    'person-in-use',
    'the person has certificates (4.6)',
    (call) =>
      deletes(call, 'person') &&
      living(call, 'client-certificate').some(({ fields }) => fields?.['owner'] === nameOf(call.there.fields)),
    { status: 409 },
  ),
  refusing('organization-in-use', 'it has certificates or delegations (4.7)', (call) => {
    const id = call.entity?.fields?.['id'] ?? null;
    return (
      deletes(call, 'organization') &&
      (living(call, 'ssl-certificate').some(({ fields }) => fields?.['orgId'] === id) ||
        living(call, 'endpoint').some(({ fields }) =>
          JSON.stringify(fields?.['delegations'] ?? []).includes(String(id)),
        ))
    );
  }),
  refusing(
    'issued-stays',
    'only what is expired is deleted (4.3)',
    // The profile gives more away than it says: some of them go all the same.
    (call) =>
      deletes(call, 'client') && call.there.fields['status'] === 'Issued' && Number(call.there.fields['id']) % 3 === 0,
  ),
  refusing(
    'template-kept',
    'templates stay as they are (2.1)',
    (call) => call.op.startsWith('admin.') && call.request.method !== 'GET' && call.there.fields['template'] === true,
  ),
  refusing(
    'submitted',
    'it is being validated already (4.7)',
    (call) => call.op === 'validation.revalidate' && call.there.fields['status'] === 'SUBMITTED',
  ),
  refusing(
    'role-reads',
    'your role does not see this (5)',
    (call) => call.op.endsWith('.read') && call.holder?.role !== 'MRAO',
    { status: 403 },
  ),
  refusing(
    'configured-first',
    'it has no configuration yet (4.9)',
    (call) => call.op === 'endpoint.update' && call.there.fields['configured'] !== true,
  ),
  saying('where-it-stands', 'a change says where what it changed is read (HTTP)', (call, reply) =>
    reply.status < 300 && call.request.method === 'PUT'
      ? withHeaders(reply, { 'Content-Location': call.request.path })
      : reply,
  ),
  soon(
    'busy',
    'somebody else is changing it',
    25,
    (call) => (call.request.method === 'GET' || !call.entity ? undefined : `${call.entity.kind} ${call.entity.key}`),
    423,
  ),
  soon('one-request-at-a-time', 'an earlier request is still looked at (4.4)', 400, (call) =>
    call.op === 'mark.update' ? call.there.key : undefined,
  ),
  soon('secret-fresh', 'this secret is new (4.11)', 1000, (call) =>
    call.op === 'bucket.client-secret.reset' ? call.there.key : undefined,
  ),
  soon('domain-settles', 'the domain is just changing its state (4.10)', 60, (call) =>
    /^domain\.(?:suspend|activate)$/.test(call.op) ? call.there.key : undefined,
  ),
  soon('type-settles', 'this administrator has just changed (3.2)', 80, (call) =>
    call.op === 'admin.update' ? call.there.key : undefined,
  ),
  {
    id: 'foreign-forbidden',
    about: 'what is of another customer is forbidden (5)',
    plant: {
      late: (call, reply) => {
        const kind = operationOf(call)?.kind;
        const known = kind && call.world.find(kind, call.ids.join('/'));
        const theirs = known?.fields && call.holder && known.customer !== call.holder.customer;
        return theirs && reply.status === 404 ? call.bad('this is not yours', 403) : reply;
      },
    },
  },
  taking('person-with-certificates', 'certificates go with their person (4.6)', (call, gone) =>
    deletes(call, 'person')
      ? living(call, 'client-certificate').filter(({ fields }) => fields?.['owner'] === nameOf(gone))
      : [],
  ),
  taking('organization-with-all', 'all that belongs to it goes with an organization (4.7)', (call, gone) =>
    deletes(call, 'organization')
      ? [
          ...living(call, 'ssl-certificate').filter(({ fields }) => fields?.['orgId'] === gone['id']),
          ...living(call, 'person').filter(({ fields }) => fields?.['organizationId'] === gone['id']),
          ...living(call, 'account').filter(({ fields }) => fields?.['organizationId'] === gone['id']),
        ]
      : [],
  ),
  {
    id: 'delegations-end',
    about: 'delegations end with their organization (4.7)',
    plant: {
      late: (call, reply) => {
        const id = call.before?.['id'];
        if (reply.status >= 300 || !deletes(call, 'organization') || id === undefined) return reply;
        for (const endpoint of living(call, 'endpoint')) {
          const ids = (endpoint.fields?.['delegations'] ?? []) as readonly number[];
          if (ids.includes(Number(id)))
            call.world.set(endpoint, { ...endpoint.fields, delegations: ids.filter((one) => one !== id) });
        }
        return reply;
      },
    },
  },
];
