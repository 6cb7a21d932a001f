/**
 * The second documented path (contract 4.12): where it is served, it is the same action. All checks of the action run there
 * too; their verdicts are folded into a few requirements, since the promises are the same.
 */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen } from '../../engine/index.ts';
import { STATUS } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { envelopeCheck, type Prepare } from '../envelope-checks.ts';
import { statusConditionChecks } from './conditions.ts';
import { DOWNLOAD, STATUS_ACTION } from './control.ts';
import { oddTextsCheck, statusEncodingCheck } from './forms.ts';
import { rateLimitCheck } from './rate-limit.ts';
import { recordCheck } from './record.ts';
import { successJudgement } from './success.ts';

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
