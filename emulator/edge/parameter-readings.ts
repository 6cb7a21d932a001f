import type { JsonSchema, Parameter } from '../../spec/types.ts';
import type { Policy } from '../policy.ts';
import { fitsFormat } from '../validate/formats.ts';
import type { Violation } from '../validate/schema.ts';
import { meansSomething } from '../validate/semantics.ts';
import { type SchemaNode, typeOf } from './schemas.ts';

/** Another spelling of the same value, where that reading is taken: `+5`, `5.0`, `TRUE`, an enum member in another case. */
export function otherSpelling(text: string, schema: SchemaNode, { otherwise }: Policy): string {
  const type = typeOf(schema);
  if (type === 'integer' && otherwise('request.number-form'))
    return text.trim().replace(/^\+/, '').replace(/\.0+$/, '');
  if (type === 'boolean' && otherwise('request.boolean-form')) return text.toLowerCase();
  const members = schema['enum'];
  if (!Array.isArray(members) || !otherwise('request.enum-case')) return text;
  const meant = members.find((member) => String(member).toLowerCase() === text.toLowerCase());
  return meant === undefined ? text : String(meant);
}

/** The schema that a parameter is judged by, where another reading changes it. */
export function withOtherReadings(parameter: Parameter, schema: SchemaNode, { otherwise }: Policy): JsonSchema {
  if (parameter.in === 'path') {
    const bounded = schema['minimum'] !== undefined || typeOf(schema) !== 'integer';
    return bounded || !otherwise('identifier.zero-without-minimum') ? parameter.schema : { ...schema, minimum: 1 };
  }
  if (parameter.reference === 'administrator' && otherwise('validation.admin-id.range')) {
    return { ...schema, format: 'int32', minimum: 1 };
  }
  if (schema['x-documented-format'] === 'date-time' && otherwise('validation.incorporation-date')) {
    const { pattern: _, ...rest } = schema;
    return { ...rest, anyOf: [{ format: 'date' }, { format: 'date-time' }] };
  }
  return parameter.schema;
}

/** Rules beyond the schema: the meaning of values, and those that only another reading has. */
export function furtherRules(
  parameter: Parameter,
  schema: SchemaNode,
  policy: Policy,
): (value: unknown) => Violation | undefined {
  const { otherwise } = policy;
  const rules: ((value: unknown) => boolean)[] = [];
  const text = (rule: (value: string) => boolean) => rules.push((value) => typeof value !== 'string' || rule(value));
  const limit = schema['maxLength'];
  if (typeof limit === 'number' && otherwise('request.text-length')) text((value) => Buffer.byteLength(value) <= limit);
  if (schema['format'] === 'uuid' && otherwise('bucket.id.form')) text((value) => value === value.toLowerCase());
  if (parameter.required && otherwise('request.required-empty')) text((value) => value !== '');
  if (typeOf(schema) === 'array' && otherwise('request.array-duplicates')) {
    rules.push((value) => !Array.isArray(value) || new Set(value).size === value.length);
  }
  if (parameter.name.endsWith('contractSigner.email') && otherwise('validation.contact-form')) {
    text((value) => value === '' || fitsFormat(value, 'email'));
  }
  if (parameter.name === 'uriExtension' && otherwise('endpoint.uri-extension.form')) {
    text((value) => /^[A-Za-z0-9._~-]+$/.test(value));
  }
  if (parameter.name === 'config.enrollmentLinkAddress' && otherwise('endpoint.link-address.form')) {
    text((value) => value === '' || URL.canParse(value));
  }
  const anyCase = schema['x-semantic'] === 'iso-3166-1-alpha-2' && otherwise('validation.country.unassigned');
  const future = schema['x-semantic'] === 'past-date' && otherwise('validation.incorporation-date');
  return (value) => {
    // Letters that ISO 3166-1 leaves to its users stand for whatever those agree on.
    const meant = anyCase ? String(value).toUpperCase() : value;
    const own = anyCase && /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/.test(String(meant));
    const violation = own || future ? undefined : meansSomething(meant, schema);
    return (
      violation ??
      (rules.every((rule) => rule(value)) ? undefined : { pointer: '', keyword: 'the rules of this server' })
    );
  };
}
