/** What a walk through a transition table is made of: requests, the steps that came of them, and what a kind of table adds. */
import type { Seen } from '../../reports/model.ts';
import type { Exchange, FixtureKind, Operation, StateMachine } from '../../spec/index.ts';
import { isRefusal, isSuccess } from '../../spec/index.ts';
import type { Fixture, FixtureNeed, WireRequest } from '../../target/types.ts';
import type { CheckContext, Judgement, Session, Unavailable } from '../engine/index.ts';
import type { Look } from '../subject/read.ts';

/** How far what is known of a table's open points can be trusted: the contract shows it, the target's owner says it, or it is a guess. */
export type Trust = 'contract' | 'claimed' | 'assumed';

/** A request that is sent to an entity. */
export interface Ask {
  /** The state that it asks for; undefined when it names none. */
  readonly to: string | undefined;
  /** What follows the name of a state: `→ API`. */
  readonly label: string;
  /** It breaks a rule of its own, so that no state makes it right. */
  readonly bad?: true;
  /** Before it the state is left and come to anew: what earlier requests have left behind would hide what it does. */
  readonly anew?: true;
  /** It carries more than the step needs: that may be why it is refused. */
  readonly laden?: true;
}

/** One request in one state, as it was seen. Judges read steps; nothing else of the run reaches them. */
export interface Step<A extends Ask = Ask, T = unknown> {
  /** State before, as shown, declared by the profile or inferred from the steps so far. */
  readonly from: string;
  readonly ask: A;
  readonly exchange: Exchange;
  /** What came of it, by the look after it. */
  readonly seen?: Seen;
  /** What the place of the state holds before and after; undefined where there is none or nothing shows. */
  readonly shownBefore: unknown;
  readonly shownAfter: unknown;
  /** Stands for what shows when the GET after an accepted step was not answered, or when the state itself got lost so. */
  readonly unseen?: Judgement;
  /** After a refusal: places of the whole GET body that changed; undefined when it could not be read. */
  readonly changed: readonly string[] | undefined;
  /** Where the state does not show: what the next step gave away. */
  readonly inferred?: Inference;
  /** What the kind of table tells of the step beside the state. */
  readonly told: T;
  /** What was done to this entity before, and this step, one phrase each. */
  readonly steps: readonly string[];
}

/** What was asked next to find out the state, and its outcome; both undefined when nothing tells the states apart. */
export interface Inference {
  readonly probe?: string;
  readonly accepted?: boolean;
  /** In words, for the report. */
  readonly how: string;
}

/** What an entity of a declared state shows. */
export interface ObservedState {
  readonly declared: string;
  readonly shown: unknown;
}

/** What all steps together show of the dialect's answers: on what a single one may lean. */
export interface Facts<A extends Ask = Ask, T = unknown> {
  readonly machine: StateMachine;
  readonly steps: readonly Step<A, T>[];
  readonly asking: Trust;
  /** The place of the state is claimed, or was seen to show states. */
  readonly readable: boolean;
  /** How a step is asked for is known, or a step was seen to show. */
  readonly writable: boolean;
  /** States that some entity was seen to take on: the requests for them are good. */
  readonly reached: ReadonlySet<string>;
  /** Outcome of each move, `from>to`, as this target was seen to answer it; contradictory ones are left out. */
  readonly outcomes: ReadonlyMap<string, boolean>;
  /** What the dialect says of asking for the present state, when the owner claims it. */
  readonly staying: unknown;
}

/** An entity in hand: what it was, and all that was done to it. */
export interface History<A extends Ask = Ask, T = unknown> {
  readonly fixture: Fixture;
  readonly home: string;
  readonly origin: Look;
  readonly steps: readonly Step<A, T>[];
}

/** A step that was just taken: from which state, what showed before, and whether it was accepted. */
export interface Taken {
  readonly history: Pick<History, 'home' | 'origin'>;
  readonly from: string;
  readonly before: Look;
  readonly ok: boolean;
}

/** What a walk through a table found. */
export interface Exploration<A extends Ask = Ask, T = unknown> {
  readonly facts: Facts<A, T>;
  /** States to which no entity could be brought by listed steps. */
  readonly unreached: ReadonlySet<string>;
}

/** What is particular to a kind of table: how a state is read, and how a step is asked for. */
export interface Adapter<A extends Ask = Ask, T = unknown> {
  readonly machine: StateMachine;
  readonly kind: FixtureKind;
  readonly reader: Operation;
  /** How far the place of the state can be trusted; undefined when nobody names one. */
  readonly reading: Trust | undefined;
  readonly asking: Trust;
  /** What a GET body shows of the state. */
  shown(value: unknown): unknown;
  /** Entities that the walk wants, one for each. */
  needs(fixtures: readonly Fixture[]): readonly FixtureNeed[];
  /** Places of what steps must leave alone. */
  readonly beside?: readonly string[];
  /** Why a fixture in this state cannot be used. */
  unfit?(home: string, fixture: Fixture): Unavailable | undefined;
  /** Notes what an entity shows that is in a state. */
  note?(home: string, value: unknown): void;
  /** True when what comes with a state is hard to take away again: better on an entity that had it before. */
  leavesTraces?(to: string): boolean;

  /** The plain request for a state. */
  plain(to: string): A;
  /** Further requests for it, tried from one state. */
  variants(from: string, to: string): readonly A[];
  /** Requests, tried in a state, that are no moves. */
  asides(state: string): readonly A[];
  /** A change that is no move, and that an entity takes in whatever state it is. */
  control?(): A;
  /** What random walks are made of. */
  walks(): readonly A[];
  /** Completes a request by what shows now; undefined when there is nothing that it could carry. */
  complete?(ask: A, value: unknown): A | undefined;
  /** What may be accepted where a listed step is refused. */
  fuller?(ask: A): readonly A[];
  /** Learns from a listed step that was accepted. */
  learn?(ask: A): void;
  request(session: Session, fixture: Fixture, ask: A, value: unknown): WireRequest;

  /** Whether all that an accepted request carries shows, the state apart. */
  isDone?(ask: A, value: unknown, history: History<A, T>): boolean;
  /** Whether some of what a refused request carries shows. */
  hasArrived?(ask: A, value: unknown): boolean;
  /** What a step did beside the state. */
  tell(ask: A, value: unknown, step: Taken): T;

  /** Requests that put back what is beside the state. */
  rest?(session: Session, history: Pick<History<A, T>, 'fixture' | 'origin'>): readonly WireRequest[];
  /** Puts back what is beside the state; true when all is as it was. */
  putBack(session: Session, history: History<A, T>, until: Until): Promise<boolean>;

  /** Why the refusal of a listed step breaks nothing; undefined when it does. */
  excuse(facts: Facts<A, T>, step: Step<A, T>): Judgement | undefined;
  /** What an accepted step shows where the state does not; undefined to go by the next step. */
  blindly?(facts: Facts<A, T>, step: Step<A, T>): Judgement | undefined;
  /** What else an accepted step must have done. */
  also?(step: Step<A, T>): readonly Judgement[];

  /** Whether a step leaves alone what it does not name; undefined where nothing tells. */
  keeps?(step: Step<A, T>): Judgement | undefined;
  /** Records what is judged beside the table. */
  record(context: CheckContext, found: Exploration<A, T>): void;
  /** Begins to watch what the walk must leave alone; the function that comes back ends it. */
  watch?(context: CheckContext, walked: readonly Fixture[]): Promise<() => Promise<void>>;
}

/** Looks at the entity until `done` holds, a bounded number of times. */
export type Until = (what: string, done: (look: Look) => boolean) => Promise<Look>;

/** Status of a step; 0 when no answer came. */
export function statusOf({ exchange }: Pick<Step, 'exchange'>): number {
  return exchange.response?.status ?? 0;
}

export function isAccepted(step: Pick<Step, 'exchange'>): boolean {
  return isSuccess(statusOf(step));
}

export function isRefused(step: Pick<Step, 'exchange'>): boolean {
  return isRefusal(statusOf(step));
}
