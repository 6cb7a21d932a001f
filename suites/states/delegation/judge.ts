/** Judges steps through the delegation modes (contract 3.3, 4.9). Pure: trials in, judgements out. */
import type { Mode, ModePlace } from '../../../spec/delegation-mode.ts';
import type { Answer } from '../../../spec/types.ts';
import type { Judgement } from '../../engine/check.ts';
import { inWords } from '../../judges/difference.ts';
import { answerOf } from '../../judges/transport.ts';
import { accepted, type ModeTrial, statusOf } from './trial.ts';

export interface ModeFacts {
  /** The place where the mode shows is declared, or was seen to show both modes. */
  readonly readable: boolean;
  /** This target answers a first PUT otherwise than a repeated one, so that its statuses tell the modes apart. */
  readonly telling: boolean;
  /** The delegations themselves were seen in the GET body. */
  readonly listed: boolean;
  /** The administrator has the role that a server may ask for (silence endpoint.delegations.role). */
  readonly entitled: boolean;
  /** Some PUT of delegations was accepted: the organizations that are put can be delegated to. */
  readonly puttable: boolean;
  readonly removeInGlobal: Answer | undefined;
  /** Organizations or departments of another level than those that the table is walked with. */
  readonly otherLevel: readonly (string | number)[];
}

/** What an endpoint of declared mode shows. */
export interface ModeSighting {
  readonly declared: Mode;
  readonly shown: Mode | undefined;
}

/** Draws the facts from all steps and from what endpoints of declared modes show. */
export function modeFacts(
  place: ModePlace | undefined,
  trials: readonly ModeTrial[],
  sightings: readonly ModeSighting[],
  known: Pick<ModeFacts, 'entitled' | 'removeInGlobal' | 'otherLevel'>,
): ModeFacts {
  const flipped = trials.some(
    (trial) => accepted(trial) && trial.shownBefore === 'global' && trial.shownAfter === 'custom',
  );
  const matching = new Set(sightings.filter(({ declared, shown }) => declared === shown).map(({ shown }) => shown));
  const contradicted = sightings.some(({ declared, shown }) => declared !== shown);
  const proven = flipped || (matching.size > 1 && !contradicted);
  const puts = trials.filter((trial) => trial.action === 'put' && accepted(trial));
  const first = puts.filter(({ from }) => from === 'global').map(statusOf);
  const again = puts.filter(({ repeat }) => repeat).map(statusOf);
  return {
    ...known,
    readable: place !== undefined && (place.standing === 'claimed' || proven),
    telling: first.length > 0 && again.length > 0 && again.every((status) => !first.includes(status)),
    puttable: puts.length > 0,
    listed: trials.some(({ visible }) => visible !== undefined && visible.length > 0),
  };
}

/** Whether a step did what 3.3 says of it, statuses apart. */
export function judgeStep(facts: ModeFacts, trial: ModeTrial): Judgement {
  const { judgement } = answerOf(trial.exchange);
  if (judgement !== undefined) return judgement;
  const status = statusOf(trial);
  if (status >= 500 || (status < 400 && !accepted(trial))) {
    return { verdict: 'fail', expected: 'an answer that accepts or refuses the request', actual: `status ${status}` };
  }
  if (trial.action === 'bad-put') return judgeBadPut(trial);
  if (trial.unseen !== undefined) return trial.unseen;
  if (trial.action === 'remove' && trial.from === 'global') return judgeNeedlessRemoval(facts, trial);
  return judgeMove(facts, trial, trial.action === 'put' ? 'custom' : 'global');
}

function judgeMove(facts: ModeFacts, trial: ModeTrial, to: Mode): Judgement {
  const what = trial.action === 'put' ? 'a PUT of delegations' : 'a DELETE of the delegations';
  const expected = `${what} is accepted and the endpoint is then in ${to} mode`;
  const status = statusOf(trial);
  if (!accepted(trial)) {
    if (trial.action === 'put' && !facts.puttable) {
      return unknown(
        `Refused with ${status}, like every PUT; perhaps the organization cannot be delegated to.`,
        'control-refused',
      );
    }
    if (trial.action === 'put' && trial.put.every((id) => facts.otherLevel.includes(id))) {
      return unknown(
        `Refused with ${status}, unlike others: ids of organizations and of departments may be put; perhaps this one cannot be delegated to.`,
        'control-refused',
      );
    }
    if (facts.entitled) return { verdict: 'fail', expected, actual: `refused with status ${status}` };
    return unknown(
      `Refused with ${status}; the administrator may lack a role that the server asks for.`,
      'no-credential',
    );
  }
  if (facts.readable) {
    if (trial.shownAfter === to) return { verdict: 'pass' };
    return { verdict: 'fail', expected, actual: `accepted, and then ${trial.shownAfter ?? 'no'} mode shows` };
  }
  const listing = trial.visible;
  if (facts.listed && listing !== undefined) {
    const there = trial.put.some((id) => listing.includes(id));
    if (to === 'custom' ? there : listing.length === 0) return { verdict: 'pass' };
  }
  if (facts.telling) return { verdict: 'pass' };
  return unknown('Accepted, but nothing shows the mode; answer endpoint.delegation-mode.read in the profile.');
}

function judgeNeedlessRemoval({ readable, removeInGlobal }: ModeFacts, trial: ModeTrial): Judgement {
  const outcome = accepted(trial) ? 'accepted' : 'refused';
  const status = statusOf(trial);
  if (readable && trial.shownAfter !== 'global') {
    return {
      verdict: 'fail',
      expected: 'the endpoint stays in global mode',
      actual: `${outcome} with ${status}, and then ${trial.shownAfter ?? 'no'} mode shows`,
    };
  }
  if (removeInGlobal?.standing === 'claimed' && removeInGlobal.value !== outcome) {
    return {
      verdict: 'fail',
      expected: `${String(removeInGlobal.value)}, as declared`,
      actual: `${outcome} with ${status}`,
    };
  }
  return { verdict: 'observed', reason: `Removing delegations in global mode is ${outcome} with status ${status}.` };
}

/** A PUT that breaks a rule; when it is accepted, the requirement of that rule has its own verdict. */
function judgeBadPut(trial: ModeTrial): Judgement {
  if (accepted(trial)) {
    return { verdict: 'observed', reason: `A PUT with ${trial.label} is accepted with ${statusOf(trial)}.` };
  }
  if (trial.changed === undefined) return unknown('The endpoint could not be read.', 'earlier-step');
  if (trial.changed.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    expected: `a refused PUT (${trial.label}) leaves the endpoint as it was`,
    actual: `refused with ${statusOf(trial)}, yet changed: ${inWords(trial.changed)}`,
  };
}

/** 4.9: 201 created, 204 updated. That both ways round is wrong is only sure where the mode was seen. */
export function judgeStatuses(facts: ModeFacts, trials: readonly ModeTrial[]): Judgement {
  const puts = trials.filter((trial) => trial.action === 'put' && accepted(trial) && trial.unseen === undefined);
  const odd = puts.find((trial) => statusOf(trial) !== 201 && statusOf(trial) !== 204);
  if (odd !== undefined) {
    return { verdict: 'fail', expected: 'status 201 or 204', actual: `status ${statusOf(odd)} in ${odd.from} mode` };
  }
  const first = new Set(puts.filter(({ from }) => from === 'global').map(statusOf));
  const again = new Set(puts.filter(({ repeat }) => repeat).map(statusOf));
  if (first.size === 0 || again.size === 0) return unknown('No PUT was accepted in both modes.', 'control-refused');
  const swapped = first.size === 1 && again.size === 1 && first.has(204) && again.has(201);
  if (swapped) {
    return {
      verdict: facts.readable ? 'fail' : 'warn',
      expected: '201 when the PUT creates the custom mode, 204 when it updates it',
      actual: '204 in global mode and 201 for the same list again in custom mode',
    };
  }
  if (first.size === 1 && again.size === 1 && first.has(201) && again.has(204)) return { verdict: 'pass' };
  return {
    verdict: 'observed',
    reason: `A PUT is answered with ${[...first].join(' or ')} in global mode and with ${[...again].join(' or ')} when it is repeated.`,
  };
}

/** 4.9: a DELETE removes all delegations, so none of them shows afterwards. */
export function judgeRemoval(facts: ModeFacts, trial: ModeTrial): Judgement {
  const { judgement } = answerOf(trial.exchange);
  if (judgement !== undefined) return judgement;
  if (!accepted(trial)) return unknown(`The DELETE was refused with ${statusOf(trial)}.`, 'earlier-step');
  if (trial.unseen !== undefined) return trial.unseen;
  if (!facts.listed || trial.visible === undefined)
    return unknown('The delegations of an endpoint do not show in its GET.');
  if (trial.visible.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    expected: 'no delegation is left after the DELETE',
    actual: `the organization ${trial.visible.join(', ')} still shows`,
  };
}

/** Whether a later PUT adds to the delegations or replaces them; `trial` put others than the step before. */
export function judgeSecondPut(
  answer: Answer | undefined,
  facts: ModeFacts,
  trial: ModeTrial,
): Judgement & { seen?: string } {
  if (trial.unseen !== undefined) return trial.unseen;
  if (!accepted(trial) || !facts.listed || trial.visible === undefined) {
    return unknown('The delegations of an endpoint do not show in its GET.');
  }
  if (facts.readable && trial.shownBefore !== 'custom') {
    return unknown('The PUT before it did not lead to custom mode.', 'earlier-step');
  }
  const [former, latter] = [trial.put.at(0), trial.put.at(-1)];
  if (former === undefined || latter === undefined || former === latter)
    return unknown('One organization only was lent.', 'no-fixture');
  const visible = new Set(trial.visible);
  const seen = !visible.has(latter) ? 'neither' : visible.has(former) ? 'adds' : 'replaces';
  if (seen === 'neither') {
    return {
      verdict: facts.readable ? 'fail' : 'warn',
      expected: `the organization ${latter} shows`,
      actual: 'it does not show',
      seen,
    };
  }
  if (answer?.standing !== 'claimed') return { verdict: 'observed', reason: `A second PUT ${seen}.`, seen };
  if (answer.value === seen) return { verdict: 'pass', seen };
  return { verdict: 'fail', expected: `a second PUT ${String(answer.value)}, as declared`, actual: `it ${seen}`, seen };
}

function unknown(reason: string, cause: Judgement['cause'] = 'dialect-silent'): Judgement {
  return { verdict: 'inconclusive', cause, reason };
}
