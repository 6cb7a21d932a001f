/** Whether what one entity refuses is refused by all: of each type, and whatever else is given (contract 4.7, 4.9). */
import { countryCodes, type RequestCase, withParameter } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/index.ts';
import { type CheckContext, toWire } from '../engine/index.ts';
import { type Excuse, isAccepted } from '../judges/index.ts';
import { areAllListed, ENOUGH_OTHERS } from '../requests/all-types.ts';
import { FEW, kindsOf } from './lengths.ts';
import type { Subject } from './parameter-cases.ts';

/** True where every type that may take the value was asked: a type itself is for its own alone (silence endpoint.type-change). */
export async function wereAllAsked(
  context: CheckContext,
  subject: Subject,
  { texts: [text = ''], excuse, twins }: { texts: readonly string[]; excuse: Excuse; twins: readonly RequestCase[] },
): Promise<boolean> {
  if (typeof excuse !== 'object' || excuse.silence !== 'endpoint.type-change')
    return areOfAllTypes(context, subject, twins);
  return twins.length >= ENOUGH_OTHERS && (await subject.base.types()).asked.has(text);
}

/** True where an entity of each type that the contract lists took the request, and an EV one where it names that alone (4.7). */
export async function areOfAllTypes(
  { contract }: CheckContext,
  { operation, parameter, base }: Subject,
  twins: readonly RequestCase[],
): Promise<boolean> {
  const { served } = await base.types();
  const isForLevel = parameter.silences.includes(LEVELS);
  const isEnough = twins.length >= ENOUGH_OTHERS && (!isForLevel || [...served].some((one) => /^EV/i.test(one)));
  return areAllListed(contract, operation.entity, served) ?? isEnough;
}

/** The silence by which a parameter may be for entities of another level. */
export const LEVELS = 'validation.level-only-parameters';

/** Other values that are tried to see whether the parameter as such is refused. */
const MOST_MEMBERS = 3;

export async function takesAnother(
  context: CheckContext,
  subject: Subject,
  [text]: readonly string[],
): Promise<boolean> {
  const { parameter, base } = subject;
  const members = membersOf(parameter.schema);
  // A few letters or digits have no form of which anybody says something.
  const plain = parameter.silences.every((one) => one === LEVELS) ? kindsOf(base.request, FEW) : [];
  // What the request has elsewhere of the same set is tried first: the two may be thought to be one.
  const alike = base.request.query.map(([, value]) => value).filter((value) => members.includes(value));
  const others = [...new Set([...alike, ...(members.length > 0 ? members : plain)])].filter(
    (member) => member !== text,
  );
  for (const member of others.slice(0, MOST_MEMBERS)) {
    const request = withParameter(base.request, parameter.name, [member]);
    if (isAccepted(await context.send(request))) return true;
  }
  return false;
}

/** True where some two members of a list's enumeration, or all of them, are taken together by an entity of some type. */
export async function takesSeveral(
  context: CheckContext,
  { parameter: { name, schema }, base }: Subject,
  twins: readonly RequestCase[],
): Promise<boolean> {
  const items = typeof schema === 'object' ? schema['items'] : undefined;
  const members = items === undefined ? [] : membersOf(items as JsonSchema);
  if (members.length < 2) return true;
  const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one, other]));
  for (const texts of [...pairs, members]) {
    for (const request of [base.request, ...twins]) {
      const wire = toWire(withParameter(request, name, texts), { session: context.session });
      if (isAccepted(await context.send(wire))) return true;
    }
  }
  return false;
}

/** The values of a set that the schema lists or names. */
function membersOf(schema: JsonSchema): readonly string[] {
  if (typeof schema === 'boolean') return [];
  if (schema['x-semantic'] === 'iso-3166-1-alpha-2') return countryCodes;
  return Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
}
