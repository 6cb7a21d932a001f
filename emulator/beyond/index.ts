/**
 * What clients of the family need before their first call and the contract does not specify: a token endpoint and plain
 * lists. Each answer is marked, and all of it is off unless it is asked for: a suite must not take it for the contract.
 */
import type { Wire } from '../edge/answers.ts';
import type { Incoming } from '../pipeline.ts';
import { answerList, isPlainList, type ListSource } from './lists.ts';
import { TOKEN_PATH, type TokenIssuer } from './tokens.ts';

/** The mark of every answer that the contract does not know. */
const MARK = { 'X-Beyond-Contract': 'true' };

/** What this needs of the service. */
export interface BeyondSource extends Omit<ListSource, 'read'> {
  readonly tokens: TokenIssuer;
  /** Answers as to any other request. */
  readonly answer: (incoming: Incoming) => Wire;
  /** The refusal of a request without a valid credential; undefined when it has one. */
  readonly unauthorized: (incoming: Incoming) => Wire | undefined;
}

/** The answer to a request beyond the contract; undefined for every other request. */
export function answerBeyond(path: string, incoming: Incoming, source: BeyondSource): Wire | undefined {
  source.tokens.forgetExpired();
  if (path === TOKEN_PATH) return marked(source.tokens.answer(incoming));
  if (!isPlainList(path) || !['GET', 'HEAD'].includes(incoming.method)) return undefined;
  const refusal = source.unauthorized(incoming);
  if (refusal !== undefined) return marked(refusal);
  const { url, headers } = incoming;
  const cut = url.indexOf('?');
  const read = (entity: string): Wire =>
    source.answer({ method: 'GET', url: entity, headers, body: new Uint8Array(0) });
  const wire = answerList(path, cut < 0 ? '' : url.slice(cut + 1), { state: source.state, read });
  return wire === undefined ? undefined : marked(wire);
}

function marked(wire: Wire): Wire {
  return { ...wire, headers: { ...wire.headers, ...MARK } };
}
