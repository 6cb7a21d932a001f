import { readPairs } from './decode/pairs.ts';
import { readQuery } from './edge/parameters.ts';
import type { InputPlan } from './operations.ts';
import type { Incoming } from './pipeline.ts';
import type { Policy } from './policy.ts';
import { badRequest, notFound, type Reply, refused } from './reply.ts';

/** Values of path parameters by name. */
export type PathValues = Readonly<Record<string, unknown>>;

/** The input of a request beyond its path. */
export interface Input {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly wireBody: unknown;
}

/** Reads the path parameters, or says why they cannot be (contract 2.1). @param segments decoded, in order. */
export function readPath(
  plan: InputPlan,
  segments: readonly string[],
  policy: Policy,
): { readonly path: PathValues } | Reply {
  const path: Record<string, unknown> = {};
  for (const [i, parameter] of plan.path.entries()) {
    const read = parameter.read([segments[i] ?? '']);
    if ('problem' in read) return policy.pathIdRefusal === 404 ? notFound(read.problem) : badRequest(read.problem);
    path[parameter.name] = read.value;
  }
  return { path };
}

/** Reads query and body, or says what is wrong with them (contract 4). */
export function readInput(plan: InputPlan, incoming: Incoming, policy: Policy): Input | Reply {
  const { accept } = incoming.headers;
  if (
    typeof accept === 'string' &&
    policy.otherwise('request.accept-header') &&
    !/json|\*\/\*|application\/\*/.test(accept)
  ) {
    return refused('media-type', 406, 'Only JSON can be sent.', -1601);
  }
  const cut = incoming.url.indexOf('?');
  const pairs = readPairs(cut < 0 ? '' : incoming.url.slice(cut + 1));
  if (pairs === undefined) return badRequest('The query cannot be decoded.');
  const query = readQuery(pairs, plan.query, policy);
  if ('problem' in query) return badRequest(query.problem);
  if (plan.body === undefined) {
    const unwanted = incoming.body.length > 0 && policy.otherwise('request.unwanted-body');
    if (unwanted) return badRequest('This operation takes no body.');
    return { query: query.values, body: undefined, wireBody: undefined };
  }
  const contentType = incoming.headers['content-type'];
  const read = plan.body.read(incoming.body, typeof contentType === 'string' ? contentType : undefined);
  return 'status' in read ? read : { query: query.values, body: read.body, wireBody: read.wire };
}

/** True when a request that a fault lets through would have been refused without it. */
export function isTolerated(
  proper: InputPlan,
  segments: readonly string[],
  incoming: Incoming,
  policy: Policy,
): boolean {
  return 'status' in readPath(proper, segments, policy) || 'status' in readInput(proper, incoming, policy);
}
