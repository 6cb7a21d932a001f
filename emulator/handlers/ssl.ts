import { bodyObject, type Call, type Handlers, handler } from '../call.ts';
import { badRequest, notFound, ok } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { SslCertificate } from '../state/entities.ts';
import { locationHandlers } from './locations.ts';
import { sslList } from './ssl-list.ts';
import { changes, compact, lastingChanges } from './updates.ts';

const EDITABLE = [
  'customFields',
  'comments',
  'term',
  'serverSoftware',
  'autoRenewDetails',
  'suspendNotifications',
  'approverAdminId',
  'csr',
] as const;

/** Members that some services let change only before the certificate is issued, and the states in which they do. */
const FIXED_LATER = ['orgId', 'certTypeId', 'term', 'commonName', 'csr', 'subjectAlternativeNames'] as const;
const OPEN_STATES: readonly string[] = ['Requested', 'Declined', 'Rejected', 'Invalid'];

/** The SSL certificate operations (contract 4.2). */
export const sslHandlers: Handlers = {
  'GET /api/ssl/v2': sslList,
  'PUT /api/ssl/v2': handler<undefined>({ run: update }),
  ...locationHandlers(
    '/api/ssl/v2/{sslId}/location/{locationId}',
    'sslId',
    (state) => state.sslLocations,
    (state) => state.sslCertificates,
  ),
};

function update(call: Call) {
  const body = bodyObject(call);
  const certificate = call.world.state.sslCertificates.get(body['sslId'] as number);
  // The certificate stands in the body, not in the path, so its absence is a bad request and not a 404.
  const { otherwise } = call.world.policy;
  if (certificate === undefined) {
    const text = `There is no SSL certificate ${String(body['sslId'])}.`;
    return otherwise('ssl.update.unknown-certificate') ? notFound(text, -124) : badRequest(text, -124);
  }
  const fixed = FIXED_LATER.some((name) => body[name] !== undefined) && !OPEN_STATES.includes(certificate.status);
  if (fixed && otherwise('ssl.update.editable-states'))
    return badRequest('The certificate can no longer be changed.', -130);
  Object.assign(certificate.details, changes(body, EDITABLE));
  Object.assign(
    certificate,
    lastingChanges(body, [
      'orgId',
      'commonName',
      'subjectAlternativeNames',
      'externalRequester',
      'requester',
      ['requesterAdminId', 'requesterId'],
      ['certTypeId', 'sslTypeId'],
    ]),
  );
  return ok(details(certificate));
}

/** A certificate as CertDetailsResponse shows it. */
function details(certificate: SslCertificate): Record<string, unknown> {
  const { details: extra } = certificate;
  const moment = (value: number | undefined) => (value === undefined ? undefined : Clock.dateTime(value));
  return compact({
    id: certificate.id,
    sslId: certificate.id,
    commonName: certificate.commonName,
    orgId: certificate.orgId,
    status: certificate.status,
    vendor: certificate.vendor,
    certType: { id: certificate.sslTypeId, name: `Profile ${certificate.sslTypeId}` },
    term: extra['term'],
    requester: certificate.requester,
    requesterId: certificate.requesterId,
    requestedVia: certificate.requestedVia,
    externalRequester: certificate.externalRequester,
    comments: extra['comments'],
    requested: moment(certificate.requested),
    issued: moment(certificate.issued),
    expires: moment(certificate.expires),
    renewed: certificate.renewed,
    renewedDate: moment(certificate.renewedDate),
    serialNumber: certificate.serialNumber,
    signatureAlg: certificate.signatureAlgorithm,
    keyAlgorithm: certificate.keyAlgorithm,
    keySize: certificate.keySize,
    keyType: `${certificate.keyAlgorithm} - ${certificate.keyParam}`,
    keyUsages: certificate.keyUsage,
    extendedKeyUsages: certificate.extendedKeyUsage,
    subjectAlternativeNames: certificate.subjectAlternativeNames,
    customFields: extra['customFields'] ?? [],
    certificateDetails: {
      issuer: certificate.issuer,
      subject: `CN=${certificate.commonName}`,
      md5Hash: certificate.md5Hash,
      sha1Hash: certificate.sha1Hash,
      sha256Hash: certificate.sha256Hash,
    },
    autoRenewDetails: extra['autoRenewDetails'],
    suspendNotifications: extra['suspendNotifications'],
  });
}
