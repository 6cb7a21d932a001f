/** Texts that a careless reader takes for the id of something real, and finds it (contract 2.1, 7.1). */
import type { Certainty, TextViolation } from '../../generators/index.ts';
import type { CheckContext } from '../engine/check.ts';
import { PLENTY } from '../engine/session.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import type { Base } from '../requests/base.ts';
import { lentFor } from '../subject/search.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

/** The violations that only a lent id shows, and the request in which it stands. */
export interface LentIdCases {
  readonly base: Base;
  readonly violations: readonly TextViolation[];
}

/** How a lent id is written otherwise, by the keyword that this breaks, in the certainty of the operator that it is named after. */
const WRITTEN: Readonly<Record<string, readonly (readonly [operator: string, write: (lent: string) => string])[]>> = {
  type: [
    ['trailing-letters', (lent) => `${lent}abc`],
    // However it is rounded it is the lent id, and whoever reads the digits alone finds nothing.
    ['fraction', (lent) => `${lent}.25`.padEnd(LONG, '0')],
    // The doubtful ones last: where one is taken, a deletion has used up an entity.
    ['exponent', (lent) => `${lent}e0`],
    ['hexadecimal', (lent) => `0x${BigInt(lent).toString(16)}`],
  ],
  format: [['above-format', (lent) => String(2n ** 32n + BigInt(lent))]],
  minimum: [['below-minimum', (lent) => `-${lent}`]],
};

/** How certain it must be that a notation is refused, for it to be tried on what may be used up. */
const FEW_LENT: readonly Certainty[] = ['definite'];
const MANY_LENT: readonly Certainty[] = [...FEW_LENT, 'doubtful'];
const ALL: readonly Certainty[] = [...MANY_LENT, 'debatable'];

/** More digits than any id has. */
const LONG = 13;

/**
 * The ways to write a lent id that break an integer's type or range. Where one is accepted the valid request has only been
 * sent once more. A deletion is tried on an entity that may be used up: with what every reader must refuse, and with what is
 * doubtful where so many are lent that the other checks do not go short.
 */
export async function lentIdCases({ session }: CheckContext, subject: Subject): Promise<LentIdCases> {
  const { operation, parameter, requirement } = subject;
  const written = WRITTEN[requirement.constraint?.keyword ?? ''] ?? [];
  const none = { base: subject.base, violations: [] };
  if (written.length === 0 || parameter.in !== 'path') return none;
  const { unused } = subject.base;
  const base = unused === undefined ? subject.base : await ifAvailable(unused());
  const lent = base?.request.path[parameter.name];
  if (base === undefined || lent === undefined || !/^\d+$/.test(lent)) return none;
  const { entity: kind, effect } = operation;
  const many = kind !== undefined && lentFor(session, { kind, effect }).length >= PLENTY;
  const tried = effect !== 'destroy' ? ALL : many ? MANY_LENT : FEW_LENT;
  const made = textViolationsOf(parameter.schema);
  const violations = written.flatMap(([operator, write]): TextViolation[] => {
    // What is beyond the range of the format goes by several names, all of them certain.
    const isAlike = (one: TextViolation): boolean =>
      one.operator === operator ||
      (operator === 'above-format' && one.keyword === 'format' && one.certainty === 'definite');
    const alike = made.find((one) => isAlike(one) && one.pointer === '');
    if (alike === undefined || !tried.includes(alike.certainty)) return [];
    const value = write(lent);
    return [{ ...alike, operator: `lent-id-${operator}`, old: lent, new: value, value, texts: [value] }];
  });
  return { base, violations };
}
