/** A reading's description of itself as OpenAPI 3.1: what its profile may claim about bodies. */
import { BODIES, type BodyName, VARIANTS } from './contract/bodies.ts';
import type { Json, Member, Type } from './contract/types.ts';
import type { Reading } from './readings/reading.ts';
import { ADDRESS, countriesOf, type Manner } from './server/check.ts';
import { OPERATIONS, type Operation } from './server/operations.ts';
import { type Shape, shapeOf } from './server/shape.ts';

type Schema = Record<string, unknown>;

function typed(type: Type, manner: Manner): Schema {
  switch (type.is) {
    case 'text':
      return { type: 'string', ...bounds('Length', type.min, type.max), ...formOf(type.form, manner) };
    case 'int':
      return {
        type: 'integer',
        format: 'int32',
        ...(type.min === undefined ? {} : { minimum: type.min }),
        ...(type.max === undefined ? {} : { maximum: type.max }),
        ...(type.names ? { 'x-reference': type.names } : {}),
      };
    case 'bool':
      return { type: 'boolean' };
    case 'word':
      return type.of.length === 1 ? { const: type.of[0] } : { type: 'string', enum: type.of };
    case 'uuid':
      return { type: 'string', format: 'uuid', ...(type.names ? { 'x-reference': type.names } : {}) };
    case 'list':
      return {
        type: 'array',
        items: typed(type.of, manner),
        ...bounds('Items', type.least, undefined),
        ...(type.once ? { uniqueItems: true } : {}),
      };
    case 'record':
      return {
        type: 'object',
        required: type.members.filter(({ need }) => need).map(({ field }) => field),
        properties: Object.fromEntries(type.members.map(({ field, type: inner }) => [field, typed(inner, manner)])),
      };
  }
}

/** What a form of texts means, in words of JSON Schema. */
function formOf(form: (Type & { is: 'text' })['form'], manner: Manner): Schema {
  if (form === 'country') return { enum: countriesOf(manner) };
  return form === 'address' ? { pattern: `^$|${ADDRESS.source}` } : {};
}

function bounds(what: 'Length' | 'Items', min: number | undefined, max: number | undefined): Schema {
  return {
    ...(min === undefined ? {} : { [`min${what}`]: min }),
    ...(max === undefined ? {} : { [`max${what}`]: max }),
  };
}

function ofShape(shape: Shape, manner: Manner): Schema {
  if (shape.member)
    return { ...typed(shape.member.type, manner), ...(shape.member.shownOnly ? { readOnly: true } : {}) };
  const children = [...(shape.children ?? [])];
  const required = children.filter(([, { need }]) => need).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(children.map(([name, child]) => [name, ofShape(child, manner)])),
  };
}

/** What success answers with, by operation id, where it has a body. */
const ANSWERS: Readonly<Record<string, readonly [number, BodyName]>> = {
  'ssl.update': [200, 'CertDetailsResponse.ssl'],
  'ssl.location.read': [200, 'LocationResponseItem'],
  'client.read': [200, 'DetailsResponse'],
  'client.update': [200, 'CertDetailsResponse.client'],
  'client.location.read': [200, 'LocationResponseItem'],
  'mark.read': [200, 'MarkCertDetails'],
  'admin.read': [200, 'ClientAdminDetailsResponse'],
  'person.read': [200, 'PersonInfo'],
  'organization.read': [200, 'OrganizationResp'],
  'organization.update': [200, 'OrganizationResp'],
  'validation.revalidate': [200, 'ValidationDetailsResponseV2'],
  'notification.update': [200, 'OrganizationBasicResp'],
  'endpoint.read': [200, 'EnrolmentEndpointItem'],
  'endpoint.config.read': [200, 'EnrollmentEndpointConfigInfo'],
  'account.read': [200, 'EndpointAccountItem'],
  'bucket.read': [200, 'BucketDetailsResponse'],
  'bucket.update': [200, 'BucketUpdateResponse'],
};

/** The schema that answers an operation's success. */
export const answerOf = (op: string): BodyName | undefined => ANSWERS[op]?.[1];

function notFoundSchema(example: Json): Schema {
  if (typeof example === 'string') return { type: 'string', minLength: 1 };
  if (typeof example === 'number') return { type: 'integer' };
  if (Array.isArray(example)) return { type: 'array', minItems: 1, items: notFoundSchema(example[0] as Json) };
  const entries = Object.entries(example as Record<string, Json>);
  return {
    type: 'object',
    required: entries.map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, value]) => [name, notFoundSchema(value)])),
  };
}

/** The document of a reading: all operations with their bodies. */
export function describe(reading: Reading): Record<string, unknown> {
  const schema = (name: BodyName) => ofShape(shapeOf(name, reading.placing, reading.words), reading.manner);
  const content = (value: Schema) => ({ 'application/json': { schema: value } });
  const requestOf = ({ body }: Operation): Schema | undefined => {
    if (body === undefined) return undefined;
    if (body === 'ids') return { type: 'array', items: { type: 'integer', format: 'int32' }, uniqueItems: true };
    return body === 'variants'
      ? { oneOf: VARIANTS.map((name) => ({ $ref: `#/components/schemas/${name}` })) }
      : schema(body);
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const answer = ANSWERS[operation.id];
    const request = requestOf(operation);
    const listed = operation.id === 'ssl.list';
    const missing = operation.kind && operation.kind !== 'notification' && operation.id !== 'mark.read';
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        parameters: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: name === 'bucketId' ? { type: 'string', format: 'uuid' } : { type: 'integer', format: 'int32' },
        })),
        ...(request ? { requestBody: { required: true, content: content(request) } } : {}),
        responses: {
          ...(listed
            ? { 200: { description: 'Found', content: content({ type: 'array', items: schema('SSLIdentity') }) } }
            : {}),
          ...(answer ? { [answer[0]]: { description: 'Done', content: content(schema(answer[1])) } } : {}),
          ...(!listed && !answer ? { default: { description: 'Done' } } : {}),
          ...(missing
            ? { 404: { description: 'Absent', content: content(notFoundSchema(reading.errors.notFound('one'))) } }
            : {}),
        },
      },
    };
  }
  const variants = Object.fromEntries(VARIANTS.map((name) => [name, schema(name)]));
  return {
    openapi: '3.1.0',
    info: { title: `Reading ${reading.id}`, version: '26.7.1' },
    paths,
    components: { schemas: variants },
  };
}

/** Where a member of a schema stands in its bodies; undefined when the schema has no such member. */
export function pointerOf(reading: Reading, schema: BodyName, field: string): string | undefined {
  const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field);
  return member && reading.placing(schema, member);
}
