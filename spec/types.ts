/** The typed, frozen form of the contract: what `spec/load.ts` returns and every other room reads. */
import type { FixtureKind } from './kinds.ts';
import type { Level, Source } from './vocabulary.ts';

/** A JSON Schema 2020-12 schema. Standalone: every `$ref` points into the schema's own `$defs`. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The two interfaces of the service (contract, introduction). */
export type InterfaceName = 'admin' | 'legacy';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export type { FixtureKind };

/** A path, query or form parameter with its documented constraints. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'form';
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Standalone schema of the decoded value. */
  readonly schema: JsonSchema;
  /** Contract section, e.g. `4.2`. */
  readonly section: string;
  /** Set when the value names an entity that must exist for the request to make sense (e.g. `adminId`). */
  readonly reference?: FixtureKind;
  /** Set when the contract ties it to other parameters ("conditional"): required-ness is not judged from this row alone. */
  readonly conditional: boolean;
  /** Part that it plays where the contract hides the name: `initial-order`, `email`, `emails` (4.13). Its name then comes from the dialect. */
  readonly role?: string;
  /** Keywords of `schema` that the dialect added; all others are the contract's own. */
  readonly dialectKeywords: readonly string[];
  /** Ids of silences that this parameter depends on (its name, its values). */
  readonly silences: readonly string[];
}

/** How much is known about a schema: shown by the contract, taken as a guess from a dialect, declared by the target, or unknown. */
export type Standing = 'contract' | 'claimed' | 'assumed' | 'silent';

/** One media type of a request or response body. */
export interface BodyContent {
  readonly mediaType: string;
  readonly schema: JsonSchema;
}

export interface RequestBody {
  readonly required: boolean;
  readonly contents: readonly BodyContent[];
  /** Name of the schema in the contract (`SslInfo`), when it has one. */
  readonly schemaName?: string;
  /** Whence the schema's content comes. */
  readonly standing: Standing;
}

export interface ResponseHeader {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** One documented response of an operation. */
export interface ResponseSpec {
  readonly status: number;
  /** `none`: documented as empty. `some`: a body of `contents`. `open`: the contract does not say. */
  readonly body: 'none' | 'some' | 'open';
  readonly contents: readonly BodyContent[];
  readonly schemaName?: string;
  readonly standing: Standing;
  readonly headers: readonly ResponseHeader[];
}

export interface Operation {
  /** Stable readable slug: `ssl.list`, `endpoint.delegations.update`, `legacy.order-status`. */
  readonly id: string;
  readonly interface: InterfaceName;
  /** Area slug: `ssl`, `client`, `mark`, `admin`, `person`, `organization`, `notification`, `endpoint`, `domain`, `discovery`, `legacy-status`, `legacy-dcv`. */
  readonly area: string;
  readonly method: Method;
  /** Path template as in the contract: `/api/ssl/v2/{sslId}/location/{locationId}`. */
  readonly path: string;
  readonly section: string;
  readonly summary: string;
  /** The kind of fixture whose ids fill the path; undefined when the path has no parameter. */
  readonly entity?: FixtureKind;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** Documented responses with status < 400. Empty when the contract shows none (reset-client-secret). */
  readonly success: readonly ResponseSpec[];
  /** Documented responses with status >= 400. */
  readonly errors: readonly ResponseSpec[];
  /** What an absent entity answers: `documented` (404 with the not-found body), `entity-body` (mark certificate GET), `silent` (notifications), `none` (no entity in the path). */
  readonly absence: 'documented' | 'entity-body' | 'silent' | 'none';
  /** What a successful call does to the entity in the path. */
  readonly effect: 'observe' | 'modify' | 'destroy';
  /** True for an update that also makes what it updates, where there is none yet. */
  readonly creates: boolean;
  /** True for an update that may leave out what does not change. */
  readonly partial: boolean;
  /** Role that the contract requires beyond a valid credential (4.10). */
  readonly role?: 'MRAO';
  /** What its path does not tell of what it does. */
  readonly ways?: Ways;
}

/** What the path of an operation does not tell: where its effect shows, and how it is undone (`entities.yaml`). */
export interface Ways {
  /** The GET in which the effect shows, where it is not that of the same path. */
  readonly shownBy?: string;
  /** Traits of an entity in the state that the steps start from and return to. */
  readonly startsFrom?: Readonly<Record<string, string>>;
  /** The operation that comes first, from that state. */
  readonly after?: string;
  /** The operation that leads back to that state. */
  readonly undoneBy?: string;
  /** Operations of which it does the work besides. */
  readonly changes?: readonly string[];
}

/** One promise of the contract (or of the dialect). */
export interface Requirement {
  /** Stable readable slug, frozen by a snapshot: `ssl.list.size.maximum.refuses`. */
  readonly id: string;
  readonly level: Level;
  readonly source: Source;
  /** Contract section, e.g. `4.2`. */
  readonly section: string;
  /** One sentence in our own words. */
  readonly sentence: string;
  readonly interface: InterfaceName;
  readonly area: string;
  /** The operation it is about, when it is about one. */
  readonly operation?: string;
  /** What kind of promise: groups requirements in reports and lets checks find theirs. */
  readonly topic: string;
  /** For parameter and body constraints: where and which keyword. */
  readonly constraint?: ConstraintRef;
}

/** Points at one constraint of one parameter or of a body schema. */
export interface ConstraintRef {
  /** Parameter name; absent for a body. */
  readonly parameter?: string;
  /** JSON Pointer inside the value's schema instance (`''` the value itself, `/items` array items, `/name` a member). */
  readonly pointer: string;
  /** JSON Schema keyword: type, format, minimum, maxLength, enum, required, uniqueItems, oneOf … */
  readonly keyword: string;
  /** For enum members: the member. */
  readonly value?: unknown;
  /** Whether values inside (`accepts`) or outside (`refuses`) the constraint are meant. */
  readonly direction: 'accepts' | 'refuses';
}

/** A point that the contract leaves open. */
export interface Silence {
  readonly id: string;
  readonly section: string;
  /** What is open, in one sentence. */
  readonly open: string;
  /** The readings that a conforming server may choose, one sentence each. */
  readonly readings: readonly string[];
  /** JSON Schema of an answer; absent when there is nothing a dialect could declare. */
  readonly answer?: JsonSchema;
}

/** A dialect's answer to a silence. `claimed`: the target's owner declared it. `assumed`: our default, to be confirmed before anything leans on it. */
export interface Answer {
  readonly value: unknown;
  readonly standing: 'claimed' | 'assumed';
}

/** A transition table of section 3. */
export interface StateMachine {
  /** `administrator-type` or `delegation-mode`. */
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** What the states are (`type`), and the trait by which a fixture declares its own. */
  readonly trait: string;
  /** Operation that reads the entity. */
  readonly reader: string;
  /** Where it shows the state: a JSON Pointer, or the silence that leaves it open. */
  readonly shown: string;
  /** Where the update writes the state; undefined where each step is an operation of its own. */
  readonly written?: string;
  /** The silence about members that such an update needs besides. */
  readonly companions?: string;
  /** What the contract says of moves that are not listed; undefined where it says nothing. */
  readonly unlisted?: 'refused';
  /** The silence about the status of such a refusal. */
  readonly refusal?: string;
  /** The silence about asking for the present state where that is not listed. */
  readonly staying?: string;
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
}

export interface Transition {
  readonly from: string;
  readonly to: string;
  /** Operation id that triggers it. */
  readonly operation: string;
  /** Documented success status of the step, when the contract gives one for this very step. */
  readonly status?: number;
  /** Where the contract says so, when not where the table stands. */
  readonly section?: string;
}

/** One row of the condition tables of 7.2. */
export interface LegacyCondition {
  /** Slug: `not-https`, `argument-unrecognized`, `argument-missing`, `argument-invalid`, `unknown-error`, `authentication-failed`, `wrong-method`, `rate-limited`, `already-validated`, `permission-denied`, `wildcard-http-hash`, `unexpected-state`, `update-failed`, `already-issued`. */
  readonly id: string;
  readonly actions: readonly ('getPostPaymentStatus' | 'AutoUpdateDCV')[];
  readonly sentence: string;
  /** True where it is the service that fails: a status of 5xx beside the error record is HTTP's own word for that. */
  readonly ofService?: true;
}

export interface Dialect {
  readonly name: string;
  /** True when the target's owner vouches for the dialect as a whole. */
  readonly claimed: boolean;
  /** Names of the schemas that the owner describes, on whatever base. */
  readonly claimedSchemas: readonly string[];
  /** Answers by silence id. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** What the owner should know about the dialect's files though nothing is broken: one sentence each, with its place. */
  readonly notices: readonly string[];
}

/** The whole contract under one dialect. Deeply frozen. */
export interface Contract {
  /** Version of the API description (contract section 9), `26.7.1`. */
  readonly version: string;
  readonly dialect: Dialect;
  readonly operations: readonly Operation[];
  /** @throws Error when there is no such operation. */
  operation(id: string): Operation;
  readonly requirements: readonly Requirement[];
  /** @throws Error when there is no such requirement. */
  requirement(id: string): Requirement;
  readonly silences: readonly Silence[];
  /** The dialect's answer to a silence; undefined when it gives none. @throws Error when there is no such silence. */
  answer(silenceId: string): Answer | undefined;
  readonly machines: readonly StateMachine[];
  readonly legacyConditions: readonly LegacyCondition[];
  /** Standalone schema of a component by name, without the dialect's guesses: what answers may be judged by. @throws Error when there is none. */
  schema(name: string): JsonSchema;
}
