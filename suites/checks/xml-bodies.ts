/** Bodies as XML, where the contract documents it (4.1, 4.7, 4.11): accepted as JSON is, and refused when it is malformed. */
import {
  type BodySpelling,
  isXmlName,
  type RequestCase,
  type Violation,
  withBody,
  withJson,
  xmlSpellings,
} from '../../generators/index.ts';
import { type Exchange, isClientError, type Operation } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type CheckContext, toWire } from '../engine/index.ts';
import type { Excuse } from '../judges/index.ts';
import { answerOf, fail, isAccepted, isRefused, judgeRefusal, observed, PASS, unshown } from '../judges/index.ts';
import type { Tried } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { bodySchemaOf, refusalsOf, transplantFault } from './body-refusals.ts';
import { controlLost } from './control-lost.ts';
import { violationsOf } from './inputs.ts';
import { judgeFormShows, judgeSpellings, respelt, type Taken } from './spellings.ts';
import { judgeTaken } from './taken.ts';
import { judgeXmlEdges } from './xml-edges.ts';
import { judgeXmlLists } from './xml-lists.ts';
import { judgeXmlOmitted } from './xml-omitted.ts';
import { judgeXmlTypes } from './xml-types.ts';

/** Where the verdicts go. */
interface XmlIds {
  readonly accepts: string;
  readonly refuses: string;
  readonly values: string;
}

/** A body that was sent as XML. */
interface Sent {
  readonly label: string;
  /** The same request as JSON. */
  readonly request: RequestCase;
  /** The root element's name is declared. */
  readonly declared: boolean;
  readonly wire: WireRequest;
  readonly exchange: Exchange;
  readonly excuse: Excuse;
}

/** Sends a request that was accepted as JSON once more as XML, and then broken. The root element is the dialect's. */
export async function judgeXml(
  context: CheckContext,
  { request, fixture }: Pick<Tried, 'request' | 'fixture'>,
  ids: XmlIds,
): Promise<void> {
  const carried = await nameable(context, request);
  if (carried === undefined) {
    const none = unshown('control-refused', { what: 'none', of: 'body-with-names-of-XML', was: 'accepted' });
    for (const id of Object.values(ids)) context.record(id, none, { label: 'positive control' });
    return;
  }
  const { label, wire, exchange, excuse, ...sent } = await sendXml(context, carried);
  const open = refusesMediaType(exchange) ? undefined : excuse;
  const judged = await judgeTaken(context, request.operation, exchange, open);
  const lost =
    judged.verdict === 'fail' && isRefused(exchange)
      ? await controlLost(context, carried, () => context.send(wire))
      : undefined;
  context.record(ids.accepts, lost ?? judged, { label, exchange });
  const write = (of: RequestCase): WireRequest => toWire(asXml(context, of), { session: context.session });
  if (!refusesMediaType(exchange))
    await judgeXmlLists(context, ids.accepts, { request: carried, fixture, write, isDeclared: sent.declared });
  if (!isAccepted(exchange)) {
    const unfit = unshown('control-refused', {
      what: 'answered',
      beside: 'control',
      status: exchange.response?.status,
    });
    for (const id of [ids.refuses, ids.values]) context.record(id, unfit, { label, exchange });
    return;
  }
  const why = sent.declared ? undefined : 'form-of-XML';
  if (fixture !== undefined)
    await judgeFormShows(context, ids.accepts, {
      form: 'XML',
      each: true,
      request: sent.request,
      fixture,
      write,
      excuse: why,
    });
  await judgeXmlValues(context, ids.values, { request: sent.request, write, open: why });
  const text = String(wire.body ?? '');
  await judgeSpellings(context, ids.accepts, { request: sent.request, wire, spellings: xmlSpellings(text) });
  if (fixture !== undefined && context.depth !== 'quick') {
    await judgeSpellingsShow(context, ids.accepts, { request: sent.request, fixture, write, excuse: why });
    if (why === undefined && request.operation.body?.standing !== 'assumed')
      await judgeXmlEdges(context, ids.accepts, { request: sent.request, write });
    if (why === undefined) await judgeXmlOmitted(context, ids.accepts, { request: sent.request, fixture, write });
    await judgeXmlTypes(context, ids.accepts, {
      request: sent.request,
      fixture,
      write,
      certain: (of) => withJson(of, certainIn(context, of.body?.value)),
    });
  }
  const broken: [string, string][] = [
    ['XML cut off before its end', text.slice(0, text.lastIndexOf('</'))],
    ['an XML element that is never closed', text.replace(/<\/[^>]+>\s*$/, '</wrong>')],
    ['no XML at all', '{"json":true}'],
    ['an XML declaration without an element', '<?xml version="1.0" encoding="UTF-8"?>'],
    ['an empty body in place of XML', ''],
  ];
  for (const [what, body] of broken) {
    const answer = await context.send({ ...wire, body });
    context.record(ids.refuses, judgeRefusal(answer, { statuses: refusalsOf(body), because: what }), {
      label: what,
      exchange: answer,
      case: body.slice(0, 500),
    });
  }
}

/** That a spelling is taken does not show that it is read: a text may have been lost in it. */
async function judgeSpellingsShow(context: CheckContext, id: string, sent: Omit<Taken, 'form'>): Promise<void> {
  const inForm = (of: RequestCase): BodySpelling[] => xmlSpellings(String(sent.write(of).body ?? ''));
  for (const { label: form } of inForm(sent.request)) {
    const write = (of: RequestCase): WireRequest => {
      const spelling = inForm(of).find(({ label }) => label === form);
      return spelling === undefined ? sent.write(of) : respelt(sent.write(of), spelling);
    };
    await judgeFormShows(context, id, { ...sent, form, write });
  }
}

/** The root element's name as the dialect has it, claimed or not. */
function rootOf({ contract }: CheckContext, { operation }: RequestCase): { root?: string; declared: boolean } {
  const answer = contract.answer('request.xml.root');
  const root = (answer?.value as Readonly<Record<string, string>> | undefined)?.[operation.body?.schemaName ?? ''];
  return {
    ...(root === undefined ? {} : { root }),
    declared: contract.dialect.claimed || (answer?.standing === 'claimed' && root !== undefined),
  };
}

/** True where the contract documents XML beside JSON for the operation's body (4.7, 4.11). */
export function takesXml({ body }: Operation): boolean {
  return body?.contents.some(({ mediaType }) => mediaType === 'application/xml') === true;
}

/** The same request with its body as XML, under the root element that the dialect names, without what XML has no names for. */
export function asXml(context: CheckContext, request: RequestCase): RequestCase {
  const { root } = rootOf(context, request);
  const body = {
    mediaType: 'application/xml',
    value: withNames(request.body?.value),
    ...(root === undefined ? {} : { root }),
  };
  return withBody(request, body);
}

/** With a declared root only lists are left open: where they may be why the body is refused, one without them is sent. */
async function sendXml(context: CheckContext, request: RequestCase): Promise<Sent> {
  const { contract } = context;
  const { declared } = rootOf(context, request);
  const send = async (of: RequestCase): Promise<Omit<Sent, 'label' | 'excuse'>> => {
    const wire = toWire(asXml(context, of), { session: context.session });
    return { request: of, declared, wire, exchange: await context.send(wire) };
  };
  const label = 'the accepted body as XML';
  const whole = { label, ...(await send(request)) };
  if (contract.dialect.claimed || refusesMediaType(whole.exchange)) return { ...whole, excuse: undefined };
  if (!declared) return { ...whole, excuse: 'form-of-XML' };
  const value = plain(request.body?.value);
  const same = JSON.stringify(value) === JSON.stringify(request.body?.value);
  const status = whole.exchange.response?.status ?? 0;
  if (same || !isClientError(status)) return { ...whole, excuse: undefined };
  const lesser = withJson(request, value);
  const control = await context.send(lesser);
  if (!isAccepted(control)) return { ...whole, excuse: 'form-of-XML' };
  return { label: `${label}, without lists`, ...(await send(lesser)), excuse: undefined };
}

/** The request itself, or without the members that XML has no names for if it is accepted so; undefined when it is not. */
async function nameable(context: CheckContext, request: RequestCase): Promise<RequestCase | undefined> {
  const value = withNames(request.body?.value);
  if (JSON.stringify(value) === JSON.stringify(request.body?.value)) return request;
  const lesser = withJson(request, value);
  const control = await context.send(lesser);
  return isAccepted(control) ? lesser : undefined;
}

/** A value without the members that no XML element can be named after. */
function withNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withNames);
  const members = Object.entries(value).filter(([name]) => isXmlName(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withNames(member)]));
}

/** What of a body nobody can mistake as XML: lists are written in ways that are not shown, and names need not be those of elements. */
function certainIn({ contract }: CheckContext, value: unknown): unknown {
  return contract.dialect.claimed ? withNames(value) : plain(withNames(value));
}

/** True for 415: it turns the documented media type away, however the body is written. */
function refusesMediaType({ response }: Exchange): boolean {
  return response?.status === 415;
}

/** A value without the members whose form as XML is open. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && !Array.isArray(member));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

/** The sorts of violations that XML can carry: lists, nulls and empty texts are written in ways that are not shown. */
const WRITABLE = ['type', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'required'] as const;

/** Violations of one sort that a quick run tries until one is refused in JSON. */
const MOST_TRIED = 3;

/** Texts that a reader of XML may take for a number or a truth value. */
const READABLE = /^[-+.\d]|^(nan|infinity|inf|true|false|yes|no|on|off|t|f|y|n)$/i;

const SCALARS: ReadonlySet<string> = new Set(['integer', 'number', 'boolean']);

/** A body that was accepted as JSON and as XML. */
interface XmlAccepted {
  readonly request: RequestCase;
  /** Another request of the operation, written as XML. */
  readonly write: (request: RequestCase) => WireRequest;
  /** Given where nobody says how a body is written as XML: what is not understood cannot be refused. */
  readonly open: Excuse;
}

/** One violation of each sort, of each member, that is refused in JSON is sent as XML. Whatever it is refused with, it must be refused. */
async function judgeXmlValues(context: CheckContext, id: string, accepted: XmlAccepted): Promise<void> {
  const { request, write, open } = accepted;
  const { operation } = request;
  if (open !== undefined || operation.body?.standing === 'assumed')
    return context.record(id, observed({ what: 'open', but: open ?? 'schema-assumed' }), { label: 'values in XML' });
  let judged = 0;
  for (const keyword of WRITABLE) {
    const faults = violationsOf(bodySchemaOf(operation)).filter(
      (fault) => isWritable(fault, keyword) && (keyword !== 'type' || isScalar(request, fault)),
    );
    // A server may read each member by itself; in a quick run that is looked at for what is needed alone.
    const each = keyword === 'required' || context.depth !== 'quick';
    const done = new Set<string>();
    for (const fault of each ? faults : faults.slice(0, MOST_TRIED)) {
      if (done.has(fault.pointer)) continue;
      const value = transplantFault(request.body?.value, fault);
      const broken = withJson(request, value);
      if (!isRefused(await context.send(broken))) continue;
      const exchange = await context.send(write(broken));
      const because = `${fault.pointer}: ${fault.operator}, refused in JSON`;
      const { response, judgement } = answerOf(exchange);
      const refused = isClientError(response?.status);
      const told = refused ? PASS : fail(`a refusal (any 4xx) (${because})`, `status ${response?.status}`);
      context.record(id, judgement ?? told, {
        label: `${fault.pointer}: ${fault.operator} as XML`,
        exchange,
        case: value,
      });
      judged += 1;
      done.add(fault.pointer);
      if (!each) break;
    }
  }
  const control = judged === 0 ? undefined : await context.send(write(request));
  if (control !== undefined && isAccepted(control)) return;
  const judgement =
    judged === 0
      ? unshown('control-refused', { what: 'none', of: 'fault-that-XML-can-carry', was: 'refused' })
      : unshown('control-refused', { what: 'answered', beside: 'control', status: control?.response?.status });
  context.record(id, judgement, { label: 'values in XML', exchange: control });
}

/** True for a number or a truth value: an object's element with a text in it may be read as one without members. */
function isScalar({ operation, body }: RequestCase, { pointer }: Violation): boolean {
  const schema = memberSchema(operation, pointer, body?.value);
  const types = typeof schema === 'object' ? [schema['type']].flat() : [];
  return types.length > 0 && types.every((type) => SCALARS.has(String(type)));
}

/** True for a certain violation of a sort that stays one when it is written as an element. */
function isWritable({ keyword, certainty, pointer, new: broken }: Violation, wanted: string): boolean {
  if (keyword !== wanted || certainty !== 'definite' || pointer === '' || /\/\d+(\/|$)/.test(pointer)) return false;
  if (keyword === 'required') return true;
  if (typeof broken === 'number') return keyword !== 'type';
  if (typeof broken !== 'string' || broken === '' || broken.trim() !== broken) return false;
  return keyword !== 'type' || !READABLE.test(broken);
}
