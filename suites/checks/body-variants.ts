/** The members of a body that is one of several variants (contract 4.9): each is broken in the variants that have it. */
import { type Boundary, withJson } from '../../generators/index.ts';
import { type JsonSchema, type Requirement, valueAt, variantsOf } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { beside, type CheckContext } from '../engine/index.ts';
import { complaints, isAccepted, unshown } from '../judges/index.ts';
import { onOtherTypes } from '../requests/base.ts';
import { accept } from './body-acceptance.ts';
import { besideGoodItem, lengthFaults, listFaults } from './body-faults.ts';
import { bodySchemaOf, refuse, type Subject } from './body-refusals.ts';
import { boundariesOf, genericPointer, violationsOf } from './inputs.ts';
import { IMPLIED } from './parameters.ts';
import { type Judged, recordAccepted } from './taken.ts';

/** A body that was accepted, and the one variant that it is. */
interface Form {
  readonly variant: JsonSchema;
  readonly subject: Subject;
  /** The entity may be used up, so what is written may stay. */
  readonly disposable: boolean;
}

/** Violations that must be refused, of a member that could not be taken out again. */
const MOST_SURE = 4;

/** What became of a requirement so far. */
type Progress = 'failed' | 'broken' | 'without input';

/** True for what is promised of a member that only the variants of the body speak of. */
export function isOfVariants(schema: JsonSchema, { constraint }: Requirement): boolean {
  return constraint !== undefined && constraint.pointer !== '' && variantsOf(schema).length > 0;
}

/**
 * Breaks each member of the variants in bodies that were accepted: of the entity in hand, of fixtures of other types,
 * and, where an entity may change its form, of the variants that none of them is.
 */
export async function judgeVariantMembers(
  first: Subject,
  fixture: Fixture | undefined,
  requirements: readonly Requirement[],
): Promise<void> {
  const { context } = first;
  const asked = requirements.filter(({ id }) => context.wants(id));
  if (asked.length === 0) return;
  const variants = variantsOf(bodySchemaOf(first.operation));
  const all = await formsOf(first, fixture, variants);
  const forms = all.filter(({ variant }, at) => all.findIndex((other) => other.variant === variant) === at);
  const [taken, wanted] = [true, false].map((is) => asked.filter((one) => isAcceptance(one) === is)) as [
    Requirement[],
    Requirement[],
  ];
  const untaken = new Set(taken);
  const take = async (some: readonly Form[]): Promise<void> => {
    for (const requirement of untaken) if (await takeEdges(context, some, requirement)) untaken.delete(requirement);
  };
  await take(forms);
  const progress = await judgeBeside(context, forms, wanted);
  const judge = async (form: Form, some = wanted): Promise<void> => {
    for (const requirement of some) {
      const now = await breakMember(form, requirement, progress.get(requirement.id));
      if (now !== undefined) progress.set(requirement.id, now);
    }
  };
  // What could not be broken in all ways where it was to be is tried in the others.
  const left = wanted.filter(({ id }) => !progress.has(id));
  for (const form of forms) await judge(form, left);
  for (const variant of variants.filter((one) => forms.every((form) => form.variant !== one))) {
    // What another variant sets may stay for good, so only an entity that may be used up is changed so.
    const mayChange = !first.assumed && fixture?.allow === 'destroy';
    const form = mayChange ? await changedInto(first, variant, variants) : undefined;
    if (form === undefined) continue;
    await judge(form);
    await take([form]);
  }
  for (const { id } of untaken) context.record(id, NO_VARIANT, { label: 'positive control' });
  for (const { id } of wanted) {
    const known = progress.get(id);
    if (known === 'without input') context.record(id, IMPLIED, { label: 'no input' });
    if (known !== undefined) continue;
    context.record(id, NO_VARIANT, { label: 'positive control' });
  }
}

function isAcceptance({ constraint }: Requirement): boolean {
  return constraint?.direction === 'accepts';
}

/** Writes what stands at the edges of a member, in the first accepted body of a form that has it and from which it can be taken back; false where none has it. */
async function takeEdges(context: CheckContext, forms: readonly Form[], requirement: Requirement): Promise<boolean> {
  const { constraint, id } = requirement;
  if (constraint === undefined) return true;
  const edgesOf = ({ variant, subject, disposable }: Form): Boundary[] =>
    disposable || isPresent(subject, constraint.pointer)
      ? boundariesOf(variant).filter(
          ({ keyword, pointer }) => keyword === constraint.keyword && genericPointer(pointer) === constraint.pointer,
        )
      : [];
  const form = forms.find((one) => edgesOf(one).length > 0);
  if (form === undefined) return false;
  const cases: Judged[] = [];
  for (const edge of edgesOf(form)) {
    const judged = await accept(form.subject, requirement, edge, form.variant);
    if (judged === undefined) context.unsent(id);
    else cases.push(judged);
  }
  recordAccepted(context, id, cases);
  return true;
}

/** True for a member that the accepted body gives a value: another one can be written over it, and this one again. */
function isPresent({ request }: Subject, pointer: string): boolean {
  const present: unknown = valueAt(request.body?.value, `/${pointer.split('/')[1]}`);
  return present !== undefined && present !== null;
}

const NO_VARIANT = unshown('no-fixture', {
  what: 'none',
  of: 'variant-with-this-member',
  was: 'accepted',
  but: 'add-variants',
});

/** Each form is that of an entity of its own, so that they need not wait for each other: the first that has a member is broken in all ways. */
async function judgeBeside(
  context: CheckContext,
  forms: readonly Form[],
  wanted: readonly Requirement[],
): Promise<Map<string, Progress>> {
  const isFirst = (form: Form, requirement: Requirement): boolean =>
    forms.find(({ variant }) => violationsIn(variant, requirement).length > 0) === form;
  const reached = new Map<string, Progress>();
  await beside(
    context,
    forms.map((form) => async (own) => {
      const subject = { ...form.subject, context: own };
      for (const requirement of wanted) {
        const leads = isFirst(form, requirement);
        const now = await breakMember({ ...form, subject }, requirement, leads ? undefined : 'broken');
        if (now === 'failed' || (leads && now !== undefined && !reached.has(requirement.id)))
          reached.set(requirement.id, now);
      }
    }),
  );
  return reached;
}

/** The accepted bodies of the entity in hand and of fixtures of other types. Of what is only assumed one is enough. */
async function formsOf(first: Subject, fixture: Fixture | undefined, variants: readonly JsonSchema[]): Promise<Form[]> {
  const { context, operation, assumed } = first;
  const others = assumed ? [] : await onOtherTypes(context.session, operation, fixture);
  const tried = others.filter(({ accepted }) => accepted);
  return [{ request: first.request, fixture }, ...tried].flatMap(({ request, fixture: own }): Form[] => {
    const variant = variantOf(variants, request.body?.value);
    const disposable = own?.allow === 'destroy';
    return variant === undefined ? [] : [{ variant, subject: { ...first, request }, disposable }];
  });
}

/** The entity in hand with a body of another variant, if it takes one: whether it must is not shown. */
async function changedInto(
  first: Subject,
  variant: JsonSchema,
  variants: readonly JsonSchema[],
): Promise<Form | undefined> {
  const { context, operation, request } = first;
  const edge = boundariesOf(bodySchemaOf(operation)).find(
    ({ keyword, pointer, value }) => keyword === 'oneOf' && pointer === '' && variantOf(variants, value) === variant,
  );
  if (edge === undefined) return undefined;
  const changed = withJson(request, edge.value);
  const exchange = await context.send(changed);
  return isAccepted(exchange) ? { variant, subject: { ...first, request: changed }, disposable: true } : undefined;
}

/** The variant that a body is; undefined when it is none or several. */
function variantOf(variants: readonly JsonSchema[], body: unknown): JsonSchema | undefined {
  const own = variants.filter((variant) => complaints(variant, body).length === 0);
  return own.length === 1 ? own[0] : undefined;
}

/** Breaks one keyword in one form: in all ways the first time, in one way in further variants. Gives what has become of it by then. */
async function breakMember(
  { subject, variant, disposable }: Form,
  requirement: Requirement,
  known: Progress | undefined,
): Promise<Progress | undefined> {
  const { constraint } = requirement;
  if (constraint === undefined || known === 'failed' || !hasMember(variant, constraint.pointer)) return known;
  const own = violationsIn(variant, requirement);
  if (own.length === 0) return known ?? 'without input';
  const definite = own.filter(({ certainty }) => certainty === 'definite').slice(0, known === 'broken' ? 1 : MOST_SURE);
  // What was not there cannot be taken out again: there only what must be refused is sent.
  const some = known === 'broken' || !(disposable || isPresent(subject, constraint.pointer));
  const lengths = some ? { faults: [] } : await lengthFaults(subject, variant, own);
  const lists = some ? { faults: definite } : await listFaults(subject, variant, own);
  const beside = some ? [] : own.flatMap((fault) => besideGoodItem(boundariesOf(variant), fault));
  for (const fault of [...lengths.faults, ...lists.faults, ...beside])
    if ((await refuse(subject, requirement, fault, lengths.unproven)) === 'fail') return 'failed';
  return lengths.faults.length + lists.faults.length > 0 ? 'broken' : known;
}

function violationsIn(variant: JsonSchema, { constraint }: Requirement): ReturnType<typeof violationsOf> {
  if (constraint === undefined || !hasMember(variant, constraint.pointer)) return [];
  return violationsOf(variant).filter(
    ({ keyword, pointer }) => keyword === constraint.keyword && genericPointer(pointer) === constraint.pointer,
  );
}

function hasMember(variant: JsonSchema, pointer: string): boolean {
  const top = pointer.split('/')[1] ?? '';
  return typeof variant === 'object' && Object.hasOwn((variant['properties'] ?? {}) as object, top);
}
