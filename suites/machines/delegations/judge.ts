/** Judges what PUT and DELETE do to the delegations of an endpoint, beside its mode (contract 4.9). Pure. */
import type { Judgement } from '../../engine/index.ts';
import { answerOf, fail, observed, PASS, unshown } from '../../judges/index.ts';
import { judgeUnchanged } from '../judge.ts';
import { type Ask, isAccepted, isRefused, type Step, statusOf } from '../model.ts';

export type Organization = string | number;

/** A PUT, of organizations or of a body that breaks a rule, or the DELETE. */
export interface ModeAsk extends Ask {
  readonly body?: { readonly mediaType: string } & ({ readonly value: unknown } | { readonly raw: string });
  /** What is put, where the body keeps to the rules. */
  readonly organizations?: readonly Organization[];
  /** These are of different levels, and one may belong to the other. */
  readonly mixed?: true;
  /** What is good of what a body brings that does not keep to them. */
  readonly among?: readonly Organization[];
}

/** What a step did to the delegations. */
export interface ModeTold {
  /** Organizations that were put since the endpoint was last without delegations, this step included. */
  readonly put: readonly Organization[];
  /** Which of all organizations used so far show in the GET body where none of them showed at first; undefined when none ever did. */
  readonly visible: readonly Organization[] | undefined;
  /** What the step before put, as far as it showed then. */
  readonly former?: readonly Organization[];
  /** All that it puts was there already. */
  readonly idle: boolean;
  /** The very same list was put by the step before. */
  readonly repeat: boolean;
  /** Texts that updates of the endpoint write, and that the step has changed. */
  readonly moved: readonly string[];
  /** Organizations that a bad PUT brought among others, and that show since. */
  readonly came?: readonly Organization[];
}

export type ModeStep = Step<ModeAsk, ModeTold>;

/** JSON Pointers without their last part at which a scalar stands in a document. */
export function placesOf(document: unknown, wanted: Organization, pointer = ''): string[] {
  if (typeof document !== 'object' || document === null)
    return document === wanted || String(document) === String(wanted) ? [pointer] : [];
  return Object.entries(document).flatMap(([name, value]) => {
    // An item's place in a list says nothing: lists grow and shrink.
    return placesOf(value, wanted, `${pointer}/${Array.isArray(document) ? '*' : name}`);
  });
}

/** The accepted PUTs. */
export function putsOf(steps: readonly ModeStep[]): ModeStep[] {
  return steps.filter((step) => step.ask.organizations !== undefined && isAccepted(step));
}

function statusesOf(steps: readonly ModeStep[]): { readonly first: Set<number>; readonly again: Set<number> } {
  const puts = putsOf(steps).filter(({ unseen }) => unseen === undefined);
  return {
    first: new Set(puts.filter(({ from }) => from === 'global').map(statusOf)),
    again: new Set(puts.filter(({ told }) => told.repeat).map(statusOf)),
  };
}

/** What an accepted step shows where the mode does not: the delegations, or statuses that tell a first PUT from a repeated one. */
export function judgeBlindly(steps: readonly ModeStep[], { ask, told: { put, visible } }: ModeStep): Judgement {
  if (visible !== undefined) {
    const there = put.some((id) => visible.includes(id));
    if (ask.to === 'custom' ? there : visible.length === 0) return PASS;
  }
  const { first, again } = statusesOf(steps);
  if (first.size > 0 && again.size > 0 && [...again].every((status) => !first.has(status))) return PASS;
  return unshown('dialect-silent', { what: 'open', but: 'state-unseen', answer: ['endpoint.delegation-mode.read'] });
}

/** So often a text has to change with a step to be the step's doing: once it may be anybody's. */
const OFTEN = 2;

/** What is no delegation of the endpoint itself: an accepted step is about the others alone. Nothing where nobody says what shows. */
export function judgeTexts(steps: readonly ModeStep[]): [step: ModeStep, judgement: Judgement][] {
  const accepted = steps.filter(isAccepted);
  const moving = accepted.filter(({ told }) => told.moved.length > 0);
  const expected = 'texts of the endpoint are as they were';
  return (moving.length < OFTEN ? accepted : moving).map((step) => {
    const { moved } = step.told;
    if (moved.length === 0) return [step, PASS];
    const changed = observed({ what: 'changed', of: step.ask.label, at: moved });
    return [step, moving.length < OFTEN ? changed : fail(expected, `changed with it: ${moved.join(', ')}`)];
  });
}

/** A PUT that breaks a rule; when it is accepted, the requirement of that rule has its own verdict. */
export function judgeBadPut(step: ModeStep): Judgement {
  const { judgement } = answerOf(step.exchange);
  if (judgement !== undefined) return judgement;
  const status = statusOf(step);
  if (isAccepted(step)) return observed({ what: 'answered', of: step.ask.label, status });
  if (!isRefused(step)) return fail('an answer that accepts or refuses the request', `status ${status}`);
  const [came] = step.told.came ?? [];
  if (came !== undefined)
    return fail('a refused PUT leaves the delegations as they were', `organization ${came} shows`);
  return judgeUnchanged(step, 'a refused PUT leaves the endpoint as it was');
}

/** 4.9: 201 created, 204 updated. That both ways round is wrong is only sure where the mode was seen. */
export function judgeStatuses(readable: boolean, steps: readonly ModeStep[]): Judgement {
  const odd = putsOf(steps).find((step) => statusOf(step) !== 201 && statusOf(step) !== 204);
  if (odd !== undefined) return fail('status 201 or 204', `status ${statusOf(odd)} in ${odd.from} mode`);
  const { first, again } = statusesOf(steps);
  if (first.size === 0 || again.size === 0)
    return unshown('control-refused', { what: 'none', of: 'put-in-both-modes', was: 'accepted' });
  const only = first.size === 1 && again.size === 1;
  if (only && first.has(204) && again.has(201)) {
    return {
      verdict: readable ? 'fail' : 'warn',
      expected: '201 when the PUT creates the custom mode, 204 when it updates it',
      actual: '204 in global mode and 201 for the same list again in custom mode',
    };
  }
  if (only && first.has(201) && again.has(204)) return PASS;
  return observed({ what: 'shown', of: 'the status of a PUT, and again', value: [...first, ...again].join(', ') });
}

/** The removals and what they show; of one before it is known where delegations show nothing follows, where others tell. */
export function judgeRemovals(steps: readonly ModeStep[]): (readonly [ModeStep, Judgement])[] {
  const removals = steps.filter(({ ask, from }) => ask.to === 'global' && from === 'custom');
  const isBlind = (step: ModeStep): boolean =>
    isAccepted(step) && step.unseen === undefined && step.told.visible === undefined;
  const known = removals.filter((step) => !isBlind(step));
  return (known.some(isAccepted) ? known : removals).map((step) => [step, judgeRemoval(step)]);
}

/** 4.9: a DELETE removes all delegations, so none of them shows afterwards. */
export function judgeRemoval(step: ModeStep): Judgement {
  const { judgement } = answerOf(step.exchange);
  if (judgement !== undefined) return judgement;
  if (!isAccepted(step)) return unshown('earlier-step', { what: 'answered', status: statusOf(step) });
  if (step.unseen !== undefined) return step.unseen;
  const { visible } = step.told;
  if (visible === undefined) return INVISIBLE;
  if (visible.length === 0) return PASS;
  return fail('no delegation is left after the DELETE', `the organization ${visible.join(', ')} still shows`);
}

/**
 * What was removed and comes back with the next PUT. An organization may show beside one that was put alone, as it belongs to it
 * or the other way round, but not either way.
 */
export function judgeComebacks(steps: readonly ModeStep[]): (readonly [ModeStep, Judgement])[] {
  const beside = ({ told: { visible = [] } }: ModeStep, id: Organization): boolean => visible.includes(id);
  const alone = steps.filter(
    (step) =>
      step.from === 'global' && step.ask.organizations?.length === 1 && isAccepted(step) && step.unseen === undefined,
  );
  return alone.flatMap((step): [ModeStep, Judgement][] => {
    const [own = ''] = step.ask.organizations ?? [];
    const back = (step.told.visible ?? []).find(
      (id) => id !== own && alone.some((other) => other.ask.organizations?.[0] === id && beside(other, own)),
    );
    const expected = `the organization ${own} alone, which was put after all were removed`;
    return back === undefined ? [] : [[step, fail(expected, `the organization ${back} shows again, too`)]];
  });
}

export const INVISIBLE = unshown('dialect-silent', { what: 'open', but: 'delegations-unseen' });

/**
 * Judges the accepted PUTs of several organizations from global mode. Only those are missed that were seen to show when they
 * were put alone: what else a GET shows of delegations is open.
 */
export function judgeListings(steps: readonly ModeStep[]): (readonly [ModeStep, Judgement])[] {
  // That the mode stays global is judged by itself, and nothing need show then.
  const switched = putsOf(steps).filter(
    ({ from, unseen, shownAfter }) => from === 'global' && unseen === undefined && shownAfter !== 'global',
  );
  const shown = new Set(switched.flatMap(({ told: { put, visible = [] } }) => (put.length === 1 ? visible : [])));
  const shownAlone = ({ ask: { organizations = [] } }: ModeStep): Organization[] =>
    organizations.filter((id) => shown.has(id));
  const missingOf = (step: ModeStep): Organization[] =>
    shownAlone(step).filter((id) => step.told.visible?.includes(id) === false);
  // What belongs to one of them may be left out beside that one alone.
  const mixed = switched.filter((step) => step.ask.mixed && shownAlone(step).length > 1);
  const isExcused = ({ ask }: ModeStep): boolean =>
    ask.mixed === true && (mixed.length < 2 || mixed.some((other) => missingOf(other).length === 0));
  return switched.flatMap((step): (readonly [ModeStep, Judgement])[] => {
    const all = shownAlone(step);
    if (all.length < 2 || step.told.visible === undefined) return [];
    const missing = missingOf(step);
    if (missing.length === 0) return [[step, PASS]];
    if (isExcused(step)) return [];
    const actual = `accepted, and ${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not show`;
    return [[step, fail(`the organizations ${all.join(', ')} show, as each does alone`, actual)]];
  });
}
