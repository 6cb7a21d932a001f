/** Thrown for a schema that this generator cannot turn into values. */
export class UnsupportedSchemaError extends Error {
  /** JSON Pointer of the subschema inside the schema that was given. */
  readonly pointer: string;
  readonly keyword: string;

  constructor(pointer: string, keyword: string, reason: string) {
    super(`Cannot generate for "${keyword}" at "${pointer || '/'}": ${reason}.`);
    this.name = 'UnsupportedSchemaError';
    this.pointer = pointer;
    this.keyword = keyword;
  }
}

/** Thrown for a schema that no value satisfies, or for which none was found within a bounded search. */
export class UnsatisfiableSchemaError extends Error {
  /** JSON Pointer of the subschema inside the schema that was given. */
  readonly pointer: string;
  readonly keyword: string;

  constructor(pointer: string, keyword: string, reason: string) {
    super(`No value satisfies "${keyword}" at "${pointer || '/'}": ${reason}.`);
    this.name = 'UnsatisfiableSchemaError';
    this.pointer = pointer;
    this.keyword = keyword;
  }
}
