/** Ids that look like a lent one find another entity or none, but never that one (contract 2.1, 7.1). */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { isLack } from '../engine/session.ts';
import { isAccepted } from '../judges/acceptance.ts';
import { parseJson } from '../judges/body.ts';
import { answerOf } from '../judges/transport.ts';
import { pathParameters } from '../requests/absent.ts';
import { attempt } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';

const GREATEST = 2 ** 31 - 1;

/** Reads by the lent id with a digit more, and with one less. Only reads: nobody can tell what a write would hit. */
export async function judgeAlikeIds(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const { session } = context;
  const [parameter, ...others] = pathParameters(operation);
  if (parameter === undefined || others.length > 0 || operation.method !== 'GET') return;
  const tried = await attempt(session, operation);
  if (isLack(tried) || !tried.accepted) return;
  const id = tried.request.path[parameter.name] ?? '';
  if (!/^\d+$/.test(id)) return;
  const alike = [`${id}0`, id.slice(0, -1)].filter((one) => one !== '' && Number(one) <= GREATEST && Number(one) > 0);
  for (const other of alike) {
    const label = `${parameter.name} ${other}, beside ${id}`;
    const request = { ...tried.request, path: { [parameter.name]: other }, label };
    const exchange = await context.send(toWire(request, { session }));
    context.record(requirement, judgeAlike(tried.exchange, exchange, id), { label, exchange });
  }
}

/** Pure: what the other id is answered with is not the very entity that shows this one. */
export function judgeAlike(own: Exchange, exchange: Exchange, id: string): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const shown = own.response === undefined ? undefined : parseJson(own.response);
  const found = parseJson(response);
  if (!isAccepted(exchange) || shown?.error !== undefined || found.error !== undefined) return { verdict: 'pass' };
  const same = JSON.stringify(shown?.value) === JSON.stringify(found.value);
  if (!same || !shows(shown?.value, id)) return { verdict: 'pass' };
  return { verdict: 'fail', expected: 'another entity or none (status 404)', actual: `the entity with the id ${id}` };
}

function shows(value: unknown, id: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((part) => shows(part, id));
  return String(value) === id;
}
