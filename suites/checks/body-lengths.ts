/** Texts of body members that are beyond a bound of their length, and what their refusal shows. */
import { type Boundary, serialize, type Violation, wireProof, withBody } from '../../generators/index.ts';
import { constraintsOf } from '../../spec/constraints.ts';
import { valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Judgement } from '../engine/check.ts';
import { unshown } from '../judges/judgement.ts';
import { pointerSet } from '../judges/pointer.ts';
import { type Subject, transplant } from './body-parts.ts';
import { boundariesOf } from './inputs.ts';
import { beyond, type Kinds, otherKinds, type Place, witnessOf } from './lengths.ts';
import { genericPointer } from './pointers.ts';

interface LengthFaults {
  /** Made from a text of the permitted length that was accepted. */
  readonly faults: readonly Violation[];
  /** What the refusal of any text beyond the bound shows, where none of the permitted length is accepted. */
  readonly unproven?: Judgement;
}

/** Further faults of the kind of `made`, the generated ones of one constraint; none unless that bounds a length. */
export async function lengthFaults(
  subject: Subject,
  schema: JsonSchema,
  made: readonly Violation[],
): Promise<LengthFaults> {
  const { context, assumed } = subject;
  const fault = made.find(({ certainty }) => certainty === 'definite');
  const keyword = fault?.keyword;
  // What is only assumed is observed, whatever comes of it.
  if (fault === undefined || assumed || (keyword !== 'minLength' && keyword !== 'maxLength')) return { faults: [] };
  const place = genericPointer(fault.pointer);
  const bound = constraintsOf(schema).find((one) => one.pointer === place && one.keyword === keyword)?.value;
  if (typeof bound !== 'number' || fault.pointer === '') return { faults: [] };
  const others = boundariesOf(schema)
    .filter((edge) => genericPointer(edge.pointer) === place)
    .map((edge) => valueAt(edge.value, edge.pointer))
    .filter((text) => typeof text === 'string');
  const { text, tried } = await witnessOf(context, placeOf(subject, fault), keyword, bound, others);
  if (text !== undefined) {
    const texts = [...beyond(text, keyword, bound)];
    return {
      faults: texts.map(([operator, long]) => ({
        ...fault,
        operator,
        old: text,
        new: long,
        value: pointerSet(fault.value, fault.pointer, long),
      })),
    };
  }
  const reason = `Refused, but so is every text of the permitted length that was tried (${bound} characters).`;
  return {
    faults: [],
    ...(tried === 0 ? {} : { unproven: unshown('control-refused', reason) }),
  };
}

/** What texts of other kinds say where a text at a bound of its length was refused. */
export async function atBound(subject: Subject, edge: Boundary): Promise<Kinds> {
  const text = valueAt(edge.value, edge.pointer);
  const { keyword } = edge;
  if (typeof text !== 'string' || (keyword !== 'minLength' && keyword !== 'maxLength')) return undefined;
  return otherKinds(subject.context, placeOf(subject, edge), text, keyword === 'maxLength');
}

/** The member in the accepted body; `made` is a value that has it. */
function placeOf(
  { operation, request }: Subject,
  { value, pointer }: { readonly value: unknown; readonly pointer: string },
): Place {
  const accepted = request.body?.value;
  const given = valueAt(accepted, pointer);
  return {
    request,
    given: typeof given === 'string' ? given : undefined,
    put: (text) => {
      const body = transplant(accepted, pointerSet(value, pointer, text), pointer);
      const changed = withBody(request, { mediaType: 'application/json', value: body });
      return wireProof(operation, serialize(changed, { arrayStyle: 'repeat' })).ok ? changed : undefined;
    },
  };
}
