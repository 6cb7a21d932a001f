/** Where an answer says which entity it is about. */
import { KINDS } from './kinds.ts';
import { lettersOf } from './members.ts';
import { counterpart } from './requirements/lifecycles.ts';
import { dereference } from './standalone.ts';
import type { JsonSchema, Operation } from './types.ts';

/** A member of an answer that holds what the request holds in its path or its body. */
export interface OwnId {
  readonly member: string;
  /** The parameter of the path, or the member of the body. */
  readonly asked: { readonly path: string } | { readonly body: string };
}

/**
 * True for operations that show, or change and show, the entity at the end of their path (contract 4), or do something with it that
 * stands behind it: the answer may say which one.
 */
export function mayNameItsEntity(operation: Operation): boolean {
  const { method, path, body, success } = operation;
  const isNamed = lastOf(operation) !== undefined || (body !== undefined && !path.includes('{'));
  return ['GET', 'PUT'].includes(method) && isNamed && success.some(({ body }) => body === 'some');
}

/**
 * The member of an operation's success that says which entity it is about, by the schema of the dialect; undefined where that has
 * none. What an update answers may be about something else (4.8: the organization): it names its entity as the GET does, or not at all.
 */
export function ownIdOf(operations: readonly Operation[], operation: Operation): OwnId | undefined {
  if (!mayNameItsEntity(operation)) return undefined;
  const parameter = lastOf(operation);
  if (parameter === undefined) return inBody(operation);
  if (operation.method === 'GET' || isAction(operation)) return memberFor(parameter, operation);
  const reader = counterpart(operations, operation, 'GET');
  const read = reader === undefined ? undefined : ownIdOf(operations, reader);
  const own = memberFor(parameter, operation);
  return own?.member === read?.member ? own : undefined;
}

/** Where no path names the entity, the body does (4.2). */
function inBody({ entity, body, success }: Operation): OwnId | undefined {
  const [name, ...others] = entity === undefined ? [] : KINDS[entity].ids;
  if (name === undefined || others.length > 0) return undefined;
  const asked = idIn(name, body?.contents[0]?.schema);
  const member = idIn(name, success[0]?.contents[0]?.schema);
  return asked === undefined || member === undefined ? undefined : { member, asked: { body: asked } };
}

function memberFor(parameter: string, { success }: Operation): OwnId | undefined {
  const member = idIn(parameter, success[0]?.contents[0]?.schema);
  return member === undefined ? undefined : { member, asked: { path: parameter } };
}

/** The member that is called as the parameter is, or as ids are wont to be. */
function idIn(parameter: string, schema: JsonSchema = true): string | undefined {
  const members = membersOf(schema);
  const called = (wanted: string): string | undefined => members.find(({ names }) => names.includes(wanted))?.member;
  return called(lettersOf(parameter)) ?? called('id') ?? called('identifier');
}

/** Each member by the name that it has, and by the one that it has elsewhere (`x-member`). */
function membersOf(schema: JsonSchema): { readonly member: string; readonly names: readonly string[] }[] {
  const resolved = dereference(schema);
  const properties =
    typeof resolved === 'boolean' ? {} : ((resolved['properties'] ?? {}) as Record<string, JsonSchema>);
  return Object.entries(properties).map(([member, own]) => {
    const elsewhere = typeof own === 'object' ? own['x-member'] : undefined;
    return { member, names: [member, ...(typeof elsewhere === 'string' ? [elsewhere] : [])].map(lettersOf) };
  });
}

function lastOf(operation: Operation): string | undefined {
  const own = /\{(\w+)\}$/.exec(operation.path) ?? (isAction(operation) ? ACTION.exec(operation.path) : null);
  return own?.[1];
}

const ACTION = /\{(\w+)\}\/[a-z-]+$/;

/** True for what is done with an entity and takes nothing but parameters. */
function isAction({ method, path, body }: Operation): boolean {
  return method === 'PUT' && body === undefined && ACTION.test(path);
}
