/** The two documented paths of the order status action (contract 2.2, 4.12): a valid call succeeds at one of them at least, and where the second is served it is the same action. All checks of the action run there too; their verdicts are folded into a few requirements, since the promises are the same. */

import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen } from '../../engine/index.ts';
import { fail, judgeSucceeded, observed, PASS } from '../../judges/index.ts';
import { STATUS } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { field, LOGIN } from '../call.ts';
import { envelopeCheck, type Prepare } from '../envelope-checks.ts';
import { ask, fromAction, recordReply, unusable } from '../replies.ts';
import { statusConditionChecks } from './conditions.ts';
import { DOWNLOAD, declaredPaths, isServed, STATUS_ACTION, statusControl, statusOperations } from './control.ts';
import { oddTextsCheck, statusEncodingCheck } from './forms.ts';
import { rateLimitCheck } from './rate-limit.ts';
import { recordCheck } from './record.ts';

const SUCCESS = 'legacy.order-status.success';
const SERVED = 'legacy.order-status.paths';
const DECLARED = 'legacy.order-status.paths.declared';

/** Success alone, for the group of one path. */
function successJudgement(): Check {
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

/** The checks of the second path. */
export function downloadChecks(contract: Contract, prepare: Prepare): Check[] {
  return [
    folded('legacy.order-status.download.record', 'gives the state of an order', [recordCheck(contract.requirements)]),
    folded('legacy.order-status.download.conditions', 'refuses what the other refuses', [
      ...statusConditionChecks(contract),
      oddTextsCheck(contract),
    ]),
    folded('legacy.order-status.download.encoding', 'reads equal forms alike', [statusEncodingCheck(contract)]),
    folded('legacy.order-status.download.authentication', 'refuses wrong logins', [
      authenticationCheck(contract, STATUS_ACTION, { turn: 2, spare: true }),
    ]),
    folded('legacy.order-status.download.envelope', 'answers by the same envelope', [
      successJudgement(),
      envelopeCheck(contract, STATUS, contract.operation(DOWNLOAD), prepare),
    ]),
  ];
}

/** The request limit at the second path. */
export function downloadRateLimitCheck(contract: Contract): Check {
  return folded('legacy.order-status.download.rate-limit', 'tells when too many requests were sent', [
    rateLimitCheck(contract),
  ]);
}

function folded(requirement: string, title: string, checks: readonly Check[]): Check {
  const into = (context: CheckContext): CheckContext => ({
    ...context,
    record: (_id, judgement, evidence) => context.record(requirement, judgement, evidence),
    observe: (_id, observation) => context.observe(requirement, observation),
    unsent: () => context.unsent(requirement),
    attach: (_id, attachment) => context.attach(requirement, attachment),
  });
  return {
    id: requirement,
    title: `The second path of the order status action ${title}`,
    requirements: [requirement],
    effect: 'observe',
    run: async (context) => {
      for (const check of checks) {
        // What one of them cannot do without is no reason to leave the others out.
        await orOpen(context, [requirement], () => check.run(into(context)));
      }
    },
  };
}
