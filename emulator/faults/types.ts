import type { Cell } from '../../spec/fault-model/cells.ts';
import type { Policy } from '../policy.ts';

/** A single deliberate mistake of the emulator, as data. With none active the emulator conforms to the contract. */
export interface Fault {
  /** Stable and readable, e.g. `ssl.list.size.maximum.lenient`. */
  readonly id: string;
  /** Kind of mistake, e.g. `constraint-ignored`. */
  readonly family: FaultFamily;
  /** Id of the operation that misbehaves. */
  readonly operation: string;
  /** What is wrong, in one sentence. */
  readonly breaks: string;
  /** Which promise of the contract it breaks, for matching with requirements. */
  readonly hint: FaultHint;
  /** `debatable`: a conforming suite warns of it and does not fail; default `explicit`. */
  readonly standing?: 'explicit' | 'debatable';
  readonly change: Change;
}

export type FaultFamily =
  | 'constraint-ignored'
  | 'constraint-lenient'
  | 'constraint-strict'
  | 'enum-member-refused'
  | 'enum-unknown-accepted'
  | 'required-ignored'
  | 'crash'
  | 'success-status'
  | 'success-body'
  | 'success-header'
  | 'success-schema'
  | 'credential-ignored'
  | 'absence'
  | 'no-answer'
  | 'declared'
  | 'other-customer'
  | 'bad-request'
  | 'spelling'
  | 'number'
  | 'text'
  | 'state'
  | 'list'
  | 'role'
  | 'legacy-condition'
  | 'legacy-envelope'
  | 'legacy-record'
  /** From spec/fault-model.yaml. */
  | 'model';

/** Where the broken promise stands in the contract. */
export interface FaultHint {
  readonly operation: string;
  readonly parameter?: string;
  /** Instance location as in `spec/constraints.ts`: `''`, `/name`, `/items`. */
  readonly pointer?: string;
  readonly keyword?: string;
  /** The enum member, for faults about one. */
  readonly value?: unknown;
  readonly direction?: 'accepts' | 'refuses';
  /** What the promise is about: `constraint`, `success-status`, `credential`, `absence` … */
  readonly topic: string;
}

/** What the emulator does otherwise while the fault is active. */
export type Change =
  | SchemaChange
  /** The parameter, or the body, may be left out. */
  | { readonly kind: 'optional'; readonly parameter: string | undefined }
  /** An invalid credential of this class is taken for a valid one. */
  | { readonly kind: 'credential'; readonly accepts: CredentialClass }
  /** Answers of one kind are changed just before they are sent; `given` limits it to some requests. */
  | { readonly kind: 'answer'; readonly to: AnswerKind; readonly edit: Edit; readonly given?: Given }
  /** Envelopes of a legacy action are changed. */
  | { readonly kind: 'envelope'; readonly edit: EnvelopeEdit }
  /** The operation takes another reading of an open point than the dialect declares. */
  | { readonly kind: 'policy'; readonly policy: Partial<Policy> }
  /** A point in a handler that asks for this name behaves otherwise. */
  | { readonly kind: 'switch'; readonly name: string }
  /** An operator of the fault model at one place. */
  | { readonly kind: 'cell'; readonly cell: Cell };

/** One keyword of a parameter's or body's schema has another value; `to` undefined removes it. */
export interface SchemaChange {
  readonly kind: 'schema';
  /** Undefined for the body. */
  readonly parameter: string | undefined;
  readonly pointer: string;
  readonly keyword: string;
  readonly to: unknown;
}

/** In what a credential fails to be one that was given out. */
export type CredentialClass =
  | 'none'
  | 'empty'
  | 'scheme'
  /** A known token under another scheme. */
  | 'other-scheme'
  /** A known token under a word that the scheme begins with. */
  | 'scheme-beginning'
  /** The scheme in other letter case before no known token. */
  | 'scheme-case'
  | 'tampered'
  /** A known token and more. */
  | 'extended'
  | 'further-part'
  /** More and a known token. */
  | 'preceded'
  | 'further-word'
  /** The beginning of a known token: nearly all, or half of it. */
  | 'shortened'
  | 'halved'
  /** A known token with a blank in it. */
  | 'spaced'
  /** A known token in other letter case. */
  | 'letter-case'
  /** The claims of a known token without a signature: under a header that says so, or the token's own. */
  | 'unsigned'
  | 'signatureless'
  /** Other claims under the signature of a known token. */
  | 'reclaimed'
  /** What was given out is no longer valid, or was given out by somebody else. */
  | 'expired'
  | 'forged'
  | 'repeated'
  | 'garbage'
  /** No Authorization field, but something beside it that a careless server trusts. */
  | 'origin'
  | 'forwarded'
  | 'override'
  | 'original-url'
  | 'after-options'
  /** A known token in another place. */
  | 'query'
  | 'form'
  | 'cookie';

/** `crash` is an answer to a request that the emulator refuses as bad input. */
export type AnswerKind = 'success' | 'bad-request' | 'unauthorized' | 'not-found';

/** Requests with this query parameter, or with a body of this media type. */
export type Given =
  | { readonly parameter: string }
  | { readonly mediaType: string }
  /** Answers with this very body. */
  | { readonly answer: string }
  /** Entities whose last id ends in an odd digit. */
  | { readonly ids: 'odd' };

/** How an answer is changed. */
export type Edit =
  | { readonly lost: true }
  | { readonly status: number }
  | {
      readonly body: 'none' | 'text' | 'array' | 'object' | 'broken-json' | 'wrong-type' | 'no-code' | 'no-description';
    }
  | { readonly contentType: string }
  /** The member of the answer holds the next one. */
  | { readonly next: string }
  | { readonly header: string; readonly to: string | undefined };

/** How the envelope of a legacy action is changed. */
export type EnvelopeEdit =
  | {
      readonly what:
        | 'positive-code'
        | 'code-zero'
        | 'text-code'
        | 'fraction-code'
        | 'no-code'
        | 'no-message'
        | 'empty-message'
        | 'success-message'
        | 'success-code'
        | 'no-data'
        | 'other-format'
        | 'plain-text'
        | 'empty-body'
        | 'server-error'
        | 'duplicate-code'
        | 'raw-message';
    }
  /** A member of the status record has another value; `to` undefined removes it. */
  | { readonly what: 'record'; readonly path: readonly string[]; readonly to: unknown };
