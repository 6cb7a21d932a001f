/** Odd input on every operation: anything but a server error, a hang or a dropped connection. */

import type { RequestCase } from '../../generators/index.ts';
import { promisesOf } from '../../spec/requirements/promises.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Check, CheckContext } from '../engine/check.ts';
import { toWire } from '../engine/wire.ts';
import { excerpt } from '../judges/body.ts';
import { judgeNoServerError } from '../judges/status.ts';
import { absentPath } from '../requests/absent.ts';
import { compose } from '../requests/compose.ts';
import { contentFor } from '../requests/content-for.ts';
import { ifAccepted } from '../requests/control.ts';
import { oddBodies, oddQueries, oddTextsIn } from './odd-input.ts';

/**
 * The robustness check of an operation. Aimed at absent entities, where acceptance harms nothing; and, as many servers look
 * for the entity before they read the rest, at a fixture too: in a read, or where it may be used up.
 */
export function robustnessCheck(contract: Contract, operation: Operation): Check {
  const id = promisesOf(contract, operation.id, 'robustness').id();
  return {
    id,
    title: `${operation.method} ${operation.path} survives odd input`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      for (const aim of await aimsOf(context, operation)) {
        const plain = toWire(aim, { session: context.session });
        for (const [label, request] of casesOf(operation, aim, plain)) {
          const exchange = await context.send(request);
          const judgement = judgeNoServerError(exchange);
          context.record(id, judgement, { label, exchange, case: excerpt(request.target) });
          if (judgement.verdict === 'broken') return;
        }
      }
    },
  };
}

/** Plain requests to an absent entity and, where that is allowed, to one that is there. */
async function aimsOf(context: CheckContext, operation: Operation): Promise<RequestCase[]> {
  const { session } = context;
  const content = await contentFor(session, operation);
  const absent = compose(operation, { path: absentPath(session, operation), ...content, label: 'plain' });
  if (operation.entity === undefined || operation.effect === 'destroy') return [absent];
  const tried = await ifAccepted(session, operation);
  if (tried === undefined) return [absent];
  return operation.effect === 'observe' || tried.fixture?.allow === 'destroy' ? [absent, tried.request] : [absent];
}

function casesOf(operation: Operation, aim: RequestCase, plain: WireRequest): [string, WireRequest][] {
  const queries = oddQueries(operation).map(([label, query]): [string, WireRequest] => [
    label,
    { ...plain, target: withQuery(plain.target, query) },
  ]);
  if (operation.body === undefined) return queries;
  // The first name nothing, so where the body says whom an operation is about they are about nobody.
  const bodies = [...oddBodies(), ...oddTextsIn(aim.body?.value)];
  return [...queries, ...bodies.map(([label, body]): [string, WireRequest] => [label, { ...plain, body }])];
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}
