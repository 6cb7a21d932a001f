/** What a request says: its query and its body, judged by the tables of the contract and the manner of the reading. */
import { type BodyName, VARIANTS } from '../contract/bodies.ts';
import type { Json, Member, Type } from '../contract/types.ts';
import type { Call } from './call.ts';
import { countsOf, fromJson, fromText, type Verdict } from './check.ts';
import type { Reply } from './message.ts';
import type { Operation } from './operations.ts';
import { take } from './shape.ts';
import { jsonOfXml } from './xml.ts';

export function takeQuery(call: Call, operation: Operation): Reply | undefined {
  const pairs = call.request.query;
  const members = operation.query ?? [];
  if (!pairs) return call.bad('the query has broken escapes');
  const { unknownParameters, tokenInQuery } = call.reading;
  for (const [name] of pairs) {
    const known = members.some(({ field }) => field === name) || (tokenInQuery && name === 'access_token');
    if (!known && unknownParameters === 'refused') return call.bad(`the parameter ${name} is not known`);
  }
  for (const member of members) {
    const verdict = parameter(call, operation.id, member, pairs);
    if (verdict === undefined) {
      if (member.need) return call.bad(`the parameter ${member.field} is missing`);
    } else if ('wrong' in verdict) return call.bad(`the parameter ${member.field} is wrong: ${verdict.wrong}`);
    else call.query[member.field] = verdict.value;
  }
  return undefined;
}

function parameter(call: Call, op: string, member: Member, pairs: readonly [string, string][]): Verdict | undefined {
  const { manner, repeatedParameters, emptyValue, requiredEmpty } = call.reading;
  const place = `${op}?${member.field}`;
  const given = pairs.filter(([name]) => name === member.field).map(([, value]) => value);
  if (member.type.is === 'list') return listParameter(call, place, member.type, given, op);
  if (given.length === 0) return missing(call, place, member.type);
  if (given.length > 1 && repeatedParameters === 'refused') return { wrong: 'given more than once' };
  const raw = (repeatedParameters === 'last' ? given.at(-1) : given[0]) as string;
  if (raw === '' && !member.need && emptyValue === 'absent') return undefined;
  if (raw === '' && member.need && requiredEmpty === 'refused')
    return call.judge(place, raw, member.type, { wrong: 'empty' });
  return call.judge(place, raw, member.type, fromText(member.type, raw, manner));
}

/** Lets a planted fault give a value to what is missing; without one it stays missing. */
function missing(call: Call, place: string, type: Type): Verdict | undefined {
  const verdict = call.judge(place, null, type, { wrong: 'missing' });
  return 'wrong' in verdict ? undefined : verdict;
}

function listParameter(
  call: Call,
  place: string,
  type: Type & { is: 'list' },
  given: readonly string[],
  op: string,
): Verdict | undefined {
  const { manner, emptyValue } = call.reading;
  if (given.length === 0) return undefined;
  const commas = manner.arrays === 'comma' || op.endsWith('.read');
  const raw = commas ? given.join(',').split(',') : given;
  if (raw.length === 1 && raw[0] === '') {
    if (emptyValue === 'absent') return undefined;
    return call.judge(place, raw, type, { wrong: 'empty' });
  }
  const verdicts = raw.map((one) => fromText(type.of, one, manner));
  const bad = verdicts.find((one) => 'wrong' in one);
  const values = verdicts.flatMap((one) => ('value' in one ? [one.value] : []));
  const repeats = manner.repeatsRefused && new Set(values).size < values.length;
  return call.judge(place, raw, type, bad ?? (repeats ? { wrong: 'repeats' } : countsOf(type, values)));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function takeBody(call: Call, operation: Operation): Reply | undefined {
  if (operation.body === undefined) return undefined;
  const { request, reading } = call;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const xml = operation.xml === true && (type === 'application/xml' || type === 'text/xml');
  if (request.body.length === 0) return call.bad('the body is missing');
  if (!xml && type !== 'application/json' && reading.contentType === 'checked') {
    return call.bad('a body of this content type is not read', 415);
  }
  let json: Json;
  try {
    const text = utf8.decode(request.body);
    json = xml
      ? jsonOfXml(text, reading.xmlRoot(operation.body as BodyName), call.service.shape(operation.body as BodyName))
      : (JSON.parse(text) as Json);
  } catch (error) {
    return call.bad(`the body cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const wrong = operation.body === 'ids' ? takeIds(call, json) : takeMembers(call, operation.body, json);
  return wrong === undefined ? undefined : call.bad(`the body is wrong: ${wrong}`);
}

const IDS: Type = { is: 'list', of: { is: 'int', names: 'organization' }, once: true };

function takeIds(call: Call, json: Json): string | undefined {
  const type = call.reading.endpoint.emptyArray === 'refused' ? { ...IDS, least: 1 } : IDS;
  const verdict = fromJson(`${call.op}/`, type, json, call.reading.manner, call.judge);
  if ('wrong' in verdict) return verdict.wrong;
  call.list = verdict.value as readonly Json[];
  return undefined;
}

function takeMembers(call: Call, body: BodyName | 'variants', json: Json): string | undefined {
  const { manner } = call.reading;
  if (body !== 'variants') return takeAs(call, body, json);
  const wrongs: { readonly variant: string; readonly wrong: string }[] = [];
  for (const variant of VARIANTS) {
    const wrong = takeAs(call, variant, json);
    if (wrong === undefined) return undefined;
    wrongs.push({ variant, wrong });
  }
  return (
    wrongs.find(({ wrong }) => !wrong?.startsWith('variant:'))?.wrong ??
    `no account of a known variant (${manner.unit})`
  );
}

function takeAs(call: Call, schema: BodyName, json: Json): string | undefined {
  const read = take(call.service.shape(schema), json, call.op, call.reading.manner, call.judge);
  call.body = { ...read.fields };
  return read.wrong;
}
