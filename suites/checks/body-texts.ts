/** Texts of every class in the members of a body: whatever people write, it is taken or refused, but breaks nothing (contract 4.1). */
import { classedTexts, type PackedText, packedTexts, type RequestCase, withJson } from '../../generators/index.ts';
import { type JsonSchema, placesIn, token } from '../../spec/index.ts';
import { type CheckContext, ifAvailable } from '../engine/index.ts';
import { isAccepted, judgeNoServerError, observed, pointerSet } from '../judges/index.ts';
import { takeSubject } from '../lifecycles/update-subject.ts';
import type { Tried } from '../requests/control.ts';
import { inHalves, type Placed, unpackedAt } from '../requests/halves.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { bodySchemaOf } from './body-refusals.ts';

/** Of a text of which nothing is known but that it is one. */
const UNKNOWN: JsonSchema = { type: 'string', maxLength: 64 };

/** Ends a text for some libraries and stores, and stands in none of their columns (RFC 8259, section 7, lets it stand in a text). */
const NUL: PackedText = { text: 'a\u0000b', parts: ['a\u0000b'] };

/** Requests for one round of texts. */
const MOST_SENT = 100;

/**
 * Sends the accepted body with odd texts in all its members; where that is refused, in fewer of them and with fewer classes:
 * a member may have rules of its own, and what is behind them would not be reached.
 */
export async function judgeBodyTexts(
  context: CheckContext,
  id: string,
  tried: Pick<Tried, 'request' | 'fixture'>,
): Promise<void> {
  if (!context.wants(id)) return;
  const { request, disposable } = await subjectOf(context, tried);
  const members = membersOf(context, request, disposable);
  const bodyWith = (some: readonly Placed[]): unknown =>
    some.reduce((body, { place, text }) => pointerSet(body, place, text), request.body?.value);
  const send = async (some: readonly Placed[], whole: readonly Placed[]): Promise<boolean> => {
    const value = bodyWith(some);
    const odd = withJson(request, value);
    const exchange = await context.send(odd);
    const judgement = judgeNoServerError(exchange);
    const status = exchange.response?.status ?? 0;
    const refused = judgement.verdict === 'pass' && status >= 400;
    context.record(id, refused ? observed({ what: 'answered', status, but: 'characters' }) : judgement, {
      label: some.map(({ place, text }) => `${place} = ${text}`).join(', '),
      exchange,
      case: value,
      ...(some === whole ? {} : { shrunkFrom: bodyWith(whole) }),
    });
    return isAccepted(exchange);
  };
  const rounds = Math.max(0, ...members.map((texts) => texts.length));
  for (let round = 0; round < rounds; round++) {
    const texts = members.flatMap((all) => all[round] ?? []);
    await inHalves(texts, (some) => send(some, texts), unpackedAt, MOST_SENT);
  }
  // By itself: many a server refuses it, and what stands beside it would then be read by none.
  const nuls = members.flatMap(([first]) => (first === undefined ? [] : { place: first.place, ...NUL }));
  if (nuls.length > 0) await inHalves(nuls, (some) => send(some, nuls), unpackedAt, MOST_SENT);
  if (members.length > 0) return;
  context.record(id, observed({ what: 'none', of: 'member-with-a-free-text', was: 'there' }), { label: 'no input' });
}

/** An entity that may be used up, as any member of it can be given a value; else the one in hand. */
async function subjectOf(
  context: CheckContext,
  { request, fixture }: Pick<Tried, 'request' | 'fixture'>,
): Promise<{ readonly request: RequestCase; readonly disposable: boolean }> {
  if (fixture?.allow === 'destroy') return { request, disposable: true };
  const spare = await ifAvailable(takeSubject(context, request.operation, 'destroy'));
  if (spare === undefined) return { request, disposable: false };
  return { request: spare.valid.request, disposable: true };
}

/** For each text that the accepted body holds and, where any member may be set, that its schema knows besides: what it is to be. */
function membersOf(
  { contract, depth }: CheckContext,
  { operation, body }: RequestCase,
  disposable: boolean,
): readonly Placed[][] {
  const type = operation.id === 'admin.update' ? contract.answer('admin.type.write')?.value : undefined;
  const known = disposable ? placesIn(bodySchemaOf(operation)) : [];
  const places = [...new Set([...leavesOf(body?.value, ''), ...known])].filter((place) => place !== type);
  return places
    .map((place) => {
      const schema = memberSchema(operation, place, body?.value) ?? (known.includes(place) ? false : UNKNOWN);
      const whole = classedTexts(schema)
        .filter(({ alone }) => alone || depth === 'deep')
        .map(({ text }) => ({ text, parts: [text] }));
      return [...packedTexts(schema), ...whole].map((text) => ({ place, ...text }));
    })
    .filter((texts) => texts.length > 0);
}

function leavesOf(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return pointer === '' ? [] : [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, pointer + token(name)));
}
