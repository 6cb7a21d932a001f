/** Values that are good by themselves and might be refused in company: the same text twice, and all texts as long as they may be (contract 4.7, 4.9, 8). */
import { type Boundary, type RequestCase, serialize, withJson, withParameter } from '../../generators/index.ts';
import type { Exchange, Operation, Parameter } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, isRefused, PASS } from '../judges/index.ts';
import type { Base } from '../requests/base.ts';
import { type Subject, transplant } from './body-refusals.ts';
import { fittingBase } from './fitting.ts';
import { kindsOf, lengthBound } from './lengths.ts';
import { wireStyle } from './parameter-cases.ts';
import type { Judged } from './taken.ts';

/** Of a name in plain letters. */
const LENGTH = 10;

/** Characters of a target that any server reads: somewhat less than the 8000 octets of RFC 9110, section 4.1, as a base path may stand before it. */
const LONGEST_TARGET = 7_000;

/** URIs and requests that are too long. */
const TOO_LONG: readonly number[] = [413, 414, 431];

/** Each required text with the same value as each other text that takes it: nothing says that they must differ. */
export async function judgeEqualTexts(context: CheckContext, operation: Operation, base: Base): Promise<Judged[]> {
  const texts = freeTexts(operation).filter(({ schema }) => (lengthBound(schema, 'maxLength') ?? LENGTH) >= LENGTH);
  const judged: Judged[] = [];
  for (const [at, other] of texts.entries()) {
    const partners = texts.filter((one, index) => one.required && (index < at || !other.required) && one !== other);
    if (partners.length === 0) continue;
    const { request } = await fittingBase(context, operation, other, base);
    const [text = ''] = kindsOf(request, LENGTH);
    const unlike = `${text.slice(0, -1)}${text.endsWith('b') ? 'c' : 'b'}`;
    for (const one of partners) {
      const send = (first: string, second: string): Promise<Exchange> =>
        context.send(withParameter(withParameter(request, one.name, first), other.name, second));
      let exchange = await send(text, text);
      if (isRefused(exchange)) {
        // Each takes the text while the other has another one: that they are equal is all that is left to refuse.
        if (!isAccepted(await send(text, unlike)) || !isAccepted(await send(unlike, text))) continue;
        exchange = await send(text, text);
      }
      const { judgement } = answerOf(exchange);
      const refused = isRefused(exchange) ? fail(EQUAL, `status ${exchange.response?.status}`) : PASS;
      const label = `${one.name} and ${other.name} with the same text`;
      const given = { [one.name]: text, [other.name]: text };
      judged.push({ judgement: judgement ?? refused, evidence: { label, exchange, case: given } });
    }
  }
  return judged;
}

const EQUAL = 'accepted, as each is while the other has another text';

/** All texts as long as they may be, as far as they go into one target. What else they may be refused for says nothing here. */
export async function judgeLongest(context: CheckContext, operation: Operation, base: Base): Promise<Judged[]> {
  let request = base.request;
  for (const { name, schema } of freeTexts(operation)) {
    const longest = lengthBound(schema, 'maxLength');
    if (longest === undefined) continue;
    const [text = ''] = kindsOf(base.request, longest);
    const longer = withParameter(request, name, text);
    if (lengthOf(context, longer) <= LONGEST_TARGET) request = longer;
  }
  if (request === base.request) return [];
  const exchange = await context.send(request);
  const judgement = judgeLength(exchange, `a target of ${lengthOf(context, request)} characters`);
  if (judgement === undefined) return [];
  return [{ judgement, evidence: { label: 'all texts as long as they may be', exchange } }];
}

/** The same of a body: all its texts at the greatest length of their schemas. */
export async function judgeLongestBody(
  { context, request, assumed }: Subject,
  edges: readonly Boundary[],
): Promise<Judged[]> {
  const longest = edges.filter(({ keyword }) => keyword === 'maxLength');
  const body = longest.reduce((whole, { value, pointer }) => transplant(whole, value, pointer), request.body?.value);
  const characters = JSON.stringify(body ?? null).length;
  if (longest.length < 2 || characters > LONGEST_BODY) return [];
  const exchange = await context.send(withJson(request, body));
  // Of lengths that nobody claims a server may well think that all of them together are too much (silence request.size-limit).
  if (assumed && isRefused(exchange)) return [];
  const judgement = judgeLength(exchange, `a body of ${characters} characters`);
  if (judgement === undefined) return [];
  return [{ judgement, evidence: { label: 'all texts as long as they may be', exchange } }];
}

/** Characters of a body that no server is surprised by. */
const LONGEST_BODY = 50_000;

/** Pure. Undefined where it is refused for something else than its length. `what` is long. */
function judgeLength(exchange: Exchange, what: string): Judgement | undefined {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (isAccepted(exchange)) return PASS;
  const { status } = response;
  if (status < 500 && !TOO_LONG.includes(status)) return undefined;
  return fail(`${what} is read, each of its texts being as long as it may be`, `status ${status}`);
}

function lengthOf(context: CheckContext, request: RequestCase): number {
  return serialize(request, wireStyle(context)).target.length;
}

/** The texts of a query of which nothing is shown but how long they may be. */
function freeTexts({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ in: place, schema, reference }) => {
    if (place !== 'query' || reference !== undefined || typeof schema !== 'object') return false;
    return schema['type'] === 'string' && BOUND.every((keyword) => !(keyword in schema));
  });
}

const BOUND = ['enum', 'pattern', 'format', 'x-semantic', 'x-comma-separated', 'x-documented-format'];
