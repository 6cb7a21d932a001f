/** Every answer of a run held against its documentation, whatever was asked for and of whatever entity (contract 4, 7.1). */
import { boundExchange } from '../../reports/bounds.ts';
import {
  type Answer,
  type Contract,
  type Exchange,
  isSuccess,
  type Operation,
  type ReceivedResponse,
  type ResponseSpec,
} from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import {
  type AnswerAspect,
  ASPECTS,
  complaints,
  judgeAbsentEntity,
  judgeClaim,
  judgeHeader,
  judgeJsonShape,
  judgeMediaType,
  judgeNoBody,
  judgeNotFoundBody,
  judgeNotFoundType,
  judgeOwnId,
  judgeSchema,
  judgeStatus,
  judgeSurvived,
  PASS,
} from '../judges/index.ts';
import type { Judgement } from './check.ts';
import { looksBack } from './relied.ts';
import type { Call } from './routes.ts';

/** What the answers of an operation promise: the documented form of a success, its schema, the entity it names, the body of a 404, that there is one, and what the dialect says of all. */
export const PROMISED = ['form', 'schema', 'own-id', 'absent', 'no-server-error', 'declared'] as const;

export type Promised = (typeof PROMISED)[number];

/** What the answers of one operation have shown of one fact. */
export interface Tally {
  good: number;
  /** The first answers that were not as documented. */
  readonly bad: { readonly judgement: Judgement; readonly exchange: Exchange }[];
}

/** Wrong answers that are kept for one fact. */
const KEPT = 3;

/** Tallies of all answers of a run, by operation. */
export class Answers {
  readonly #contract: Contract;
  readonly #claims: readonly (AnswerAspect & { readonly answer: Answer | undefined })[];
  readonly #tallies = new Map<string, ReadonlyMap<Promised, Map<string, Tally>>>();

  constructor(contract: Contract) {
    this.#contract = contract;
    const told = Object.values(ASPECTS).map((aspect) => ({ ...aspect, answer: contract.answer(aspect.silence) }));
    this.#claims = told.filter(({ answer }) => answer?.standing === 'claimed');
  }

  /** Judges an answer. Requests that ask for another form, or name no entity that there could be, are left out. */
  note(call: Call, request: WireRequest, exchange: Exchange): void {
    const { operation } = call;
    if (!hasPlainHeaders(request)) return;
    const answered = judgeAnswered(exchange);
    if (answered !== undefined) this.#count(operation, 'no-server-error', 'answer', exchange, answered);
    const { response, error } = exchange;
    if (response === undefined || error !== undefined || response.truncated === true) return;
    if (!isDecodable(request)) return;
    for (const [fact, judgement] of this.#judgeClaims(operation, response))
      this.#count(operation, 'declared', fact, exchange, judgement);
    if (!isPlain(call, request)) return;
    for (const [promised, fact, judgement] of this.#judge(call, request, exchange))
      this.#count(operation, promised, fact, exchange, judgement);
  }

  #count({ id }: Operation, promised: Promised, fact: string, exchange: Exchange, judgement: Judgement): void {
    const own = this.#tallies.get(id) ?? new Map(PROMISED.map((one) => [one, new Map<string, Tally>()]));
    this.#tallies.set(id, own);
    const tally = own.get(promised)?.get(fact) ?? { good: 0, bad: [] };
    own.get(promised)?.set(fact, tally);
    if (judgement.verdict === 'pass') tally.good += 1;
    else if (tally.bad.length < KEPT) tally.bad.push({ judgement, exchange: boundExchange(exchange) });
  }

  /** What the answers of an operation have shown, fact by fact. */
  of(operation: Operation, promised: Promised): readonly Tally[] {
    looksBack(operation.area);
    if (promised === 'declared') for (const { silence } of this.#claims) this.#contract.answer(silence);
    return [...(this.#tallies.get(operation.id)?.get(promised)?.values() ?? [])];
  }

  /** What the owner says of all answers of a sort, held against one. */
  #judgeClaims({ absence }: Operation, response: ReceivedResponse): (readonly [string, Judgement])[] {
    return this.#claims.flatMap(({ silence, look, answer }): (readonly [string, Judgement])[] => {
      // There an absent entity may be told by 400, in a form of its own (silence notification.absent).
      const isOther = absence === 'silent' && response.status === 400;
      const value = isOther ? undefined : look(response);
      return value === undefined ? [] : [[silence, judgeClaim(answer, value, silence) ?? PASS]];
    });
  }

  #judge(call: Call, request: WireRequest, exchange: Exchange): (readonly [Promised, string, Judgement])[] {
    const { operation } = call;
    const status = exchange.response?.status ?? 0;
    if (isSuccess(status) && operation.success.length > 0) {
      const named = judgeOwnId(this.#contract, call, request, exchange);
      const facts = this.#success(operation, exchange);
      return named === undefined ? facts : [...facts, ['own-id', 'own id', named]];
    }
    if (status !== 404 || request.body !== undefined || request.target.includes('?')) return [];
    if (operation.absence !== 'documented' && operation.absence !== 'entity-body') return [];
    const members = this.#contract.answer('error.not-found.members');
    const body =
      operation.absence === 'documented'
        ? judgeNotFoundBody(exchange, members)
        : judgeAbsentEntity(exchange, operation.success[0]);
    return [
      ['absent', 'body', body],
      ['absent', 'media type', judgeNotFoundType(exchange)],
    ];
  }

  #success(operation: Operation, exchange: Exchange): (readonly [Promised, string, Judgement])[] {
    const documented = operation.success.map(({ status }) => status);
    const spec = operation.success.find(({ status }) => status === exchange.response?.status);
    const status = judgeStatus(exchange, documented, 'documented success');
    if (spec === undefined) return [['form', 'status', status]];
    const facts: (readonly [Promised, string, Judgement])[] = [['form', 'status', status]];
    if (spec.body === 'none') facts.push(['form', 'no body', judgeNoBody(exchange)]);
    if (spec.body === 'some') {
      facts.push(
        ['form', 'media type', judgeMediaType(exchange, 'application/json')],
        ['form', 'body', judgeJsonShape(exchange, shapeOf(spec))],
      );
      const nulls = this.#contract.answer('response.null-members');
      if (spec.standing !== 'contract') facts.push(['schema', 'schema', judgeSchema(exchange, spec, nulls)]);
    }
    for (const { name, schema } of spec.headers) facts.push(['form', name, judgeHeader(exchange, name, schema)]);
    return facts;
  }
}

/** With the headers that every request has: what others ask for may well not be implemented. */
function hasPlainHeaders({ headers = [] }: WireRequest): boolean {
  return headers.every(([name]) => name.toLowerCase() === 'content-type');
}

/** What is no text at all never comes to the operation: whatever stands in front of it answers, in a form of its own. */
function isDecodable({ target }: WireRequest): boolean {
  try {
    return decodeURIComponent(target) !== '';
  } catch {
    return false;
  }
}

/** Whether there was an answer; undefined where nobody can tell, and for what is not implemented (501) or in front of the server (502, 504). */
function judgeAnswered(exchange: Exchange): Judgement | undefined {
  if ([501, 502, 504].includes(exchange.response?.status ?? 0)) return undefined;
  const judgement = judgeSurvived(exchange);
  return judgement.verdict === 'pass' || judgement.verdict === 'fail' ? judgement : undefined;
}

/** With the credential that is good, and ids of the documented form. */
function isPlain({ operation, ids }: Call, { credential = 'primary' }: WireRequest): boolean {
  if (credential !== 'primary') return false;
  return operation.parameters.every(({ name, schema, in: place }) => {
    if (place !== 'path') return true;
    const text = ids[name] ?? '';
    const integer = typeof schema === 'object' && schema['type'] === 'integer';
    if (integer) return /^[1-9]\d*$/.test(text) && complaints(schema, Number(text)).length === 0;
    return text === text.toLowerCase() && complaints(schema, text).length === 0;
  });
}

function shapeOf({ contents }: ResponseSpec): 'array' | 'object' {
  const schema = contents[0]?.schema;
  return typeof schema === 'object' && schema['type'] === 'array' ? 'array' : 'object';
}
