import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { JsonSchema } from '../../spec/types.ts';
import { hasMeaning } from './semantics.ts';

const addFormats = addFormatsModule.default;

/** Base URI under which the validated schema is registered. */
export const ROOT_URI = 'https://schema.invalid/root';

/** Found in the JSON text of every schema that refers to a part of itself, or names one. */
export const REFERRING = /"\$(?:ref|dynamicRef|recursiveRef|id|anchor|dynamicAnchor)"/;

const INT64_LIMIT = 2 ** 63;

/**
 * A validator with all errors, asserted formats and the `x-semantic` keyword.
 * OpenAPI's `int32` and `int64` bound integers; `int64` is checked as far as a double can tell.
 */
export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    addUsedSchema: false,
    // Most validators are asked a few times only: the time goes into making them.
    code: { optimize: false },
  });
  addFormats(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (n: number) => n >= -(2 ** 31) && n < 2 ** 31 });
  ajv.addFormat('int64', { type: 'number', validate: (n: number) => n >= -INT64_LIMIT && n < INT64_LIMIT });
  ajv.addKeyword({
    keyword: 'x-semantic',
    type: 'string',
    schemaType: 'string',
    validate: (semantic: string, text: string) => hasMeaning(semantic, text),
  });
  return ajv;
}

/** Compiles a standalone schema; relative references resolve inside it. */
export function compile(ajv: Ajv2020, schema: JsonSchema): ValidateFunction {
  return ajv.compile(schema as Parameters<Ajv2020['compile']>[0]);
}

let alone: Ajv2020 | undefined;
const KNOWN = new Map<string, ValidateFunction>();

/** Compiles a schema without any reference or identifier, once for all that are written alike. */
export function compileAlone(schema: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  alone ??= newAjv();
  const made = compile(alone, schema);
  KNOWN.set(text, made);
  return made;
}
