/** Request bodies: presence, form and top-level type (contract 4.1), and XML where it is documented. */
import { type Certainty, type RequestCase, serialize } from '../../generators/index.ts';
import { type Contract, type Exchange, type HeaderList, type Operation, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, toWire } from '../engine/index.ts';
import { isAccepted, isRefused, judgeNoServerError, judgeRefusal, judgeUncertain, PASS } from '../judges/index.ts';
import { accepted } from '../requests/control.ts';
import { judgeRefusedContents, refusalsOf } from './body-refusals.ts';
import { judgeBodyTexts } from './body-texts.ts';
import { othersDo } from './elsewhere.ts';
import { judgeJsonSpellings } from './spellings.ts';
import { asXml, judgeXml, takesXml } from './xml-bodies.ts';

interface RawBody {
  readonly label: string;
  readonly certainty: Certainty;
  readonly body?: string | Uint8Array;
  readonly mediaType?: string;
  /** Whether it is refused hangs on who reads the bodies of all operations alike. */
  readonly ofReader?: true;
}

/** Bodies made of one that was accepted. */
type RawBodies = (text: string) => readonly RawBody[];

/** The checks of an operation's body as a whole, in each of its forms; none when it takes none. */
export function bodyChecks(contract: Contract, operation: Operation): readonly Check[] {
  if (operation.body === undefined || operation.interface === 'legacy') return [];
  const promised = promisesOf(contract, operation.id, 'body');
  const { id } = promised;
  const xml = xmlCheck(contract, operation);
  const json: Check = {
    id: `${operation.id}.body`,
    title: `${operation.method} ${operation.path} refuses bodies that are none`,
    requirements: promised.ids.filter((one) => xml?.requirements.includes(one) !== true),
    effect: operation.effect,
    run: async (context) => {
      const tried = await accepted(context.session, operation);
      await refuse(context, id('required', 'refuses'), tried.request, missing);
      await refuse(context, id('malformed', 'refuses'), tried.request, malformed);
      await refuse(context, id('top-level-type', 'refuses'), tried.request, otherTypes, judgeRefusedContents);
      await judgeJsonSpellings(context, id('spellings', 'accepts'), tried);
      await judgeBodyTexts(context, id('texts', 'survives'), tried);
      await foreignXml(context, id('malformed', 'refuses'), tried.request);
      await foreignMediaType(context, id('malformed', 'refuses'), tried.request);
    },
  };
  return xml === undefined ? [json] : [json, xml];
}

/** By itself, as it asks as much as all of JSON does. */
function xmlCheck(contract: Contract, operation: Operation): Check | undefined {
  const promised = promisesOf(contract, operation.id, 'body');
  const accepts = promised.find('xml', 'accepts');
  if (accepts === undefined) return undefined;
  const [refuses, values] = [promised.id('xml-malformed', 'refuses'), promised.id('xml-values', 'refuses')];
  return {
    id: `${operation.id}.body.xml`,
    title: `${operation.method} ${operation.path} takes XML as it takes JSON`,
    requirements: [accepts, refuses, values],
    effect: operation.effect,
    run: async (context) => {
      const tried = await accepted(context.session, operation);
      await judgeXml(context, tried, { accepts, refuses, values });
    },
  };
}

function missing(): RawBody[] {
  return [
    { label: 'no body', certainty: 'definite' },
    // Of a JSON type and of no length, as when nothing was to be said: common body readers make an empty object of it.
    { label: 'an empty body', certainty: 'doubtful', body: '' },
    { label: 'a body of white space', certainty: 'debatable', body: '  \n ' },
    // No body, or one of the wrong type; but common libraries read it into what has no values, as they do an empty object.
    { label: 'the body null', certainty: 'doubtful', body: 'null' },
  ];
}

function isArray(text: string): boolean {
  return text.trimStart().startsWith('[');
}

function malformed(text: string): RawBody[] {
  const cut = text.trimEnd().slice(0, -1);
  return [
    { label: 'a truncated body', certainty: 'definite', body: cut },
    { label: 'a lone opening bracket', certainty: 'definite', body: text.slice(0, 1) },
    { label: 'a bare word', certainty: 'definite', body: 'conformance' },
    { label: 'single quotes', certainty: 'definite', body: "{'a':'b'}" },
    {
      label: 'a trailing comma',
      certainty: 'definite',
      body: `${cut.replace(/,\s*$/, '')},${text.trimEnd().slice(-1)}`,
    },
    // Common libraries stop reading at the end of the value, unless they are told not to.
    { label: 'text after the value', certainty: 'doubtful', body: `${text} x`, ofReader: true },
    {
      label: 'a second value after the first',
      certainty: 'doubtful',
      body: `${text} ${isArray(text) ? '[]' : '{}'}`,
      ofReader: true,
    },
    { label: 'UTF-16', certainty: 'debatable', body: new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')) },
    { label: 'a byte order mark', certainty: 'debatable', body: `\ufeff${text}` },
    {
      label: 'a duplicate member',
      certainty: 'debatable',
      body: text.startsWith('{"') ? text.replace('{', '{"duplicate":1,"duplicate":2,') : text,
    },
  ];
}

function otherTypes(text: string): RawBody[] {
  return [
    { label: 'a text', certainty: 'definite', body: '"text"' },
    { label: 'a number', certainty: 'definite', body: '42' },
    { label: 'a boolean', certainty: 'definite', body: 'true' },
    ...(isArray(text)
      ? inPlaceOfArray(text)
      : [
          { label: 'the object inside an array', certainty: 'definite' as const, body: `[${text}]` },
          { label: 'an array of numbers', certainty: 'definite' as const, body: '[1,2]' },
        ]),
  ];
}

/** What a server might take for the array that was meant: with items that are there, so that the form alone is wrong. */
function inPlaceOfArray(text: string): RawBody[] {
  const items = JSON.parse(text) as readonly unknown[];
  const [first = 0] = items;
  const bodies: readonly (readonly [label: string, value: unknown])[] = [
    ['an object in place of the array', {}],
    ['an object with the array', { items }],
    ['an object with an item', { id: first }],
    ['an item in place of the array', first],
    ['a text of the items', items.join(',')],
  ];
  return bodies.map(([label, value]) => ({ label, certainty: 'definite', body: JSON.stringify(value) }));
}

async function refuse(
  context: CheckContext,
  id: string,
  request: RequestCase,
  bodies: RawBodies,
  judge: typeof judgeRefusedContents = judgeRefusal,
): Promise<void> {
  for (const { label, certainty, body, ofReader } of bodies(textOf(request))) {
    const exchange = await sendRaw(context, request, body);
    const refusal = judge(exchange, { statuses: refusalsOf(body), because: label });
    const uncertain = judgeUncertain(certainty)?.(exchange, label);
    // Who takes it here alone does not do so for what reads all bodies.
    const isOwn =
      ofReader === true && isAccepted(exchange) && (await areRefusedElsewhere(context, request, bodies, label));
    context.record(id, isOwn ? refusal : (uncertain ?? refusal), {
      label,
      exchange,
      ...(typeof body === 'string' ? { case: body.slice(0, 500) } : {}),
    });
  }
}

function textOf(request: RequestCase): string {
  return String(serialize(request, { arrayStyle: 'repeat' }).body ?? '');
}

function sendRaw(context: CheckContext, request: RequestCase, body: RawBody['body']): Promise<Exchange> {
  const { body: _dropped, ...rest } = toWire(request, { session: context.session });
  return context.send(body === undefined ? { ...rest, headers: withoutType(rest.headers ?? []) } : { ...rest, body });
}

/** True where other operations refuse such a body. */
function areRefusedElsewhere(
  context: CheckContext,
  { operation }: RequestCase,
  bodies: RawBodies,
  label: string,
): Promise<boolean> {
  return othersDo(context, operation, async (other) => {
    const raw = bodies(textOf(other)).find((one) => one.label === label);
    const exchange = await sendRaw(context, other, raw?.body);
    return isRefused(exchange) || isAccepted(exchange) ? isRefused(exchange) : undefined;
  });
}

/** Well-formed, and about nothing. */
const ANY_XML = '<?xml version="1.0" encoding="UTF-8"?><request><name>conformance</name></request>';

/** XML is no JSON: a body is what its content type says. Some servers go by its look, and some know more types than are documented. */
async function foreignXml(context: CheckContext, id: string, request: RequestCase): Promise<void> {
  const wire = toWire(request, { session: context.session });
  const documented = takesXml(request.operation);
  const body = documented ? toWire(asXml(context, request), { session: context.session }).body : ANY_XML;
  if (wire.body === undefined || body === undefined) return;
  const type = documented ? 'application/json' : 'application/xml';
  const label = `XML under the content type ${type}`;
  const exchange = await context.send({ ...wire, headers: [['Content-Type', type]], body });
  context.record(id, judgeUncertain('doubtful')?.(exchange, label) ?? PASS, { label, exchange });
}

/** What a foreign Content-Type is answered with is not shown: observed. */
async function foreignMediaType(context: CheckContext, id: string, request: RequestCase): Promise<void> {
  const wire = toWire(request, { session: context.session });
  const exchange = await context.send({ ...wire, headers: [['Content-Type', 'text/plain']], body: textOf(request) });
  context.record(id, judgeNoServerError(exchange), { label: 'the content type text/plain', exchange });
  context.observe(id, { silence: 'request.content-type', value: exchange.response?.status ?? null });
}

function withoutType(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-type');
}
