/** Points that the contract leaves open and on which a dialect can say how every operation does it: one promise of the dialect each. */

import type { Operation, Parameter, Requirement } from '../types.ts';
import type { Level } from '../vocabulary.ts';
import { draft } from './draft.ts';

/** A point that the dialect settles for an operation: the end of the requirement's id. */
export type DeclaredPoint = keyof typeof DECLARED;

interface Point {
  readonly silence: string;
  readonly section: string;
  readonly sentence: string;
  readonly appliesTo: (operation: Operation) => boolean;
  /**
   * `SHOULD` where one word of the dialect speaks of every operation at once: an owner who knows the rule may not know each
   * exception to it, which is no reason to call a server that keeps the contract wrong. Default `MUST`.
   */
  readonly level?: Level;
  /** One word of the dialect here, too; but who says that something is refused knows where it is done. Only that fails, and all else warns. */
  readonly lenient?: true;
}

const hasPathId = ({ parameters }: Operation): boolean => parameters.some(({ in: place }) => place === 'path');
const hasQuery = ({ parameters }: Operation): boolean => parameters.some(({ in: place }) => place === 'query');
const takesBad = (operation: Operation): boolean => hasPathId(operation) || hasQuery(operation) || hasBody(operation);
const hasBody = ({ body }: Operation): boolean => body !== undefined;
const hasObject = ({ body }: Operation): boolean => {
  const schema = body?.contents[0]?.schema;
  return body !== undefined && !(typeof schema === 'object' && schema['type'] === 'array');
};
/** A query parameter that takes one value. */
export function isSingle({ in: place, schema }: Parameter): boolean {
  return (
    place === 'query' && typeof schema === 'object' && schema['type'] !== 'array' && !('x-comma-separated' in schema)
  );
}

const answersJson = ({ success }: Operation): boolean => success.some(({ body }) => body === 'some');
const hasFaults = (operation: Operation): boolean =>
  operation.absence === 'documented' || operation.absence === 'entity-body';
const always = (): boolean => true;

/** In the order in which they are tried. */
export const DECLARED = {
  precedence: {
    level: 'SHOULD',
    silence: 'request.precedence',
    section: '4.1',
    sentence: 'Of two faults that one is answered which the dialect names first.',
    appliesTo: (operation: Operation): boolean => hasFaults(operation) || hasQuery(operation) || hasBody(operation),
  },
  'path-id': {
    level: 'SHOULD',
    silence: 'request.path-id.refusal',
    section: '4.1',
    sentence: 'A malformed identifier in the path is answered with the status that the dialect names.',
    appliesTo: hasPathId,
  },
  'id-minimum': {
    silence: 'endpoint.id.minimum',
    section: '2.1',
    sentence: 'Zero for the id of an endpoint is out of range, or merely absent, as the dialect says.',
    appliesTo: ({ path }: Operation): boolean => path.startsWith('/api/endpoint/v1/{'),
  },
  'unknown-parameters': {
    lenient: true,
    silence: 'request.unknown-parameters',
    section: '4.1',
    sentence: 'A query parameter that the operation does not know is ignored or refused as the dialect says.',
    appliesTo: always,
  },
  'unknown-members': {
    lenient: true,
    silence: 'request.unknown-members',
    section: '2.1',
    sentence: 'A member that the schema of the body does not know is ignored or refused as the dialect says.',
    appliesTo: hasObject,
  },
  'null-members': {
    lenient: true,
    silence: 'request.null-members',
    section: '4.1',
    sentence: 'Null for a member that the body need not have is as none at all, or refused, as the dialect says.',
    appliesTo: hasObject,
  },
  'repeated-parameters': {
    lenient: true,
    silence: 'request.repeated-parameters',
    section: '4.1',
    sentence: 'Of a repeated parameter that takes one value that value counts, or it is refused, as the dialect says.',
    // Where acceptance uses something up, a good value shows nothing.
    appliesTo: (operation: Operation): boolean => operation.effect !== 'destroy' && operation.parameters.some(isSingle),
  },
  'content-type': {
    lenient: true,
    silence: 'request.content-type',
    section: '4.1',
    sentence: 'A body under a foreign content type is refused or read as JSON as the dialect says.',
    appliesTo: hasBody,
  },
  'unsupported-method': {
    lenient: true,
    silence: 'http.unsupported-method',
    section: '4.1',
    sentence: 'A method that the path does not have is answered with the status that the dialect names.',
    appliesTo: always,
  },
  charset: {
    level: 'SHOULD',
    silence: 'response.charset-parameter',
    section: '4.1',
    sentence: 'The content type of the JSON of a success carries a charset, or none, as the dialect says.',
    appliesTo: answersJson,
  },
  'no-value': {
    level: 'SHOULD',
    silence: 'response.null-members',
    section: '2.1',
    sentence: 'Members of the answer that have no value are left out or null as the dialect says.',
    appliesTo: answersJson,
  },
  'extra-members': {
    level: 'SHOULD',
    silence: 'response.extra-members',
    section: '2.1',
    sentence: 'The answer has no members beside those of the schema where the dialect says so.',
    appliesTo: answersJson,
  },
  'bad-request.format': {
    level: 'SHOULD',
    silence: 'error.bad-request.format',
    section: '7.1',
    sentence: 'The body of a 400 has the form that the dialect names.',
    appliesTo: takesBad,
  },
  'unauthorized.format': {
    silence: 'error.unauthorized.format',
    section: '7.1',
    sentence: 'The body of a 401 has the form that the dialect names.',
    appliesTo: always,
  },
  'unauthorized.challenge': {
    silence: 'error.unauthorized.challenge',
    section: '7.1',
    sentence: 'A 401 carries a challenge (`WWW-Authenticate`), or none, as the dialect says.',
    appliesTo: always,
  },
  'empty-array': {
    silence: 'endpoint.delegations.empty-array',
    section: '4.9',
    sentence: 'An empty array for the delegations is accepted or refused as the dialect says.',
    appliesTo: ({ id }: Operation): boolean => id === 'endpoint.delegations.update',
  },
  'type-change': {
    silence: 'endpoint.type-change',
    section: '4.9',
    sentence: 'An update that names another type than the endpoint has is accepted or refused as the dialect says.',
    appliesTo: ({ id }: Operation): boolean => id === 'endpoint.update',
  },
  'client-secret': {
    silence: 'bucket.client-secret.response',
    section: '4.11',
    sentence: 'The answer to a reset of the client secret has the status and the members that the dialect names.',
    appliesTo: ({ path }: Operation): boolean => path.endsWith('/reset-client-secret'),
  },
} as const satisfies Readonly<Record<string, Point>>;

/** True where only what is done although it is said to be refused counts as a failure. */
export function isLenient(point: DeclaredPoint): boolean {
  const { lenient }: Point = DECLARED[point];
  return lenient === true;
}

/** The points that a dialect can settle for an operation. */
export function declaredPoints(operation: Operation): DeclaredPoint[] {
  if (operation.interface === 'legacy') return [];
  return (Object.keys(DECLARED) as DeclaredPoint[]).filter((point) => DECLARED[point].appliesTo(operation));
}

/** Their requirements. */
export function declaredRequirements(operation: Operation): Requirement[] {
  return declaredPoints(operation).map((point) => {
    const { level = 'MUST', section, sentence }: Point = DECLARED[point];
    return draft(operation, `declared.${point}`, { level, source: 'dialect', section, sentence, topic: 'declared' });
  });
}
