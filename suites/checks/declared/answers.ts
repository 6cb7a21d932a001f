/** Open points about answers: their headers, their members, the form of errors (contract 2.1, 4.1, 7.1, 4.11). */
import type { Exchange, JsonSchema, ReceivedResponse } from '../../../spec/index.ts';
import { dereference, isObject, valueAt, within } from '../../../spec/index.ts';
import type { WireRequest } from '../../../target/types.ts';
import { toWire } from '../../engine/index.ts';
import { ASPECTS, parseJson } from '../../judges/index.ts';
import { absentPath } from '../../requests/absent.ts';
import { compose, pathParameters } from '../../requests/compose.ts';
import { ifAccepted } from '../../requests/control.ts';
import { badText } from '../precedence.ts';
import type { Probe, Seen, Trial } from './index.ts';

/** The answer to a valid request; undefined when none was accepted. */
async function success({ context, operation }: Trial): Promise<Exchange | undefined> {
  return (await ifAccepted(context.session, operation))?.exchange;
}

/** The answer to a request without a credential. */
function unauthorized({ context, operation }: Trial): Promise<Exchange> {
  const request = compose(operation, { path: absentPath(context.session, operation), label: 'no credential' });
  return context.session.once(`declared:401:${operation.id}`, () =>
    context.send(toWire(request, { credential: 'none' })),
  );
}

/**
 * The answer to bad input: no JSON in the place of a body or a bad text for a query parameter, sent to an entity that is
 * there; and where there is neither, or no entity is known to be there and an absent one may be told with the same status, in a
 * form of its own, a malformed identifier.
 */
function badRequest(trial: Trial): Promise<Exchange> {
  return trial.context.session.once(`declared:400:${trial.operation.id}`, () => sendBad(trial));
}

async function sendBad({ context, operation }: Trial): Promise<Exchange> {
  const tried = await ifAccepted(context.session, operation);
  const sound = operation.effect === 'destroy' ? undefined : tried?.request.path;
  const absent = absentPath(context.session, operation);
  const wire = (path: Record<string, string>): WireRequest => toWire(compose(operation, { path, label: 'bad input' }));
  const last = pathParameters(operation).at(-1)?.name;
  const malformed = wire(last === undefined ? absent : { ...absent, [last]: 'abc' });
  if (sound === undefined && operation.absence === 'silent') return context.send(malformed);
  if (operation.body !== undefined)
    return context.send({ ...wire({ ...(sound ?? absent) }), body: '{', headers: JSON_TYPE });
  const bad = operation.parameters.map(badText).find((found) => found !== undefined);
  if (bad !== undefined) {
    const plain = wire({ ...(sound ?? absent) });
    return context.send({ ...plain, target: `${plain.target}?${bad.name}=${encodeURIComponent(bad.text)}` });
  }
  return context.send(malformed);
}

const JSON_TYPE: readonly (readonly [string, string])[] = [['Content-Type', 'application/json']];

type Answered = (trial: Trial) => Promise<Exchange | undefined>;

/** What one aspect of answers shows, of each kind of answer that could be had. */
function shows(
  kinds: readonly (readonly [label: string, answered: Answered])[],
  look: (response: ReceivedResponse, trial: Trial) => unknown,
): Probe {
  return async (trial) => {
    const seen: Seen[] = [];
    for (const [label, answered] of kinds) {
      const exchange = await answered(trial);
      if (exchange === undefined) continue;
      const { response } = exchange;
      seen.push({ label, exchange, value: response === undefined ? undefined : look(response, trial) });
    }
    return seen;
  };
}

export const badRequestFormat: Probe = shows([['bad input', badRequest]], ASPECTS.badRequestFormat.look);
export const unauthorizedFormat: Probe = shows([['no credential', unauthorized]], ASPECTS.unauthorizedFormat.look);
export const challenge: Probe = shows([['no credential', unauthorized]], ASPECTS.challenge.look);
export const charset: Probe = shows([['a valid request', success]], ASPECTS.charset.look);

export const noValue: Probe = shows([['a valid request', success]], (response, trial) => {
  const { value } = parseJson(response) as { value?: unknown };
  const entries = entriesOf(value);
  // What lies deeper may be what somebody once wrote, kept as it came.
  if (entries.some((entry) => Object.values(entry).includes(null))) return 'null';
  const known = Array.isArray(value) ? entries.flatMap((entry) => Object.keys(entry)) : membersOfAll(trial, response);
  const left = entries.some((entry) => known.some((name) => !Object.hasOwn(entry, name)));
  return left ? 'omitted' : undefined;
});

/** Names that may stand in every answer: what a query must ask for, or another operation shows, says nothing when it is left out. */
function membersOfAll(trial: Trial, response: ReceivedResponse): string[] {
  const { method, parameters } = trial.operation;
  const isWhole = method === 'GET' && parameters.every((one) => one.in === 'path');
  return isWhole ? membersOf(trial, response) : [];
}

/** Where further members are said to appear, it is not said in which answers. */
export const extraMembers: Probe = shows([['a valid request', success]], (response, trial) => {
  const known = membersOf(trial, response);
  if (known.length === 0) return undefined;
  const { value } = parseJson(response) as { value?: unknown };
  const some = entriesOf(value).some((entry) => Object.keys(entry).some((name) => !known.includes(name)));
  return !some && trial.answer?.value === true ? undefined : some;
});

/** The declared status, and a text at each declared place: then it is as declared. */
export const clientSecret: Probe = shows([['a reset', success]], (response, { answer }) => {
  const declared = answer?.value as { status: number; members?: Readonly<Record<string, string>> } | undefined;
  const { value } = parseJson(response) as { value?: unknown };
  const members = Object.entries(declared?.members ?? {}).filter(([, pointer]) => {
    const text = valueAt(value, pointer);
    return typeof text === 'string' && text !== '';
  });
  return {
    status: response.status,
    ...(declared?.members === undefined ? {} : { members: Object.fromEntries(members) }),
  };
});

/** Names that the claimed schema has for the answer, or for each entry of a list; none where it is not claimed, or one of several. */
function membersOf({ operation }: Trial, { status }: ReceivedResponse): string[] {
  const spec = operation.success.find((one) => one.status === status);
  if (spec === undefined || spec.standing !== 'claimed') return [];
  const whole = dereference(spec.contents[0]?.schema ?? true);
  if (typeof whole === 'boolean') return [];
  const items = whole['items'] as JsonSchema | undefined;
  const schema = whole['type'] === 'array' && typeof items === 'object' ? dereference(within(whole, items)) : whole;
  if (typeof schema === 'boolean' || COMPOSED.some((keyword) => keyword in schema)) return [];
  return Object.keys((schema['properties'] ?? {}) as object);
}

const COMPOSED: readonly string[] = ['oneOf', 'anyOf', 'allOf', 'if', 'additionalProperties', 'patternProperties'];

function entriesOf(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
