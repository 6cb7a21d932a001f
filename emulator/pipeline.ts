import type { Call, World } from './call.ts';
import { besideNone, judgeCredential } from './credentials.ts';
import type { RefusalWriter, Wire } from './edge/answers.ts';
import { APPLIED_ANYWAY } from './faults/anyway.ts';
import { BEYOND } from './faults/beyond.ts';
import { bodyFormFault } from './faults/bodies.ts';
import { crashes } from './faults/crash.ts';
import { answerKind, editAnswer } from './faults/edit.ts';
import { forgetMembers } from './faults/forget.ts';
import { isGiven } from './faults/given.ts';
import { APPLIED_LATE, doLate } from './faults/late.ts';
import { FORGETS, noteRefused } from './faults/memory.ts';
import { fateOfType } from './faults/other-types.ts';
import { carelessSegments, ID_BEGINNING, shortened } from './faults/paths.ts';
import { runUnderFaults } from './faults/run.ts';
import { trapped } from './faults/texts.ts';
import type { CredentialClass } from './faults/types.ts';
import { type Input, isTolerated, type PathValues, readInput, readPath } from './input.ts';
import type { ServedOperation } from './operations.ts';
import { absentEntity, badRequest, plausibleSuccess, type Reply, refused } from './reply.ts';
import type { Principal } from './state/entities.ts';

/** A request as it arrived. */
export interface Incoming {
  readonly method: string;
  /** Request target: path and query, undecoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  /** There is more than one Authorization field. */
  readonly authorizedTwice?: boolean;
}

/** One request to a known operation, and what the stages have found so far. */
interface Progress {
  readonly served: ServedOperation;
  readonly incoming: Incoming;
  /** Decoded path segments in the places of the path parameters. */
  readonly segments: readonly string[];
  world: World;
  principal: Principal;
  path: PathValues | undefined;
  input: Input;
  entity: unknown;
}

const NOBODY: Principal = { token: '', adminId: 0, role: 'RAO_SSL' };
const NO_INPUT: Input = { query: {}, body: undefined, wireBody: undefined };

/** Serves a request to a known operation: credential, input and entity in the dialect's order, then role and handler. */
export function serve(
  served: ServedOperation,
  incoming: Incoming,
  segments: readonly string[],
  world: World,
  principals: ReadonlyMap<string, Principal>,
): Wire {
  const progress: Progress = {
    served,
    incoming,
    segments,
    world: served.faults === undefined ? world : { ...world, policy: served.policy },
    principal: NOBODY,
    path: undefined,
    input: NO_INPUT,
    entity: undefined,
  };
  let wire = served.write(answer(progress, principals));
  for (const { to, edit, given } of served.faults?.edits ?? []) {
    if (answerKind(wire) === to && isGiven(incoming, given, wire.body)) wire = editAnswer(wire, edit);
  }
  return wire;
}

function answer(progress: Progress, principals: ReadonlyMap<string, Principal>): Reply {
  const { served, incoming, segments, world } = progress;
  if (served.faults !== undefined && crashes(served.faults.switches, incoming)) return { status: 500 };
  const trap = served.faults === undefined ? undefined : trapped(served.faults.switches, incoming);
  if (trap !== undefined) return trap === 'crash' ? { status: 500 } : badRequest('This text is not understood here.');
  for (const stage of world.policy.precedence) {
    const problem =
      stage === 'credential'
        ? checkCredential(progress, principals)
        : stage === 'input'
          ? checkInput(progress)
          : findEntity(progress);
    if (problem === undefined) continue;
    if (stage === 'credential' && served.faults?.switches.has(APPLIED_ANYWAY)) applyAnyway(progress, principals);
    if (served.faults?.switches.has(FORGETS.afterRefused) && findEntity(progress) === undefined)
      noteRefused(progress.world.state, progress.entity);
    if (stage === 'credential' && served.faults?.switches.has(APPLIED_LATE))
      doLate(() => applyAnyway(progress, principals));
    return problem;
  }
  const { operation, handler, faults } = served;
  const call = callOf(progress);
  if (operation.role !== undefined && progress.principal.role !== operation.role && !call.has('role-ignored')) {
    return refused('role', world.policy.roleRefusal, `This needs the role ${operation.role}.`, -3);
  }
  if (faults === undefined) return handler.run(call, progress.entity);
  const tolerated = served.proper !== undefined && isTolerated(served.proper, segments, incoming, world.policy);
  return runUnderFaults(call, handler, progress.entity, tolerated);
}

/** Does what was asked, though it is about to be refused: a fault. */
function applyAnyway(progress: Progress, principals: ReadonlyMap<string, Principal>): void {
  progress.principal = principals.values().next().value ?? NOBODY;
  if (checkInput(progress) !== undefined || findEntity(progress) !== undefined) return;
  progress.served.handler.run(callOf(progress), progress.entity);
}

function checkCredential(progress: Progress, principals: ReadonlyMap<string, Principal>): Reply | undefined {
  const { incoming, served, world } = progress;
  const header = incoming.headers['authorization'];
  const anyCase = !world.policy.otherwise('auth.scheme-case');
  const presented = judgeCredential(typeof header === 'string' ? header : undefined, principals, anyCase);
  if ('principal' in presented) enter(progress, presented.principal);
  else if (served.faults !== undefined && trusts(served.faults, progress, presented.invalid, principals)) {
    progress.principal = principals.values().next().value ?? NOBODY;
  } else return refused('unauthorized', 401, 'The credential is missing or not valid.', -16);
  return undefined;
}

/** Each administrator acts in the world of its own customer. */
function enter(progress: Progress, principal: Principal): void {
  const { beyond, ...own } = progress.world;
  progress.principal = principal;
  if (principal.foreign === true && beyond !== undefined) progress.world = { ...beyond, beyond: own };
}

/** True when a fault takes one of these for a valid credential. */
function trusts(
  { credentials }: NonNullable<ServedOperation['faults']>,
  { incoming, served }: Progress,
  invalid: readonly CredentialClass[],
  principals: ReadonlyMap<string, Principal>,
): boolean {
  if (credentials.size === 0) return false;
  const beside = invalid.includes('none') ? besideNone(incoming, principals.keys(), asked.delete(served)) : [];
  const more = incoming.authorizedTwice === true ? ['repeated' as const] : [];
  return [...invalid, ...beside, ...more].some((one) => credentials.has(one));
}

/** Operations whose options were asked for, until the next request without a credential. */
const asked = new WeakSet<object>();

/** Notes that the options of an operation were asked for: a careless server lets the next request pass. */
export function noteOptions(served: object): void {
  asked.add(served);
}

function checkPath(progress: Progress): Reply | undefined {
  if (progress.path !== undefined) return undefined;
  const { served, world } = progress;
  const { switches } = served.faults ?? {};
  const segments =
    switches === undefined
      ? progress.segments
      : carelessSegments(
          progress.segments,
          served.path.map(({ name }) => name),
          (name) => switches.has(name),
        );
  const read = readPath(served, segments, world.policy);
  if ('status' in read) return read;
  progress.path = read.path;
  return undefined;
}

function checkInput(progress: Progress): Reply | undefined {
  const problem = checkPath(progress);
  if (problem !== undefined) return problem;
  const { faults } = progress.served;
  const form = faults === undefined ? undefined : bodyFormFault(faults.switches, progress.incoming);
  if (form === 'refused') return refused('media-type', 415, 'This content is not understood here.', -1601);
  if (form === 'accepted') return plausibleSuccess(callOf(progress));
  const input = readInput(progress.served, progress.incoming, progress.world.policy);
  if ('status' in input) return input;
  progress.input = input;
  return undefined;
}

function findEntity(progress: Progress): Reply | undefined {
  const { served, world } = progress;
  if (served.handler.find === undefined) return undefined;
  const problem = checkPath(progress);
  if (problem !== undefined) return problem;
  progress.entity = served.handler.find(callOf(progress));
  if (progress.entity === undefined && served.faults?.switches.has(BEYOND) && progress.world.beyond !== undefined) {
    progress.world = progress.world.beyond;
    progress.entity = served.handler.find(callOf(progress));
  }
  if (progress.entity === undefined && served.faults?.switches.has(ID_BEGINNING)) {
    progress.entity = served.handler.find({ ...callOf(progress), path: shortened(progress.path ?? {}) });
  }
  const call = callOf(progress);
  const fate = progress.entity && fateOfType(progress.entity as object, world.state, served.faults?.switches);
  if (fate === 'crash') return { status: 500 };
  if (progress.entity !== undefined && fate === undefined) return undefined;
  if (call.has('zero-accepted') && Object.values(call.path).includes(0)) return plausibleSuccess(call);
  if (call.has('absent-accepted') || isToleratedPath(progress)) return plausibleSuccess(call);
  const absent = absentEntity(served.operation.entity);
  return served.operation.absence === 'silent' ? { ...absent, status: world.policy.notificationAbsent } : absent;
}

function isToleratedPath({ served, segments, world }: Progress): boolean {
  return served.proper !== undefined && 'status' in readPath(served.proper, segments, world.policy);
}

function callOf(progress: Progress): Call {
  const { served } = progress;
  const switches = served.faults?.switches;
  const input = switches === undefined ? progress.input : forgetMembers(progress.input, switches);
  return {
    operation: served.operation,
    world: progress.world,
    principal: progress.principal,
    path: progress.path ?? {},
    query: input.query,
    body: input.body,
    wireBody: input.wireBody,
    has: switches === undefined ? never : (fault) => switches.has(fault),
  };
}

const never = () => false;

/** Answers that belong to no operation: unknown paths and methods. */
export function outside(kind: 'path' | 'method' | 'undecodable', policy: World['policy'], write: RefusalWriter): Wire {
  if (kind === 'undecodable')
    return write(400, { kind: 'bad-request', code: -1601, description: 'The path cannot be decoded.' });
  if (kind === 'path') return write(404, { kind: 'not-found', code: -727, description: 'There is no such resource.' });
  return write(policy.unsupportedMethod, {
    kind: 'method',
    code: -738,
    description: 'The method is not supported here.',
  });
}
