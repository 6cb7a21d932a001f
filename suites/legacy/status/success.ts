/** A valid call succeeds, at one of the two documented paths at least (contract 2.2, 4.12). */
import type { Check } from '../../engine/index.ts';
import { fail, judgeSucceeded, observed, PASS } from '../../judges/index.ts';
import { field, LOGIN } from '../call.ts';
import { ask, fromAction, recordReply, unusable } from '../replies.ts';
import { declaredPaths, isServed, statusControl, statusOperations } from './control.ts';

const SUCCESS = 'legacy.order-status.success';
const SERVED = 'legacy.order-status.paths';
const DECLARED = 'legacy.order-status.paths.declared';

/** Success alone, for the group of one path. */
export function successJudgement(): Check {
  return {
    id: SUCCESS,
    title: 'The order status action answers a valid call with the state of the order',
    requirements: [SUCCESS],
    effect: 'observe',
    run: async (context) => {
      const control = await statusControl(context);
      recordReply(context, SUCCESS, control.reply, (exchange) => judgeSucceeded(exchange, 'json'));
    },
  };
}

/** Success of the order status action, and which of its paths are served. */
export function statusSuccessCheck(): Check {
  return {
    id: 'legacy.order-status.success',
    title: 'The order status action answers a valid call with the state of the order',
    requirements: [SUCCESS, SERVED, DECLARED],
    effect: 'observe',
    run: async (context) => {
      const control = await statusControl(context);
      recordReply(context, SUCCESS, control.reply, (exchange) => judgeSucceeded(exchange, 'json'));
      const wanted = declaredPaths(context.contract) ?? [];
      const served: string[] = [];
      for (const operation of statusOperations(context.contract)) {
        const reply =
          operation === control.operation
            ? control.reply
            : await ask(context, operation, {
                label: `the status of order ${control.order.number} at ${operation.path}`,
                fields: [...LOGIN, field('orderNumber', control.order.number)],
                byHttp: true,
              });
        // What the action says there is judged elsewhere. Where no path accepts the call, an order that is not found may be why.
        const answers = control.accepted ? isServed(reply) : isServed(reply) || fromAction(reply);
        if (answers && unusable(reply) === undefined) served.push(operation.path);
        if (wanted.includes(operation.path))
          recordReply(context, DECLARED, reply, (exchange) =>
            answers
              ? PASS
              : fail(
                  `${operation.path} is served, as the target's owner declares`,
                  `status ${exchange.response?.status ?? 0}${fromAction(reply) ? '' : ' without an envelope'}`,
                ),
          );
      }
      context.observe(SERVED, { silence: 'legacy.status.paths', value: served });
      recordReply(context, SERVED, control.reply, (exchange) =>
        served.length > 0
          ? PASS
          : fail(
              'one of the two documented paths is served',
              `status ${exchange.response?.status ?? 0} without an envelope${wanted.length === 1 ? '' : ' at both'}`,
            ),
      );
      if (wanted.length === 0)
        context.record(DECLARED, observed(`Served: ${served.join(' and ') || 'none'}.`), {
          label: 'the documented paths',
          exchange: control.reply.exchange,
        });
    },
  };
}
