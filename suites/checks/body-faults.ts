/** Faults of bodies that their schema alone does not give: texts beyond a bound that was seen to be kept, items beside good ones, and variants that do not exist (contract 4.9). */
import { type Boundary, serialize, type Violation, wireProof, withJson } from '../../generators/index.ts';
import type { FixtureKind, JsonSchema, Operation } from '../../spec/index.ts';
import { constraintsOf, discriminatorOf, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { complaints, isAccepted, pointerSet, pointerUnset, unshown } from '../judges/index.ts';
import { findFixture } from '../subject/search.ts';
import { REPEATED, type Subject, transplant } from './body-refusals.ts';
import { boundariesOf, genericPointer } from './inputs.ts';
import { beyond, type Kinds, otherKinds, type Place, witnessOf } from './lengths.ts';

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
  const unproven = unshown('control-refused', { what: 'none', of: 'text-of-this-length', was: 'accepted' });
  return { faults: [], ...(tried === 0 ? {} : { unproven }) };
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
      const changed = withJson(request, body);
      return wireProof(operation, serialize(changed, { arrayStyle: 'repeat' })).ok ? changed : undefined;
    },
  };
}

interface ListFaults {
  readonly faults: readonly Violation[];
  /** What a refusal shows, where the same list without the fault is refused too. */
  readonly unproven?: Judgement;
}

/** The faults of one constraint of a list; as they are for any other body. */
export async function listFaults(
  subject: Subject,
  schema: JsonSchema,
  made: readonly Violation[],
): Promise<ListFaults> {
  const { operation, request } = subject;
  const accepted = request.body?.value;
  const faults = made.map((fault) => asDefinite(operation, fault));
  if (!Array.isArray(accepted) || typeof accepted[0] !== 'number') return { faults };
  const good = accepted[0];
  const other = await companion(subject, schema, accepted);
  const several = other === undefined ? undefined : await takesBoth(subject, good, other);
  if (several === false) {
    const unproven = unshown('control-refused', { what: 'none', of: 'list-of-two', was: 'accepted' });
    return { faults: faults.map((fault) => alone(fault, good)), ...(needsTwo(made) ? { unproven } : {}) };
  }
  return { faults: faults.flatMap((fault) => [alone(fault, good), ...beside(fault, good, other)]) };
}

/**
 * A wrong item of a list in a member of the body once more, behind a good one, and behind as many as are known: who looks at the first
 * alone, or at two of them, takes it. Of what lies deeper, the item is told already.
 */
export function besideGoodItem(edges: readonly Boundary[], fault: Violation): Violation[] {
  const list = fault.pointer.match(/^(.+)\/0$/)?.[1];
  const own = edges.filter(({ keyword, pointer }) => keyword === 'items' && pointer === list);
  if (list === undefined || !isSure(fault)) return [];
  const lists = own.map(({ value }) => valueAt(value, list) as readonly unknown[]);
  const [edge] = own;
  const [[first] = []] = lists;
  if (edge === undefined || first === undefined) return [];
  const most = lists.reduce((one, other) => (other.length > one.length ? other : one));
  return [[first], ...(most.length > 1 ? [most] : [])].map((good) => ({
    ...fault,
    pointer: `${list}/${good.length}`,
    value: pointerSet(edge.value, list, [...good, fault.new]),
  }));
}

/** Null may stand for a member that is left out; as an item of a list it stands for nothing. */
function isSure({ certainty, operator }: Violation): boolean {
  return certainty === 'definite' || operator === 'null-where-not-nullable';
}

/**
 * Where the contract itself gives the type, one value is no list of it, and null is no list. In a dialect's schemas both are debatable.
 * What lenient mappers turn into the type stays doubtful: that they are asked not to, the contract does not say.
 */
function asDefinite({ body }: Operation, fault: Violation): Violation {
  const isSettled = body?.standing === 'contract' && fault.keyword === 'type' && fault.certainty === 'debatable';
  return isSettled ? { ...fault, certainty: 'definite' } : fault;
}

/** Items may not repeat: that takes two of them. */
function needsTwo(made: readonly Violation[]): boolean {
  return made.some(({ keyword }) => keyword === 'uniqueItems');
}

/** Another item that the list may have: of the accepted request, or another fixture of the kind and the level. */
async function companion(
  { context }: Subject,
  schema: JsonSchema,
  accepted: readonly unknown[],
): Promise<number | undefined> {
  if (typeof accepted[1] === 'number') return accepted[1];
  const items = typeof schema === 'object' ? (schema['items'] as JsonSchema | undefined) : undefined;
  const kind = typeof items === 'object' ? (items['x-reference'] as FixtureKind | undefined) : undefined;
  const { session } = context;
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  const level = fixtures.find(({ ids }) => ids['id'] === accepted[0])?.traits['level'];
  const fits = ({ ids, traits }: (typeof fixtures)[number]): boolean =>
    ids['id'] !== accepted[0] && traits['level'] === level;
  const found = kind === undefined ? undefined : await findFixture(session, { kind, effect: 'observe' }, [fits]);
  const id = found?.ids['id'];
  return typeof id === 'number' ? id : undefined;
}

/** The positive control of a list of two. */
async function takesBoth({ context, operation, request }: Subject, good: number, other: number): Promise<boolean> {
  const both = withJson(request, [good, other]);
  if (!wireProof(operation, serialize(both, { arrayStyle: 'repeat' })).ok) return false;
  return isAccepted(await context.send(both));
}

/** The fault with an item that names something: an invented one might be refused for naming nothing. */
function alone(fault: Violation, good: number): Violation {
  if (fault.operator === 'single-for-list') return { ...fault, new: good, value: good };
  if (fault.pointer !== '/0') return fault;
  const item = wrongItem(fault, good);
  return { ...fault, old: good, new: item, value: [item] };
}

/** The faulty item as the second and as the first of two; an item that is repeated also with another one in between. */
function beside(fault: Violation, good: number, other: number | undefined): Violation[] {
  if (other !== undefined && fault.keyword === 'uniqueItems' && fault.pointer === '') {
    return Object.entries(REPEATED).map(([operator, repeat]) => {
      const value = repeat(good, other);
      return { ...fault, operator, old: [good, other], new: value, value };
    });
  }
  if (fault.pointer !== '/0' || other === undefined) return [];
  const item = wrongItem(fault, other);
  return [
    { ...fault, pointer: '/1', old: other, new: item, value: [good, item] },
    { ...fault, old: other, new: item, value: [item, good] },
  ];
}

/** What a lenient reader would take for the id. */
function wrongItem({ operator, new: made }: Violation, id: number): unknown {
  if (operator === 'coercible-type') return String(id);
  if (operator === 'fraction') return id + 0.5;
  return operator === 'int32-wrap' ? id + 2 ** 32 : made;
}

/** The accepted body with a name that no variant has, and with none: nothing else can be why it is refused. */
export function strangeVariants(schema: JsonSchema, accepted: unknown): Violation[] {
  const discriminator = discriminatorOf(schema);
  if (
    discriminator === undefined ||
    typeof accepted !== 'object' ||
    accepted === null ||
    complaints(schema, accepted).length > 0
  )
    return [];
  const { pointer } = discriminator;
  const named = valueAt(accepted, pointer);
  const names = typeof named === 'string' ? [`${named}_OTHER`, 'no-such-variant'] : [];
  const made: [operator: string, value: unknown][] = [
    ...names.map((name): [string, unknown] => ['unknown-variant', pointerSet(accepted, pointer, name)]),
    ['unnamed-variant', pointerUnset(accepted, pointer)],
  ];
  return made
    .filter(([, value]) => complaints(schema, value).length > 0)
    .map(([operator, value]) => ({
      operator,
      keyword: 'oneOf',
      pointer: '',
      schemaPointer: '',
      old: accepted,
      new: value,
      value,
      certainty: 'definite',
    }));
}
