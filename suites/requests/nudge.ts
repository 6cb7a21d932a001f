/** Requests that write something else than an accepted one did, and ask for nothing else besides. */
import { type RequestCase, withBody, withParameter } from '../../generators/index.ts';
import { isObject, token, valueAt } from '../../spec/index.ts';
import { pointerSet } from '../judges/index.ts';
import { smallChange } from '../lifecycles/variation.ts';
import { memberSchema } from './member-schema.ts';

/** The request with one of its free texts changed by a character, for each of the first `most`: what is sent next then changes that. */
export function nudges(request: RequestCase, most: number): RequestCase[] {
  const { operation, query, body } = request;
  const changed = (place: string, text: unknown): unknown =>
    smallChange(memberSchema(operation, place, body?.value), text, 0);
  const ofQuery = query.flatMap(([name, text]) => {
    const other = changed(`?${name}`, text);
    return typeof other === 'string' ? [withParameter(request, name, [other])] : [];
  });
  const ofBody = textsIn(body?.value).flatMap((place) => {
    const other = changed(place, valueAt(body?.value, place));
    if (body === undefined || other === undefined) return [];
    return [withBody(request, { ...body, value: pointerSet(body.value, place, other) })];
  });
  return [...ofQuery, ...ofBody].slice(0, most);
}

/** Pointers of the texts that are members of objects. */
function textsIn(value: unknown, at = ''): string[] {
  if (typeof value === 'string' && at !== '') return [at];
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => textsIn(member, at + token(name))) : [];
}
