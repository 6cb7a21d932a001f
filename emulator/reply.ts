/** What a handler answers, before it is written for the wire. Members have the emulator's internal names. */
import type { FixtureKind } from '../spec/types.ts';
import type { Call } from './call.ts';

export interface Reply {
  readonly status: number;
  /** Value of the body; undefined when there is none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set on refusals: what kind it is, so that the right error format is chosen. */
  readonly refusal?: Refusal;
}

/** Why a request was turned away (contract 7.1, and the rules of sections 3 and 4). */
export interface Refusal {
  readonly kind: 'bad-request' | 'unauthorized' | 'not-found' | 'state' | 'role' | 'method' | 'media-type';
  readonly code: number;
  readonly description: string;
}

/** A success with a body. */
export function ok(body: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return headers === undefined ? { status: 200, body } : { status: 200, body, headers };
}

/** A success without a body. */
export function done(status: number): Reply {
  return { status };
}

/** What an operation that knows no better answers under a fault: its documented success, with an empty body if any. */
export function plausibleSuccess({ operation }: Pick<Call, 'operation'>): Reply {
  const success = operation.success[0];
  return { status: success?.status ?? 200, body: success?.body === 'some' ? {} : undefined };
}

/** 400 (contract 7.1). */
export function badRequest(description: string, code = -1601): Reply {
  return { status: 400, refusal: { kind: 'bad-request', code, description } };
}

/** 404 (contract 7.1). */
export function notFound(description: string, code = -727): Reply {
  return { status: 404, refusal: { kind: 'not-found', code, description } };
}

/** Error codes for what is not there, by kind of entity; those without one share that of certificates. */
const ABSENT: Readonly<Partial<Record<FixtureKind, number>>> = {
  'ssl-certificate': -124,
  person: -105,
  organization: -1023,
  validation: -724,
  notification: -9,
  domain: -727,
};

/** 404 for an entity named in the path (contract 7.1). */
export function absentEntity(kind: FixtureKind | undefined): Reply {
  const name = kind === undefined ? 'entity' : kind.replaceAll('-', ' ');
  return notFound(`There is no such ${name}.`, kind === undefined ? -5101 : (ABSENT[kind] ?? -5101));
}

/** A refusal whose status the dialect chooses. */
export function refused(kind: Refusal['kind'], status: number, description: string, code: number): Reply {
  return { status, refusal: { kind, code, description } };
}
