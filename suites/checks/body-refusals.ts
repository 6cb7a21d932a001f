/** Bodies with one fault in them, and what their answers say (design rules 2 and 3). */
import { type RequestCase, serialize, type Violation, wireProof, withJson } from '../../generators/index.ts';
import type { Exchange, JsonSchema, Operation, Requirement } from '../../spec/index.ts';
import { dereference, isObject, jsonSchemaOf, tokens, valueAt } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, judgeRefusal, judgeUncertain, observed, pointerSet, pointerUnset, warn } from '../judges/index.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { refusalShows } from './lengths.ts';

/** Sends the accepted body with one fault and records what comes of it; `pass` where the fault does not survive the wire. */
export async function refuse(
  subject: Subject,
  requirement: Requirement,
  made: Violation,
  unproven: Judgement | undefined,
): Promise<Judgement['verdict']> {
  const { context, operation, request } = subject;
  const fault = repeated(request.body?.value, made);
  const body = transplantFault(request.body?.value, fault);
  const changed = withJson(request, body);
  const proof = wireProof(operation, serialize(changed, { arrayStyle: 'repeat' }), { ...fault, where: 'body' });
  if (!proof.ok) {
    context.unsent(requirement.id);
    return 'pass';
  }
  const exchange = await context.send(changed);
  const label = `${fault.pointer === '' ? 'body' : fault.pointer}: ${fault.operator}`;
  const statuses = namesEntity(operation, fault, body) ? [400, 404] : [400];
  const known = nullCertainty(operation, fault, body) ?? fault.certainty;
  // What is doubtful of a schema that nobody claims is debatable.
  const certainty = subject.assumed && known === 'doubtful' ? 'debatable' : known;
  const uncertain = judgeUncertain(certainty);
  const judged = uncertain?.(exchange, label) ?? judge(subject, exchange, { label, statuses, requirement });
  const judgement = refusalShows(judged, exchange, unproven);
  const { operator, keyword, pointer, old } = fault;
  context.record(requirement.id, judgement, {
    label,
    exchange,
    case: body,
    violation: { operator, keyword, pointer, old, new: fault.new, certainty, where: 'body' },
  });
  return judgement.verdict;
}

/**
 * How sure it is that null is refused in place of a member that must be there, or of an item, which common libraries read as one
 * without a value; undefined for an optional member, of which it is open what null means (silence `request.null-members`).
 */
function nullCertainty(
  operation: Operation,
  { operator, pointer }: Violation,
  body: unknown,
): 'definite' | 'doubtful' | undefined {
  if (operator !== 'null-where-not-nullable') return undefined;
  if (/\/\d+$/.test(pointer)) return 'doubtful';
  const parent = memberSchema(operation, pointer.slice(0, pointer.lastIndexOf('/')), body);
  const required = typeof parent === 'object' ? parent['required'] : undefined;
  return Array.isArray(required) && required.includes(tokens(pointer).at(-1)) ? 'definite' : undefined;
}

/** True for the id of an entity: what is no id may as well be taken for one that nothing has (silence `entity.reference-unknown`). */
function namesEntity(operation: Operation, { keyword, pointer }: Violation, body: unknown): boolean {
  if (keyword === 'required') return false;
  const schema = bodySchemaOf(operation);
  const items = typeof schema === 'object' ? schema['items'] : undefined;
  const place = /^\/\d+$/.test(pointer) ? (items as JsonSchema | undefined) : memberSchema(operation, pointer, body);
  return typeof place === 'object' && place['x-reference'] !== undefined;
}

function judge(
  { assumed }: Subject,
  exchange: Exchange,
  { label: because, statuses, requirement }: Refused,
): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (assumed && response.status < 500)
    return observed({ what: 'answered', of: because, status: response.status, but: 'schema-assumed' });
  // No contract shows these members.
  const judged = requirement.source === 'dialect' ? judgeRefusedContents : judgeRefusal;
  return judged(exchange, { statuses, because });
}

/** As `judgeRefusal`, of a body that can be read: a server may find its contents wrong, and not the request (7.1). */
export function judgeRefusedContents(
  exchange: Exchange,
  expected: { readonly statuses: readonly number[]; readonly because: string },
): Judgement {
  return exchange.response?.status === OF_CONTENTS
    ? warn(`status ${expected.statuses.join(' or ')} (${expected.because})`, `status ${OF_CONTENTS}`)
    : judgeRefusal(exchange, expected);
}

/** RFC 9110, section 15.5.21. */
const OF_CONTENTS = 422;

interface Refused {
  readonly label: string;
  readonly statuses: readonly number[];
  readonly requirement: Requirement;
}

/** Statuses that a body is refused with which is none: 415 and 411 say the same of one that is not there (contract 4.1). */
export function refusalsOf(body: string | Uint8Array | undefined): readonly number[] {
  return body === undefined || body.length === 0 ? [400, 411, 415] : [400];
}

/** The schema of an operation's JSON body. */
export function bodySchemaOf(operation: Operation): JsonSchema {
  return dereference(jsonSchemaOf(operation) ?? true);
}

/** What cases about a body are variations of. */
export interface Subject {
  readonly context: CheckContext;
  readonly operation: Operation;
  readonly request: RequestCase;
  /** The schema is our guess at the target's: what it says can be observed, not failed. */
  readonly assumed: boolean;
}

/** Keeps the accepted body and exchanges only the part in question, so that nothing else can be the reason. */
export function transplant(accepted: unknown, generated: unknown, pointer: string): unknown {
  const place = placeIn(accepted, pointer);
  return place === '' ? generated : pointerSet(accepted, place, valueAt(generated, place));
}

/** As far along a pointer as the accepted body has objects: what is not there, and the items of a list, come as they were made. */
function placeIn(accepted: unknown, pointer: string): string {
  let place = '';
  for (const step of pointer.split('/').slice(1)) {
    if (place !== '' && !isObject(valueAt(accepted, place))) break;
    place += `/${step}`;
  }
  return place;
}

/** Faults that repeat an item of two: with the other one in between, and behind it, where who compares with the first alone sees none. */
export const REPEATED: Readonly<Record<string, (good: number, other: number) => readonly number[]>> = {
  'duplicate-apart': (good, other) => [good, other, good],
  'duplicate-last': (good, other) => [other, good, good],
};

/** A repeated item of the accepted list: other items might be refused for naming nothing. */
function repeated(accepted: unknown, fault: Violation): Violation {
  if (fault.operator in REPEATED) return fault;
  const list = fault.keyword === 'uniqueItems' ? valueAt(accepted, fault.pointer) : undefined;
  if (!Array.isArray(list) || list.length === 0) return fault;
  const twice: unknown[] = [...list, list[0]];
  return { ...fault, old: list, new: twice, value: pointerSet(accepted, fault.pointer, twice) };
}

/** Keeps the accepted body and exchanges only the broken part, or takes it away. A broken list stands for itself. */
export function transplantFault(accepted: unknown, fault: Violation): unknown {
  const place = placeIn(accepted, fault.pointer);
  if (place === '' || Array.isArray(fault.value)) return fault.value;
  const value = valueAt(fault.value, place);
  return value === undefined ? pointerUnset(accepted ?? {}, place) : pointerSet(accepted, place, value);
}
