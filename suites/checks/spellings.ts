/** Bodies that say the same in other bytes: what was accepted in one spelling is accepted in every other (contract 4.1). */
import {
  type BodySpelling,
  fullValue,
  jsonSpellings,
  mixedSpelling,
  type RequestCase,
  withBody,
  withJson,
} from '../../generators/index.ts';
import { type Exchange, isObject, type JsonSchema, valueAt } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import type { Excuse } from '../judges/index.ts';
import {
  complaints,
  differences,
  fail,
  isAccepted,
  isRefused,
  judgeDebatable,
  observed,
  PASS,
  parseJson,
  pointerSet,
} from '../judges/index.ts';
import { largeChanges, smallChange } from '../lifecycles/variation.ts';
import type { Tried } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { type Look, type Observer, observerOf, readerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { bodySchemaOf } from './body-refusals.ts';
import { controlLost } from './control-lost.ts';
import { othersDo } from './elsewhere.ts';
import { judgeTaken } from './taken.ts';

/** An accepted request, as it was written, and other spellings of its body. */
interface Spelt {
  readonly request: RequestCase;
  readonly wire: WireRequest;
  readonly spellings: readonly BodySpelling[];
}

/** Sends the accepted JSON body in its other spellings, and a change in all of them at once; in chunks that one stands alone, as they may be refused. */
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
  const forms = {
    'JSON in another spelling': ({ body }: RequestCase): Partial<WireRequest> => ({ body: mixedSpelling(body?.value) }),
    'JSON in chunks': (): Partial<WireRequest> => ({ chunked: true }),
  };
  for (const [form, spell] of Object.entries(forms)) {
    const write = (of: RequestCase): WireRequest => ({ ...toWire(of, { session }), ...spell(of) });
    await judgeFormShows(context, id, { form, request, fixture, write, excuse: undefined });
  }
}

/** A body with few members has few spellings: one with all that its schema knows, if the entity may be used up and takes it. */
async function fuller(context: CheckContext, request: RequestCase): Promise<RequestCase> {
  const { body, operation } = request;
  const own = body?.value;
  if (body === undefined || !isObject(own) || Object.keys(own).length >= FEWEST_MEMBERS) return request;
  const full = fullValue(bodySchemaOf(operation));
  if (!isObject(full)) return request;
  const changed = withBody(request, { ...body, value: { ...full, ...own } });
  return isAccepted(await context.send(changed)) ? changed : request;
}

/** From so many members on an order can be told from another. */
const FEWEST_MEMBERS = 2;

/** Sends an accepted body in other spellings and records what each is answered with. */
export async function judgeSpellings(
  context: CheckContext,
  id: string,
  { request, wire, spellings }: Spelt,
): Promise<void> {
  for (const spelling of spellings) {
    const { label, body } = spelling;
    const sent = respelt(wire, spelling);
    const exchange = await context.send(sent);
    const judgement = await judge(context, request, spelling, { exchange, again: () => context.send(sent) });
    context.record(id, judgement, { label, exchange, case: body.slice(0, 500) });
  }
}

/** A request with its body in another spelling. */
export function respelt(wire: WireRequest, { body, chunked, contentType }: BodySpelling): WireRequest {
  const headers = (wire.headers ?? []).map(([name, text]): readonly [string, string] => [
    name,
    contentType !== undefined && name.toLowerCase() === 'content-type' ? contentType : text,
  ]);
  return { ...wire, headers, body, ...(chunked === undefined ? {} : { chunked }) };
}

async function judge(
  context: CheckContext,
  request: RequestCase,
  { label, certain, chunked }: BodySpelling,
  { exchange, again }: { readonly exchange: Exchange; again(): Promise<Exchange> },
): Promise<Judgement> {
  if (!certain) return judgeDebatable(exchange, label);
  // A server may insist on knowing the length (RFC 9110, section 15.5.12).
  if (chunked === true && exchange.response?.status === 411) return judgeDebatable(exchange, label);
  const judgement = await judgeTaken(context, request.operation, exchange);
  const refused = judgement.verdict === 'fail' && !isAccepted(exchange);
  const lost = refused ? await controlLost(context, request, again) : undefined;
  if (lost !== undefined || chunked !== true || !refused) return lost ?? judgement;
  // One of HTTP/1.0 knows no chunks and finds no body; who knows no coding may say so (RFC 9112, section 6.1). Whoever reads chunks
  // everywhere else does know them.
  const isUnread = isRefused(exchange) || exchange.response?.status === 501;
  const { session } = context;
  const reads = async (other: RequestCase): Promise<boolean> =>
    isAccepted(await context.send({ ...toWire(other, { session }), chunked }));
  if (!isUnread || (await othersDo(context, request.operation, reads))) return judgement;
  return { ...judgement, verdict: 'warn' };
}

/** What was accepted in another form. */
export interface Taken {
  /** The form in words: `XML`. */
  readonly form: string;
  /** The request as JSON. */
  readonly request: RequestCase;
  readonly fixture: Fixture;
  /** Each member is read by itself in this form, so that one may be lost and another not. */
  readonly each?: true;
  /** Another request of the operation, written like the one that was accepted. */
  readonly write: (request: RequestCase) => WireRequest;
  /** Why a server might not understand what it accepted. */
  readonly excuse: Excuse;
}

/** Members that are changed until one is accepted: a server may have rules for some of them. */
const MOST_MEMBERS = 4;

/** Changes a text in the other form (or each value), and plainly should it not show: only what shows then is lost by the form. Puts it back. */
export async function judgeFormShows(context: CheckContext, id: string, taken: Taken): Promise<void> {
  const { contract, session } = context;
  const { form, request, fixture, write, each = false } = taken;
  const { operation } = request;
  const reader = readerOf(contract, operation);
  if (reader === undefined || contract.answer('update.readback')?.standing !== 'claimed') return;
  const observer = observerOf(context.send, session, reader, fixture);
  const { value: before } = await observer.look();
  const as = (pointer: string, value: unknown): RequestCase =>
    withJson(request, pointerSet(request.body?.value, pointer, value));
  let tries = 0;
  for (const { write: pointer, read } of readbacks(contract, operation)) {
    const present = valueAt(before, read);
    if (!isScalar(present) || !pointer.startsWith('/') || (tries >= MOST_MEMBERS && !each)) continue;
    const schema = memberSchema(operation, pointer, request.body?.value);
    const small = smallChange(schema, writable(present), 0);
    const changed = small ?? (each ? largeChanges(schema, present, 0, [])[0]?.value : undefined);
    if (changed === undefined) continue;
    tries += 1;
    let isTold = false;
    const further =
      typeof present !== 'string' ? [] : each ? oddTexts(schema, writable(present)) : farLetters(schema, present);
    for (const { value, debatable } of [{ value: changed, debatable: false }, ...further]) {
      const exchange = await context.send(write(as(pointer, value)));
      if (!isAccepted(exchange)) continue;
      const parsed = exchange.response === undefined ? undefined : parseJson(exchange.response);
      // Who shows the change in the answer has read it, however it was to be written.
      const isRead =
        differences(valueAt(parsed?.error === undefined ? parsed?.value : undefined, read), value).length === 0;
      const told = isRead ? { form, excuse: undefined } : taken;
      const shown = await judgeShown(observer, { read, present, value }, told, () => context.send(as(pointer, value)));
      await session.restore(as(pointer, present));
      await observer.until(`${operation.id} puts back`, shows(read, present));
      if (shown === undefined) continue;
      const judgement: Judgement = debatable && shown.verdict === 'fail' ? { ...shown, verdict: 'warn' } : shown;
      context.record(id, judgement, {
        label: `${pointer} changed by ${form}`,
        exchange,
        case: { [pointer]: value },
      });
      if (judgement.verdict === 'fail') return;
      isTold = true;
    }
    if (isTold && !each) return;
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A text without the characters that no XML can carry: earlier requests may have left some. */
function writable<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(/\p{Cc}/gu, '') : value;
}

/**
 * Texts that a reader of another form may take for something else: digits for a number, characters that are markup there and stand
 * as references, letters that another encoding than that of the form has not. The blanks around an element's text, and an element without any, are read in more ways than one.
 */
function oddTexts(
  schema: JsonSchema | undefined,
  present: string,
): { readonly value: string; readonly debatable: boolean }[] {
  const made = [
    { value: '007', debatable: false },
    { value: `${present}&1`, debatable: false },
    { value: `${present}"<1>"`, debatable: false },
    { value: `${present}é漢`, debatable: false },
    { value: ` ${present} `, debatable: true },
    { value: '', debatable: true },
  ];
  return made.filter(({ value }) => value !== present && complaints(schema ?? true, value).length === 0);
}

/** Letters of more than one byte, and one of two code units: of them an escape stands for a part, and the end of a chunk may be in their midst. */
function farLetters(schema: JsonSchema | undefined, present: string): ReturnType<typeof oddTexts> {
  const made = ['é漢😀', 'é漢'].map((letters) => ({ value: `${writable(present)}${letters}`, debatable: false }));
  return made.filter(({ value }) => complaints(schema ?? true, value).length === 0).slice(0, 1);
}

/** Undefined when the change does not show by JSON either. */
async function judgeShown(
  observer: Observer,
  { read, present, value: changed }: { readonly read: string; readonly present: unknown; readonly value: unknown },
  { form, excuse }: Pick<Taken, 'form' | 'excuse'>,
  plainly: () => Promise<unknown>,
): Promise<Judgement | undefined> {
  const done = shows(read, changed);
  const seen = await observer.until(`a change by ${form} shows`, done);
  if (done(seen)) return PASS;
  await plainly();
  if (!done(await observer.until('a plain change shows', done)) || seen.status !== 200) return undefined;
  // What has become something else was read, however it was to be written.
  const isOther = !shows(read, present)(seen);
  if (excuse !== undefined && !isOther) return observed({ what: 'none', of: 'change', was: 'shown', but: excuse });
  return fail(
    `${JSON.stringify(changed)} shows at ${read} after the update by ${form}, as it does after a plain one`,
    `accepted, yet ${JSON.stringify(valueAt(seen.value, read))} shows`,
  );
}

function shows(read: string, value: unknown): (look: Look) => boolean {
  return (look) => differences(valueAt(look.value, read), value).length === 0;
}
