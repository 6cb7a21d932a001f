/** What the implementation under test looks like to the other rooms. */

import type { FixtureKind, Method } from '../spec/types.ts';
import type { Effect, Exchange, HeaderList } from '../spec/vocabulary.ts';
import type { Why } from '../spec/why.ts';
import type { Alteration } from './client/alterations.ts';
import type { Family } from './fixtures/family.ts';
import type { Redactor } from './redaction.ts';

/**
 * Which credential a request carries. `primary` and `second` are the profile's bearers, `expired` and `forged` its tokens that
 * must be refused, `foreign` that of another customer; `raw` is sent as the Authorization field's value, in which `{{bearer}}`, `{{second}}`, `{{expired}}`, `{{forged}}` and `{{bearer|tampered}}` stand for tokens that the check must not see.
 * The others are made from the primary and are not valid: `tampered` has one character of its last part changed, `extended`
 * and `preceded` further characters at an end, `spaced` a blank in its middle, `lowercase` its last part in lower case,
 * `unsigned` and `signatureless` the same claims and no signature, `reclaimed` other claims. A request for one that cannot
 * be made of the token (it is no JSON Web Token, has no capitals) is an UnsendableRequest. With `place`, the primary one
 * stands there and not in the Authorization field.
 */
export type Credential = BearerName | 'none' | Alteration | { readonly raw: string } | { readonly place: TokenPlace };

/** Where else than in the Authorization field a token may stand; in a form only where the request has no body. */
export type TokenPlace = 'query' | 'form' | 'cookie';

/** The tokens that a profile can name. */
export type BearerName = 'primary' | 'second' | 'expired' | 'forged' | 'foreign';

/** A request before it is sent. Everything in it is already serialised: what stands here is what goes over the wire. */
export interface WireRequest {
  readonly service: 'admin' | 'legacy';
  readonly method: Method | 'HEAD' | 'PATCH' | 'OPTIONS';
  /** Path with query below the service's base URL, starting with `/`, percent-encoded; sent to the byte. */
  readonly target: string;
  readonly headers?: HeaderList;
  /** Names of fields that the client sends of its own, and that this request goes without: `User-Agent`. */
  readonly without?: readonly string[];
  /**
   * In text bodies of legacy requests `{{loginName}}` and `{{loginPassword}}` stand for the form-encoded login, also where the
   * braces are percent-encoded. With a transform: `{{loginPassword|wrong}}` another value of the same length, `|swapcase` the
   * letters in the other case, `|cut` it without its last character, `|percent` every byte percent-encoded, `|twenty` spaces as %20;
   * `|other`, of the password of a fixture, keeps it from being sent where it is that of the account.
   */
  readonly body?: string | Uint8Array;
  /** The body goes out in chunks (RFC 9112, section 7.1), its length untold. */
  readonly chunked?: true;
  /** Admin requests only. Default `primary`. */
  readonly credential?: Credential;
  /**
   * Legacy only: placeholders in `target` stand for the real login as well, where it may go over this connection. For the one
   * question that cannot be asked otherwise: whether another method than POST, with its arguments in the URL, is accepted.
   */
  readonly loginInTarget?: true;
  /** Legacy only: send over plain HTTP to the profile's `legacy.plainUrl`. */
  readonly plain?: boolean;
  /** Legacy only: something is wrong with it, so that its refusal is no sign of an order that is busy. */
  readonly faulty?: true;
  /** Id of the check, sent as `X-Conformance-Check`. */
  readonly check?: string;
}

/** One entity of the target that the run may use. */
export interface Fixture {
  readonly kind: FixtureKind;
  /** Values of the path parameters by their contract names: `{ sslId: 12, locationId: 3 }`; for an order `{ orderNumber }`. */
  readonly ids: Readonly<Record<string, string | number>>;
  /** Facts about it: `type: STANDARD`, `mode: global`, `order: multi` … */
  readonly traits: Readonly<Record<string, string | number | boolean>>;
  /** What may be done to it. */
  readonly allow: Effect;
  /** True when it belongs to another customer. */
  readonly foreign?: true;
  /** True when it was seen on the target, and is not in the profile. */
  readonly found?: true;
}

/** What a check needs. */
export interface FixtureNeed {
  readonly kind: FixtureKind;
  readonly effect: Effect;
  /** Every trait given here must be equal. */
  readonly traits?: Readonly<Record<string, string | number | boolean>>;
  /** It is changed for good and not deleted: what lies below it is not used up with it, and may be in use meanwhile. */
  readonly stays?: boolean;
  /** Match only fixtures for which this returns true (e.g. `not the one already leased`). */
  readonly where?: (fixture: Fixture) => boolean;
  /** Traits that one which `where` takes may have; they are only told. */
  readonly like?: Readonly<Record<string, string | number | boolean>>;
  /** What `where` looks for, in words that follow "one": `whose id no other fixture has`. */
  readonly as?: string;
  /** What is busy is not waited for. */
  readonly now?: true;
  /** Who asks: the group of checks. */
  readonly by?: string;
  /** What the asker holds already: to wait for that would be in vain. */
  readonly except?: ReadonlySet<Fixture>;
}

/** A fixture that nobody else uses until `release()`. Observe leases are shared; modify and destroy leases are exclusive. */
export interface Lease {
  readonly fixture: Fixture;
  /** Marks a destroyed fixture as used up: it is never leased again in this run. */
  consume(): Promise<void>;
  release(): Promise<void>;
}

/** Why a lease could not be had. */
export interface Shortage {
  readonly why: Why;
}

/** Limits and facts of the profile that checks consult. */
export interface TargetFacts {
  readonly name: string;
  /** Areas that the target claims to implement (area slugs of the contract). */
  readonly claims: readonly string[];
  /** The highest effect permitted in this run. */
  readonly effect: Effect;
  /** The services that the profile describes. */
  readonly services: readonly WireRequest['service'][];
  /** False when the profile names no bearer: only requests without a credential can be sent. */
  readonly hasCredential: boolean;
  readonly hasSecondCredential: boolean;
  /** The tokens that the profile names. */
  readonly bearers: readonly BearerName[];
  /** Entities of other customers: never leased. */
  readonly foreign: readonly Fixture[];
  /** Role of the primary administrator; MRAO unless the profile says otherwise. */
  readonly role?: string;
  /** Role of the second administrator, when the profile names it. */
  readonly secondRole?: string;
  /** True when the admin base URL is on the loopback interface. */
  readonly loopback: boolean;
  /** Legacy credentials exist. Their values never leave `target`: checks put the placeholders `{{loginName}}` and `{{loginPassword}}`. */
  readonly legacy: {
    readonly configured: boolean;
    readonly plainUrl: boolean;
    readonly wrongLoginLimit: number;
    readonly provokeRateLimit: boolean;
  };
  /** Requests that the owner says are valid, by operation id: the strongest positive control where the contract shows no fields. */
  readonly examples: Readonly<Record<string, Example>>;
  /** Ids that do not exist, by kind, when the profile names them. */
  readonly absent: Readonly<Partial<Record<FixtureKind, Readonly<Record<string, string | number>>>>>;
  readonly concurrency: number;
  /** Longest time in milliseconds until an accepted change shows. */
  readonly settleMs: number;
}

/** A valid request's content as the target's owner knows it. */
export interface Example {
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** JSON body. */
  readonly body?: unknown;
}

/** Client-side sending options. */
export interface SendOptions {
  /** Bound on the whole exchange in milliseconds; default `limits.timeout.total`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** False returns the first outcome as it is: no repeat on throttling, a failed connection or a 401. Default true. */
  readonly repeat?: boolean;
  /** True for requests that put something back: they go out though the run was stopped. */
  readonly restoring?: boolean;
  /** Of requests that wait for a place those with the greatest figure go first; 0 without one. */
  readonly urgency?: number;
  /** True for what is meant to go beyond a declared limit: it counts, and does not wait. */
  readonly hasty?: boolean;
}

/** The implementation under test. */
export interface Target {
  readonly facts: TargetFacts;
  /**
   * Sends one request and returns what happened. Never throws for a fault of the target: a transport failure is in `exchange.error`.
   * The returned exchange is already redacted. Waits for the rate limit and repeats on throttling (429, 503 with Retry-After), bounded.
   */
  send(request: WireRequest, options?: SendOptions): Promise<Exchange>;
  /** Absolute URL for a request, as `send` would use it. */
  url(request: WireRequest): string;
  lease(need: FixtureNeed): Promise<Lease | Shortage>;
  /** Waits so many milliseconds; `by` names the check or the group that waits. What is on a tape has waited already. */
  pause(ms: number, by?: string): Promise<void>;
  /** All fixtures known, for planning. */
  fixtures(): readonly Fixture[];
  /** Adds an entity that was found on the target itself (in a list). It may only be observed. */
  learn(fixture: Omit<Fixture, 'allow'>): void;
  /** Takes out a fixture that is not there: it counts as absent from the profile. */
  retire(fixture: Fixture): void;
  /** Fixtures that were taken out: an earlier run may have used them up, and what depended on them may have changed with that. */
  gone(): readonly Fixture[];
  /** Which fixtures go with others when these are used up. */
  readonly family: Family;
  /** Knows all secrets of the profile: for everything that is written, and for the scan at the end. */
  readonly redactor: Redactor;
  /** Writes what a fixture was before it is changed; `restore` is the request that puts it back. @see target/journal.ts */
  journal: Journal;
  /** Takes away what a killed run had provisioned; one sentence for each failure. */
  releaseLeftovers(): Promise<readonly string[]>;
  /** Gives back leases, takes away provisioned fixtures, closes connections. One sentence for each thing that failed. */
  close(): Promise<readonly string[]>;
}

/** Write-ahead record of changes, so that a killed run can be put right. */
export interface Journal {
  /** Durable before it resolves. Returns the entry's id. */
  begin(entry: JournalEntry): Promise<string>;
  /** Marks the entry as restored (or as needing nothing). */
  done(id: string): Promise<void>;
}

export interface JournalEntry {
  readonly fixture: Fixture;
  readonly check: string;
  /** Requests that, sent in order, put the fixture back; empty when it cannot be put back. */
  readonly restore: readonly WireRequest[];
  /** The request whose response must equal `before` once restored. */
  readonly verify?: WireRequest;
  /** Response body of `verify` before the change. */
  readonly before?: string;
  /** JSON Pointers of what must be as before; the whole body when absent (a time of last change would never be). */
  readonly compare?: readonly string[];
  /** Values by JSON Pointer that an answer of `verify` has when it shows the fixture's state; one without them shows nothing. */
  readonly shown?: Readonly<Record<string, unknown>>;
}
