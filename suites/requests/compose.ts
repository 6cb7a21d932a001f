/** Puts a request together from its parts. */
import type { RequestBodyValue, RequestCase } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';

/** Query and body of a request. */
export interface Content {
  readonly query?: readonly (readonly [name: string, text: string])[];
  readonly body?: RequestBodyValue;
}

export interface Parts extends Content {
  /** Path parameter values as text, before percent-encoding. */
  readonly path: Readonly<Record<string, string>>;
  readonly label: string;
}

/** A request of an operation; nothing is added to what is given. */
export function compose(operation: Operation, parts: Parts): RequestCase {
  return {
    operation,
    path: parts.path,
    query: parts.query ?? [],
    headers: [],
    ...(parts.body === undefined ? {} : { body: parts.body }),
    label: parts.label,
  };
}

/** True when the entity is named in the body, not in the path (`PUT /api/ssl/v2`). */
export function namesOwnEntity(operation: Operation): boolean {
  return operation.entity !== undefined && !operation.parameters.some((parameter) => parameter.in === 'path');
}

/** The path parameters of an operation in documented order. */
export function pathParameters(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === 'path');
}

/** The path values that a fixture gives to an operation. */
export function pathOf(operation: Operation, fixture: Pick<Fixture, 'ids'> | undefined): Record<string, string> {
  return Object.fromEntries(pathParameters(operation).map(({ name }) => [name, String(fixture?.ids[name] ?? '')]));
}
