/**
 * Whether every reader of the schema must refuse the value (`definite`); whether nothing says that it may be taken, and
 * common libraries take it all the same (`doubtful`); or whether sensible readers differ (`debatable`).
 */
export type Certainty = 'definite' | 'doubtful' | 'debatable';

/** A value that breaks one keyword at one place, and how it came to be. */
export interface Violation {
  /** What was done, e.g. `below-minimum`, `near-enum`, `missing-required`. */
  readonly operator: string;
  /** The keyword that is broken. */
  readonly keyword: string;
  /** Instance location of the broken part; for a missing member where it would be. */
  readonly pointer: string;
  /** JSON Pointer of the keyword in the schema. */
  readonly schemaPointer: string;
  /** The part before; undefined when there was none. */
  readonly old: unknown;
  /** The part after; undefined when it was taken away. */
  readonly new: unknown;
  /** The whole value, broken. */
  readonly value: unknown;
  readonly certainty: Certainty;
}

/** What an operator proposes to do at a place. */
export interface Proposal {
  readonly operator: string;
  readonly keyword: string;
  /** JSON Pointer of the subschema that holds the keyword. */
  readonly schemaPointer: string;
  /** Values to put in the place, the best first: the first that breaks only the keyword is used. */
  readonly values: readonly unknown[];
  readonly certainty?: Certainty;
  /** Name of the member that is taken away or added: then the values are the whole object, and this is what was broken. */
  readonly member?: string;
  /** The keyword chooses among branches (`anyOf`, `oneOf`): the branches themselves may fail too. */
  readonly branching?: boolean;
}
