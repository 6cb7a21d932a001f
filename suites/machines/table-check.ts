/** All cells of a table, each with a verdict of its own. */
import { type Cell, cellsOf, claimed, idsOf, LOCKED, type StateMachine } from '../../spec/index.ts';
import { type Check, type CheckContext, type Judgement, tryFor } from '../engine/index.ts';
import { answerOf, judgeClaim, observed, PASS, unshown } from '../judges/index.ts';
import { type Adapt, type Explored, explore } from './explore.ts';
import { hasCell, judgeStep, refusalsOf } from './judge.ts';
import { isAccepted, type Step, statusOf } from './model.ts';
import { drawTable, type PictureCell } from './picture.ts';

type JudgedSteps = readonly (readonly [Step, Judgement])[];

/** The check of a whole table. `requirements`: what its adapter judges besides. */
export function tableCheck(machine: StateMachine, adapt: Adapt, requirements: readonly string[]): Check {
  const cells = cellsOf(machine);
  const { refusal } = idsOf(machine);
  const own = cells.map(({ requirement }) => requirement);
  return {
    id: `${machine.id}.table`,
    title: `Every step of the table of ${machine.section} is accepted or refused as it says, and shows or leaves no trace`,
    requirements: [...own, ...requirements, ...(refusal === undefined ? [] : [refusal])],
    effect: 'modify',
    run: async (context) => {
      const { found, missing } = await tryFor(explore(context, machine, adapt));
      const isOpen = found !== undefined || claimed(context.contract, machine.refusal) === undefined;
      if (refusal !== undefined && isOpen) recordRefusals(context, refusal, machine, found?.facts.steps ?? []);
      if (found === undefined) throw missing;
      const judged = new Map(cells.map(({ requirement }) => [requirement, [] as [Step, Judgement][]]));
      for (const step of found.facts.steps.filter((one) => hasCell(machine, one))) {
        const cell = cells.find(({ from, to }) => from === step.from && to === step.ask.to);
        judged.get(cell?.requirement ?? '')?.push([step, judgeStep(found.adapter, found.facts, step)]);
      }
      for (const cell of cells) recordCell(context, cell, found, judged.get(cell.requirement) ?? []);
      found.adapter.record(context, found);
      const content = drawTable({
        title: machine.title,
        subtitle: `Contract section ${machine.section}, as ${context.target.name} answered`,
        rows: machine.states,
        columns: machine.states.filter((state) => cells.some(({ to }) => to === state)),
        cell: (from, to) => pictureCell(cells, from, to, judged),
      });
      for (const id of [...own, ...requirements.filter((one) => !own.includes(one))])
        context.attach(id, { name: machine.title, mediaType: 'image/svg+xml', content });
    },
  };
}

/** Records one judged step with what led to it. */
export function recordStep(context: CheckContext, requirement: string, step: Step, judgement: Judgement): void {
  const { from, ask, exchange, seen, steps } = step;
  context.record(requirement, judgement, {
    label: `${from} ${ask.label}`,
    exchange,
    ...(seen === undefined ? {} : { seen }),
    case: { from, to: ask.to ?? from },
    ...(steps.length > 1 ? { steps } : {}),
  });
}

function recordCell(
  context: CheckContext,
  { requirement, from, to, promised }: Cell,
  { unreached, adapter: { machine } }: Explored,
  judged: JudgedSteps,
): void {
  if (judged.length === 0) {
    const of = unreached.has(from) ? 'way-to-this-state' : 'such-step';
    const none = unshown('earlier-step', { what: 'none', of, was: 'tried' });
    context.record(requirement, none, { label: `${from} → ${to}` });
  }
  for (const [step, judgement] of judged) recordStep(context, requirement, step, judgement);
  const [first] = judged.find(([{ exchange }]) => answerOf(exchange).judgement === undefined) ?? [];
  if (first === undefined) return;
  const outcome = isAccepted(first) ? 'accepted' : 'refused';
  if (promised === 'staying' && machine.staying !== undefined)
    context.observe(requirement, { silence: machine.staying, value: outcome });
  if (promised === 'refused' && machine.refusal !== undefined && outcome === 'refused')
    context.observe(requirement, { silence: machine.refusal, value: statusOf(first) });
  const inferred = judged.find(([one]) => one.inferred !== undefined)?.[0].inferred;
  if (inferred !== undefined && !machine.shown.startsWith('/')) {
    const note = { what: 'shown', of: `the ${machine.trait} as it was inferred`, value: inferred.how } as const;
    context.observe(requirement, { silence: machine.shown, value: null, note });
  }
}

/** With which status steps that the table does not list are refused, by what the dialect says. */
function recordRefusals(context: CheckContext, id: string, machine: StateMachine, steps: readonly Step[]): void {
  const silence = machine.refusal ?? '';
  const claim = claimed(context.contract, silence);
  const isClaimed = claim !== undefined;
  // A lock refuses for the moment, whatever the table says.
  const refused = refusalsOf(machine, steps).filter((step) => statusOf(step) !== LOCKED || claim === LOCKED);
  for (const step of refused) {
    const status = statusOf(step);
    const { judgement } = answerOf(step.exchange);
    const seen: Judgement = isClaimed ? PASS : observed({ what: 'answered', status });
    recordStep(context, id, step, judgement ?? judgeClaim(context.contract.answer(silence), status, silence) ?? seen);
  }
  if (refused.length > 0) return;
  const none = { what: 'none', of: 'unlisted-step', was: 'refused' } as const;
  context.record(id, isClaimed ? unshown('earlier-step', none) : observed(none), { label: 'a refused step' });
}

const PROMISES = { listed: 'allowed', refused: 'refused', staying: 'not shown', open: 'not shown' } as const;

function pictureCell(
  cells: readonly Cell[],
  row: string,
  column: string,
  all: ReadonlyMap<string, JudgedSteps>,
): PictureCell {
  const cell = cells.find(({ from, to }) => from === row && to === column);
  const promise = PROMISES[cell?.promised ?? 'open'];
  const judged = all.get(cell?.requirement ?? '') ?? [];
  const decisive = judged.find(([, { verdict }]) => verdict === 'fail') ?? judged[0];
  if (decisive === undefined) return { colour: 'grey', promise, seen: 'not tried' };
  const [step, { verdict }] = decisive;
  const colour = verdict === 'pass' ? 'good' : verdict === 'fail' || verdict === 'warn' ? 'bad' : 'grey';
  return { colour, promise, seen: seenOf(step) };
}

function seenOf(step: Step): string {
  const status = statusOf(step);
  if (status === 0) return 'no answer';
  if (isAccepted(step)) {
    if (step.shownAfter === undefined) return `${status}`;
    return step.shownAfter === step.ask.to ? `${status}, shows` : `${status}, shows ${String(step.shownAfter)}`;
  }
  if (step.changed === undefined) return `${status}`;
  return step.changed.length === 0 ? `${status}, unchanged` : `${status}, yet changed`;
}
