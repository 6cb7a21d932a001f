import { valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { applicators } from './applicators.ts';
import { assertions } from './assertions.ts';

/** What is wrong with a value: the first broken keyword and where. */
export interface Violation {
  /** JSON Pointer into the instance. */
  readonly pointer: string;
  readonly keyword: string;
}

/** Judges one value. Returns the first violation, or undefined when the value conforms. */
export type Validate = (value: unknown, pointer: string) => Violation | undefined;

/** Compiles a subschema of the same document; recursive references resolve lazily. */
export type Compile = (schema: JsonSchema) => Validate;

/**
 * Compiles a standalone JSON Schema 2020-12 into a function. Written for the emulator alone, so that it and the suite
 * that judges it share no reading of the contract. Keywords that the contract and its dialects do not use are ignored.
 */
export function compileSchema(root: JsonSchema): (value: unknown) => Violation | undefined {
  const known = new Map<object, Validate>();
  const compile: Compile = (schema) => {
    if (typeof schema === 'boolean') return schema ? accept : refuse;
    const done = known.get(schema);
    if (done !== undefined) return done;
    let inner: Validate = accept;
    known.set(schema, (value, pointer) => inner(value, pointer));
    inner = all([...assertions(schema), ...applicators(schema, compile, (ref) => resolve(root, ref))]);
    known.set(schema, inner);
    return inner;
  };
  const validate = compile(root);
  return (value) => validate(value, '');
}

const accept: Validate = () => undefined;
const refuse: Validate = (_value, pointer) => ({ pointer, keyword: 'false' });

function all(steps: readonly Validate[]): Validate {
  if (steps.length === 0) return accept;
  if (steps.length === 1 && steps[0] !== undefined) return steps[0];
  return (value, pointer) => {
    for (const step of steps) {
      const violation = step(value, pointer);
      if (violation !== undefined) return violation;
    }
    return undefined;
  };
}

function resolve(root: JsonSchema, reference: string): JsonSchema {
  return (valueAt(root, reference.slice(1)) ?? true) as JsonSchema;
}
