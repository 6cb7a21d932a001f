import type { Operation } from '../../spec/types.ts';
import type { HeaderList } from '../../spec/vocabulary.ts';
import type { Violation } from '../violations/violation.ts';

/** Names and decoded texts in order; a name may stand several times. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** A request body before it is serialised: a value to be written in the media type, or the bytes themselves. */
export interface RequestBodyValue {
  readonly mediaType: string;
  /** JSON value, also for XML. */
  readonly value?: unknown;
  /** Name of the root element where it is written as XML; that of the schema when left out. */
  readonly root?: string;
  /** Sent as it is, in place of `value`. */
  readonly raw?: string | Uint8Array;
}

/** How an array in a query or form is written: one pair per item, or the items joined by commas in one. */
export type ArrayStyle = 'repeat' | 'comma';

/** What of a violation says where in the request it is and what it breaks there. */
export type PlacedViolation = Pick<Violation, 'keyword' | 'pointer' | 'old' | 'new' | 'certainty' | 'operator'> & {
  readonly where: 'path' | 'query' | 'form' | 'body';
  /** Name of the parameter; absent for a JSON or XML body. */
  readonly parameter?: string;
};

/** One request of an operation, not yet serialised. All texts are decoded. */
export interface RequestCase {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Pairs;
  readonly headers: HeaderList;
  /** Fields of a form, which then is the body. */
  readonly form?: Pairs;
  readonly body?: RequestBodyValue;
  readonly label: string;
  /** What is wrong with it; absent for a request that the contract allows. */
  readonly violation?: PlacedViolation;
  /** The values of the query are written as escapes, which say the same (RFC 3986, section 6.2.2). */
  readonly escaped?: true;
}

/** A request as it goes over the wire. */
export interface Serialized {
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body?: string | Uint8Array;
  /** How arrays were written, for whoever reads it back. */
  readonly arrayStyle: ArrayStyle;
}

/** Values to use in place of generated ones. */
export interface Bindings {
  readonly path?: Readonly<Record<string, string | number>>;
  /** Query parameters by name; several texts for an array. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly form?: Readonly<Record<string, string | number | readonly string[]>>;
  /** JSON value of the body. */
  readonly body?: unknown;
}

export const FORM = 'application/x-www-form-urlencoded';
