import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { ClientCertificate, MarkCertificate } from '../state/entities.ts';
import { locationHandlers } from './locations.ts';
import { applyUpdate, compact } from './updates.ts';

const client = (call: Call) => call.world.state.clientCertificates.get(pathId(call, 'id'));
const mark = (call: Call) => call.world.state.markCertificates.get(pathId(call, 'id'));

/** The client certificate operations (contract 4.3). */
export const clientHandlers: Handlers = {
  'GET /api/smime/v2/{id}': handler<ClientCertificate>({
    find: client,
    run: (call, certificate) => ok({ ...clientDetails(certificate), ...usage(call) }),
  }),
  'PUT /api/smime/v2/{id}': handler<ClientCertificate>({
    find: client,
    run: (call, certificate) => {
      applyUpdate(call, certificate.details, ['comments', 'customFields']);
      return ok(clientDetails(certificate));
    },
  }),
  'DELETE /api/smime/v2/{id}': handler<ClientCertificate>({
    find: client,
    run: (call, certificate) => {
      const kept = !['Imported', 'Discovery'].includes(certificate.requestedVia);
      if (kept && call.world.policy.otherwise('client.delete.condition'))
        return badRequest('This certificate cannot be deleted.');
      const { clientCertificates, clientLocations } = call.world.state;
      clientCertificates.delete(certificate.id);
      for (const { id, certId } of [...clientLocations.values()])
        if (certId === certificate.id) clientLocations.delete(id);
      return done(204);
    },
  }),
  ...locationHandlers(
    '/api/smime/v2/{certId}/location/{locationId}',
    'certId',
    (state) => state.clientLocations,
    (state) => state.clientCertificates,
  ),
};

/** What an update request of a mark certificate may change. */
const MARK_MEMBERS = [
  'term',
  'subjectAlternativeNames',
  'markType',
  'trademarkOffice',
  'trademarkRegistration',
  'requester',
  'comments',
];

/** The mark certificate operations (contract 4.4). */
export const markHandlers: Handlers = {
  'GET /api/mark-certificate/v1/{id}': handler<MarkCertificate>({
    find: mark,
    run: (call, certificate) => ok({ ...markDetails(certificate), ...usage(call) }),
  }),
  'PUT /api/mark-certificate/v1/{id}': handler<MarkCertificate>({
    find: mark,
    run: (call, certificate) => {
      certificate.submitted = { ...bodyObject(call) };
      if (call.world.policy.completesMarks) applyUpdate(call, certificate.details, MARK_MEMBERS);
      return done(202);
    },
  }),
};

function clientDetails(certificate: ClientCertificate): Record<string, unknown> {
  return {
    id: certificate.id,
    commonName: certificate.commonName,
    orgId: certificate.orgId,
    status: certificate.status,
    serialNumber: certificate.serialNumber,
    requestedVia: certificate.requestedVia,
    requested: Clock.dateTime(certificate.requested),
    issued: Clock.dateTime(certificate.issued),
    expires: Clock.dateTime(certificate.expires),
    customFields: [],
    ...certificate.details,
  };
}

function markDetails(certificate: MarkCertificate): Record<string, unknown> {
  return compact({
    id: certificate.id,
    orgId: certificate.orgId,
    status: certificate.status,
    commonName: certificate.commonName,
    markType: certificate.markType,
    requested: Clock.dateTime(certificate.requested),
    ...certificate.details,
  });
}

/** `includes=usage` adds licensing usage data; the contract does not show its form. */
function usage(call: Call): Record<string, unknown> {
  if (call.world.policy.otherwise('client.includes.effect')) return {};
  return (call.query['includes'] as string[] | undefined)?.includes('usage') ? { usage: { licenses: 1 } } : {};
}
