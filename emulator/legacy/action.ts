import type { JsonSchema, Operation } from '../../spec/types.ts';
import type { World } from '../call.ts';
import { type Pairs, readPairs } from '../decode/pairs.ts';
import { decodeUtf8 } from '../decode/percent.ts';
import type { Wire } from '../edge/answers.ts';
import { type ParameterPlan, planParameter } from '../edge/parameters.ts';
import { crashes } from '../faults/crash.ts';
import { patchOperation } from '../faults/patch.ts';
import type { Fault } from '../faults/types.ts';
import type { Incoming } from '../pipeline.ts';
import type { Policy } from '../policy.ts';
import type { Login } from '../state/entities.ts';
import { readArguments } from './arguments.ts';
import { type LegacyCall, unlessIgnored } from './call.ts';
import { readCarelessly } from './careless.ts';
import { updateDcv } from './dcv.ts';
import { type Envelope, type EnvelopeWriter, failure, formWriter, jsonWriter } from './envelope.ts';
import { editEnvelope, editLegacyAnswer } from './faulty.ts';
import { authenticate } from './login.ts';
import type { RateLimit } from './rate-limit.ts';
import { orderStatus } from './status.ts';

/** Everything needed to serve one legacy action. */
export interface ServedAction {
  readonly operation: Operation;
  readonly arguments: ReadonlyMap<string, ParameterPlan>;
  /** The arguments by the contract, when a fault makes the action take others. */
  readonly proper: ReadonlyMap<string, ParameterPlan> | undefined;
  readonly run: (call: LegacyCall) => Envelope;
  readonly write: EnvelopeWriter;
  readonly limited: boolean;
  readonly faults: readonly Fault[];
  has(fault: string): boolean;
  /** True when a fault makes the action break on the request. */
  breaksOn(incoming: Incoming): boolean;
}

/** Compiles an action from its operation in the contract and the faults that are active in it. */
export function serveAction(operation: Operation, policy: Policy, faults: readonly Fault[]): ServedAction {
  const status = operation.path.endsWith('!getPostPaymentStatus');
  const patched = patchOperation(operation, faults);
  const switches = new Set(faults.flatMap(({ change }) => (change.kind === 'switch' ? [change.name] : [])));
  const schema: JsonSchema = operation.success[0]?.contents[0]?.schema ?? true;
  return {
    operation,
    arguments: planArguments(patched, policy),
    proper: patched === operation ? undefined : planArguments(operation, policy),
    run: status ? orderStatus : updateDcv,
    write: status ? jsonWriter(schema, policy) : formWriter(policy),
    limited: status,
    faults,
    has: (fault) => switches.has(fault),
    breaksOn: (incoming) => crashes(switches, incoming),
  };
}

function planArguments(operation: Operation, policy: Policy): ReadonlyMap<string, ParameterPlan> {
  const form = operation.parameters.filter((parameter) => parameter.in === 'form');
  return new Map(form.map((parameter) => [parameter.name, planParameter(parameter, policy)]));
}

/** Serves a call of an action. @param secure whether it came over HTTPS. */
export function serveLegacy(
  served: ServedAction,
  incoming: Incoming,
  world: World,
  secure: boolean,
  limit: RateLimit | undefined,
): Wire {
  if (served.has('get-accepted') && incoming.method === 'GET')
    return serveLegacy(served, asPost(incoming), world, secure, limit);
  if (served.breaksOn(incoming)) return { status: 500, headers: {}, body: undefined };
  const isTurnedAway = secure
    ? incoming.method !== 'POST' && served.has('method-applied')
    : served.has('plain-applied');
  if (isTurnedAway) outcome(served, { ...incoming, method: 'POST' }, world, true, limit);
  const other = otherTransport(served, incoming, world.policy, secure);
  if (other !== undefined) return other;
  let envelope = outcome(served, incoming, world, secure, limit);
  if (served.has(`miscoded:${envelope.condition}`))
    envelope = { ...envelope, errorCode: otherCode(envelope, world.policy) };
  for (const { change } of served.faults)
    if (change.kind === 'envelope') envelope = editEnvelope(envelope, change.edit);
  let wire = served.write(envelope);
  for (const { change } of served.faults)
    if (change.kind === 'envelope') wire = editLegacyAnswer(wire, envelope, change.edit);
  return wire;
}

/** A GET whose query is taken for the form. */
function asPost(incoming: Incoming): Incoming {
  const [url = '', query = ''] = incoming.url.split('?');
  const headers = { ...incoming.headers, 'content-type': 'application/x-www-form-urlencoded' };
  return { ...incoming, method: 'POST', url, headers, body: Buffer.from(query) };
}

/** Plain HTTP may be answered by a redirect, and a wrong method by the HTTP server, where those readings are taken. */
function otherTransport(
  served: ServedAction,
  incoming: Incoming,
  { otherwise }: Policy,
  secure: boolean,
): Wire | undefined {
  const plain = !secure && !served.has('ignored:not-https') && otherwise('legacy.not-https.transport');
  if (plain) return { status: 301, headers: { Location: `https://localhost${incoming.url}` }, body: undefined };
  const wrong = incoming.method !== 'POST' && !served.has('ignored:wrong-method');
  return wrong && otherwise('legacy.wrong-method.format')
    ? { status: 405, headers: { Allow: 'POST' }, body: undefined }
    : undefined;
}

function outcome(
  served: ServedAction,
  incoming: Incoming,
  world: World,
  secure: boolean,
  limit: RateLimit | undefined,
): Envelope {
  const { policy } = world;
  const site = { world, has: served.has };
  const transport =
    (secure ? undefined : unlessIgnored(site, 'not-https')) ??
    (incoming.method === 'POST' ? undefined : unlessIgnored(site, 'wrong-method'));
  if (transport !== undefined) return transport;
  if (incoming.url.includes('?') && policy.otherwise('legacy.query-arguments'))
    return failure('argument-unrecognized', policy);
  const body = served.has('spaces-of-lists') ? withoutPercentSpaces(incoming.body) : incoming.body;
  const form = readForm({ ...incoming, body }, served, policy);
  if (form === undefined) return failure('argument-invalid', policy);
  const pairs = readCarelessly(form, served.has, policy);
  // `name`: of an argument that is there and empty.
  const ignores = (condition: string, name?: string) =>
    served.has(`ignored:${condition}`) || (name === 'loginPassword' && served.has('password-empty-accepted'));
  const read = readArguments(pairs, served.arguments, policy, ignores);
  if ('condition' in read) return argumentFailure(read, pairs, world, served);
  if (served.proper !== undefined && 'condition' in readArguments(pairs, served.proper, policy, ignores)) {
    return acceptAnything(world, served.limited);
  }
  const login = authenticate(world.state.logins, read.values, served.has);
  if (login === undefined) return failure('authentication-failed', policy);
  const limited = served.limited || policy.otherwise('legacy.rate-limit.dcv');
  if (limited && limit !== undefined && !limit.admit(login.name)) {
    const refusal = unlessIgnored(site, 'rate-limited');
    if (refusal !== undefined) return refusal;
  }
  return served.run({ world, login, values: read.values, has: served.has } satisfies LegacyCall & { login: Login });
}

/** What is wrong with the arguments; where that reading is taken, a login that is wrong as well is told first. */
function argumentFailure(
  { condition, subject }: { readonly condition: string; readonly subject: string },
  pairs: Pairs,
  { policy, state }: World,
  served: ServedAction,
): Envelope {
  const login = new Map(['loginName', 'loginPassword'].map((name) => [name, pairs.get(name)?.[0]]));
  const complete = [...login.values()].every((value) => value);
  const early = policy.otherwise('legacy.precedence') && subject !== 'loginName';
  if (complete && early && authenticate(state.logins, login, served.has) === undefined)
    return failure('authentication-failed', policy);
  const long = condition === 'argument-invalid' && (subject === 'loginName' || subject === 'loginPassword');
  if (long)
    return failure(served.has('too-long-miscoded') ? otherOf(policy.legacyTooLong) : policy.legacyTooLong, policy);
  return failure(condition, policy, subject);
}

/** The other one of the two conditions that over-long credentials may be answered with. */
function otherOf(condition: Policy['legacyTooLong']): Policy['legacyTooLong'] {
  return condition === 'argument-invalid' ? 'authentication-failed' : 'argument-invalid';
}

/** What an action answers to arguments that only a fault lets through: success, without any effect. */
function acceptAnything(world: World, status: boolean): Envelope {
  const orderNumber = [...world.state.orders.keys()][0];
  const [login] = world.state.logins.values();
  if (!status || login === undefined) return { errorCode: 0, errorMessage: '' };
  return orderStatus({ world, login, values: new Map([['orderNumber', orderNumber]]), has: () => false });
}

/** The code of another condition than the one that an envelope reports. */
function otherCode({ errorCode }: Envelope, policy: Policy): number {
  return Object.values(policy.legacyCodes).find((code) => code !== errorCode) ?? -1;
}

/** The form as a reader takes it that knows the spaces between the items of a list by their plus signs only. */
function withoutPercentSpaces(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  return Buffer.from(
    text.replace(/(domainNames|newMethods)=[^&]*/g, (list) => list.replaceAll('%20', '%2520')),
    'latin1',
  );
}

/** Arguments come as a form; in a body of another type none is seen. */
function readForm(incoming: Incoming, served: ServedAction, policy: Policy): Pairs | undefined {
  const { otherwise, legacyNameCase } = policy;
  const type = incoming.headers['content-type'];
  const mediaType = (typeof type === 'string' ? type : '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded' && !otherwise('legacy.content-type')) return readPairs('');
  const text = decodeUtf8(incoming.body);
  const pairs = text === undefined ? undefined : readPairs(Buffer.from(text, 'utf8').toString('latin1'));
  const isExact = (name: string): boolean =>
    (legacyNameCase === 'exact') !==
    (served.has('name-case-other') || (name === 'newMethods' && served.has('name-case-other-of-lists')));
  const inexact = [...served.arguments.keys()].filter((name) => !isExact(name));
  if (pairs === undefined || inexact.length === 0) return pairs;
  const names = new Map(inexact.map((name) => [name.toLowerCase(), name]));
  const read = new Map<string, readonly string[]>();
  for (const [name, values] of pairs) {
    const known = names.get(name.toLowerCase()) ?? name;
    read.set(known, [...(read.get(known) ?? []), ...values]);
  }
  return read;
}
