/** Bodies with one fault in them, and what their answers say (design rules 2 and 3). */
import { serialize, type Violation, wireProof, withBody } from '../../generators/index.ts';
import { dereference } from '../../spec/standalone.ts';
import type { JsonSchema, Operation, Requirement } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Judgement } from '../engine/check.ts';
import { observed } from '../judges/judgement.ts';
import { judgeRefusal, judgeUncertain } from '../judges/status.ts';
import { answerOf } from '../judges/transport.ts';
import { memberSchema } from '../lifecycles/member-schema.ts';
import { repeated, type Subject, transplantFault } from './body-parts.ts';
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
  const changed = withBody(request, { mediaType: 'application/json', value: body });
  const proof = wireProof(operation, serialize(changed, { arrayStyle: 'repeat' }), { ...fault, where: 'body' });
  if (!proof.ok) {
    context.unsent(requirement.id);
    return 'pass';
  }
  const exchange = await context.send(changed);
  const label = `${fault.pointer === '' ? 'body' : fault.pointer}: ${fault.operator}`;
  const statuses = namesEntity(operation, fault, body) ? [400, 404] : [400];
  // What is doubtful of a schema that nobody claims is debatable.
  const uncertain = judgeUncertain(subject.assumed && fault.certainty === 'doubtful' ? 'debatable' : fault.certainty);
  const judged = uncertain?.(exchange, label) ?? judge(subject, exchange, { label, statuses });
  const judgement = refusalShows(judged, exchange, unproven);
  const { operator, keyword, pointer, old, certainty } = fault;
  context.record(requirement.id, judgement, {
    label,
    exchange,
    case: body,
    violation: { operator, keyword, pointer, old, new: fault.new, certainty, where: 'body' },
  });
  return judgement.verdict;
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
  { label: because, statuses }: { label: string; statuses: readonly number[] },
): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (assumed && response.status < 500) {
    return observed(
      `${because}: ${response.status < 400 ? 'accepted' : 'refused'} with ${response.status}; the schema is only assumed.`,
    );
  }
  return judgeRefusal(exchange, { statuses, because });
}

/** The schema of an operation's JSON body. */
export function bodySchemaOf(operation: Operation): JsonSchema {
  return dereference(
    operation.body?.contents.find(({ mediaType }) => mediaType === 'application/json')?.schema ?? true,
  );
}
