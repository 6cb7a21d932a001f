/** The checks of the DCV action, in the order in which they run. */
import type { Contract, Operation } from '../../../spec/index.ts';
import { type Check, type CheckContext, type CheckGroup, Unavailable } from '../../engine/index.ts';
import { DCV } from '../action.ts';
import { field, madeUpLogin } from '../call.ts';
import { actionCheck, unrecognizedFaults } from '../condition-checks.ts';
import { conditionIds } from '../conditions.ts';
import { codesCheck, envelopeCheck } from '../envelope-checks.ts';
import { lengthChecks } from '../lengths.ts';
import { judgeOdd } from '../odd.ts';
import { absentOrder } from '../orders.ts';
import { askOnce } from '../replies.ts';
import { DCV_ACTION, dcvEncodingCheck } from './action.ts';
import { dcvConditionChecks, invalidCheck } from './conditions.ts';
import { changesCheck, declaredMethodsCheck } from './each-method.ts';
import { eachOfListsCheck } from './each-of-lists.ts';
import { emailCheck } from './email.ts';
import { identifierCheck } from './identifiers.ts';
import { listLengthsCheck } from './list-lengths.ts';
import { multiCheck, multiRefusalsCheck } from './multi.ts';
import { stateChecks } from './states.ts';
import { type Kept, lookAgain, type Seen, seenOf } from './steps.ts';
import { wildcardCheck } from './wildcard.ts';

const SHOWS = 'legacy.dcv-update.accepted.shows';
const UNCHANGED = 'legacy.dcv-update.refused.unchanged';

/** The group of the DCV action. */
export function dcvGroup(contract: Contract): CheckGroup {
  const operation = contract.operation(DCV);
  return {
    id: DCV,
    area: operation.area,
    operation: DCV,
    parallel: false,
    checks: [
      // What shows that changes of an order leave others alone comes before several orders are changed at a time.
      changesCheck(contract.requirements),
      multiCheck(),
      declaredMethodsCheck(),
      invalidCheck(contract),
      ...strand('wildcard', [wildcardCheck(contract)]),
      ...strand('single', [...dcvConditionChecks(contract), emailCheck(contract), dcvEncodingCheck(contract)]),
      ...strand('multi', [multiRefusalsCheck(), eachOfListsCheck(contract), listLengthsCheck(contract)]),
      ...strand('series', [identifierCheck(contract)]),
      ...strand('none', [...lengthChecks(contract, operation), unknownErrorCheck(contract)]),
      ...stateChecks(contract),
      looksCheck(SHOWS, 'shows an accepted change in the order status', ({ shown }) => shown),
      looksCheck(UNCHANGED, 'changes nothing when it refuses', ({ unchanged }) => unchanged),
      envelopeCheck(contract, DCV, operation, someAnswers),
      codesCheck(contract, DCV, operation, someAnswers),
    ],
  };
}

/** Checks that work on orders of their own. */
function strand(name: string, checks: readonly Check[]): Check[] {
  return checks.map((check) => ({ ...check, strand: name }));
}

/** Gives the verdicts that looks after all other calls have brought; by itself it makes a change and a refusal. */
function looksCheck(id: string, title: string, pick: (seen: Seen) => readonly Kept[]): Check {
  return actionCheck(DCV_ACTION, [id.slice(DCV.length + 1), title], [id], async (context, action) => {
    const seen = seenOf(context.session);
    const [make] = seen.unchanged.length > 0 ? [] : unrecognizedFaults(context, DCV_ACTION, action.operation);
    const probe = make?.(action.fields());
    if (probe !== undefined) await action.send(probe, probe.conditions);
    if (id === SHOWS) await lookAgain(context, action.subject);
    for (const { judgement, evidence } of pick(seen)) context.record(id, judgement, evidence);
    if (pick(seen).length > 0) return;
    throw new Unavailable('The status of the order could not be read.', 'earlier-step');
  });
}

function unknownErrorCheck(contract: Contract): Check {
  const ids = conditionIds(contract, DCV, 'unknown-error');
  return {
    id: 'legacy.dcv-update.condition.unknown-error',
    title: 'The DCV action survives odd input',
    requirements: Object.values(ids),
    effect: 'observe',
    // Every odd form carries a login that does not exist, so that no order can be changed by one.
    run: (context) => judgeOdd(context, context.contract.operation(DCV), ids),
  };
}

/** Errors that change nothing, for checks that judge whatever was answered. */
async function someAnswers(context: CheckContext): Promise<Operation> {
  const operation = context.contract.operation(DCV);
  const order = field('orderNumber', absentOrder(context.session.target));
  const nobody = { label: 'a login that does not exist', fields: [...madeUpLogin(context.seed), order] };
  await askOnce(context, operation, 'nobody', nobody, ['argument-missing', 'authentication-failed']);
  await askOnce(context, operation, 'nothing', { label: 'no arguments at all', fields: [] }, [
    'argument-missing',
    'authentication-failed',
  ]);
  return operation;
}
