/** Odd input on every operation: anything but a server error, a hang or a dropped connection. */
import type { RequestCase } from '../../generators/index.ts';
import { type Contract, type Exchange, type Operation, promisesOf } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type Check, type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { excerpt, isBeyondReaders, judgeNoServerError, judgeSurvived, observed } from '../judges/index.ts';
import { absentPath } from '../requests/absent.ts';
import { compose } from '../requests/compose.ts';
import { ifAccepted } from '../requests/control.ts';
import { byMethod, otherMethods, speaksForPath } from '../requests/other-methods.ts';
import { contentFor } from '../requests/unleased.ts';

/**
 * The robustness check of an operation. Aimed at absent entities, where acceptance harms nothing; and, as many servers look
 * for the entity before they read the rest, at a fixture too: in a read, or where it may be used up.
 */
export function robustnessCheck(contract: Contract, operation: Operation): Check {
  const id = promisesOf(contract, operation.id, 'robustness').id();
  return {
    id,
    title: `${operation.method} ${operation.path} survives odd input`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      const aims = await aimsOf(context, operation);
      for (const [at, aim] of aims.entries()) {
        const probe = new Probe(context, id, toWire(aim, { session: context.session }));
        if (!(await probe.queries(oddQueries(operation)))) return;
        // Of who is there a body is read in any case; but what it takes in there might not be readable any more.
        const isLast = at === aims.length - 1;
        for (const [label, body] of operation.body === undefined ? [] : bodiesOf(aim)) {
          const isHere = isBeyondReaders(body) ? at === 0 : isLast;
          if (isHere && (await probe.body(label, body)) === 'broken') return;
        }
      }
      await recordOtherMethods(context, operation, id);
    },
  };
}

/** Each method that the path does not have, about nothing that is there; no deletion where there is no id to say so. */
async function recordOtherMethods(context: CheckContext, operation: Operation, id: string): Promise<void> {
  const { contract, session } = context;
  if (!speaksForPath(contract, operation)) return;
  for (const method of otherMethods(contract, operation)) {
    if (method === 'DELETE' && !operation.path.includes('{')) continue;
    const exchange = await context.send(byMethod(session, operation, method));
    const judgement = judgeNoServerError(exchange);
    // That is what a server answers by a method which it has for nothing at all (RFC 9110, section 15.6.2).
    const isUnknown = judgement.verdict === 'fail' && exchange.response?.status === 501;
    context.record(id, isUnknown ? observed({ what: 'answered', of: method, status: 501 }) : judgement, {
      label: method,
      exchange,
    });
  }
}

/** Plain requests to an absent entity and, where that is allowed, to one that is there. */
async function aimsOf(context: CheckContext, operation: Operation): Promise<RequestCase[]> {
  const { session } = context;
  const content = await contentFor(session, operation);
  const absent = compose(operation, { path: absentPath(session, operation), ...content, label: 'plain' });
  if (operation.entity === undefined || operation.effect === 'destroy') return [absent];
  const tried = await ifAccepted(session, operation);
  if (tried === undefined) return [absent];
  return operation.effect === 'observe' || tried.fixture?.allow === 'destroy' ? [absent, tried.request] : [absent];
}

/** The first name nothing, so where the body says whom an operation is about they are about nobody. */
function bodiesOf({ body }: RequestCase): [label: string, body: string | Uint8Array][] {
  return [...oddBodies(), ...oddTextsIn(body?.value)];
}

type Verdict = Judgement['verdict'];

/** Sends odd input along with one request, and records what becomes of it. */
class Probe {
  readonly #context: CheckContext;
  readonly #id: string;
  readonly #plain: WireRequest;

  constructor(context: CheckContext, id: string, plain: WireRequest) {
    this.#context = context;
    this.#id = id;
    this.#plain = plain;
  }

  /**
   * What is unknown to the operation anyway goes out together: where that is answered as the plain request is, none of it has an
   * effect; else each half of it is sent, until what has one stands alone. False when the target is down.
   */
  async queries(all: readonly OddQuery[]): Promise<boolean> {
    const usual = (await this.#context.send(this.#plain)).response?.status;
    const apart = all.filter(({ alone }) => alone).map((one) => [one]);
    for (const some of [all.filter(({ alone }) => !alone), ...apart]) {
      if ((await this.#together(some, usual)) === 'broken') return false;
    }
    return true;
  }

  async body(label: string, body: string | Uint8Array): Promise<Verdict> {
    return this.#record(label, await this.#context.send({ ...this.#plain, body }));
  }

  async #together(some: readonly OddQuery[], usual: number | undefined): Promise<Verdict> {
    const target = withQuery(this.#plain.target, some.map(({ query }) => query).join('&'));
    const exchange = await this.#context.send({ ...this.#plain, target });
    const label = some.map((one) => one.label).join(', ');
    const isAlone = some.length === 1;
    if (isAlone || exchange.response?.status === usual) return this.#record(label, exchange);
    const middle = Math.ceil(some.length / 2);
    const verdicts: Verdict[] = [];
    for (const half of [some.slice(0, middle), some.slice(middle)]) verdicts.push(await this.#together(half, usual));
    const worst = verdicts.find((one) => one === 'broken') ?? verdicts.find((one) => one === 'fail');
    // Perhaps it takes all of them.
    return worst ?? (judgeSurvived(exchange).verdict === 'pass' ? 'pass' : this.#record(label, exchange));
  }

  #record(label: string, exchange: Exchange): Verdict {
    const judgement = judgeSurvived(exchange);
    this.#context.record(this.#id, judgement, { label, exchange, case: excerpt(exchange.request.url) });
    return judgement.verdict;
  }
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

const LONG = 8 * 1024;
/** All odd queries together stay below 8,000 bytes, which all servers ought to read (RFC 9110, section 4.1): what is longer some break off. */
const LONG_IN_QUERY = 2 * 1024;
const MANY = 300;
/** A reader may limit the depth (RFC 8259, section 9); so much all take. */
const DEEP = 50;

/** An odd query string, already percent-encoded. */
interface OddQuery {
  readonly label: string;
  readonly query: string;
  /**
   * What does not decode as UTF-8 (RFC 3629) may be refused wherever it stands, and of an optional parameter of the operation any
   * value may; the others are passed over or refused by their names.
   */
  readonly alone: boolean;
}

function oddQueries(operation: Operation): OddQuery[] {
  const known = operation.parameters.find((parameter) => parameter.in === 'query' && !parameter.required)?.name;
  const odd = ODD_VALUES.map(([label, queryOf], at): OddQuery => {
    const name = known === undefined ? `x${at}` : encodeURIComponent(known);
    return { label, query: queryOf(name), alone: known !== undefined || UNDECODABLE.has(label) };
  });
  return [...odd, ...ODD_NAMES.map(([label, query]) => ({ label, query, alone: false }))];
}

const UNDECODABLE: ReadonlySet<string> = new Set([
  'invalid UTF-8 in percent-encoding',
  'an overlong UTF-8 sequence',
  'a lone surrogate in percent-encoding',
  'an incomplete percent-encoding',
]);

const ODD_VALUES: readonly (readonly [label: string, queryOf: (name: string) => string])[] = [
  ['control characters', (name) => `${name}=%01%02%1f%7f`],
  ['a NUL', (name) => `${name}=a%00b`],
  ['invalid UTF-8 in percent-encoding', (name) => `${name}=%ff%fe%c3%28`],
  ['an overlong UTF-8 sequence', (name) => `${name}=%c0%ae%c0%ae`],
  ['a lone surrogate in percent-encoding', (name) => `${name}=%ed%a0%80`],
  ['an incomplete percent-encoding', (name) => `${name}=%e4%zz%`],
  ['right-to-left text', (name) => `${name}=${encodeURIComponent('\u202eabc\u05d0\u05d1')}`],
  ['emoji', (name) => `${name}=${encodeURIComponent('🧪🔐👩‍🔬')}`],
  ['combining characters', (name) => `${name}=${encodeURIComponent(`e${'\u0301'.repeat(50)}`)}`],
  ['line breaks', (name) => `${name}=a%0d%0ab`],
  ['a 2 KB value', (name) => `${name}=${'a'.repeat(LONG_IN_QUERY)}`],
  ['a repeated parameter', (name) => `${name}=1&${name}=2&${name}=3`],
  ['a parameter without a value', (name) => name],
  ['names in brackets', (name) => `${name}[]=1&${name}[a][b]=2`],
];

const ODD_NAMES: readonly (readonly [label: string, query: string])[] = [
  [`${MANY} unknown parameters`, Array.from({ length: MANY }, (_, i) => `unknown${i}=${i}`).join('&')],
  ['unknown parameters with signs in their names', 'unknown.part=1&unknown-part=2&$unknown=3&@unknown=4&_=5'],
  ['unknown parameters in brackets and without a value', 'unknown[]=1&unknown[a][b]=2&unknown[0].part=3&unknown'],
  ['an empty name', '=value'],
  ['only separators', '&&&==&'],
];

/** Odd JSON bodies, each with a name. */
function oddBodies(): [label: string, body: string | Uint8Array][] {
  return [
    ['deeply nested arrays', '['.repeat(DEEP) + ']'.repeat(DEEP)],
    ['deeply nested objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    [
      'hundreds of unknown members',
      JSON.stringify(Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`unknown${i}`, i]))),
    ],
    ['an 8 KB text', JSON.stringify({ unknown: 'a'.repeat(LONG) })],
    ['a NUL in a text', '{"unknown":"a\\u0000b"}'],
    ['a lone surrogate in a text', '{"unknown":"\\ud800"}'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a huge number', '{"unknown":1e400}'],
    ['a number of a thousand digits', `{"unknown":${'9'.repeat(1_000)}}`],
    ['the member __proto__', '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'],
  ];
}

/** A body with each of some odd texts in the place of all its texts; none where it has no texts. */
function oddTextsIn(body: unknown): [label: string, body: string][] {
  const plain = JSON.stringify(body);
  if (plain === undefined) return [];
  return ODD_TEXTS.map(([label, text]): [string, string] => [label, JSON.stringify(withTexts(body, text))]).filter(
    ([, odd]) => odd !== plain,
  );
}

const ODD_TEXTS: readonly (readonly [label: string, text: string])[] = [
  ['a NUL in every text', 'a\u0000b'],
  ['a lone surrogate in every text', 'a\ud800b'],
  ['emoji in every text', '🧪🔐👩‍🔬'],
  ['right-to-left text in every text', '\u202eabc\u05d0'],
  ['line breaks in every text', 'a\r\nb'],
  ['8 KB in every text', 'a'.repeat(LONG)],
];

function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, text)]));
}
