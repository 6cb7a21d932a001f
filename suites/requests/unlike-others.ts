/** What was refused, with other texts in place of those that another entity has: a server may want names that are unique (contract 4: its own rules are not shown). */
import { isFreeText, type RequestCase, withBody } from '../../generators/index.ts';
import { type Exchange, isObject, jsonIn, token, valueAt } from '../../spec/index.ts';
import type { Session } from '../engine/index.ts';
import { complaints } from '../judges/index.ts';
import { memberSchema } from './member-schema.ts';

/** What stands in the place of the last letter or digit of a text, so that its length and form stay. */
const OTHERS: readonly string[] = [...'qwzjkvxy', ...'QWZJKVXY', ...'3791'];

/**
 * The refused request with each free text changed that this run has given to another entity of the kind; undefined where it holds none.
 * `control`: a request of the same operation and entity; one that was accepted has no such text, however it is spelt.
 */
export function unlikeOthers(
  session: Session,
  control: RequestCase,
  refused: Exchange,
  isAccepted = false,
): RequestCase | undefined {
  const { operation } = control;
  const isTaken = takenIn(session, control);
  let isOther = false;
  const fresh = (place: string, text: string): string => {
    const schema = memberSchema(operation, place, control.body?.value);
    if (!isFreeText(schema) || !isTaken(text) || (isAccepted && holds(control, place, text))) return text;
    const other = alike(text).find((one) => !isTaken(one) && complaints(schema ?? true, one).length === 0);
    isOther ||= other !== undefined;
    return other ?? text;
  };
  const { url, body } = refused.request;
  const query = [...new URL(url).searchParams].map(([name, text]) => [name, fresh(`?${name}`, text)] as const);
  const request = { ...control, query };
  const mediaType = control.body?.mediaType;
  const document = mediaType === 'application/json' ? jsonIn(body) : undefined;
  const whole = document === undefined ? undefined : withTexts(document, fresh);
  const made =
    whole === undefined || mediaType === undefined ? request : withBody(request, { mediaType, value: whole });
  return isOther ? made : undefined;
}

function holds({ query, body }: RequestCase, place: string, text: string): boolean {
  if (!place.startsWith('?')) return valueAt(body?.value, place) === text;
  return query.some(([name, value]) => `?${name}` === place && value === text);
}

/** True for a body of which nobody says what its texts are, and that holds one which another entity has by now. */
export function mayNameAnother({ chronicle }: Session, { operation, path: ids, body }: RequestCase): boolean {
  const isUnknown = operation.body?.standing === 'assumed' || operation.body?.standing === 'silent';
  return isUnknown && chronicle.lastTexts.isPartlyOfAnother({ operation, ids }, body?.value);
}

/** Tells whether a text is one that this run has given to another entity of the kind. */
function takenIn({ chronicle }: Session, { operation, path: ids }: RequestCase): (text: string) => boolean {
  return (text) => chronicle.lastTexts.isOfAnother({ operation, ids }, text);
}

/** The text with each of some other letters or digits for the last one of its sort. */
function alike(text: string): string[] {
  const at = text.search(/[a-z0-9][^a-z0-9]*$/i);
  const last = text[at] ?? '';
  const isOfSort = [/[a-z]/, /[A-Z]/, /\d/].find((sort) => sort.test(last));
  return OTHERS.filter((one) => isOfSort?.test(one)).map((one) => text.slice(0, at) + one + text.slice(at + 1));
}

function withTexts(value: unknown, change: (place: string, text: string) => string, at = ''): unknown {
  if (typeof value === 'string') return change(at, value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(member, change, at + token(name))]),
  );
}
