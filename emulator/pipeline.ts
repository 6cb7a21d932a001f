import type { Call, World } from './call.ts';
import { judgeCredential } from './credentials.ts';
import { readPairs } from './decode/pairs.ts';
import type { RefusalWriter, Wire } from './edge/answers.ts';
import { readQuery } from './edge/parameters.ts';
import { answerKind, editAnswer } from './faults/edit.ts';
import { runUnderFaults } from './faults/run.ts';
import type { ServedOperation } from './operations.ts';
import { badRequest, notFound, type Reply, refused } from './reply.ts';
import type { Principal } from './state/entities.ts';

/** A request as it arrived. */
export interface Incoming {
  readonly method: string;
  /** Request target: path and query, undecoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** What the stages of one request have found so far. */
interface Progress {
  readonly served: ServedOperation;
  readonly incoming: Incoming;
  readonly values: readonly string[];
  principal: Principal;
  path: Record<string, unknown> | undefined;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  wireBody: unknown;
  entity: unknown;
}

/** Serves a request to a known operation: credential, input and entity in the dialect's order, then role and handler. */
export function serve(
  served: ServedOperation,
  incoming: Incoming,
  values: readonly string[],
  world: World,
  principals: ReadonlyMap<string, Principal>,
): Wire {
  const nobody: Principal = { token: '', adminId: 0, role: 'RAO_SSL' };
  const progress: Progress = {
    served,
    incoming,
    values,
    principal: nobody,
    path: undefined,
    query: {},
    body: undefined,
    wireBody: undefined,
    entity: undefined,
  };
  let wire = served.write(answer(progress, world, principals));
  for (const { to, edit } of served.faults?.edits ?? []) if (answerKind(wire) === to) wire = editAnswer(wire, edit);
  return wire;
}

function answer(progress: Progress, world: World, principals: ReadonlyMap<string, Principal>): Reply {
  for (const stage of world.policy.precedence) {
    const problem =
      stage === 'credential'
        ? checkCredential(progress, principals)
        : stage === 'input'
          ? readInput(progress, world)
          : findEntity(progress, world);
    if (problem !== undefined) return problem;
  }
  const { operation, handler, faults } = progress.served;
  const call = callOf(progress, world);
  if (operation.role !== undefined && progress.principal.role !== operation.role && !call.has('role-ignored')) {
    if (call.has('refused-but-applied')) handler.run(call, progress.entity);
    return refused('role', world.policy.roleRefusal, `This needs the role ${operation.role}.`, -3);
  }
  if (faults !== undefined) return runUnderFaults(call, () => handler.run(call, progress.entity));
  return handler.run(call, progress.entity);
}

function checkCredential(progress: Progress, principals: ReadonlyMap<string, Principal>): Reply | undefined {
  const header = progress.incoming.headers['authorization'];
  const presented = judgeCredential(typeof header === 'string' ? header : undefined, principals);
  if ('principal' in presented) progress.principal = presented.principal;
  else if (progress.served.faults?.credentials.has(presented.invalid)) {
    progress.principal = principals.values().next().value ?? progress.principal;
  } else return refused('unauthorized', 401, 'The credential is missing or not valid.', -16);
  return undefined;
}

function readPath(progress: Progress, world: World): Reply | undefined {
  if (progress.path !== undefined) return undefined;
  const path: Record<string, unknown> = {};
  for (const [i, plan] of progress.served.path.entries()) {
    const read = plan.read([progress.values[i] ?? '']);
    if ('problem' in read) {
      return world.policy.pathIdRefusal === 404 ? notFound(read.problem) : badRequest(read.problem);
    }
    path[plan.name] = read.value;
  }
  progress.path = path;
  return undefined;
}

function readInput(progress: Progress, world: World): Reply | undefined {
  const { served, incoming } = progress;
  const problem = readPath(progress, world);
  if (problem !== undefined) return problem;
  const cut = incoming.url.indexOf('?');
  const pairs = readPairs(cut < 0 ? '' : incoming.url.slice(cut + 1));
  if (pairs === undefined) return badRequest('The query cannot be decoded.');
  const query = readQuery(pairs, served.query, world.policy);
  if ('problem' in query) return badRequest(query.problem);
  progress.query = query.values;
  if (served.body === undefined) return undefined;
  const contentType = incoming.headers['content-type'];
  const read = served.body.read(incoming.body, typeof contentType === 'string' ? contentType : undefined);
  if ('status' in read) return read;
  progress.body = read.body;
  progress.wireBody = read.wire;
  return undefined;
}

function findEntity(progress: Progress, world: World): Reply | undefined {
  const { handler, operation } = progress.served;
  if (handler.find === undefined) return undefined;
  const problem = readPath(progress, world);
  if (problem !== undefined) return problem;
  const call = callOf(progress, world);
  progress.entity = handler.find(call);
  if (progress.entity !== undefined) return undefined;
  if (call.has('absent-accepted')) {
    const success = operation.success[0];
    return { status: success?.status ?? 200, body: success?.body === 'some' ? {} : undefined };
  }
  const absent = notFound('There is no such entity.');
  return operation.absence === 'silent' ? { ...absent, status: world.policy.notificationAbsent } : absent;
}

function callOf(progress: Progress, world: World): Call {
  const { served } = progress;
  const switches = served.faults?.switches;
  return {
    operation: served.operation,
    world,
    principal: progress.principal,
    path: progress.path ?? {},
    query: progress.query,
    body: progress.body,
    wireBody: progress.wireBody,
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
