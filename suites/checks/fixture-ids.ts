/** Texts that a careless reader takes for the id of something real, and finds it (contract 2.1, 7.1). */
import type { Certainty, TextViolation } from '../../generators/index.ts';
import type { CheckContext } from '../engine/check.ts';
import { PLENTY } from '../engine/session.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import type { Base } from '../requests/base.ts';
import { fixturesFor } from '../subject/search.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

/** The violations that only a fixture's id shows, and the request in which it stands. */
export interface FixtureIdCases {
  readonly base: Base;
  readonly violations: readonly TextViolation[];
}

/** How a fixture's id is written otherwise, by the keyword that this breaks, in the certainty of the operator that it is named after. */
const WRITTEN: Readonly<Record<string, readonly (readonly [operator: string, write: (id: string) => string])[]>> = {
  type: [
    ['trailing-letters', (id) => `${id}abc`],
    // However it is rounded it is the fixture's id, and whoever reads the digits alone finds nothing.
    ['fraction', (id) => `${id}.25`.padEnd(LONG, '0')],
    // The doubtful ones last: where one is taken, a deletion has used up an entity.
    ['exponent', (id) => `${id}e0`],
    ['hexadecimal', (id) => `0x${BigInt(id).toString(16)}`],
  ],
  format: [['above-format', (id) => String(2n ** 32n + BigInt(id))]],
  minimum: [['below-minimum', (id) => `-${id}`]],
};

/** How certain it must be that a notation is refused, for it to be tried on what may be used up. */
const WHERE_FEW: readonly Certainty[] = ['definite'];
const WHERE_MANY: readonly Certainty[] = [...WHERE_FEW, 'doubtful'];
const ALL: readonly Certainty[] = [...WHERE_MANY, 'debatable'];

/** More digits than any id has. */
const LONG = 13;

/**
 * The ways to write a fixture's id that break an integer's type or range. Where one is accepted the valid request has only been
 * sent once more. A deletion is tried on an entity that may be used up: with what every reader must refuse, and with what is
 * doubtful where there are so many fixtures that the other checks do not go short.
 */
export async function fixtureIdCases({ session }: CheckContext, subject: Subject): Promise<FixtureIdCases> {
  const { operation, parameter, requirement } = subject;
  const written = WRITTEN[requirement.constraint?.keyword ?? ''] ?? [];
  const none = { base: subject.base, violations: [] };
  if (written.length === 0 || parameter.in !== 'path') return none;
  const { unused } = subject.base;
  const base = unused === undefined ? subject.base : await ifAvailable(unused());
  const id = base?.request.path[parameter.name];
  if (base === undefined || id === undefined || !/^\d+$/.test(id)) return none;
  const { entity: kind, effect } = operation;
  const many = kind !== undefined && fixturesFor(session, { kind, effect }).length >= PLENTY;
  const tried = effect !== 'destroy' ? ALL : many ? WHERE_MANY : WHERE_FEW;
  const made = textViolationsOf(parameter.schema);
  const violations = written.flatMap(([operator, write]): TextViolation[] => {
    // What is beyond the range of the format goes by several names, all of them certain.
    const isAlike = (one: TextViolation): boolean =>
      one.operator === operator ||
      (operator === 'above-format' && one.keyword === 'format' && one.certainty === 'definite');
    const alike = made.find((one) => isAlike(one) && one.pointer === '');
    if (alike === undefined || !tried.includes(alike.certainty)) return [];
    const value = write(id);
    return [{ ...alike, operator: `fixture-id-${operator}`, old: id, new: value, value, texts: [value] }];
  });
  return { base, violations };
}
