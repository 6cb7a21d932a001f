/** Updates that ought to be refused, one for each kind of fault: what they leave behind is judged, not their status. */
import { type RequestCase, withBody, withJson, withParameter } from '../../generators/index.ts';
import { type Depth, dereference, isObject, jsonSchemaOf, type Operation, valueAt } from '../../spec/index.ts';
import type { Credential, TargetFacts } from '../../target/types.ts';
import { transplantFault } from '../checks/body-refusals.ts';
import { textViolationsOf, violationsOf } from '../checks/inputs.ts';
import type { CheckContext } from '../engine/index.ts';
import { pointerSet, unshown } from '../judges/index.ts';
import { absentReferences } from '../requests/references.ts';
import { below, belowNothing, nestedNames, parentWithoutIt } from '../requests/wrong-parents.ts';
import type { Observer } from '../subject/read.ts';
import { pointersOf } from './omissible.ts';

/** Where no faulty update is refused, nothing is seen of what a refused one leaves behind. */
export const NONE_REFUSED = unshown('other', { what: 'none', of: 'faulty-update', was: 'refused' });

export interface BadUpdate {
  readonly label: string;
  readonly request: RequestCase;
  readonly credential?: Credential;
  /** Where the fault is, in a body. */
  readonly pointer?: string;
  /** True where it sends nothing of the valid update. */
  readonly isForm?: true;
}

/** Tokens of a profile that count for nothing here, but may be known to some part of a server. */
const COUNTING_FOR_NOTHING = ['expired', 'forged', 'foreign'] as const;

/** Credentials with which nothing may be done: none, one that is no longer whole, and those that the profile names as such. */
export function badCredentials({ bearers }: Pick<TargetFacts, 'bearers'>): { label: string; credential: Credential }[] {
  return [
    { label: 'a credential that was tampered with', credential: 'tampered' },
    { label: 'no credential', credential: 'none' },
    ...COUNTING_FOR_NOTHING.filter((name) => bearers.includes(name)).map((credential) => ({
      label: `the ${credential} token`,
      credential,
    })),
  ];
}

/** Most violations of a schema that are sent; each costs a write and a read. */
const MOST_FAULTY: Readonly<Record<Depth, number>> = { quick: 4, standard: 12, deep: 60 };

/**
 * Variations of a valid update that break one thing each: form, credential, schema, parameters. `mayHit`: whether a member
 * (or `?parameter`) could be put back, should a careless target accept the bad value.
 */
export function badUpdates(
  { target, session, depth }: Pick<CheckContext, 'target' | 'session' | 'depth'>,
  valid: RequestCase,
  mayHit: (member: string) => boolean,
): BadUpdate[] {
  const { operation } = valid;
  const forms: BadUpdate[] =
    operation.body === undefined
      ? []
      : [
          {
            label: 'broken JSON',
            isForm: true,
            request: withBody(valid, { mediaType: 'application/json', raw: '{"a": ' }),
          },
          { label: 'no body', isForm: true, request: withBody(valid, undefined) },
          {
            label: 'a text instead of the body',
            isForm: true,
            request: withJson(valid, 'text'),
          },
        ];
  return [
    ...forms,
    ...badCredentials(target).map((bad) => ({ ...bad, request: valid })),
    ...absentReferences(session, operation, valid.body?.value)
      .filter(([pointer]) => mayHit(pointer.slice(1)))
      .map(([pointer, id]) => ({
        label: `${pointer} names nothing`,
        pointer,
        request: withJson(valid, pointerSet(valid.body?.value, pointer, id)),
      })),
    ...faultyValues(valid, depth, mayHit),
  ];
}

/**
 * Those that send the valid update, but for their fault: by turns one of what is written, the last member first (a server that reads one
 * after the other has read all the others by then), and one of who writes it.
 */
export function carriersOf(all: readonly BadUpdate[], valid: RequestCase): BadUpdate[] {
  const carriers = all.filter(({ isForm }) => isForm !== true);
  const written = lastMemberFirst(
    carriers.filter(({ credential }) => credential === undefined),
    valid,
  );
  return varied([...written, ...carriers.filter(({ credential }) => credential !== undefined)], ({ credential }) =>
    String(credential === undefined),
  );
}

/** Those whose fault stands in a later member before those in an earlier one. */
export function lastMemberFirst(faulty: readonly BadUpdate[], { body }: RequestCase): BadUpdate[] {
  const order = pointersOf(body?.value, []).filter((pointer) => !isObject(valueAt(body?.value, pointer)));
  return faulty.toSorted((a, b) => order.indexOf(b.pointer ?? '') - order.indexOf(a.pointer ?? ''));
}

/** A valid update of an entity below a parent that is not its own: one under which a read finds nothing, one that does not exist, zero. */
export async function misdirected(
  { send, session }: Pick<CheckContext, 'send' | 'session'>,
  valid: RequestCase,
  { reader, fixture }: Pick<Observer, 'reader' | 'fixture'>,
): Promise<BadUpdate[]> {
  const { operation } = valid;
  const names = nestedNames(operation);
  if (names === undefined || fixture.kind !== operation.entity) return [];
  const other = await parentWithoutIt((request) => send(request), session, reader, fixture);
  const neighbours = other === undefined ? [] : [below(operation, fixture, names[0], other)];
  return [...neighbours, ...belowNothing(session, operation, fixture)].map(({ label, path }) => ({
    label,
    request: { ...valid, path },
  }));
}

/** Those of them whose form and credential are good: a member or a parameter has a value that its schema excludes. */
export function faultyValues(valid: RequestCase, depth: Depth, mayHit: (member: string) => boolean): BadUpdate[] {
  return [
    ...bodyFaults(valid, MOST_FAULTY[depth], mayHit),
    ...parameterFaults(valid.operation, valid, MOST_FAULTY[depth], mayHit),
  ];
}

/** One violation of each keyword first, so that few say much. */
function bodyFaults(valid: RequestCase, most: number, mayHit: (member: string) => boolean): BadUpdate[] {
  const { body } = valid.operation;
  const schema = jsonSchemaOf(valid.operation);
  if (schema === undefined || body?.standing === 'silent') return [];
  const faults = violationsOf(dereference(schema)).filter(
    ({ certainty, pointer }) => certainty === 'definite' && (pointer === '' || mayHit(pointer.split('/')[1] ?? '')),
  );
  return varied(faults, ({ keyword }) => keyword)
    .slice(0, most)
    .map((fault) => ({
      label: `${fault.pointer === '' ? 'the body' : fault.pointer}: ${fault.operator}`,
      pointer: fault.pointer,
      request: withJson(valid, transplantFault(valid.body?.value, fault)),
    }));
}

function parameterFaults(
  operation: Operation,
  valid: RequestCase,
  most: number,
  mayHit: (member: string) => boolean,
): BadUpdate[] {
  const faults = operation.parameters
    .filter(({ in: place, name }) => place === 'query' && mayHit(`?${name}`))
    .flatMap(({ name, schema }) =>
      textViolationsOf(schema)
        .filter(({ certainty }) => certainty === 'definite')
        .map(({ operator, texts, keyword }) => ({ name, operator, texts, keyword })),
    );
  return varied(faults, ({ keyword }) => keyword)
    .slice(0, most)
    .map(({ name, operator, texts }) => ({
      label: `${name}: ${operator}`,
      request: withParameter(valid, name, texts),
    }));
}

/** The same items, the first of each kind before the second of any. */
function varied<T>(items: readonly T[], kindOf: (item: T) => string): T[] {
  const seen = new Map<string, number>();
  return items
    .map((item) => {
      const turn = seen.get(kindOf(item)) ?? 0;
      seen.set(kindOf(item), turn + 1);
      return { item, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ item }) => item);
}
