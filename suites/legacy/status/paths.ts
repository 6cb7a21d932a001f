/** The two documented paths of the order status action (contract 2.2, 4.12): a valid call succeeds at one of them at least, and where the second is served it is the same action. All checks of the action run there too; their verdicts are folded into a few requirements, since the promises are the same. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen } from '../../engine/index.ts';
import { fail, observed, PASS } from '../../judges/index.ts';
import { checkOf, STATUS } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { plainFields } from '../call.ts';
import { envelopeCheck, type Prepare } from '../envelope-checks.ts';
import { ask, evidenceOf, fromAction, recordAccepted, recordReply, statusOf, unusable } from '../replies.ts';
import { STATUS_ACTION } from './action.ts';
import { alikeCheck } from './alike.ts';
import { oddCheck, statusConditionChecks, statusEncodingCheck } from './checks.ts';
import { DOWNLOAD, declaredPaths, isServed, statusControl, statusOperations } from './control.ts';
import { rateLimitCheck } from './rate-limit.ts';
import { recordCheck } from './record.ts';

const SUCCESS = 'legacy.order-status.success';
const SERVED = 'legacy.order-status.paths';
const RECORD = 'legacy.order-status.download.record';
const DECLARED = 'legacy.order-status.paths.declared';
const ABOUT = ['success', 'answers a valid call with the state of the order'] as const;

/** Success of the order status action, and which of its paths are served. */
export function statusSuccessCheck(): Check {
  return checkOf(STATUS_ACTION, ABOUT, [SUCCESS, SERVED, DECLARED], async (context) => {
    const control = await statusControl(context);
    recordAccepted(context, SUCCESS, control.reply);
    const wanted = declaredPaths(context.contract) ?? [];
    const served: string[] = [];
    for (const operation of statusOperations(context.contract)) {
      const { path } = operation;
      const { number } = control.order;
      const call = {
        label: `the status of order ${number} at ${path}`,
        fields: plainFields(number),
        byHttp: true,
      } as const;
      const reply = operation === control.operation ? control.reply : await ask(context, operation, call);
      // What the action says there is judged elsewhere. Where no path accepts the call, an order that is not found may be why.
      const answers = isServed(reply) || (!control.accepted && fromAction(reply));
      if (answers && unusable(reply) === undefined) served.push(path);
      if (!wanted.includes(path)) continue;
      const expected = `${path} is served, as the target's owner declares`;
      const actual = `status ${statusOf(reply)}${fromAction(reply) ? '' : ' without an envelope'}`;
      recordReply(context, DECLARED, reply, answers ? PASS : fail(expected, actual));
    }
    context.observe(SERVED, { silence: 'legacy.status.paths', value: served });
    const actual = `status ${statusOf(control.reply)} without an envelope${wanted.length === 1 ? '' : ' at both'}`;
    const isServedAtAll = served.length > 0 ? PASS : fail('one of the two documented paths is served', actual);
    recordReply(context, SERVED, control.reply, isServedAtAll);
    const evidence = { ...evidenceOf(control.reply), label: 'the documented paths' };
    if (wanted.length === 0)
      context.record(DECLARED, observed({ what: 'shown', of: 'served', value: served }), evidence);
  });
}

/** The checks of the second path. */
export function downloadChecks(contract: Contract, prepare: Prepare): Check[] {
  // Success alone, for the group of one path.
  const success = checkOf(STATUS_ACTION, ABOUT, [SUCCESS], async (context) => {
    recordAccepted(context, SUCCESS, (await statusControl(context)).reply);
  });
  const authentication = authenticationCheck(contract, STATUS_ACTION, { turn: 2, spare: true });
  const envelope = envelopeCheck(contract, STATUS, contract.operation(DOWNLOAD), prepare);
  return [
    folded(RECORD, 'gives the state of an order', [recordCheck(contract.requirements), alikeCheck(RECORD)]),
    folded('legacy.order-status.download.conditions', 'refuses what the other refuses', [
      ...statusConditionChecks(contract),
      oddCheck(contract, 'texts'),
    ]),
    folded('legacy.order-status.download.encoding', 'reads equal forms alike', [statusEncodingCheck(contract)]),
    folded('legacy.order-status.download.authentication', 'refuses wrong logins', [authentication]),
    folded('legacy.order-status.download.envelope', 'answers by the same envelope', [success, envelope]),
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
      // What one of them cannot do without is no reason to leave the others out.
      for (const check of checks) await orOpen(context, [requirement], () => check.run(into(context)));
    },
  };
}
