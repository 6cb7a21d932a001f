/** Judges the body of a 404 (contract 7.1: JSON with an error code and an error description, member names not shown). */
import { type Exchange, type ResponseSpec, valueAt } from '../../spec/index.ts';
import type { Answer as DialectAnswer } from '../../spec/types.ts';
import type { Judgement } from '../engine/index.ts';
import { excerpt, judgeJsonShape, judgeMediaType, mediaType, parseJson, resembles } from './body.ts';
import { fail, observed, PASS, unshown, warn } from './judgement.ts';
import { mistyped } from './schema.ts';
import { judging } from './transport.ts';

/** Deep enough for an envelope (`{"error": {"code": …}}`) or a list of errors. */
const DEPTH = 4;

/**
 * Without declared member names any JSON object passes that holds, somewhere in it, a non-empty text (the description)
 * and beside it another scalar (the code). With declared names these very members must be there.
 */
export const judgeNotFoundBody = judging((response, members: DialectAnswer | undefined) => {
  if (response.status !== 404) return unshown('earlier-step', { what: 'answered', status: response.status });
  const expected = 'JSON with an error code and an error description';
  const parsed = parseJson(response);
  if (parsed.error !== undefined) return fail(expected, parsed.error);
  if (typeof parsed.value !== 'object' || parsed.value === null)
    return fail(expected, `JSON without members: ${excerpt(response.body)}`);
  if (members?.standing === 'claimed') return judgeDeclared(parsed.value, members.value as Members, response.body);
  const scalars = scalarsOf(parsed.value, 0);
  const descriptions = scalars.filter((value) => typeof value === 'string' && value.trim() !== '');
  if (descriptions.length > 0 && scalars.length > 1) return PASS;
  return fail(expected, `too little for a code and a description: ${excerpt(response.body)}`);
});

/**
 * The media type of a 404 body: `application/json`, as of every body for which nothing else is stated (4.1). A type of its
 * own for errors that is JSON too, such as `application/problem+json`, is warned of: 7.1 only calls the body JSON.
 */
export function judgeNotFoundType(exchange: Exchange): Judgement {
  const judgement = judgeMediaType(exchange, 'application/json');
  if (judgement.verdict !== 'fail' || exchange.response === undefined) return judgement;
  const isJson = /^application\/[^\s;]+\+json$/.test(mediaType(exchange.response) ?? '');
  return isJson ? { ...judgement, verdict: 'warn' } : judgement;
}

/**
 * The body of a 404 that is a document of the entity itself (4.4). Where the owner says which members that has, they are of
 * their types: what does not exist has no values for them, so none must be there. Of a body of others alone nothing
 * follows, and a not-found body as 7.1 has it for every 404 is only warned of.
 */
export function judgeAbsentEntity(exchange: Exchange, spec: ResponseSpec | undefined): Judgement {
  const shape = judgeJsonShape(exchange, 'object');
  if (shape.verdict !== 'pass' || exchange.response === undefined || spec?.standing !== 'claimed') return shape;
  const { value } = parseJson(exchange.response) as { readonly value: object };
  const schema = spec.contents[0]?.schema ?? true;
  const strange = Object.keys(value).length > 0 && !resembles(schema, value);
  const found = strange ? ['none of its members is there'] : mistyped(schema, value);
  if (found.length === 0) return PASS;
  const form = spec.schemaName ?? 'of a success';
  const actual = `${found.join('; ')}: ${excerpt(exchange.response.body)}`;
  if (judgeNotFoundBody(exchange, undefined).verdict === 'pass') return warn(`a body of the form ${form}`, actual);
  // Nobody has to show any of its members, and what stands beside them is open (silence mark.absent.members).
  return strange ? observed({ what: 'differs', of: form, actual }) : fail(`a body of the form ${form}`, actual);
}

interface Members {
  readonly code: string;
  readonly description: string;
}

function judgeDeclared(value: unknown, members: Members, body: string): Judgement {
  const code = valueAt(value, members.code);
  const description = valueAt(value, members.description);
  const expected = `an error code at ${members.code} and a description at ${members.description}`;
  const goodCode = (typeof code === 'number' && Number.isFinite(code)) || (typeof code === 'string' && code !== '');
  const goodDescription = typeof description === 'string' && description.trim() !== '';
  if (goodCode && goodDescription) return PASS;
  return fail(expected, `${goodCode ? 'no description' : 'no code'} there: ${excerpt(body)}`);
}

function scalarsOf(value: unknown, depth: number): (string | number | boolean)[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
  if (value === null || typeof value !== 'object' || depth >= DEPTH) return [];
  return Object.values(value).flatMap((child) => scalarsOf(child, depth + 1));
}
