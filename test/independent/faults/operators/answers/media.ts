import type { Operator } from '../../fault.ts';
import { afterwards, answering, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { hard, plain } from './plants.ts';

export const READING: readonly Operator[] = [
  {
    id: 'xml-refused',
    ...plain,
    wrong: (op) => `${op} answers 415 to XML`,
    places: operationPlaces(({ xml }) => xml === true),
    plant: (op) =>
      answering(op, ({ request }) => (request.headers['content-type']?.includes('xml') ? { status: 415 } : undefined)),
  },
  {
    id: 'xml-not-kept',
    ...hard,
    wrong: (op) => `${op} accepts XML and keeps nothing of it`,
    places: operationPlaces(({ id }) => id === 'organization.update'),
    plant: (op) =>
      afterwards(op, (reply, call) => {
        if (succeeded(reply) && call.entity && call.before && call.request.headers['content-type']?.includes('xml'))
          call.world.set(call.entity, call.before);
        return reply;
      }),
  },
  {
    id: 'xml-unchecked',
    ...hard,
    wrong: (op) => `${op} takes XML that is not well-formed`,
    places: operationPlaces(({ xml }) => xml === true),
    plant: (op) =>
      afterwards(op, (reply, call) =>
        reply.status === 400 && call.request.headers['content-type']?.includes('xml') && call.holder
          ? {
              status: 200,
              ...(op.startsWith('org') && call.entity?.fields
                ? { body: { json: call.bodyOf('OrganizationResp', call.entity.fields) } }
                : {}),
            }
          : reply,
      ),
  },
  {
    id: 'foreign-token-served',
    ...hard,
    wrong: (op) => `${op} serves administrators of another customer`,
    places: operationPlaces(({ method, id }) => method === 'GET' && id !== 'ssl.list' && id !== 'mark.read'),
    plant: (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
    standing: 'debatable',
  },
];
