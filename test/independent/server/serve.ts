/** The way of a request: route, method, then credential, input and entity in the order of the reading, then its handler. */
import type { Type } from '../contract/types.ts';
import { answerLegacy, legacyOperation } from '../legacy/serve.ts';
import type { Gate } from '../readings/reading.ts';
import { Call, type Service } from './call.ts';
import { fromText } from './check.ts';
import { takeBody, takeQuery } from './input.ts';
import type { Incoming, Reply } from './message.ts';
import { type Operation, route } from './operations.ts';
import { holderOf } from './tokens.ts';

/** Answers a request by the reading of the service. */
export function serve(service: Service, request: Incoming): Reply {
  const legacy = legacyOperation(request.path);
  const found = legacy ? undefined : route(request.path, service.reading.trailingSlash);
  const operation =
    found?.operations.find(({ method }) => method === request.method) ?? headOf(service, request, found?.operations);
  const call = new Call(service, request, legacy ?? operation?.id ?? '');
  const early = service.plant.early?.(call);
  const reply =
    early ??
    (legacy
      ? answerLegacy(call)
      : operation && found
        ? pass(call, operation, found.ids)
        : unserved(call, found !== undefined));
  return call.broken ? { status: 500 } : (service.plant.late?.(call, reply) ?? reply);
}

function headOf(service: Service, { method }: Incoming, operations: readonly Operation[] | undefined) {
  return method === 'HEAD' && service.reading.head ? operations?.find((one) => one.method === 'GET') : undefined;
}

function unserved(call: Call, pathKnown: boolean): Reply {
  const { errors, statuses } = call.reading;
  identify(call);
  if (pathKnown) {
    if (!call.holder) return unauthorized(call);
    return statuses.method === 404
      ? call.absent('operation')
      : call.bad('this method is not served here', statuses.method);
  }
  return !call.holder && errors.unknownPath === 401 ? unauthorized(call) : call.absent('operation');
}

function pass(call: Call, operation: Operation, ids: readonly string[]): Reply {
  identify(call);
  const gates: Record<Gate, () => Reply | undefined> = {
    credential: () => credential(call, operation),
    input: () => pathIds(call, operation, ids) ?? takeQuery(call, operation) ?? takeBody(call, operation),
    entity: () => pathIds(call, operation, ids) ?? entity(call, operation),
  };
  for (const gate of call.reading.gates) {
    const refusal = gates[gate]();
    if (refusal) return refusal;
  }
  return call.service.plant.refuses?.(call) ?? operation.handle(call);
}

function identify(call: Call): void {
  const { schemeAnyCase, tokenInQuery } = call.reading;
  const { plant } = call.service;
  let header = call.request.authorization;
  if (schemeAnyCase) header = header?.replace(/^bearer /i, 'Bearer ');
  if (header === undefined && tokenInQuery) {
    const token = call.request.query?.find(([name]) => name === 'access_token')?.[1];
    if (token !== undefined) header = `Bearer ${token}`;
  }
  const holder = holderOf(header, plant.overlooks?.(call));
  call.holder = plant.holder ? plant.holder(call, holder) : holder;
}

function credential(call: Call, operation: Operation): Reply | undefined {
  if (!call.holder) return unauthorized(call);
  if (operation.role !== undefined && call.holder.role !== operation.role) {
    return call.bad('your role does not allow this', call.reading.statuses.role);
  }
  return undefined;
}

function unauthorized(call: Call): Reply {
  const { errors } = call.reading;
  return {
    status: 401,
    body: errors.unauthorized(),
    ...(errors.challenge ? { headers: { 'WWW-Authenticate': 'Bearer realm="certificates"' } } : {}),
  };
}

function pathIds(call: Call, operation: Operation, raw: readonly string[]): Reply | undefined {
  const ids: string[] = [];
  for (const [i, least] of operation.least.entries()) {
    const type: Type =
      least === 'uuid' ? { is: 'uuid' } : { is: 'int', ...(least === undefined ? {} : { min: least }) };
    const text = decoded(raw[i] ?? '');
    const verdict =
      text === undefined
        ? { wrong: 'broken escapes' }
        : call.judge(`${operation.id}:${i}`, text, type, fromText(type, text, call.reading.manner));
    if ('wrong' in verdict) return refuseId(call, operation, verdict.wrong);
    if (least === undefined && Number(verdict.value) < 1 && call.reading.zeroId === 'bad') {
      return refuseId(call, operation, 'no identifier');
    }
    ids.push(String(verdict.value));
  }
  call.ids = ids;
  return undefined;
}

function refuseId(call: Call, operation: Operation, why: string): Reply {
  return call.reading.pathId === 404
    ? call.absent(operation.kind ?? 'operation')
    : call.bad(`the identifier is wrong: ${why}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function absent(call: Call, { kind }: Operation): Reply {
  const { errors, statuses } = call.reading;
  if (kind === 'mark-certificate' && call.op === 'mark.read') return { status: 404, body: { json: errors.markAbsent } };
  return call.absent(kind ?? 'operation', kind === 'notification' ? statuses.notification : 404);
}

/** Finds the entity of the path. Who reads finds what already shows; a change concerns what is there. */
function entity(call: Call, operation: Operation): Reply | undefined {
  const { kind } = operation;
  if (kind === undefined) return undefined;
  const { world, service, holder } = call;
  const known = world.find(kind, call.ids.join('/'));
  const fields = known && (operation.method === 'GET' ? world.seen(known) : known.fields);
  const hidden = fields?.['template'] === true && !call.reading.admin.templateShows;
  const own = fields && !hidden && (!holder || holder.customer === known.customer) ? known : undefined;
  const found = service.plant.found ? service.plant.found(call, own) : own;
  if (!found) return absent(call, operation);
  call.entity = found;
  call.before = found.fields;
  call.shown = fields;
  return undefined;
}
