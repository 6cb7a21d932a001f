/**
 * What was seen where no verdict rests on it, or why nothing was shown: as data that checks carry, and the only place that puts
 * it into words. A check says no sentence, so that all of them can be said otherwise and no verdict with them.
 */
import { isRefusal, isSuccess } from '../spec/status.ts';
import type { Why } from '../spec/why.ts';
import { BESIDE, type Beside, DOUBTS, type Doubt, FATES, type Fate, type Thing } from './remark-words.ts';
import { whyText } from './why.ts';

/** Why a judgement is neither good nor bad: what could not be had, or what was seen. */
export type Reason = Why | Remark;

export type Remark = (
  | (Sight & {
      /** What it is about, as reports name it: a case, an entity, a member. */
      readonly of?: string;
    })
  /** There is none of what something would follow from. */
  | { readonly what: 'none'; readonly of: Thing; readonly was: Fate }
) & {
  /** Why it decides nothing. */
  readonly but?: Doubt | OpenPoint | undefined;
  /** Silences of which an answer in the profile would decide it. */
  readonly answer?: readonly (string | undefined)[];
};

type Sight =
  /** What the request was answered, or one `beside` it; without `status` it was not. `said`: what the answer says of itself. */
  | { readonly what: 'answered'; readonly status: number | undefined; readonly beside?: Beside; readonly said?: string }
  /** What shows. */
  | { readonly what: 'shown'; readonly value: unknown }
  /** JSON Pointers of what changed. */
  | { readonly what: 'changed'; readonly at: readonly string[] }
  /** Something is not as it is assumed to be, which promises nothing. */
  | { readonly what: 'differs'; readonly actual: string | undefined; readonly expected?: string | undefined }
  /** Nobody claims an answer to a silence. */
  | { readonly what: 'unclaimed'; readonly silence: string }
  /** The run was stopped, or its budget spent. */
  | { readonly what: 'stopped'; readonly by: 'user' | 'budget'; readonly when: 'before' | 'during' }
  /** In words that are not ours. */
  | { readonly what: 'failed'; readonly part: 'connection' | 'suite'; readonly said: string }
  /** Nothing was seen; `but` says why. */
  | { readonly what: 'open' };

/** A point that the contract leaves open, by its id. */
export interface OpenPoint {
  readonly silence: string;
}

/** Why a refusal may have a reason that the contract does not show; undefined when it cannot. */
export type Excuse = Remark['but'];

/** One sentence: what was seen or wanted, why that decides nothing, and what would help. */
export function sentenceOf(reason: Reason): string {
  if (!isRemark(reason)) return whyText(reason);
  const { but, answer = [] } = reason;
  const name = reason.what === 'none' ? undefined : reason.of;
  const doubt = typeof but === 'object' ? `the contract leaves it open (${but.silence})` : but && DOUBTS[but];
  const remedy = answer.length > 0 && `answer ${answer.join(' and ')} in the profile`;
  const text = [sightText(reason), doubt, remedy].filter((part) => part).join('; ');
  const full =
    name === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text === '' ? name : `${name}: ${text}`;
  return full.endsWith('.') ? full : `${full}.`;
}

const SIGHTS: readonly string[] = [
  'answered',
  'none',
  'shown',
  'changed',
  'differs',
  'unclaimed',
  'stopped',
  'failed',
  'open',
] satisfies Remark['what'][];

function isRemark(reason: Reason): reason is Remark {
  return SIGHTS.includes(reason.what);
}

function sightText(sight: Remark): string {
  switch (sight.what) {
    case 'answered':
      return answerText(sight);
    case 'none':
      return `no ${sight.of.replaceAll('-', ' ')} ${FATES[sight.was]}`;
    case 'shown':
      return sight.of === undefined ? `seen: ${valueText(sight.value)}` : valueText(sight.value);
    case 'changed':
      return `changed at ${inWords(sight.at)}`;
    case 'differs':
      return `unlike what is assumed, ${[sight.actual, sight.expected].filter((part) => part).join(' and not ')}`;
    case 'unclaimed':
      return `nobody claims an answer to ${sight.silence}; give one in dialect.answers`;
    case 'stopped':
      return `${sight.by === 'user' ? 'the run was stopped' : 'the budget of the run was spent'} ${sight.when} this check`;
    case 'failed':
      return `${sight.part === 'suite' ? 'the suite failed' : 'no answer'}: ${sight.said}`;
    case 'open':
      return '';
  }
}

function answerText({ status, beside, said }: Extract<Sight, { what: 'answered' }>): string {
  const isPlain = beside === undefined && said === undefined;
  const verb = isPlain && isSuccess(status) ? 'accepted' : isPlain && isRefusal(status) ? 'refused' : 'answered';
  const told = `${status === undefined ? `not ${verb}` : `${verb} with ${status}`}${said === undefined ? '' : ` (${said})`}`;
  return beside === undefined ? told : `${BESIDE[beside]} is ${told}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

/** At most four pointers in words. */
export function inWords(pointers: readonly string[]): string {
  const shown = pointers.slice(0, 4).map((pointer) => (pointer === '' ? 'the whole body' : pointer));
  return pointers.length > 4 ? `${shown.join(', ')} and ${pointers.length - 4} more` : shown.join(', ');
}
