/** What of an accepted update may be left out, as far as its schema tells. */
import { type RequestCase, withBody } from '../../generators/index.ts';
import { isObject, jsonSchemaOf, token, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, pointerSet, pointerUnset } from '../judges/index.ts';
import { isOfOtherVariants } from '../requests/member-schema.ts';
import { readbacks } from '../subject/returned.ts';

/** The accepted update without all that may be left out, at any depth, as far as its schema tells. */
export function bareOf({ contract }: Pick<CheckContext, 'contract'>, request: RequestCase): RequestCase {
  const { operation, body, query } = request;
  const needed = operation.parameters.filter((one) => one.required).map(({ name }) => name);
  const bare = { ...request, query: query.filter(([name]) => needed.includes(name)) };
  const schema = jsonSchemaOf(operation) ?? true;
  if (!isObject(body?.value)) return bare;
  const places = readbacks(contract, operation).map(({ write: place }) => place);
  const value = pointersOf(body.value, places).reduce((rest: unknown, pointer) => {
    const without = pointerUnset(rest, pointer);
    return complaints(schema, without).length === 0 ? without : rest;
  }, body.value);
  return withBody(bare, { mediaType: body.mediaType, value });
}

/** Members of objects, the inner ones first; what shows as a `whole` is not taken apart. */
export function pointersOf(value: unknown, whole: readonly string[], at = ''): string[] {
  if (!isObject(value) || whole.includes(at)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}${token(name)}`;
    return [...pointersOf(member, whole, pointer), pointer];
  });
}

/** Null for all that the update leaves out, where the owner says that it stands for a member that is left out. */
export function nulled(
  { contract }: Pick<CheckContext, 'contract'>,
  bare: RequestCase,
): { label: string; request: RequestCase } | undefined {
  const { operation, body } = bare;
  const answer = contract.answer('request.null-members');
  if (answer?.standing !== 'claimed' || answer.value !== 'absent' || !isObject(body?.value)) return undefined;
  const isFree = (place: string): boolean =>
    place.startsWith('/') &&
    valueAt(body.value, place) === undefined &&
    !isOfOtherVariants(operation, place, body.value);
  const places = readbacks(contract, operation).map(({ write: place }) => place);
  const value = places.filter(isFree).reduce((rest: unknown, place) => pointerSet(rest, place, null), body.value);
  return { label: 'an update with null for its members', request: withBody(bare, { ...body, value }) };
}
