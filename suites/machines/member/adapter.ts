/** Tables whose state is a member of the entity, written by its update: administrator types (contract 3.2, 4.5). */
import type { RequestCase } from '../../../generators/index.ts';
import type { Contract, FixtureKind, Operation, StateMachine } from '../../../spec/index.ts';
import { claimed, listed, pointerOf, valueAt } from '../../../spec/index.ts';
import type { Fixture } from '../../../target/types.ts';
import { type CheckContext, type Judgement, type Session, toWire, unavailable } from '../../engine/index.ts';
import { isEmpty, pointerSet, unshown, warn } from '../../judges/index.ts';
import { compose, pathOf } from '../../requests/compose.ts';
import { shownFirst } from '../../subject/read.ts';
import { putBack } from '../../subject/restore.ts';
import { writeBack } from '../../subject/returned.ts';
import { companionsOf, type Place, placeOf } from '../../subject/state-member.ts';
import { inHand } from '../../subject/subject.ts';
import { type Adapter, type Ask, type Facts, type History, statusOf, type Trust } from '../model.ts';
import { judgeKept, type MemberStep, OtherMembers, recordMembers, type Shown, type Touched } from './others.ts';

export interface MemberAsk extends Ask {
  /** What the update carries beside the state: nothing, all that the entity shows, or other values for its texts. */
  readonly beside: 'nothing' | 'all' | 'touched';
  /** Its companions where they are not those of the dialect: only what the entity has not, or texts of its own, which others need not have. */
  readonly companions?: 'missing' | 'own';
  readonly touched?: Touched;
}

/** What a step did to the other members. */
export interface MemberTold {
  /** Places of texts that an accepted step did not mention and that are not what they were. */
  readonly lost?: readonly string[];
  /** What was written with an accepted step, and what shows. */
  readonly written?: readonly Shown[];
}

const ASIDE: MemberAsk = { to: undefined, label: 'and an update without it', beside: 'touched' };

type MemberAdapter = Adapter<MemberAsk, MemberTold>;
type MemberFacts = Facts<MemberAsk, MemberTold>;

type Members = Readonly<Record<string, unknown>>;

/** What a table and its dialect say of how it is walked. */
export interface MemberKnowledge {
  readonly machine: StateMachine;
  readonly update: Operation;
  readonly reader: Operation;
  readonly kind: FixtureKind;
  readonly write: Place;
  readonly read: Place | undefined;
  /** Members that a body needs besides, by wanted state. */
  readonly companions: Readonly<Record<string, Members>>;
  /** `assumed` when a refusal can be due to a missing companion. */
  readonly companionsTrust: Trust;
}

/** Gathers what the contract and its dialect say. @throws Unavailable when nobody says where the state is written. */
export function memberKnowledge(contract: Contract, machine: StateMachine): MemberKnowledge {
  const written = machine.written ?? '';
  const write = placeOf(contract, written);
  if (write === undefined) throw unavailable({ what: 'answer', silence: written });
  const update = contract.operation(machine.transitions[0]?.operation ?? '');
  if (update.entity === undefined) throw new Error(`The update of ${machine.id} is about no entity.`);
  const companions = machine.companions === undefined ? undefined : contract.answer(machine.companions);
  return {
    machine,
    update,
    reader: contract.operation(machine.reader),
    kind: update.entity,
    write,
    read: placeOf(contract, machine.shown),
    companions: companionsOf(contract, machine),
    companionsTrust: machine.companions === undefined ? 'contract' : (companions?.standing ?? 'assumed'),
  };
}

/** From so many other states a state is reached by what a step carries, for that to be all that it must carry. */
const ENOUGH_WAYS = 2;

/**
 * Why a refused listed step breaks nothing: what it must carry is only assumed. Where the same was enough to get there from elsewhere,
 * that was the right thing to carry, and only from one other state there may be something more to it.
 */
export function memberExcuse(
  { machine, write, companionsTrust }: MemberKnowledge,
  { writable, outcomes }: Pick<MemberFacts, 'writable' | 'outcomes'>,
  step: MemberStep,
): Judgement | undefined {
  if (write.trust !== 'assumed' && companionsTrust !== 'assumed') return undefined;
  const { to } = step.ask;
  const ways = machine.states.filter((from) => from !== step.from && from !== to && outcomes.get(`${from}>${to}`));
  if (writable && ways.length >= ENOUGH_WAYS) return undefined;
  if (writable && ways.length > 0) {
    const expected = `${machine.trait} ${step.from} → ${to} is accepted, as ${ways.join(', ')} → ${to} is`;
    return warn(expected, `refused with status ${statusOf(step)}`);
  }
  const answer = [machine.written, machine.companions].filter((one) => one !== undefined);
  return unshown('dialect-silent', { what: 'answered', status: statusOf(step), but: 'content-assumed', answer });
}

/** The members that an update needs besides, in a form that an entity may be given. */
function companionsIn(
  form: MemberAsk['companions'],
  members: Members,
  { value, fixture }: { readonly value: unknown; readonly fixture: Fixture },
): Members {
  if (form === undefined) return members;
  if (form === 'missing')
    return Object.fromEntries(Object.entries(members).filter(([name]) => isEmpty(valueAt(value, pointerOf(name)))));
  const mark = Object.values(fixture.ids).at(-1) ?? '';
  return Object.fromEntries(
    Object.entries(members).map(([name, told]) => [name, typeof told === 'string' ? `${told}${mark}` : told]),
  );
}

/** What any entity of the profile shows in a state, others can have in it. */
function noteAll(
  { session }: CheckContext,
  { machine, reader, kind, read }: MemberKnowledge,
  others: OtherMembers,
): void {
  for (const one of session.target.fixtures()) {
    if (one.kind !== kind || one.traits['template'] === true) continue;
    const value = shownFirst(session, reader, one);
    const state = read?.trust === 'claimed' ? valueAt(value, read.pointer) : one.traits[machine.trait];
    if (typeof state === 'string') others.note(state, value);
  }
}

/** @see Adapter */
export async function memberAdapter(context: CheckContext, machine: StateMachine): Promise<MemberAdapter> {
  const { contract } = context;
  const knowledge = memberKnowledge(contract, machine);
  const { update, reader, kind, write, read, companions } = knowledge;
  const extra = Object.values(companions).flatMap((members) => Object.keys(members).map((name) => `/${name}`));
  const others = new OtherMembers(contract, update, new Set([write.pointer, ...extra]));
  noteAll(context, knowledge, others);
  /** Requests that were seen to be accepted, by state. */
  const known = new Map<string, MemberAsk['beside']>();
  const forms = new Map<string, MemberAsk['companions']>();
  const shown = (value: unknown): unknown => (read === undefined ? undefined : valueAt(value, read.pointer));
  const leavesTraces = (to: string): boolean => Object.keys(companions[to] ?? {}).length > 0;
  const plain = (to: string): MemberAsk => ({ to, label: `→ ${to}`, beside: known.get(to) ?? 'nothing' });
  const arrived = ({ touched }: MemberAsk, value: unknown): boolean =>
    touched?.written.some((one) => valueAt(value, one.read) === one.value) === true;
  /** All but the state, as it was at first. */
  const asItWas = (session: Session, { fixture, origin }: Pick<History, 'fixture' | 'origin'>): RequestCase =>
    writeBack(inHand(session, update, fixture), origin.value, { omit: [write.pointer] });
  const bodyOf = (
    session: Session,
    fixture: Parameters<MemberAdapter['request']>[1],
    ask: MemberAsk,
    value: unknown,
  ) => {
    const rest =
      ask.beside === 'all' ? writeBack(inHand(session, update, fixture), value).body?.value : ask.touched?.body;
    if (ask.to === undefined) return rest;
    const form = ask.companions ?? forms.get(ask.to);
    return pointerSet(
      { ...(rest as object), ...companionsIn(form, companions[ask.to] ?? {}, { value, fixture }) },
      write.pointer,
      ask.to,
    );
  };
  return {
    machine,
    kind,
    reader,
    reading: read?.trust,
    asking: write.trust,
    shown,
    needs: (fixtures) => {
      const states = machine.states.filter((state) => fixtures.some(({ traits }) => traits[machine.trait] === state));
      const need = { kind, effect: 'modify' } as const;
      // One in any state is enough, as all can be reached.
      if (states.length === 0)
        return [{ ...need, where: ({ traits }) => traits['template'] !== true, as: 'that is no template' }];
      return states.map((state) => ({ ...need, traits: { [machine.trait]: state } }));
    },
    beside: others.places.map(({ read: place }) => place),
    note: (home, value) => others.note(home, value),
    leavesTraces,
    plain,
    variants: (_from, to) => [{ to, label: `→ ${to}, with other members`, beside: 'touched', laden: true }],
    asides: () => [ASIDE],
    control: () => ASIDE,
    walks: () => machine.states.map(plain),
    complete: (ask, value) => {
      if (ask.beside !== 'touched') return ask;
      const touched = others.touched(value);
      return touched === undefined ? undefined : { ...ask, touched };
    },
    // 4.5 says that unchanged members may be left out; a server that wants them still may know the table.
    fuller: (ask) => {
      const whole: MemberAsk[] =
        ask.beside === 'nothing' && !known.has(ask.to ?? '') ? [{ ...ask, beside: 'all' }] : [];
      if (ask.to === undefined || !leavesTraces(ask.to)) return whole;
      // What is told for all of a type may be taken by one of them, and be refused to the next.
      return [...whole, { ...ask, companions: 'missing' }, { ...ask, companions: 'own' }];
    },
    learn: ({ to, beside, companions: form }) => {
      if (to === undefined) return;
      if (beside !== 'touched' && !known.has(to)) known.set(to, beside);
      if (form !== undefined) forms.set(to, form);
    },
    request: (session, fixture, ask, value) => {
      const body = { mediaType: 'application/json', value: bodyOf(session, fixture, ask, value) };
      return toWire(compose(update, { path: pathOf(update, fixture), body, label: ask.label }), { session });
    },
    isDone: (ask, value) => {
      if (ask.touched === undefined) return true;
      if (ask.to === undefined) return arrived(ask, value);
      return others.shownIn(ask.to, ask.touched, value).every((one) => one.value === one.shown);
    },
    hasArrived: arrived,
    tell: ({ to, touched }, value, { from, before, ok }) => {
      const seen = shown(value);
      // Who writes the state that is there already changes nothing else either.
      const isMeant = to !== undefined && (to === from || listed(machine, from, to));
      const landed = ok && isMeant && (seen === undefined || seen === to);
      if (!landed || value === undefined) return {};
      if (touched !== undefined) return { written: others.shownIn(to, touched, value) };
      const { movements } = context.session.chronicle;
      const lost = others.lost(to, before.value, value, (place) => movements.isMoving(reader, place));
      return lost === undefined ? {} : { lost };
    },
    rest: (session, history) => [toWire(asItWas(session, history), { session })],
    putBack: (session, history) =>
      putBack(inHand(session, update, history.fixture), history.origin, asItWas(session, history)),
    excuse: (facts, step) => memberExcuse(knowledge, facts, step),
    keeps: (step) => judgeKept(step, claimed(contract, 'update.readback') !== undefined),
    record: recordMembers,
  };
}
