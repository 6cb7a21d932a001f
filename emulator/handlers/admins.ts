import { isObject } from '../../spec/json.ts';
import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok, type Reply, refused } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { Administrator, AdminType } from '../state/entities.ts';
import { requesterName } from '../state/seed/administrators.ts';
import { changes } from './updates.ts';

/** The type changes of contract 3.2; any other is refused. */
const ALLOWED: Readonly<Record<AdminType, readonly AdminType[]>> = {
  STANDARD: ['API', 'IDP', 'SAS'],
  API: ['STANDARD'],
  IDP: ['STANDARD', 'SAS'],
  SAS: ['STANDARD'],
  IDP_TEMPLATE: [],
};

/** Request members and, where it differs, the name by which GET shows them. */
const ADMIN_MEMBERS: readonly (string | readonly [string, string])[] = [
  'login',
  'email',
  'forename',
  'surname',
  'title',
  ['telephone', 'phone'],
  ['street', 'address'],
  ['locality', 'city'],
  'state',
  ['postalCode', 'zip'],
  'country',
  'relationship',
  ['certificateSerialNumber', 'authCert'],
  'privileges',
  'credentials',
  'identityProviderId',
  'idpPersonId',
  'activeStatus',
];

const find = (call: Call): Administrator | undefined => {
  const admin = call.world.state.administrators.get(pathId(call, 'id'));
  return admin?.type === 'IDP_TEMPLATE' && call.world.policy.otherwise('admin.template.visible') ? undefined : admin;
};

/** The administrator operations (contract 4.5). */
export const adminHandlers: Handlers = {
  'GET /api/admin/v1/{id}': handler<Administrator>({ find, run: (call, admin) => ok(show(call, admin)) }),
  'PUT /api/admin/v1/{id}': handler<Administrator>({ find, run: update }),
  'DELETE /api/admin/v1/{id}': handler<Administrator>({ find, run: remove }),
};

function show(call: Call, admin: Administrator): Record<string, unknown> {
  return {
    id: admin.id,
    // A template's own type is not among the documented ones; it shows as what it is a template of.
    ...(call.world.policy.typeRead === null ? {} : { type: admin.type === 'IDP_TEMPLATE' ? 'IDP' : admin.type }),
    created: Clock.date(admin.created),
    modified: Clock.date(admin.modified),
    ...admin.details,
  };
}

function update(call: Call, admin: Administrator): Reply {
  const body = bodyObject(call);
  const wanted = (body['type'] ?? undefined) as AdminType | undefined;
  const problem = wanted === undefined ? undefined : typeChangeProblem(call, admin, wanted);
  const changed = changes(body, ADMIN_MEMBERS);
  const was = admin.type;
  const overlooked = call.has('type-accepted-with-others') && Object.keys(changed).length > 0;
  if (problem !== undefined && !overlooked && !call.has(`type-accepted:${admin.type}>${String(wanted)}`)) {
    if (call.has('refused-but-applied') && wanted !== undefined) admin.type = wanted;
    if (call.has('refused-type-writes-others')) Object.assign(admin.details, changed);
    return problem;
  }
  if (call.has('type-clears-others') && wanted !== undefined && wanted !== admin.type) delete admin.details['surname'];
  if (wanted !== undefined && call.has(`type-refused:${admin.type}>${wanted}`)) {
    return refused('state', call.world.policy.stateRefusal, 'This type change is not allowed.', -253);
  }
  const forgotten = call.has('type-forgotten-with-others') && changed['surname'] !== undefined;
  if (wanted !== undefined && !forgotten && !call.has(`type-forgotten:${admin.type}>${wanted}`)) admin.type = wanted;
  if (wanted === undefined && call.has('type-reset-when-left-out')) admin.type = 'STANDARD';
  if (call.has('clears-omitted')) admin.details = { credentials: admin.details['credentials'] };
  const moved = wanted !== undefined && wanted !== was;
  for (const name of Object.keys(changed))
    if (moved && (call.has('type-alone') || call.has(`type-without:${name}`))) delete changed[name];
  Object.assign(admin.details, changed);
  admin.modified = call.world.clock.now;
  return done(200);
}

function typeChangeProblem(call: Call, admin: Administrator, wanted: AdminType): Reply | undefined {
  const { policy } = call.world;
  const sameRefused = wanted === admin.type && policy.sameType === 'refused';
  if (sameRefused || (wanted !== admin.type && !ALLOWED[admin.type].includes(wanted))) {
    const text = `An administrator of type ${admin.type} cannot become one of type ${wanted}.`;
    return refused('state', policy.stateRefusal, text, -253);
  }
  if (wanted === admin.type) return undefined;
  const missing = Object.keys(policy.typeCompanions[wanted] ?? {}).find((name) => !companion(call, name));
  return missing === undefined ? undefined : badRequest(`Type ${wanted} needs ${missing}.`, -7);
}

/** Companions have the dialect's names, so they are looked for in the body as it arrived. */
function companion(call: Call, name: string): boolean {
  return isObject(call.wireBody) && Object.hasOwn(call.wireBody, name) && call.wireBody[name] !== null;
}

function remove(call: Call, admin: Administrator): Reply {
  const { state, policy } = call.world;
  const self = admin.id === call.principal.adminId && policy.otherwise('admin.self-delete');
  if (self) return badRequest('Nobody may delete their own account.', -3);
  const replacing = call.query['replacingRequesterId'] as number | undefined;
  if (replacing !== undefined) {
    const problem = replacementProblem(call, admin, replacing);
    if (problem !== undefined)
      return policy.otherwise('admin.replacement.refusal') ? { ...problem, status: 422 } : problem;
    const own = [...state.sslCertificates.values()].filter(({ requesterId }) => requesterId === admin.id);
    const passed = call.has('replacing-first-only') ? own.slice(0, 1) : own;
    for (const certificate of call.has('replacing-forgotten') ? [] : passed) {
      certificate.requesterId = replacing;
      certificate.requester = requesterName(replacing);
    }
    const successor = state.administrators.get(replacing);
    if (call.has('replacing-rewritten') && successor !== undefined) successor.details['surname'] = 'Requester';
  } else if (call.has('requester-lost')) {
    for (const certificate of state.sslCertificates.values())
      if (certificate.requesterId === admin.id) certificate.requester = '';
  }
  state.administrators.delete(admin.id);
  return done(204);
}

/** The rules for `replacingRequesterId` in contract 4.5. */
function replacementProblem(call: Call, admin: Administrator, replacing: number): Reply | undefined {
  const successor = call.world.state.administrators.get(replacing);
  if (replacing === admin.id) {
    return call.has('replacing-own-id') ? undefined : badRequest('An administrator cannot replace itself.', -221);
  }
  if (call.has(`replacing-refused:${successor?.type ?? ''}`)) return badRequest('Such a one cannot take over.', -223);
  if (successor === undefined) return badRequest(`There is no administrator ${replacing}.`, -222);
  if (successor.type === 'IDP_TEMPLATE' && !call.has('replacing-template')) {
    return badRequest('A template cannot be a requester.', -223);
  }
  return undefined;
}
