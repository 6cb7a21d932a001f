import { bodyObject, type Call } from '../call.ts';

/**
 * The members that an update changes, under the names by which the entity shows them.
 *
 * @param body the request; members that it leaves out keep their values (contract 4.5 says so of administrators; the
 *   emulator does the same everywhere); a null clears the value.
 * @param names the members that count; `[request name, shown name]` where these differ.
 */
export function changes(
  body: Readonly<Record<string, unknown>>,
  names: readonly (string | readonly [string, string])[],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const [from, to] = typeof name === 'string' ? [name, name] : name;
    if (Object.hasOwn(body, from)) found[to] = body[from] ?? undefined;
  }
  return found;
}

/** Like `changes`, for members that an entity cannot be without: a null leaves them as they are. */
export function lastingChanges(
  body: Readonly<Record<string, unknown>>,
  names: readonly (string | readonly [string, string])[],
): Record<string, unknown> {
  return compact(changes(body, names));
}

/** Copies an object without the members that are undefined. */
export function compact(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/**
 * Applies an update to the members that an entity shows. Where that reading is taken, members that the update leaves
 * out are cleared.
 */
export function applyUpdate(
  call: Call,
  details: Record<string, unknown>,
  names: readonly (string | readonly [string, string])[],
): void {
  if (call.world.policy.clearsMembers) {
    for (const name of names) delete details[typeof name === 'string' ? name : name[1]];
  }
  Object.assign(details, changes(bodyObject(call), names));
}
