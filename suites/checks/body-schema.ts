import { type RequestCase, serialize, type Violation, wireProof, withBody, withJson } from '../../generators/index.ts';
import type { Operation, Requirement } from '../../spec/index.ts';
import { valueAt } from '../../spec/index.ts';
import type { Check, CheckContext } from '../engine/index.ts';
import { complaints, isAccepted, observed, pointerUnset } from '../judges/index.ts';
import { accepted } from '../requests/control.ts';
import { accept, isType } from './body-acceptance.ts';
import { besideGoodItem, lengthFaults, listFaults, strangeVariants } from './body-faults.ts';
import { bodySchemaOf, refuse, type Subject, transplantFault } from './body-refusals.ts';
import { isOfVariants, judgeVariantMembers } from './body-variants.ts';
import { judgeLongestBody } from './companies.ts';
import { boundariesOf, genericPointer, violationsOf } from './inputs.ts';
import { refusedElsewhere } from './other-bases.ts';
import { IMPLIED } from './parameters.ts';
import { judgeSeveral } from './several-items.ts';
import { type Judged, recordAccepted } from './taken.ts';

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
