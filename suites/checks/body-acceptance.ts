/** Values at the edges of what a body's schema permits, and why one of them may be refused all the same (design rules 2 and 3). */
import { isDeepStrictEqual } from 'node:util';
import { type Boundary, serialize, wireProof, withJson } from '../../generators/index.ts';
import type { JsonSchema, Operation, Requirement } from '../../spec/index.ts';
import { enumOf, isClientError, isSuccess, valueAt } from '../../spec/index.ts';
import { type CheckContext, inconclusive, type Judgement } from '../engine/index.ts';
import { answerOf, complaints, type Excuse, observed, pointerSet } from '../judges/index.ts';
import { accepted } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { atBound } from './body-faults.ts';
import { bodySchemaOf, type Subject, transplant } from './body-refusals.ts';
import { controlLost } from './control-lost.ts';
import { boundariesOf, genericPointer } from './inputs.ts';
import { type Judged, judgeTaken } from './taken.ts';
import { judgeTruth } from './truth-values.ts';
import { judgeOnFitting } from './variants.ts';

/** Sends a value at an edge of a schema that must be accepted; undefined when it cannot be put on the wire unchanged. `schema`: that of the form which the body is. */
export async function accept(
  subject: Subject,
  requirement: Requirement,
  edge: Boundary,
  schema: JsonSchema = bodySchemaOf(subject.operation),
): Promise<Judged | undefined> {
  const { context, operation, request, assumed } = subject;
  const { label } = edge;
  const body = transplant(request.body?.value, edge.value, edge.pointer);
  const changed = withJson(request, body);
  if (!wireProof(operation, serialize(changed, { arrayStyle: 'repeat' })).ok) return undefined;
  const ofType = isType(context, requirement);
  if (ofType && !typeShows(context))
    return { judgement: observed({ what: 'open', but: 'table' }), evidence: { label, case: body } };
  const kept = await lasting(subject, edge);
  if (kept !== undefined) return { judgement: kept, evidence: { label, case: body } };
  const exchange = await context.send(changed);
  const excuse = assumed ? 'schema-assumed' : ofType ? 'table' : combinationExcuse(context, operation, edge);
  const judgement = await judgeTaken(context, operation, exchange, excuse);
  const status = exchange.response?.status ?? 0;
  const refused = judgement.verdict === 'fail' && isClientError(status);
  const explained = refused ? await explanation(subject, edge, { body, status, schema }) : undefined;
  return { judgement: explained ?? judgement, evidence: { label, exchange, case: body } };
}

/** Undefined where the value may be written; what leaves something behind that no update takes back (`x-lasting`) is written to what may be used up alone. */
async function lasting({ context, operation, request }: Subject, edge: Boundary): Promise<Judgement | undefined> {
  const { session } = context;
  const schema = memberSchema(operation, edge.pointer, request.body?.value);
  if (typeof schema !== 'object' || schema['x-lasting'] !== true || operation.entity === undefined) return undefined;
  const isPresent = isDeepStrictEqual(valueAt(edge.value, edge.pointer), valueAt(request.body?.value, edge.pointer));
  const { fixture } = await accepted(session, operation);
  if (isPresent || fixture === undefined || fixture.allow === 'destroy') return undefined;
  return inconclusive(session.short({ kind: operation.entity, effect: 'destroy' }));
}

/**
 * Another reason for a refused value than the edge that it stands at: the entity's state, its type (an account keeps its
 * variant), or a rule that refuses the member whatever its value.
 */
async function explanation(
  subject: Subject,
  edge: Boundary,
  { body, status, schema }: { readonly body: unknown; readonly status: number; readonly schema: JsonSchema },
): Promise<Judgement | undefined> {
  const { context, request } = subject;
  const lost = await controlLost(context, request, () => context.send(withJson(request, body)));
  if (lost !== undefined) return lost;
  if (edge.pointer === '') return judgeOnFitting(subject, body);
  const kind = await atBound(subject, edge);
  if (kind === 'refused') return undefined;
  if (kind !== undefined) return judgeTaken(context, subject.operation, kind);
  const items = await itemsRefused(subject, edge);
  if (items !== undefined) return items;
  let refused: number | undefined;
  for (const other of othersLike(schema, edge)) {
    const inside = withJson(request, transplant(request.body?.value, other.value, other.pointer));
    const { response, judgement } = answerOf(await context.send(inside));
    if (judgement !== undefined) return judgement;
    // Of one of several forms there may be no other entity to ask.
    const isWhole = schema === bodySchemaOf(subject.operation);
    if (isSuccess(response.status))
      return edge.keyword === 'type' && isWhole ? judgeTruth(subject, edge, status) : undefined;
    refused = response.status;
  }
  return refused === undefined ? undefined : observed({ what: 'answered', status: refused, but: 'own-rules' });
}

/** Where an item of a refused list is refused by itself, or two of them are, it is the items that are refused, which may name nothing: how many there are says nothing. */
async function itemsRefused({ context, operation, request }: Subject, edge: Boundary): Promise<Judgement | undefined> {
  const list: unknown = valueAt(edge.value, edge.pointer);
  const schema = memberSchema(operation, edge.pointer, request.body?.value) ?? true;
  if (!Array.isArray(list) || list.length < 2) return undefined;
  const [first, last]: readonly unknown[] = [list[0], list.at(-1)];
  for (const few of [[first], [last], [first, last]].filter((one) => one.length < list.length)) {
    if (complaints(schema, few).length > 0) continue;
    const body = pointerSet(transplant(request.body?.value, edge.value, edge.pointer), edge.pointer, few);
    const { response, judgement } = answerOf(await context.send(withJson(request, body)));
    if (judgement !== undefined) return judgement;
    if (isClientError(response.status))
      return observed({ what: 'answered', status: response.status, but: 'own-rules' });
  }
  return undefined;
}

/** A value that the contract names for a parameter, of which some may not fit every type of entity (silence endpoint.auth-types.combination). */
function combinationExcuse({ contract }: CheckContext, { entity }: Operation, edge: Boundary): Excuse {
  if (edge.keyword !== 'enum') return undefined;
  const part = valueAt(edge.value, edge.pointer);
  const isOne = contract.operations
    .filter((one) => one.entity === entity)
    .flatMap(({ parameters }) => parameters.filter(({ silences }) => silences.includes(COMBINATION)))
    .some(({ schema }) => enumOf(schema).includes(part));
  return isOne ? { silence: COMBINATION } : undefined;
}

const COMBINATION = 'endpoint.auth-types.combination';

/** A typical value for the same member; others where none is more so, or it is the refused one itself, which would say nothing. */
function othersLike(schema: JsonSchema, edge: Boundary): Boundary[] {
  const pointer = genericPointer(edge.pointer);
  const part = ({ value, pointer: place }: Boundary): string | undefined => JSON.stringify(valueAt(value, place));
  // That the member may be left out says nothing of what it may be.
  const same = boundariesOf(schema).filter(
    (other) => genericPointer(other.pointer) === pointer && part(other) !== undefined,
  );
  const typical = same.find(({ label }) => label.startsWith('typical'));
  if (typical !== undefined && part(typical) !== part(edge)) return [typical];
  const byPart = new Map(same.map((other) => [part(other), other]));
  byPart.delete(part(edge));
  return [...byPart.values()].slice(0, OTHERS);
}

const OTHERS = 3;

/** True for what the contract's own table judges: which type an administrator may become. */
export function isType({ contract }: CheckContext, { operation, constraint }: Requirement): boolean {
  return operation === 'admin.update' && constraint?.pointer === contract.answer('admin.type.write')?.value;
}

function typeShows({ contract }: CheckContext): boolean {
  const answer = contract.answer('admin.type.read');
  return answer?.standing === 'claimed' && typeof answer.value === 'string';
}
