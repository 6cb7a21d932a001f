/** What a dialect can say of all answers of a sort, as a single answer shows it (contract 4.1, 7.1): undefined where it cannot be told. */
import { header, isSuccess, type ReceivedResponse } from '../../spec/index.ts';
import { mediaType, parseJson } from './body.ts';

/** One aspect of answers, and the point that the contract leaves open. */
export interface Aspect {
  readonly silence: string;
  readonly look: (response: ReceivedResponse) => unknown;
}

const of = (isOne: (status: number) => boolean, look: Aspect['look']): Aspect['look'] => {
  return (response) => (isOne(response.status) ? look(response) : undefined);
};

export const ASPECTS = {
  /** Told of the JSON of successes alone: refusals are often written by another part of a server, in a type of their own. */
  charset: {
    silence: 'response.charset-parameter',
    look: of(isSuccess, (response) =>
      mediaType(response) === 'application/json'
        ? /;\s*charset=/i.test(header(response.headers, 'content-type') ?? '')
        : undefined,
    ),
  },
  badRequestFormat: { silence: 'error.bad-request.format', look: of((status) => status === 400, formatOf) },
  unauthorizedFormat: { silence: 'error.unauthorized.format', look: of((status) => status === 401, formatOf) },
  challenge: {
    silence: 'error.unauthorized.challenge',
    look: of(
      (status) => status === 401,
      ({ headers }) => header(headers, 'www-authenticate') !== undefined,
    ),
  },
} as const satisfies Readonly<Record<string, Aspect>>;

function formatOf(response: ReceivedResponse): string {
  if (response.bytes === 0) return 'empty';
  const isJson = /json/.test(mediaType(response) ?? '') && parseJson(response).error === undefined;
  return isJson ? 'json' : 'text';
}
