/** Zero and less as an id where no minimum is listed: absent or a bad request, but no entity (silence identifier.zero-without-minimum). */
import type { Operation } from '../../spec/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { fail, observed, PASS } from '../judges/judgement.ts';
import { answerOf } from '../judges/transport.ts';
import { compose, pathParameters } from '../requests/compose.ts';

const IDS = ['0', '-1'];

/** Reads what cannot be there. Only reads: a careless server might take such an id for another entity's. */
export async function judgeZeroIds(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const [parameter, ...others] = pathParameters(operation);
  if (parameter === undefined || others.length > 0 || operation.method !== 'GET') return;
  const { name, schema } = parameter;
  // With a minimum, the requirement about that one judges what lies below.
  if (typeof schema !== 'object' || schema['type'] !== 'integer' || schema['minimum'] !== undefined) return;
  const fixtures = context.session.target.fixtures().filter(({ kind }) => kind === operation.entity);
  for (const id of IDS) {
    if (fixtures.some(({ ids }) => String(ids[name]) === id)) continue;
    const request = compose(operation, { path: { [name]: id }, label: `${name} ${id}` });
    const exchange = await context.send(request);
    context.record(requirement, judge(exchange), { label: `${name} ${id}`, exchange, case: { [name]: id } });
  }
}

function judge(exchange: Parameters<typeof answerOf>[0]): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status === 400 || status === 404) return PASS;
  if (status > 400 && status < 500) return observed(`Refused with ${status}.`);
  return fail('status 400 or 404 (nothing has such an id)', `status ${status}`);
}
