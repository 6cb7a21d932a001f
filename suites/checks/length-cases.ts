/** Texts of a parameter that are beyond a bound of its length, and what their refusal shows. */
import type { TextViolation } from '../../generators/index.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { observed, unshown } from '../judges/judgement.ts';
import { excuseFor } from '../requests/excuses.ts';
import { textBoundariesOf } from './inputs.ts';
import { beyond, lengthBound, witnessOf } from './lengths.ts';
import { placeOf, type Subject } from './parameter-cases.ts';

interface LengthCases {
  /** Made from a text of the permitted length that was accepted. */
  readonly violations: readonly TextViolation[];
  /** What the refusal of any text beyond the bound shows, where none of the permitted length is accepted. */
  readonly unproven?: Judgement;
}

/** The cases of a requirement about a length; undefined for any other, and where no text of the permitted length can be sent. */
export async function lengthCases(context: CheckContext, subject: Subject): Promise<LengthCases | undefined> {
  const { operation, parameter, requirement, base } = subject;
  const keyword = requirement.constraint?.keyword;
  const bound = lengthBound(parameter.schema, keyword);
  const sendable = parameter.in !== 'path' && base.renew === undefined && requirement.constraint?.pointer === '';
  if (bound === undefined || !sendable || (keyword !== 'minLength' && keyword !== 'maxLength')) return undefined;
  const others = textBoundariesOf(parameter.schema).map(({ text }) => text);
  const { text, tried } = await witnessOf(context, placeOf(context, subject), keyword, bound, others);
  if (text !== undefined) return { violations: violationsFrom(text, keyword, bound) };
  if (tried === 0) return undefined;
  const reason = `Refused, but so is every text of the permitted length that was tried (${bound} characters)`;
  const excuse = excuseFor(context, operation, parameter, 'a');
  return {
    violations: [],
    unproven: excuse === undefined ? unshown('control-refused', `${reason}.`) : observed(`${reason}; ${excuse}.`),
  };
}

function violationsFrom(old: string, keyword: 'minLength' | 'maxLength', bound: number): TextViolation[] {
  return [...beyond(old, keyword, bound)].map(([operator, text]) => ({
    operator,
    keyword,
    pointer: '',
    schemaPointer: `/${keyword}`,
    old,
    new: text,
    value: text,
    texts: [text],
    certainty: 'definite',
  }));
}
