/** The sentences for what could not be had: the only place that puts it into words. */
import type { Effect } from '../spec/vocabulary.ts';
import type { FixtureState, WantedFixture, Why } from '../spec/why.ts';
import { shorten, visible } from './visible.ts';

const PARTICIPLES: Readonly<Record<Effect, string>> = {
  observe: 'observed',
  modify: 'modified',
  destroy: 'destroyed',
};

/** How much of a server's own words is repeated. */
const SAID_LIMIT = 120;

/** One sentence: what was wanted, how it stood, and what would help. */
export function whyText(why: Why): string {
  switch (why.what) {
    case 'fixture':
      return fixtureText(why.wanted, why.state);
    case 'effect':
      return why.kind === undefined
        ? `It needs the effect "${why.needed}", and this run is limited to "${why.permitted}" (see --effects).`
        : `This run may only ${why.permitted}; to ${why.needed} a fixture of kind ${why.kind}, give --effects ${why.needed}.`;
    case 'area':
      return `The target's profile does not claim the area ${why.area}.`;
    case 'setting':
      return `The profile does not give ${why.members.join(' and ')}; add ${why.members.length === 1 ? 'it' : 'them'}.`;
    case 'control':
      return `${controlText(why)}${remedyOf(why)}.`;
    case 'request':
      return `No valid request of ${why.operation} is known${why.fault === undefined ? '' : ` (${why.fault.replace(/\.$/, '')})`}${remedyOf(why)}.`;
    case 'way-back': {
      const kind = (why.wanted?.kind ?? 'entity').replaceAll('-', ' ');
      const remedy = why.stated
        ? 'give its fixture the trait that says in which state it is, or add one with allow: destroy'
        : `add one with allow: destroy, or add examples.${why.operation}`;
      return `The profile has no ${kind} that could be put back after ${why.operation}, as nothing shows what it was: ${remedy}.`;
    }
    case 'answer':
      return `The dialect does not answer ${why.silence}; add it to dialect.answers.`;
    case 'trait':
      return `The ${why.trait} of the ${why.kind} ${why.ids} is not known; give its fixture the trait ${why.trait}.`;
    case 'look':
      return `The ${why.kind} ${why.ids} answers ${why.status} to a GET.`;
  }
}

/** The same without what would help, for where that is told beside it. */
export function reasonText(why: Why): string {
  if (why.what === 'control') return `${controlText(why)}.`;
  const [reason = '', ...rest] = whyText(why).split('; ');
  return rest.length === 0 ? reason : `${reason}.`;
}

type Control = Extract<Why, { what: 'control' }>;

/** What came of an ordinary request instead of an acceptance. */
function controlText({ operation, status, said }: Control): string {
  if (status === undefined) return `${operation}: an ordinary request was not answered`;
  if (said === undefined) return `${operation}: an ordinary request was answered with ${status}`;
  return `${operation}: to an ordinary request the server said "${shorten(visible(said), SAID_LIMIT)}" (${status})`;
}

function remedyOf({ operation, takes }: Pick<Control, 'operation' | 'takes'>): string {
  if (takes === undefined) return '';
  return `; add examples.${operation}.${takes === 'body' ? 'body' : 'query'}, a request that your server accepts`;
}

function fixtureText(wanted: WantedFixture, state: FixtureState): string {
  const used = PARTICIPLES[wanted.effect];
  const kind = `of kind ${wanted.kind}`;
  const as = wanted.as === undefined ? '' : ` ${wanted.as}`;
  const traits = traitList(wanted);
  const inBrackets = traits === '' ? '' : ` (${traits})`;
  const fitting = `${kind}${as}${inBrackets}`;
  const place = `under fixtures.${wanted.kind}${traits === '' ? '' : ` with traits: { ${traits} },`} with allow: ${wanted.effect}`;
  const remedy = `add one${as} ${place}`;
  switch (state.is) {
    case 'unknown':
      return `No fixture ${kind} is known; ${remedy}.`;
    case 'shown':
      return `The profile has no fixture ${kind}, though the target shows some (${state.ids.join(', ')}); ${remedy}.`;
    case 'busy':
      return state.waited === 0
        ? `Every fixture ${fitting} that may be ${used} was in use; ${remedy}.`
        : `Every fixture ${fitting} that may be ${used} was in use and none became free within ${state.waited / 1000} s; ${remedy}, or raise limits.leaseWait.`;
    case 'used-up': {
      const all = state.count === 1 ? `The only fixture ${fitting}` : `All ${state.count} fixtures ${fitting}`;
      const needed = Math.max(state.demand, state.count + 1);
      return `${all} that may be ${used} ${state.count === 1 ? 'is' : 'are'} used up; at least ${needed} are needed: ${remedy}.`;
    }
    case 'held': {
      const all = state.count === 1 ? `the only fixture ${fitting}` : `all fixtures ${fitting}`;
      return `The same check needs another besides ${all} that may be ${used}; ${remedy}.`;
    }
    case 'not-permitted': {
      const none =
        state.count === 1 ? `The only fixture ${kind} may not` : `None of the ${state.count} fixtures ${kind} may`;
      return `${none} be ${used}; set allow: ${wanted.effect} on it, or ${remedy}.`;
    }
    case 'unfit': {
      const none =
        state.count === 1
          ? `The only fixture ${kind} that may be ${used} is not`
          : `None of the ${state.count} fixtures ${kind} that may be ${used} is`;
      if (wanted.as === undefined) return `${none} as needed${inBrackets}; ${remedy}.`;
      return `${none} one ${wanted.as}${inBrackets}; add such a one ${place}.`;
    }
    case 'unprovided':
      return `The provisioning module could not make a fixture ${kind}: ${state.failure}`;
  }
}

function traitList({ traits }: WantedFixture): string {
  return Object.entries(traits ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
