/** Places of answers, and what turns them. */
import { BODIES } from '../../../contract/bodies.ts';
import type { Json, Member } from '../../../contract/types.ts';
import { answerOf } from '../../../openapi.ts';
import type { Call } from '../../../server/call.ts';
import type { Place } from '../../fault.ts';
import { afterwards, succeeded, withJson } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';

export const all = operationPlaces(() => true);
export const absentees = operationPlaces(
  ({ kind, id }) => kind !== undefined && kind !== 'notification' && id !== 'mark.read',
);
export const described = all.filter(({ op }) => answerOf(op) !== undefined);
export const takers = operationPlaces(
  ({ body, query, method }) => body !== undefined || (method === 'PUT' && query !== undefined),
);
export const hard = { class: 'hard', standing: 'explicit' } as const;
export const plain = { class: 'plain', standing: 'explicit' } as const;
export const AUTH = { section: '5' };
export const ERRORS = { section: '7.1' };

export const SUCCESSES: Readonly<Record<number, readonly number[]>> = {
  200: [201, 204, 202],
  202: [200, 204],
  204: [200, 202],
  201: [200],
};
export const successOf = (op: string): number =>
  op.startsWith('mark.update') || /^validation\.(validator|assignment)/.test(op)
    ? 202
    : /update$|read$|list$|suspend|activate|revalidate/.test(op) && !/^(endpoint|account)\.update/.test(op)
      ? 200
      : /^(organization|notification)\.delete/.test(op)
        ? 200
        : 204;

/** Names of needed members in an answer, by the server's own names. */
export const needed: readonly (Place & { field: string })[] = described.flatMap(({ op }) =>
  (BODIES[answerOf(op) as keyof typeof BODIES] as readonly Member[])
    .filter(({ need }) => need)
    .map(({ field }) => ({ key: `${op}/${field}`, op, field })),
);
export const split = (key: string) => ({ op: key.slice(0, key.indexOf('/')), field: key.slice(key.indexOf('/') + 1) });

/** Turns one member of an answer, at the place where the reading has it. */
export function turned(key: string, turn: (value: Json | undefined) => Json | undefined) {
  const { op, field } = split(key);
  return afterwards(op, (reply, call) => {
    if (!succeeded(reply)) return reply;
    const schema = answerOf(op) as keyof typeof BODIES;
    const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field) as Member;
    const path = call.reading.placing(schema, member).split('/').slice(1);
    return withJson(reply, (json) => at(json, path, turn));
  });
}

export function at(
  json: Json,
  [name, ...rest]: readonly string[],
  turn: (value: Json | undefined) => Json | undefined,
): Json {
  if (name === undefined || json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const object = json as Readonly<Record<string, Json>>;
  const value = rest.length === 0 ? turn(object[name]) : at(object[name] ?? null, rest, turn);
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

export const absence = (op: string, turn: (call: Call) => ReturnType<Call['bad']>) =>
  afterwards(op, (reply, call) => (reply.status === 404 && call.holder ? turn(call) : reply));
