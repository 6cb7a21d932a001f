/** The constraints of request body schemas, one verdict per member and keyword (dialect's schemas; the contract's own where it shows them). */
import { isDeepStrictEqual } from 'node:util';
import {
  type Boundary,
  type RequestCase,
  serialize,
  type Violation,
  wireProof,
  withBody,
  withJson,
} from '../../generators/index.ts';
import type { JsonSchema, Operation, Requirement } from '../../spec/index.ts';
import { enumOf, isClientError, isSuccess, valueAt } from '../../spec/index.ts';
import { type Check, type CheckContext, inconclusive, type Judgement } from '../engine/index.ts';
import { answerOf, complaints, type Excuse, isAccepted, observed, pointerSet, pointerUnset } from '../judges/index.ts';
import { accepted } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { atBound, besideGoodItem, lengthFaults, listFaults, strangeVariants } from './body-faults.ts';
import { bodySchemaOf, refuse, type Subject, transplant, transplantFault } from './body-refusals.ts';
import { isOfVariants, judgeVariantMembers } from './body-variants.ts';
import { judgeLongestBody } from './companies.ts';
import { controlLost } from './control-lost.ts';
import { boundariesOf, genericPointer, violationsOf } from './inputs.ts';
import { refusedElsewhere } from './other-bases.ts';
import { IMPLIED } from './parameters.ts';
import { judgeSeveral } from './several-items.ts';
import { type Judged, judgeTaken, recordAccepted } from './taken.ts';
import { judgeTruth } from './truth-values.ts';
import { judgeOnFitting } from './variants.ts';

/** One check per operation with a body schema; undefined when none is known. */
export function bodySchemaCheck(operation: Operation, requirements: readonly Requirement[]): Check | undefined {
  const own = requirements.filter(({ topic }) => topic === 'body-schema');
  if (own.length === 0) return undefined;
  return {
    id: `${operation.id}.body-schema`,
    title: `The body of ${operation.method} ${operation.path} keeps its schema`,
    requirements: own.map(({ id }) => id),
    effect: operation.effect,
    divisible: true,
    run: (context) => run(context, operation, own),
  };
}

async function run(context: CheckContext, operation: Operation, requirements: readonly Requirement[]): Promise<void> {
  const tried = await accepted(context.session, operation);
  const schema = bodySchemaOf(operation);
  const subject: Subject = {
    context,
    operation,
    request: await withoutType(context, tried.request),
    assumed: operation.body?.standing === 'assumed',
  };
  if (subject.assumed && complaints(schema, tried.request.body?.value).length > 0) {
    const open = observed({ what: 'open', but: 'schema-assumed' });
    for (const { id } of requirements) context.record(id, open, { label: 'positive control' });
    return;
  }
  const ofVariants = requirements.filter((one) => isOfVariants(schema, one));
  const edges = boundariesOf(schema);
  const faults = violationsOf(schema);
  // What changes the type of an administrator comes last: not every type leads back (3.2).
  const order = requirements
    .filter((one) => !ofVariants.includes(one))
    .toSorted((a, b) => Number(isType(context, a)) - Number(isType(context, b)));
  const lastLong = order.findLast(({ constraint: one }) => one?.keyword === 'maxLength' && one.direction === 'accepts');
  for (const requirement of order) {
    const wanted = requirement.constraint;
    if (wanted === undefined || !context.wants(requirement.id)) continue;
    if (wanted.direction === 'accepts') {
      const cases: Judged[] = [];
      for (const edge of edges) {
        if (edge.keyword !== wanted.keyword || genericPointer(edge.pointer) !== wanted.pointer) continue;
        const part = valueAt(edge.value, edge.pointer);
        if (wanted.value !== undefined && part !== wanted.value) continue;
        if (wanted.keyword === 'items') {
          cases.push(...(await judgeSeveral(subject, edge)));
          continue;
        }
        const judged = await accept(subject, requirement, edge);
        if (judged === undefined) context.unsent(requirement.id);
        else cases.push(judged);
      }
      if (requirement === lastLong) cases.push(...(await judgeLongestBody(subject, edges)));
      recordAccepted(context, requirement.id, cases);
    } else {
      const strange = strangeVariants(schema, tried.request.body?.value);
      const own = [...faults, ...strange].filter(
        ({ keyword, pointer }) => keyword === wanted.keyword && genericPointer(pointer) === wanted.pointer,
      );
      if (own.length === 0) context.record(requirement.id, IMPLIED, { label: 'no input' });
      const lengths = await lengthFaults(subject, schema, own);
      const lists = await listFaults(subject, schema, own);
      const beside = own.flatMap((fault) => besideGoodItem(edges, fault));
      const all = [...lengths.faults, ...lists.faults, ...beside];
      const unproven = lengths.unproven ?? lists.unproven;
      let isKept = true;
      for (const fault of all) {
        isKept = (await refuse(subject, requirement, fault, unproven)) !== 'fail';
        if (!isKept) break;
      }
      if (isKept) await refuseElsewhere(subject, requirement, all);
    }
  }
  await judgeVariantMembers(subject, tried.fixture, ofVariants);
}

/** The surest fault once more where nothing else is given, and on an entity of another type. */
async function refuseElsewhere(
  { context, operation, assumed }: Subject,
  requirement: Requirement,
  faults: readonly Violation[],
): Promise<void> {
  const fault = faults.find(({ certainty, operator }) => certainty === 'definite' && !operator.startsWith('null-'));
  if (fault === undefined || assumed || fault.pointer === '') return;
  await refusedElsewhere(context, operation, requirement.id, {
    label: `${fault.pointer}: ${fault.operator}`,
    value: fault.new,
    broken: (base) => {
      const request = withJson(base, transplantFault(base.body?.value, fault));
      const proof = wireProof(operation, serialize(request, { arrayStyle: 'repeat' }), { ...fault, where: 'body' });
      return proof.ok ? request : undefined;
    },
  });
}

/** Sends a value at an edge that must be accepted; undefined when it cannot be put on the wire unchanged. */
async function accept(subject: Subject, requirement: Requirement, edge: Boundary): Promise<Judged | undefined> {
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
  const explained = refused ? await explanation(subject, edge, body, status) : undefined;
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
  body: unknown,
  status: number,
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
  for (const other of othersLike(bodySchemaOf(subject.operation), edge)) {
    const inside = withJson(request, transplant(request.body?.value, other.value, other.pointer));
    const { response, judgement } = answerOf(await context.send(inside));
    if (judgement !== undefined) return judgement;
    if (isSuccess(response.status)) return edge.keyword === 'type' ? judgeTruth(subject, edge, status) : undefined;
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
function isType({ contract }: CheckContext, { operation, constraint }: Requirement): boolean {
  return operation === 'admin.update' && constraint?.pointer === contract.answer('admin.type.write')?.value;
}

/**
 * The accepted request without the administrator's type, where that is accepted, too (4.5: unchanged members may be left
 * out): a control that named a type would be refused as soon as the administrator has another.
 */
async function withoutType(context: CheckContext, request: RequestCase): Promise<RequestCase> {
  const pointer = context.contract.answer('admin.type.write')?.value;
  const { body, operation } = request;
  if (operation.id !== 'admin.update' || body === undefined || typeof pointer !== 'string') return request;
  if (valueAt(body.value, pointer) === undefined) return request;
  const bare = withBody(request, { ...body, value: pointerUnset(body.value, pointer) });
  const exchange = await context.send(bare);
  return isAccepted(exchange) ? bare : request;
}

function typeShows({ contract }: CheckContext): boolean {
  const answer = contract.answer('admin.type.read');
  return answer?.standing === 'claimed' && typeof answer.value === 'string';
}
