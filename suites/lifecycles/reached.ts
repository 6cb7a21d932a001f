/** Whether what was written to one entity has reached another one. Pure (contract 4). */

import { type Exchange, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, differences, fail, isEmpty, observed, PASS, sameValue } from '../judges/index.ts';
import { show, type Written } from './written.ts';

/**
 * A neighbour after an update of another entity. Somebody else may have changed it; only what was written to the other one
 * and to nothing else (`isOurs` tells what another check of this run may have written to the neighbour) and appears here proves
 * that the update reached it. What contains the other one, or lies within it, may show it among much else, and not at the places (`own`) that are its own.
 */
export function judgeBystander(
  name: string,
  before: unknown,
  after: { readonly status: number; readonly value: unknown; readonly exchange: Exchange },
  written: readonly Pick<Written, 'read' | 'value'>[],
  { isOurs = () => false, own }: { isOurs?: (part: unknown) => boolean; own?: readonly string[] } = {},
): Judgement {
  const { judgement } = answerOf(after.exchange);
  if (judgement !== undefined) return judgement;
  const expected = `the ${name} is as it was`;
  if (after.status !== 200) return fail(expected, `its GET answers ${after.status}`);
  const changed = differences(before, after.value);
  if (changed.length === 0) return PASS;
  const arrived = written
    .flatMap(({ read, value }) => recognizableParts(value).map((part) => ({ read, part })))
    .find(({ read, part }) => !isOurs(part) && comesUp(part, [before, after.value], { read, own }))?.part;
  if (arrived !== undefined) return fail(expected, `it shows ${show(arrived)}, written to another one`);
  return observed({ what: 'changed', of: name, at: changed, but: 'not-to-what-was-written' });
}

/** What stands in few places is found wherever it comes up; a flag, a number or a short word at its own place alone. */
function comesUp(
  part: unknown,
  looks: readonly [before: unknown, after: unknown],
  { read, own }: { readonly read: string; readonly own: readonly string[] | undefined },
): boolean {
  const isRare = typeof part === 'object' || (typeof part === 'string' && part.length >= SHORTEST);
  if (own === undefined && isRare && !holds(looks[0], part) && holds(looks[1], part)) return true;
  return [read, ...(isRare ? (own ?? []) : [])].some((place) => {
    const [was, is] = looks.map((look) => valueAt(look, place));
    return sameValue(part, is) && !sameValue(part, was);
  });
}

/** True when a neighbour shows at the place of a change, or whole at one of its `own`, what was written there to another one, or a text out of it. */
export function isReached(
  shown: unknown,
  { read, value }: Pick<Written, 'read' | 'value'>,
  own: readonly string[] = [],
): boolean {
  return recognizableParts(value).some(
    (part) =>
      holds(valueAt(shown, read), part) ||
      (typeof part === 'string' && part.length >= SHORTEST && own.some((place) => valueAt(shown, place) === part)),
  );
}

/** A value itself and, of what is made of several, its texts: another one may take on some of them only. Nothing at all stands everywhere. */
function recognizableParts(value: unknown): unknown[] {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object' || value === null) return [value];
  const texts = (one: unknown): unknown[] =>
    typeof one === 'object' && one !== null
      ? Object.values(one).flatMap(texts)
      : typeof one === 'string' && one.length >= SHORTEST
        ? [one]
        : [];
  return [value, ...texts(value)];
}

/** Shorter texts stand in many places. */
const SHORTEST = 4;

function holds(document: unknown, part: unknown): boolean {
  return JSON.stringify(document ?? null).includes(JSON.stringify(part ?? null));
}
