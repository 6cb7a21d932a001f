/** All sixteen cells of the table of administrator types (contract 3.2), each with a verdict of its own. */
import { slug } from '../../../spec/requirements/slug.ts';
import type { Contract, StateMachine } from '../../../spec/types.ts';
import type { Check, CheckContext, Judgement } from '../../engine/check.ts';
import { isLack, type Lack } from '../../engine/session.ts';
import { judgeClaim } from '../../judges/claim.ts';
import { answerOf } from '../../judges/transport.ts';
import { type CellColour, drawTable, type PictureCell } from '../picture.ts';
import { type Exploration, explore } from './explore.ts';
import { judgeKept, judgeLeftOut, judgeTrial, judgeWith } from './judge.ts';
import { listed } from './knowledge.ts';
import { accepted, statusOf, type Trial } from './trial.ts';

const KEPT = 'administrator-type.keeps-the-rest';
const WITH = 'administrator-type.with-others-shows';
const REFUSAL = 'administrator-type.refusal-status';
const LEFT = 'administrator-type.left-out-stays';

/** Id of the requirement of one cell, as `spec/requirements/machines.ts` gives it. */
export function cellId(from: string, to: string): string {
  return `administrator-type.${slug(from)}-to-${slug(to)}`;
}

/** The check of the whole table; undefined when the contract has none. */
export function typeTableCheck(contract: Contract): Check | undefined {
  const machine = contract.machines.find(({ id }) => id === 'administrator-type');
  if (machine === undefined) return undefined;
  const cells = cellsOf(machine);
  return {
    id: 'administrator-type.table',
    title:
      'Every change of an administrator type is accepted or refused as the table of 3.2 says, and shows or leaves no trace',
    requirements: [...cells.map(([from, to]) => cellId(from, to)), KEPT, WITH, LEFT, REFUSAL],
    effect: 'modify',
    run: async (context) => {
      const found = await explore(context);
      const judged = new Map(cells.map(([from, to]) => [cellId(from, to), [] as [Trial, Judgement][]]));
      if (!isLack(found)) {
        for (const trial of found.trials)
          judged.get(cellId(trial.from, trial.to))?.push([trial, judgeTrial(found.facts, trial)]);
      }
      for (const [from, to] of cells) {
        const id = cellId(from, to);
        const trials = judged.get(id) ?? [];
        const lack = isLack(found) ? found.lack : (found.unreached.get(from) ?? 'The change was not tried.');
        if (trials.length === 0) {
          const cause = isLack(found) ? found.cause : ('earlier-step' as const);
          context.record(id, { verdict: 'inconclusive', cause, reason: lack }, { label: `${from} → ${to}` });
        }
        for (const [trial, judgement] of trials) recordTrial(context, id, trial, judgement);
        if (!isLack(found)) note(context, id, found, trials);
      }
      recordKept(context, found);
      recordWith(context, found);
      recordRefusals(context, machine, found);
      recordLeftOut(context, found);
      if (!isLack(found)) attachPicture(context, machine, judged);
    },
  };
}

/** What changes of the type do to other members: to those that they leave out. */
function recordKept(context: CheckContext, found: Exploration | Lack): void {
  const none = 'No change was accepted for an administrator with texts that those of the new type have as well.';
  recordOthers(context, found, { id: KEPT, judge: judgeKept, none });
}

/** And to those that come with them. */
function recordWith(context: CheckContext, found: Exploration | Lack): void {
  const none = 'No change was accepted that came with a text that administrators of the new type have.';
  recordOthers(context, found, { id: WITH, judge: judgeWith, none });
}

interface AboutOthers {
  readonly id: string;
  readonly judge: typeof judgeKept;
  /** Why nothing was judged. */
  readonly none: string;
}

function recordOthers(context: CheckContext, found: Exploration | Lack, { id, judge, none }: AboutOthers): void {
  const trials = isLack(found) ? [] : found.trials;
  const claimed = context.contract.answer('update.readback')?.standing === 'claimed';
  const judged = trials.map((trial) => [trial, judge(trial, claimed)] as const);
  for (const [trial, judgement] of judged) if (judgement !== undefined) recordTrial(context, id, trial, judgement);
  if (judged.some(([, judgement]) => judgement !== undefined)) return;
  const [reason, cause] = isLack(found) ? [found.lack, found.cause] : [none, 'earlier-step' as const];
  context.record(id, { verdict: 'inconclusive', cause, reason }, { label: 'other members' });
}

/** With which status changes that the table does not list are refused, by what the dialect says. */
function recordRefusals(context: CheckContext, machine: StateMachine, found: Exploration | Lack): void {
  const claim = context.contract.answer('refusal.state-change');
  const refused = (isLack(found) ? [] : found.trials).filter(
    (trial) =>
      trial.from !== trial.to &&
      !listed(machine, trial.from, trial.to) &&
      statusOf(trial) >= 400 &&
      statusOf(trial) < 500,
  );
  for (const trial of refused) {
    const status = statusOf(trial);
    const { judgement } = answerOf(trial.exchange);
    const seen: Judgement =
      claim?.standing === 'claimed' ? { verdict: 'pass' } : { verdict: 'observed', reason: `Refused with ${status}.` };
    recordTrial(context, REFUSAL, trial, judgement ?? judgeClaim(claim, status, 'refusal.state-change') ?? seen);
  }
  if (refused.length > 0) return;
  const reason = isLack(found) ? found.lack : 'No change that the table does not list was refused.';
  const cause = isLack(found) ? found.cause : 'earlier-step';
  const none: Judgement =
    claim?.standing === 'claimed' ? { verdict: 'inconclusive', cause, reason } : { verdict: 'observed', reason };
  context.record(REFUSAL, none, { label: 'a refused change' });
}

function recordLeftOut(context: CheckContext, found: Exploration | Lack): void {
  for (const left of isLack(found) ? [] : found.left) {
    const { from, exchange } = left;
    context.record(LEFT, judgeLeftOut(isLack(found) ? { readable: false } : found.facts, left), {
      label: from,
      exchange,
    });
  }
  if (!isLack(found) && found.left.length > 0) return;
  const reason = isLack(found) ? found.lack : 'No administrator shows a text that could be touched.';
  const cause = isLack(found) ? found.cause : 'earlier-step';
  context.record(LEFT, { verdict: 'inconclusive', cause, reason }, { label: 'other members' });
}

/** Records one judged change with what led to it. */
export function recordTrial(context: CheckContext, requirement: string, trial: Trial, judgement: Judgement): void {
  context.record(requirement, judgement, {
    label: `${trial.from} → ${trial.to}`,
    exchange: trial.exchange,
    ...(trial.seen === undefined ? {} : { seen: trial.seen }),
    case: { from: trial.from, to: trial.to },
    ...(trial.steps.length > 1 ? { steps: trial.steps } : {}),
  });
}

function note(
  context: CheckContext,
  id: string,
  { facts }: Exploration,
  trials: readonly (readonly [Trial, Judgement])[],
): void {
  const [trial] = trials.find(([{ exchange }]) => answerOf(exchange).judgement === undefined) ?? [];
  if (trial === undefined) return;
  const { machine } = facts.knowledge;
  if (trial.from === trial.to) {
    context.observe(id, { silence: 'admin.same-type', value: accepted(trial) ? 'accepted' : 'refused' });
  } else if (!listed(machine, trial.from, trial.to) && !accepted(trial)) {
    context.observe(id, { silence: 'refusal.state-change', value: statusOf(trial) });
  }
  const inferred = trials.find(([one]) => one.inferred !== undefined)?.[0].inferred;
  if (inferred !== undefined) {
    context.observe(id, {
      silence: 'admin.type.read',
      value: null,
      note: `The type does not show, so it was inferred: ${inferred.how}.`,
    });
  }
}

function attachPicture(
  context: CheckContext,
  machine: StateMachine,
  judged: ReadonlyMap<string, readonly (readonly [Trial, Judgement])[]>,
): void {
  const content = drawTable({
    title: 'Administrator type changes',
    subtitle: `Contract section ${machine.section}, as ${context.target.name} answered`,
    rows: machine.states,
    columns: machine.states,
    cell: (from, to) => pictureCell(machine, from, to, judged.get(cellId(from, to)) ?? []),
  });
  for (const id of judged.keys()) {
    context.attach(id, { name: 'Administrator types', mediaType: 'image/svg+xml', content });
  }
}

function pictureCell(
  machine: StateMachine,
  from: string,
  to: string,
  trials: readonly (readonly [Trial, Judgement])[],
): PictureCell {
  const promise = from === to ? 'not shown' : listed(machine, from, to) ? 'allowed' : 'refused';
  const decisive = trials.find(([, { verdict }]) => verdict === 'fail') ?? trials[0];
  if (decisive === undefined) return { colour: 'grey', promise, seen: 'not tried' };
  const [trial, { verdict }] = decisive;
  const colour: CellColour = verdict === 'pass' ? 'good' : verdict === 'fail' || verdict === 'warn' ? 'bad' : 'grey';
  return { colour, promise, seen: seenOf(trial) };
}

function seenOf(trial: Trial): string {
  const status = statusOf(trial);
  if (status === 0) return 'no answer';
  if (accepted(trial)) {
    if (trial.shownAfter === undefined) return `${status}`;
    return trial.shownAfter === trial.to ? `${status}, shows` : `${status}, shows ${String(trial.shownAfter)}`;
  }
  if (trial.changed === undefined) return `${status}`;
  return trial.changed.length === 0 ? `${status}, unchanged` : `${status}, yet changed`;
}

function cellsOf(machine: StateMachine): [from: string, to: string][] {
  return machine.states.flatMap((from) => machine.states.map((to): [string, string] => [from, to]));
}
