/** Judges of response bodies, media types and headers. */
import type { Answer, Exchange, JsonSchema, ReceivedResponse, ResponseSpec } from '../../spec/index.ts';
import { dereference, header, within } from '../../spec/index.ts';
import { fail, observed, PASS, unshown, warn } from './judgement.ts';
import { complaintsBeyondNulls, complaintsOfAnswer } from './schema.ts';
import { judging } from './transport.ts';

/** A parsed JSON body, or why it is none. */
type Parsed = { readonly value: unknown; readonly error?: undefined } | { readonly error: string };

const PARSED = new WeakMap<ReceivedResponse, Parsed>();

/** Parses a response body as JSON (RFC 8259: UTF-8), once for all who judge it: what comes out is not to be changed. */
export function parseJson(response: ReceivedResponse): Parsed {
  let parsed = PARSED.get(response);
  if (parsed === undefined) {
    parsed = parse(response);
    PARSED.set(response, parsed);
  }
  return parsed;
}

function parse(response: ReceivedResponse): Parsed {
  if (response.encoding === 'base64') return { error: 'the body is not valid UTF-8' };
  if (response.body === '') return { error: 'the body is empty' };
  if (response.truncated === true) return { error: 'the body is longer than the client reads' };
  try {
    return { value: JSON.parse(response.body) as unknown };
  } catch {
    return { error: `the body is not JSON: ${excerpt(response.body)}` };
  }
}

/** The media type without parameters, in lower case; undefined when there is no Content-Type. */
export function mediaType(response: ReceivedResponse): string | undefined {
  return header(response.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** 4.1: bodies are `application/json`; parameters such as charset are free. */
export const judgeMediaType = judging((response, expected: string) => {
  const actual = mediaType(response);
  const coding = header(response.headers, 'content-encoding');
  if (response.miscoded === true)
    return fail(`a body of ${expected}`, `Content-Encoding ${coding}, which it does not have`);
  if (actual === expected) return PASS;
  return fail(`Content-Type ${expected}`, actual === undefined ? 'no Content-Type' : `Content-Type ${actual}`);
});

/** "No body": not a single byte. */
export const judgeNoBody = judging((response) =>
  response.bytes === 0 ? PASS : fail('no body', `a body of ${response.bytes} bytes: ${excerpt(response.body)}`),
);

/** A documented JSON body as far as the contract shows it: well-formed, and an array or an object as documented. */
export const judgeJsonShape = judging((response, shape: 'array' | 'object') => {
  const parsed = parseJson(response);
  if (parsed.error !== undefined) return fail(`a JSON ${shape}`, parsed.error);
  const actual = Array.isArray(parsed.value) ? 'array' : parsed.value === null ? 'null' : typeof parsed.value;
  return actual === shape ? PASS : fail(`a JSON ${shape}`, `JSON of type ${actual}: ${excerpt(response.body)}`);
});

/**
 * The documented schema, as the dialect fills it. Where the dialect is only assumed, a mismatch is observed, never failed.
 * `nulls`: the dialect's answer to how a member without a value appears.
 */
export const judgeSchema = judging((response, spec: ResponseSpec, nulls?: Answer) => {
  const schema: JsonSchema = spec.contents[0]?.schema ?? true;
  const parsed = parseJson(response);
  if (parsed.error !== undefined)
    return unshown('earlier-step', { what: 'answered', status: response.status, said: parsed.error });
  // Descriptions rarely say of which members there may be none: what the owner says of them in words counts before that.
  const told = nulls?.standing === 'claimed' ? nulls.value : undefined;
  const found = (told === 'null' ? complaintsBeyondNulls : complaintsOfAnswer)(schema, parsed.value);
  const guessed = spec.standing === 'assumed' || spec.standing === 'silent';
  if (found.length === 0 && !(guessed && !resembles(schema, parsed.value))) return PASS;
  const name = spec.schemaName ?? 'the documented schema';
  if (guessed) {
    const actual = found.length === 0 ? 'none of its members is there' : found.join('; ');
    return observed({ what: 'differs', of: name, actual });
  }
  const untold = told === undefined && complaintsBeyondNulls(schema, parsed.value).length === 0;
  return (untold ? warn : fail)(`a body that satisfies ${name}`, found.join('; '));
});

/** A documented response header: present, and its value satisfies the documented schema. */
export const judgeHeader = judging((response, name: string, schema: JsonSchema) => {
  const value = header(response.headers, name);
  if (value === undefined) return fail(`the header ${name}`, `no header ${name}`);
  const number = typeof schema === 'object' && (schema['type'] === 'integer' || schema['type'] === 'number');
  const typed = number && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  const found = complaintsOfAnswer(schema, typed);
  if (found.length === 0) return PASS;
  return fail(`${name}: ${number ? 'a count' : 'a documented value'}`, `${name}: ${excerpt(value)}`);
});

/** At most 160 characters of a text, for a report. */
export function excerpt(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** True when at least one member that the schema names is there: a guess that matches nothing has shown nothing. */
export function resembles(schema: JsonSchema, value: unknown): boolean {
  const resolved = dereference(schema);
  if (typeof resolved === 'boolean') return false;
  if (Array.isArray(value)) {
    const items = resolved['items'] as JsonSchema | undefined;
    return items !== undefined && value.some((item) => resembles(within(resolved, items), item));
  }
  const names = Object.keys((resolved['properties'] ?? {}) as object);
  return value !== null && typeof value === 'object' && names.some((name) => name in value);
}

/** More of it is in the exchange, which is kept. */
const LIMIT = 300;

/** The texts of a JSON body in their order, else the text without its markup; undefined when there are none. */
export function saidIn({ response }: Exchange): string | undefined {
  if (response === undefined || response.encoding !== 'utf8') return undefined;
  const parsed = parseJson(response);
  const words = parsed.error === undefined ? textsIn(parsed.value).join(': ') : response.body.replace(/<[^>]*>/g, ' ');
  const said = words.replace(/\s+/g, ' ').trim().slice(0, LIMIT);
  return said === '' ? undefined : said;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
