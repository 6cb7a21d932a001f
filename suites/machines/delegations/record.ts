/** Records what a walk through the delegation modes shows beside the cells of its table (contract 4.9). */
import { type CheckContext, inconclusive } from '../../engine/index.ts';
import { observed, unshown } from '../../judges/index.ts';
import { type Exploration, statusOf } from '../model.ts';
import { recordStep } from '../table-check.ts';
import type { Beside } from './beside.ts';
import type { ModeAsk, ModeStep, ModeTold } from './judge.ts';
import { judgeBadPut, judgeComebacks, judgeListings, judgeRemovals, judgeStatuses, judgeTexts } from './judge.ts';
import { isSecondPut, judgeSecondPut, judgeUpdates } from './second-puts.ts';
import { judgeWitness, type Witness } from './witnesses.ts';

const REFUSED = 'delegation-mode.refused-put';
const STATUSES = 'delegation-mode.statuses';
const REMOVAL = 'delegation-mode.removes-all';
const SECOND = 'delegation-mode.second-put';
const OTHERS = 'delegation-mode.nothing-else';
const LISTED = 'delegation-mode.all-listed';

/** Promises about delegations that are no cell of the table. */
export const DELEGATION_REQUIREMENTS: readonly string[] = [REFUSED, STATUSES, REMOVAL, SECOND, OTHERS, LISTED];

/** All that the steps and the other endpoints show. `singles`: how many organizations there are to be put alone. */
export function recordDelegations(
  context: CheckContext,
  { facts: { steps, readable } }: Exploration<ModeAsk, ModeTold>,
  witnesses: readonly Witness[],
  singles: number,
): void {
  recordWitnesses(context, witnesses, readable);
  recordSteps(context, steps, readable);
  const answer = context.contract.answer('endpoint.delegations.put');
  for (const [step, judgement] of judgeUpdates(answer, readable, steps)) recordStep(context, SECOND, step, judgement);
  const second = steps.find(isSecondPut);
  if (second !== undefined) {
    const { seen, ...judgement } = judgeSecondPut(answer, readable, second);
    recordStep(context, SECOND, second, judgement);
    if (seen !== undefined) context.observe(SECOND, { silence: 'endpoint.delegations.put', value: seen });
    return;
  }
  const missing = context.session.short({ kind: 'organization', effect: 'observe', as: 'beside the first' });
  const untried = unshown('earlier-step', { what: 'none', of: 'second-organization', was: 'tried' });
  context.record(SECOND, singles === 1 ? inconclusive(missing) : untried, { label: 'a second organization' });
}

/** What steps did to endpoints that stand side by side, and to what they leave alone. */
export function recordBeside(context: CheckContext, beside: readonly Beside[]): void {
  for (const { label, judgement, exchange } of beside) context.record(OTHERS, judgement, { label, exchange });
}

function recordSteps(context: CheckContext, steps: readonly ModeStep[], readable: boolean): void {
  for (const step of steps.filter(({ ask }) => ask.bad === true)) recordStep(context, REFUSED, step, judgeBadPut(step));
  const puts = steps.filter(
    ({ ask, exchange }) => ask.organizations !== undefined && (exchange.response?.status ?? 400) < 300,
  );
  context.record(STATUSES, judgeStatuses(readable, steps), {
    label: 'PUT in global mode, and again in custom mode',
    exchange: puts[0]?.exchange,
    steps: puts.map((step) => `${step.from} ${step.ask.label}: ${statusOf(step)}`),
  });
  for (const [step, judgement] of [...judgeRemovals(steps), ...judgeComebacks(steps)])
    recordStep(context, REMOVAL, step, judgement);
  for (const [step, judgement] of judgeTexts(steps)) recordStep(context, OTHERS, step, judgement);
  const listings = judgeListings(steps);
  for (const [step, judgement] of listings) recordStep(context, LISTED, step, judgement);
  if (listings.length > 0) return;
  const none = observed({ what: 'none', of: 'pair-of-organizations', was: 'seen' });
  context.record(LISTED, none, { label: 'several organizations' });
}

function recordWitnesses(context: CheckContext, witnesses: readonly Witness[], readable: boolean): void {
  for (const witness of witnesses) {
    const { id, exchange } = witness;
    context.record(OTHERS, judgeWitness(witness, readable), { label: `endpoint ${id}`, exchange });
  }
  if (witnesses.length > 0) return;
  const missing = context.session.short({ kind: 'endpoint', effect: 'observe', as: 'beside the first' });
  context.record(OTHERS, inconclusive(missing), { label: 'another endpoint' });
}
