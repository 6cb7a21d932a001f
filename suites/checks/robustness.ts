/** Odd input on every operation: anything but a server error, a hang or a dropped connection. */
import type { RequestCase } from '../../generators/index.ts';
import { type Contract, type Operation, promisesOf } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type Check, type CheckContext, toWire } from '../engine/index.ts';
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
      for (const aim of aims) {
        const plain = toWire(aim, { session: context.session });
        for (const [label, request] of casesOf(operation, aim, plain)) {
          // Taken in by an entity that is there it might not be readable any more.
          if (aim !== aims[0] && isBeyondReaders(request.body)) continue;
          const exchange = await context.send(request);
          const judgement = judgeSurvived(exchange);
          context.record(id, judgement, { label, exchange, case: excerpt(request.target) });
          if (judgement.verdict === 'broken') return;
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

function casesOf(operation: Operation, aim: RequestCase, plain: WireRequest): [string, WireRequest][] {
  const queries = oddQueries(operation).map(([label, query]): [string, WireRequest] => [
    label,
    { ...plain, target: withQuery(plain.target, query) },
  ]);
  if (operation.body === undefined) return queries;
  // The first name nothing, so where the body says whom an operation is about they are about nobody.
  const bodies = [...oddBodies(), ...oddTextsIn(aim.body?.value)];
  return [...queries, ...bodies.map(([label, body]): [string, WireRequest] => [label, { ...plain, body }])];
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

const LONG = 8 * 1024;
const MANY = 300;
/** A reader may limit the depth (RFC 8259, section 9); so much all take. */
const DEEP = 50;

/** Odd query strings, already percent-encoded, each with a name. */
function oddQueries(operation: Operation): [label: string, query: string][] {
  const known = operation.parameters.find((parameter) => parameter.in === 'query' && !parameter.required)?.name ?? 'x';
  const name = encodeURIComponent(known);
  return [
    ['control characters', `${name}=%01%02%1f%7f`],
    ['a NUL', `${name}=a%00b`],
    ['invalid UTF-8 in percent-encoding', `${name}=%ff%fe%c3%28`],
    ['an overlong UTF-8 sequence', `${name}=%c0%ae%c0%ae`],
    ['a lone surrogate in percent-encoding', `${name}=%ed%a0%80`],
    ['an incomplete percent-encoding', `${name}=%e4%zz%`],
    ['right-to-left text', `${name}=${encodeURIComponent('\u202eabc\u05d0\u05d1')}`],
    ['emoji', `${name}=${encodeURIComponent('🧪🔐👩‍🔬')}`],
    ['combining characters', `${name}=${encodeURIComponent(`e${'\u0301'.repeat(50)}`)}`],
    ['line breaks', `${name}=a%0d%0ab`],
    ['an 8 KB value', `${name}=${'a'.repeat(LONG)}`],
    [`${MANY} unknown parameters`, Array.from({ length: MANY }, (_, i) => `unknown${i}=${i}`).join('&')],
    ['unknown parameters with signs in their names', 'unknown.part=1&unknown-part=2&$unknown=3&@unknown=4&_=5'],
    ['unknown parameters in brackets and without a value', 'unknown[]=1&unknown[a][b]=2&unknown[0].part=3&unknown'],
    ['a repeated parameter', `${name}=1&${name}=2&${name}=3`],
    ['a parameter without a value', name],
    ['an empty name', '=value'],
    ['only separators', '&&&==&'],
    ['names in brackets', `${name}[]=1&${name}[a][b]=2`],
  ];
}

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
