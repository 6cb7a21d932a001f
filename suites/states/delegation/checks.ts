/** The delegation modes of an endpoint (contract 3.3, 4.9): each step, its statuses, and sequences of steps. */
import fc from 'fast-check';
import type { Mode } from '../../../spec/delegation-mode.ts';
import type { Check, CheckContext, Judgement } from '../../engine/check.ts';
import { have, inconclusive } from '../../engine/unavailable.ts';
import { answerOf } from '../../judges/transport.ts';
import { type CellColour, drawTable, type PictureCell } from '../picture.ts';
import type { ModeDriver, Organization } from './driver.ts';
import { exploreModes, type ModeExploration } from './explore.ts';
import { judgeRemoval, judgeSecondPut, judgeStatuses, judgeStep, type ModeFacts } from './judge.ts';
import { judgeListings } from './listing.ts';
import { accepted, type ModeTrial, statusOf } from './trial.ts';
import { judgeWitness } from './witnesses.ts';

const CELLS = {
  'put global': 'delegation-mode.global-to-custom',
  'put custom': 'delegation-mode.custom-to-custom',
  'remove custom': 'delegation-mode.custom-to-global',
  'remove global': 'delegation-mode.global-to-global',
} as const;
const REFUSED = 'delegation-mode.refused-put';
const STATUSES = 'delegation-mode.statuses';
const REMOVAL = 'delegation-mode.removes-all';
const SECOND = 'delegation-mode.second-put';
const OTHERS = 'delegation-mode.nothing-else';
const ALL = 'delegation-mode.all-listed';
const WALKS = 'delegation-mode.walks';

const WALK = { steps: 8, limitMs: 60_000 };

/** Every step of 3.3 from both modes, with its statuses, what is left of the delegations, and what refused PUTs leave. */
export const modeTableCheck: Check = {
  id: 'delegation-mode.table',
  title: 'PUT and DELETE of the delegations move an endpoint between its modes as 3.3 says',
  requirements: [...Object.values(CELLS), REFUSED, STATUSES, REMOVAL, SECOND, OTHERS, ALL],
  effect: 'modify',
  run: async (context) => {
    const found = have(await exploreModes(context));
    const judged = found.trials.map((trial) => [trial, judgeStep(found.facts, trial)] as const);
    for (const [trial, judgement] of judged) record(context, requirementOf(trial), trial, judgement);
    recordRest(context, found);
    const content = picture(context, judged);
    for (const id of modeTableCheck.requirements) {
      context.attach(id, { name: 'Delegation modes', mediaType: 'image/svg+xml', content });
    }
  },
};

/** Random walks between the modes; a failing one is shrunk to its shortest form. */
export const modeWalkCheck: Check = {
  id: WALKS,
  title: 'The delegation modes follow 3.3 at every step of a random walk',
  requirements: [WALKS],
  effect: 'modify',
  run: async (context) => {
    const found = have(await exploreModes(context));
    const give = (reason: string): void => {
      context.record(WALKS, { verdict: 'inconclusive', cause: 'earlier-step', reason }, { label: 'the table' });
    };
    const single = found.trials.flatMap((trial) => verdictsOf(found.facts, trial).map(({ verdict }) => verdict));
    if (single.includes('fail')) return give('A single step fails already; a sequence would only show it again.');
    if (!single.includes('pass')) return give('No single step was shown to hold, so none can be in a sequence.');
    found.driver.inNameOf(context.send);
    await walkAtRandom(context, found);
  },
};

async function walkAtRandom(context: CheckContext, { driver, facts, lists }: ModeExploration): Promise<void> {
  let halted: unknown;
  const puts = lists.map((list) => fc.constant(new Step(facts, list)));
  const commands = fc.commands([...puts, fc.constant(new Step(facts, undefined))], { maxCommands: WALK.steps });
  const property = fc.asyncProperty(commands, async (steps) => {
    if (halted !== undefined) return;
    try {
      if (driver.mode !== 'global') mustBeSeen(await driver.remove());
      driver.begin();
      const first = driver.trials.length;
      await fc.asyncModelRun(() => ({ model: {}, real: driver }), steps);
      const last = driver.trials.slice(first).at(-1);
      if (last !== undefined) record(context, WALKS, last, { verdict: 'pass' });
    } catch (error) {
      if (error instanceof WalkFailed && error.judgement.verdict === 'fail') throw error;
      // What breaks no promise ends the walking; it must not be shrunk.
      halted = error;
    }
  });
  const outcome = await fc.check(property, {
    seed: context.seed,
    numRuns: context.runs,
    interruptAfterTimeLimit: WALK.limitMs,
  });
  const end = halted ?? outcome.errorInstance;
  if (halted !== undefined && !(halted instanceof WalkFailed)) throw halted;
  if (!(end instanceof WalkFailed)) return;
  const { trial, judgement } = end;
  context.record(WALKS, judgement, {
    label: `walk of ${trial.steps.length} steps, ending in ${trial.label}`,
    exchange: trial.exchange,
    ...(trial.seen === undefined ? {} : { seen: trial.seen }),
    case: trial.steps,
    steps: trial.steps,
    ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
  });
}

/** @throws WalkFailed when nothing can be said of a step, so that the walk cannot go on from there. */
function mustBeSeen(trial: ModeTrial): void {
  const unseen = answerOf(trial.exchange).judgement ?? trial.unseen;
  if (unseen !== undefined) throw new WalkFailed(trial, unseen);
}

class WalkFailed extends Error {
  readonly trial: ModeTrial;
  readonly judgement: Judgement;

  constructor(trial: ModeTrial, judgement: Judgement) {
    super(judgement.actual ?? judgement.verdict);
    this.trial = trial;
    this.judgement = judgement;
  }
}

class Step implements fc.AsyncCommand<object, ModeDriver> {
  readonly #facts: ModeFacts;
  readonly #organizations: readonly Organization[] | undefined;

  /** Without organizations it is the DELETE. */
  constructor(facts: ModeFacts, organizations: readonly Organization[] | undefined) {
    this.#facts = facts;
    this.#organizations = organizations;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, driver: ModeDriver): Promise<void> {
    const trial = this.#organizations === undefined ? await driver.remove() : await driver.put(this.#organizations);
    mustBeSeen(trial);
    const failed = verdictsOf(this.#facts, trial).find(({ verdict }) => verdict === 'fail');
    if (failed !== undefined) throw new WalkFailed(trial, failed);
  }

  toString(): string {
    return this.#organizations === undefined ? 'DELETE' : `PUT [${this.#organizations.join(', ')}]`;
  }
}

/** What a step did to the mode, and to the delegations. */
function verdictsOf(facts: ModeFacts, trial: ModeTrial): Judgement[] {
  const step = judgeStep(facts, trial);
  return trial.action === 'remove' && accepted(trial) ? [step, judgeRemoval(facts, trial)] : [step];
}

function recordRest(context: CheckContext, { facts, trials, witnesses, second }: ModeExploration): void {
  for (const witness of witnesses) {
    const { id, exchange } = witness;
    context.record(OTHERS, judgeWitness(witness, facts.readable), { label: `endpoint ${id}`, exchange });
  }
  if (witnesses.length === 0) {
    const lack = context.session.short({ kind: 'endpoint', effect: 'observe', as: 'beside the first' });
    context.record(OTHERS, inconclusive(lack), { label: 'another endpoint' });
  }
  const puts = trials.filter((trial) => trial.action === 'put' && accepted(trial));
  context.record(STATUSES, judgeStatuses(facts, trials), {
    label: 'PUT in global mode, and again in custom mode',
    ...(puts[0] === undefined ? {} : { exchange: puts[0].exchange }),
    steps: puts.map((trial) => `${trial.label} in ${trial.from} mode: ${statusOf(trial)}`),
  });
  for (const trial of trials.filter(({ action, from }) => action === 'remove' && from === 'custom')) {
    record(context, REMOVAL, trial, judgeRemoval(facts, trial));
  }
  const listings = judgeListings(trials);
  for (const { trial, judgement } of listings) record(context, ALL, trial, judgement);
  if (listings.length === 0) {
    const reason =
      'No two organizations were seen to show when they were put alone; the contract says of no GET that they do.';
    context.record(ALL, { verdict: 'observed', reason }, { label: 'several organizations' });
  }
  const answer = context.contract.answer('endpoint.delegations.put');
  if (second === undefined) {
    const lack = context.session.short({ kind: 'organization', effect: 'observe', as: 'beside the first' });
    context.record(SECOND, inconclusive(lack), { label: 'a second organization' });
    return;
  }
  const judgement = judgeSecondPut(answer, facts, second);
  record(context, SECOND, second, judgement);
  if (judgement.seen !== undefined) {
    context.observe(SECOND, { silence: 'endpoint.delegations.put', value: judgement.seen });
  }
}

function record(context: CheckContext, requirement: string, trial: ModeTrial, judgement: Judgement): void {
  context.record(requirement, judgement, {
    label: `${trial.label} in ${trial.from} mode`,
    exchange: trial.exchange,
    ...(trial.seen === undefined ? {} : { seen: trial.seen }),
    steps: trial.steps,
  });
}

function requirementOf(trial: ModeTrial): string {
  return trial.action === 'bad-put' ? REFUSED : CELLS[`${trial.action} ${trial.from}`];
}

function picture(context: CheckContext, judged: readonly (readonly [ModeTrial, Judgement])[]): string {
  const actions = { PUT: 'put', DELETE: 'remove' } as const;
  return drawTable({
    title: 'Delegation modes of an endpoint',
    subtitle: `Contract section 3.3, as ${context.target.name} answered`,
    rows: ['global', 'custom'],
    columns: Object.keys(actions),
    axes: ['mode', 'request'],
    cell: (row, column): PictureCell => {
      const action = actions[column as keyof typeof actions];
      const cell = judged.filter(([trial]) => trial.from === row && trial.action === action);
      const promise = action === 'put' ? 'to custom' : row === 'global' ? 'not shown' : 'to global';
      return pictureCell(promise, cell.find(([, { verdict }]) => verdict === 'fail') ?? cell[0]);
    },
  });
}

function pictureCell(promise: string, decisive: readonly [ModeTrial, Judgement] | undefined): PictureCell {
  if (decisive === undefined) return { colour: 'grey', promise, seen: 'not tried' };
  const [trial, { verdict }] = decisive;
  const colour: CellColour = verdict === 'pass' ? 'good' : verdict === 'fail' || verdict === 'warn' ? 'bad' : 'grey';
  const mode: Mode | undefined = trial.shownAfter;
  return { colour, promise, seen: `${statusOf(trial)}${mode === undefined ? '' : `, shows ${mode}`}` };
}
