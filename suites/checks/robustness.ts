/** Odd input on every operation: anything but a server error, a hang or a dropped connection. */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { excerpt } from '../judges/body.ts';
import { judgeNoServerError } from '../judges/status.ts';
import { answerOf } from '../judges/transport.ts';
import { absentPath } from '../requests/absent.ts';
import { compose } from '../requests/compose.ts';
import { contentFor } from '../requests/content.ts';
import { toWire } from '../requests/wire.ts';
import { oddBodies, oddQueries } from './odd-input.ts';

/** The robustness check of an operation. Aimed at absent entities only, so that acceptance harms nothing. */
export function robustnessCheck(operation: Operation): Check {
  const id = `${operation.id}.robust`;
  return {
    id,
    title: `${operation.method} ${operation.path} survives odd input`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      const content = await contentFor(context.session, operation);
      const plain = toWire(
        compose(operation, { path: absentPath(context.session, operation), ...content, label: 'plain' }),
        {
          session: context.session,
        },
      );
      const cases: [string, WireRequest][] = [
        ...oddQueries(operation).map(([label, query]): [string, WireRequest] => [
          label,
          { ...plain, target: withQuery(plain.target, query) },
        ]),
        // They name nothing, so where the body says whom an operation is about they are about nobody.
        ...(operation.body === undefined
          ? []
          : oddBodies().map(([label, body]): [string, WireRequest] => [label, { ...plain, body }])),
      ];
      for (const [label, request] of cases) {
        const exchange = await context.send(request);
        const judgement = await judge(context, plain, request, exchange);
        context.record(id, judgement, { label, exchange, case: excerpt(request.target) });
        if (judgement.verdict === 'broken') return;
      }
    },
  };
}

/** How often the input is sent again, with plain requests between: lost connections come cheap and by chance, hangs do neither. */
export const REPETITIONS: Readonly<Record<'timeout' | 'reset' | 'protocol', number>> = {
  timeout: 2,
  reset: 8,
  protocol: 8,
};

/**
 * A dropped or hanging connection is the input's fault when the plain request is still answered, before the repetitions and
 * after them; else the target is gone, or drops now this, now that connection.
 */
async function judge(
  context: CheckContext,
  plain: WireRequest,
  odd: WireRequest,
  exchange: Exchange,
): Promise<Judgement> {
  const kind = exchange.error?.kind;
  if (kind !== 'timeout' && kind !== 'reset' && kind !== 'protocol') return judgeNoServerError(exchange);
  const repetitions = REPETITIONS[kind];
  for (let i = 0; i < repetitions; i++) {
    // More plain requests each other time: a target that drops every second connection must not be in step with us.
    for (let plains = 0; plains <= i % 2; plains++) {
      if (answerOf(await context.send(plain)).judgement !== undefined) return judgeNoServerError(exchange);
    }
    const repeated = await context.send(odd);
    if (repeated.error === undefined) return judgeNoServerError(repeated);
  }
  const { response } = answerOf(await context.send(plain));
  if (response === undefined) return judgeNoServerError(exchange);
  return {
    verdict: 'fail',
    expected: 'an HTTP answer below 500',
    actual: `no answer (${kind}), each of ${repetitions + 1} times, while the plain request is answered with ${response.status}`,
  };
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}
