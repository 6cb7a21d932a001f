/** A reading's answers to the points that the contract leaves open, as a dialect claims them. */
import { BODIES, type BodyName, VARIANTS } from './contract/bodies.ts';
import type { Member } from './contract/types.ts';
import { answerOf, pointerOf } from './openapi.ts';
import type { Reading } from './readings/reading.ts';
import { OPERATIONS } from './server/operations.ts';

const hidesOf = (reading: Reading) => reading.quirks.flatMap(({ hides }) => hides ?? []);

type Readback = { readonly write: string; readonly read: string };

function between(reading: Reading, request: BodyName, answer: BodyName): Readback[] {
  const hidden = hidesOf(reading);
  return (BODIES[request] as readonly Member[]).flatMap(({ field, shownOnly }) => {
    if (hidden.some(([schema, name]) => schema === answer && name === field)) return [];
    const write = pointerOf(reading, request, field);
    const read = pointerOf(reading, answer, field);
    return shownOnly || field === 'id' || field === 'variant' || !write || !read ? [] : [{ write, read }];
  });
}

/** Which places of which update show where in the matching GET. */
function readbackOf(reading: Reading): Record<string, Readback[]> {
  const told: Record<string, Readback[]> = {};
  for (const { id, body, kind, path } of OPERATIONS) {
    const reader = OPERATIONS.find((one) => one.method === 'GET' && one.path === path && one.kind !== undefined);
    const answer = reader && answerOf(reader.id);
    if (!answer || !body || body === 'ids' || !kind) continue;
    if (id === 'mark.update' && reading.mark.shows === 'never') continue;
    const requests: readonly BodyName[] = body === 'variants' ? VARIANTS : [body];
    const all = requests.flatMap((request) => between(reading, request, answer));
    const once = [...new Map(all.map((entry) => [entry.write, entry])).values()];
    if (once.length > 0) told[id] = once;
  }
  const shown = (parameter: string, field: string) => {
    if (hidesOf(reading).some(([schema, name]) => schema === 'EnrolmentEndpointItem' && name === field)) return [];
    const read = pointerOf(reading, 'EnrolmentEndpointItem', field);
    return read ? [{ write: `?${parameter}`, read }] : [];
  };
  told['endpoint.update'] = [
    ...shown('name', 'name'),
    ...shown('uriExtension', 'uriExtension'),
    ...shown('config.webFormAuthTypes', 'webFormAuthTypes'),
  ];
  return told;
}

function filterMembers(reading: Reading): Record<string, unknown> {
  const members = (BODIES.SSLIdentity as readonly Member[]).filter(({ field }) => field !== 'id');
  return Object.fromEntries(
    members
      .map(({ field, type }) => [
        field,
        {
          pointer: pointerOf(reading, 'SSLIdentity', field),
          match: type.is === 'list' ? 'any-element' : reading.ssl.contains.includes(field) ? 'contains' : 'exact',
        },
      ])
      .filter(
        ([field]) => !(field === 'subjectAlternativeName' && reading.ssl.contains.includes('subjectAlternativeName')),
      ),
  );
}

/** The form of an error body as the dialect names it. */
function formOf(body: { readonly json: unknown } | { readonly text: string } | undefined): 'json' | 'text' | 'empty' {
  return body === undefined ? 'empty' : 'json' in body ? 'json' : 'text';
}

/** All that the reading answers, but for what its quirks make untrue. */
export function answersOf(reading: Reading): Record<string, unknown> {
  const untrue = new Set(reading.quirks.flatMap(({ withdraws }) => withdraws ?? []));
  const instead = Object.assign({}, ...reading.quirks.map(({ claims }) => claims?.(reading) ?? {}));
  const answers = Object.entries({ ...allAnswers(reading), ...instead });
  return Object.fromEntries(answers.filter(([silence]) => !untrue.has(silence)));
}

function allAnswers(reading: Reading): Record<string, unknown> {
  const { manner, statuses, errors, ssl, endpoint, legacy, words } = reading;
  const { by: _, ...rate } = legacy.rate;
  return {
    'endpoint.id.minimum': 'one',
    'response.null-members': reading.nullMembersOut,
    'response.extra-members': false,
    'request.unknown-members': manner.unknownMembers,
    'refusal.state-change': statuses.stateChange,
    'admin.same-type': reading.admin.sameType,
    'admin.type.read': pointerOf(reading, 'ClientAdminDetailsResponse', 'type'),
    'admin.type.write': pointerOf(reading, 'CreateAndUpdateClientAdminRequest', 'type'),
    'admin.type.companions': {},
    'endpoint.delegation-mode.read': {
      pointer: pointerOf(reading, 'EnrolmentEndpointItem', 'mode'),
      global: words['global'] ?? 'global',
      custom: words['custom'] ?? 'custom',
    },
    'endpoint.delegations.put': endpoint.put,
    'endpoint.delegations.delete-in-global': endpoint.deleteInGlobal,
    'endpoint.delegations.empty-array': endpoint.emptyArray,
    'endpoint.type-change': endpoint.typeChange,
    'endpoint.update.omitted-parameters': reading.endpointOmitted,
    'domain.same-state': reading.domain.sameState,
    'response.charset-parameter': reading.charset,
    'request.path-id.refusal': reading.pathId,
    'request.unknown-parameters': reading.unknownParameters,
    'request.repeated-parameters': reading.repeatedParameters,
    'request.array-style': manner.arrays,
    'request.empty-value': reading.emptyValue,
    'request.content-type': reading.contentType,
    'request.xml.root': Object.fromEntries(
      (['UpdateOrganizationRequest', 'NetTaskRequestV2', 'AdTaskRequestV2'] as const).map((name) => [
        name,
        reading.xmlRoot(name),
      ]),
    ),
    'request.precedence': reading.gates,
    'request.null-members': manner.nullMembers,
    'http.unsupported-method': statuses.method,
    'update.omitted-members': reading.omitted,
    'update.readback': readbackOf(reading),
    'ssl.list.size-zero': ssl.zero,
    ...(ssl.order === 'latest' || ssl.order === 'name' ? {} : { 'ssl.list.order': ssl.order }),
    'ssl.list.identity': pointerOf(reading, 'SSLIdentity', 'id'),
    'ssl.list.filter-members': filterMembers(reading),
    'ssl.list.default-size': ssl.size,
    'notification.absent': statuses.notification,
    'refusal.role': statuses.role,
    'bucket.client-secret.response':
      reading.secretReset.status === 200
        ? { status: 200, members: { clientId: '/client/id', clientSecret: '/client/secret' } }
        : { status: 204 },
    // A token counts in the query alone, for which the answer has no word.
    ...(reading.tokenInQuery ? {} : { 'auth.token-elsewhere': 'refused' }),
    'error.unauthorized.challenge': errors.challenge,
    'error.bad-request.format': formOf(errors.bad('')),
    'error.unauthorized.format': formOf(errors.unauthorized()),
    'error.not-found.members': errors.absent,
    'legacy.extra-members': true,
    'legacy.dcv.visible': legacy.visible,
    'legacy.status.paths': legacy.statusPaths,
    'legacy.unknown-order': legacy.unknownOrder,
    'legacy.empty-value': legacy.emptyValue,
    'legacy.repeated-parameter': legacy.repeated,
    'legacy.parameter-name-case': legacy.nameCase,
    'legacy.dcv.parameters': legacy.parameters,
    'legacy.dcv.methods': legacy.methods,
    'legacy.unequal-lists': legacy.unequalLists,
    ...(legacy.localParts === 'any' ? {} : { 'legacy.dcv.address-local-parts': legacy.localParts }),
    'legacy.dcv.initial-order-status': legacy.initialMeans,
    'legacy.credentials.too-long': legacy.tooLong,
    'legacy.codes': legacy.codes,
    'legacy.error.http-status': legacy.errorStatus,
    'legacy.rate-limit': rate,
  };
}
