/** Validates JSON values against the contract's schemas. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type JsonSchema, token, valueAt, variantsOf } from '../../spec/index.ts';
import { pointerUnset } from './documents.ts';

// The documents were validated when they were loaded, and a schema is asked a few times only: the time goes into compiling.
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: true,
  validateSchema: false,
  code: { optimize: false },
});
// The package's default export is the plugin itself under NodeNext resolution too, but typed as a module.
(formats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addFormat('int32', {
  type: 'number',
  validate: (n: number) => Number.isInteger(n) && n >= -(2 ** 31) && n < 2 ** 31,
});
ajv.addFormat('int64', { type: 'number', validate: (n: number) => Number.isInteger(n) });

const compiled = new WeakMap<object, ValidateFunction>();
/** The same by what is written: parts of a schema are cut out of it anew for each use. */
const alike = new Map<string, ValidateFunction>();

/** The schema's complaints about a value, at most five, as `/pointer must …`; empty when it satisfies the schema. */
export function complaints(schema: JsonSchema, value: unknown): string[] {
  return errorsOf(schema, value).slice(0, 5).map(sentence);
}

/** The same about an answer: in what unit the length of a text counts is open (silence `request.text-length`), and so is how short it may be. */
export function complaintsOfAnswer(schema: JsonSchema, value: unknown): string[] {
  return errorsIn(schema, value).slice(0, 5).map(sentence);
}

/**
 * The same where a member without a value is null whatever its schema (silence `response.null-members`): one that the schema
 * takes for wrong counts as left out.
 */
export function complaintsBeyondNulls(schema: JsonSchema, value: unknown): string[] {
  let rest = value;
  for (;;) {
    const errors = errorsIn(schema, rest);
    const nulls = new Set(errors.map(({ instancePath }) => instancePath).filter((place) => isNullMember(rest, place)));
    if (nulls.size === 0) return errors.slice(0, 5).map(sentence);
    rest = [...nulls].reduce(pointerUnset, rest);
  }
}

/**
 * The members of a value that its schema has and accepts, of the variant that has the most of it where there are several; undefined where
 * what is left is not accepted either.
 */
export function acceptedPart(schema: JsonSchema, value: unknown): unknown {
  const variants = variantsOf(schema);
  return (variants.length > 0 ? variants : [schema])
    .map((one) => withoutRefused(one, value))
    .filter((part) => part !== undefined && errorsOf(schema, part).length === 0)
    .sort((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

function withoutRefused(schema: JsonSchema, value: unknown): unknown {
  let rest = value;
  for (;;) {
    const errors = errorsOf(schema, rest);
    if (errors.length === 0) return rest;
    const places = errors.map(memberAt);
    if (places.includes('')) return undefined;
    rest = places.reduce(pointerUnset, rest);
  }
}

/** The member that an error is about: where the schema knows none of that name, the one of that name. */
function memberAt({ instancePath, params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty } = params as Readonly<Record<string, string | undefined>>;
  const unknown = additionalProperty ?? unevaluatedProperty;
  return unknown === undefined ? instancePath : instancePath + token(unknown);
}

/** Its complaints about the types of members alone, as far as no alternative of the schema allows them; one without a value may be null. */
export function mistyped(schema: JsonSchema, value: unknown): string[] {
  const wrong = errorsOf(schema, value).filter(
    ({ keyword, schemaPath, instancePath }) =>
      keyword === 'type' &&
      !/\/(oneOf|anyOf|not|if|then|else)\//.test(schemaPath) &&
      !isNullMember(value, instancePath),
  );
  return wrong.slice(0, 5).map(sentence);
}

function isNullMember(value: unknown, place: string): boolean {
  const parent = valueAt(value, place.slice(0, place.lastIndexOf('/')));
  return place !== '' && valueAt(value, place) === null && !Array.isArray(parent);
}

function errorsOf(schema: JsonSchema, value: unknown): readonly ErrorObject[] {
  if (typeof schema === 'boolean') return schema ? [] : [FORBIDDEN];
  let validate = compiled.get(schema);
  if (validate === undefined) {
    const text = JSON.stringify(schema);
    validate = alike.get(text) ?? ajv.compile(schema);
    alike.set(text, validate);
    compiled.set(schema, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []);
}

function errorsIn(schema: JsonSchema, value: unknown): readonly ErrorObject[] {
  return errorsOf(schema, value).filter(({ keyword, instancePath, params }) => {
    const text = keyword === 'minLength' ? valueAt(value, instancePath) : undefined;
    return typeof text !== 'string' || Buffer.byteLength(text) < (params as { readonly limit: number }).limit;
  });
}

const FORBIDDEN: ErrorObject = {
  instancePath: '',
  schemaPath: '',
  keyword: 'false',
  params: {},
  message: 'is not allowed',
};

function sentence(error: ErrorObject): string {
  const allowed =
    error.keyword === 'enum' ? ` (${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')})` : '';
  return `${error.instancePath === '' ? '/' : error.instancePath} ${error.message ?? error.keyword}${allowed}`;
}
