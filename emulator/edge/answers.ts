import { isObject } from '../../spec/json.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import type { Policy } from '../policy.ts';
import type { Refusal, Reply } from '../reply.ts';
import { type Names, namesOf } from './names.ts';
import { propertiesOf, settle, typeOf } from './schemas.ts';

/** An answer as it goes over the wire. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when there is no body. */
  readonly body: string | undefined;
  /** Nothing is sent at all, and the connection is closed. */
  readonly lost?: true;
}

/** Writes the answers of one operation in the dialect's form. */
export type Writer = (reply: Reply) => Wire;

/** Writes refusals that belong to no operation as well. */
export type RefusalWriter = (status: number, refusal: Refusal) => Wire;

/** Compiles the writer of an operation's answers from its documented responses. */
export function planAnswers(operation: Operation, policy: Policy, refusals: RefusalWriter): Writer {
  const bodies = new Map<number, (body: unknown) => string>();
  for (const response of [...operation.success, ...operation.errors]) {
    const content = response.contents[0];
    if (content !== undefined) bodies.set(response.status, bodyWriter(content.schema, policy));
  }
  const absent = policy.otherwise('mark.absent.members') ? {} : { status: 'Not found' };
  const json = mediaType('application/json', policy);
  const plain = bodyWriter({}, policy);
  const emptyHeaders: Record<string, string> = policy.otherwise('response.empty-body-headers')
    ? { 'Content-Type': json }
    : {};
  return (reply) => {
    const { status, refusal, headers = {} } = reply;
    if (refusal?.kind === 'not-found' && operation.absence === 'entity-body') {
      const write = bodies.get(status) ?? plain;
      return { status, headers: { 'Content-Type': json }, body: write(absent) };
    }
    if (refusal !== undefined) return refusals(status, refusal);
    if (reply.body === undefined) return { status, headers: { ...emptyHeaders, ...headers }, body: undefined };
    const write = bodies.get(status) ?? plain;
    return { status, headers: { 'Content-Type': json, ...headers }, body: write(reply.body) };
  };
}

/** Compiles the form of error bodies (contract 7.1). */
export function planRefusals(policy: Policy): RefusalWriter {
  const challenge: Record<string, string> = policy.challenge ? { 'WWW-Authenticate': 'Bearer realm="emulator"' } : {};
  return (status, refusal) => {
    if (refusal.kind === 'unauthorized') return formatted(status, refusal, policy.unauthorized, policy, challenge);
    return formatted(status, refusal, refusal.kind === 'not-found' ? 'json' : policy.badRequest, policy, {});
  };
}

function formatted(
  status: number,
  refusal: Refusal,
  format: 'json' | 'text' | 'empty',
  policy: Policy,
  headers: Readonly<Record<string, string>>,
): Wire {
  if (format === 'empty') return { status, headers, body: undefined };
  const text = format === 'text';
  const type = mediaType(text ? 'text/plain' : 'application/json', policy);
  const body = text ? refusal.description : JSON.stringify(errorBody(refusal, policy));
  return { status, headers: { 'Content-Type': type, ...headers }, body };
}

/** Code and description stand where the dialect has them in the 404 body; 400 and 401 bodies look the same. */
function errorBody(refusal: Refusal, policy: Policy): unknown {
  const body: Record<string, unknown> = {};
  place(body, policy.notFound.code, refusal.code);
  place(body, policy.notFound.description, refusal.description);
  if (policy.otherwise('error.not-found.further-members'))
    Object.assign(body, { timestamp: '2026-01-01T00:00:00Z', path: '/' });
  return policy.extraMembers ? { ...body, traceId: 'emulator' } : body;
}

function bodyWriter(schema: JsonSchema, policy: Policy): (body: unknown) => string {
  const write = valueWriter(schema, policy);
  return (body) => JSON.stringify(write(body));
}

function valueWriter(schema: JsonSchema, policy: Policy): (value: unknown) => unknown {
  const names: Names = namesOf(schema);
  if (policy.nullMembers === 'omitted' && !policy.extraMembers) return names.toWire;
  const node = settle(schema, schema);
  const element = typeOf(node) === 'array' ? settle((node['items'] ?? true) as JsonSchema, schema) : node;
  const known = [...propertiesOf(element as JsonSchema, schema).keys()];
  const complete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(complete);
    if (!isObject(value)) return value;
    const absent = policy.nullMembers === 'null' ? known.filter((name) => !Object.hasOwn(value, name)) : [];
    const nulls = Object.fromEntries(absent.map((name) => [name, null]));
    return { ...value, ...nulls, ...(policy.extraMembers ? { traceId: 'emulator' } : {}) };
  };
  return (value) => complete(names.toWire(value));
}

function mediaType(type: string, policy: Policy): string {
  return policy.charset ? `${type};charset=UTF-8` : type;
}

/** Puts a value at a JSON Pointer of an object that is being built. */
export function place(root: Record<string, unknown>, pointer: string, value: unknown): void {
  const parts = pointer.split('/').slice(1);
  const last = parts.pop() ?? '';
  let current = root;
  for (const part of parts) {
    current[part] ??= {};
    current = current[part] as Record<string, unknown>;
  }
  current[last] = value;
}
