/** Bodies that say the same in other bytes: what was accepted in one spelling is accepted in every other (contract 4.1). */
import {
  type BodySpelling,
  fullValue,
  jsonSpellings,
  mixedSpelling,
  type RequestCase,
  withBody,
} from '../../generators/index.ts';
import { isObject } from '../../spec/json.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { WireRequest } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { toWire } from '../engine/wire.ts';
import { isAccepted } from '../judges/acceptance.ts';
import { judgeDebatable } from '../judges/status.ts';
import type { Tried } from '../requests/control.ts';
import { readbacks } from '../subject/returned.ts';
import { bodySchemaOf } from './body-refusals.ts';
import { judgeFormShows } from './form-shows.ts';
import { controlLost } from './parameter-cases.ts';
import { judgeTaken } from './taken.ts';

/** An accepted request, as it was written, and other spellings of its body. */
interface Spelt {
  readonly request: RequestCase;
  readonly wire: WireRequest;
  readonly spellings: readonly BodySpelling[];
}

/** Sends the accepted JSON body in its other spellings, and a change in all of them at once. */
export async function judgeJsonSpellings(
  context: CheckContext,
  id: string,
  { request, fixture }: Pick<Tried, 'request' | 'fixture'>,
): Promise<void> {
  const { session } = context;
  if (!context.wants(id) || request.body === undefined) return;
  // Where what is written shows, it has to be put back, and the request has the values that the entity has anyway.
  const mayGrow = fixture?.allow === 'destroy' && readbacks(context.contract, request.operation).length === 0;
  const spelt = mayGrow ? await fuller(context, request) : request;
  const wire = toWire(spelt, { session });
  await judgeSpellings(context, id, { request: spelt, wire, spellings: jsonSpellings(spelt.body?.value) });
  if (fixture === undefined) return;
  const write = (of: RequestCase): WireRequest => ({
    ...toWire(of, { session }),
    body: mixedSpelling(of.body?.value),
  });
  await judgeFormShows(context, id, { form: 'JSON in another spelling', request, fixture, write, excuse: undefined });
}

/** A body with few members has few spellings: one with all that its schema knows, if the entity may be used up and takes it. */
async function fuller(context: CheckContext, request: RequestCase): Promise<RequestCase> {
  const { body, operation } = request;
  const own = body?.value;
  if (body === undefined || !isObject(own) || Object.keys(own).length >= FEW) return request;
  const full = fullValue(bodySchemaOf(operation));
  if (!isObject(full)) return request;
  const changed = withBody(request, { ...body, value: { ...full, ...own } });
  return isAccepted(await context.send(changed)) ? changed : request;
}

/** From so many members on an order can be told from another. */
const FEW = 2;

/** Sends an accepted body in other spellings and records what each is answered with. */
export async function judgeSpellings(
  context: CheckContext,
  id: string,
  { request, wire, spellings }: Spelt,
): Promise<void> {
  for (const spelling of spellings) {
    const { label, body, chunked, contentType } = spelling;
    const headers = (wire.headers ?? []).map(([name, text]): readonly [string, string] => [
      name,
      contentType !== undefined && name.toLowerCase() === 'content-type' ? contentType : text,
    ]);
    const exchange = await context.send({ ...wire, headers, body, ...(chunked === undefined ? {} : { chunked }) });
    const judgement = await judge(context, request, spelling, exchange);
    context.record(id, judgement, { label, exchange, case: body.slice(0, 500) });
  }
}

async function judge(
  context: CheckContext,
  request: RequestCase,
  { label, certain, chunked }: BodySpelling,
  exchange: Exchange,
): Promise<Judgement> {
  if (!certain) return judgeDebatable(exchange, label);
  // A server may insist on knowing the length (RFC 9110, section 15.5.12).
  if (chunked === true && exchange.response?.status === 411) return judgeDebatable(exchange, label);
  const judgement = await judgeTaken(context, request.operation, exchange);
  const refused = judgement.verdict === 'fail' && !isAccepted(exchange);
  return (refused ? await controlLost(context, request) : undefined) ?? judgement;
}
