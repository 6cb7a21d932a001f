/** Drops guesses about members that a target's own overlay shows to be wrong. */
import type { Answer } from '../types.ts';
import type { Overlay } from './overlays.ts';

/** The schema whose members an answer points into. */
const POINTS_INTO: Readonly<Record<string, string>> = {
  'error.not-found.members': 'NotFoundBody',
  'ssl.list.identity': 'SSLIdentity',
  'ssl.list.filter-members': 'SSLIdentity',
  'admin.type.read': 'ClientAdminDetailsResponse',
  'admin.type.write': 'CreateAndUpdateClientAdminRequest',
  'admin.type.companions': 'CreateAndUpdateClientAdminRequest',
  'endpoint.delegation-mode.read': 'EnrolmentEndpointItem',
};

/**
 * The answers without those assumed ones that point at a member which the owner's description of the schema does not
 * have. With such a guess a request would carry a member that the target ignores, and an update would seem not to show.
 */
export function withoutOutdated(
  answers: ReadonlyMap<string, Answer>,
  own: readonly Overlay[],
): ReadonlyMap<string, Answer> {
  const kept = [...answers].filter(([id, answer]) => {
    const schema = POINTS_INTO[id];
    const members = schema === undefined ? undefined : membersOf(own, schema);
    return (
      answer.standing === 'claimed' ||
      members === undefined ||
      steps(id, answer.value).every((step) => members.has(step))
    );
  });
  return new Map(kept);
}

/** Members that own overlays give a schema; undefined when they do not list them all. */
function membersOf(own: readonly Overlay[], schema: string): ReadonlySet<string> | undefined {
  let members: Set<string> | undefined;
  for (const action of own.flatMap((overlay) => overlay.actions)) {
    const update = (action.update ?? {}) as Readonly<Record<string, unknown>>;
    const described = action.target === '$.components.schemas' ? update[schema] : update;
    if (action.target !== '$.components.schemas' && action.target !== `$.components.schemas.${schema}`) continue;
    const properties = (described as { properties?: object } | undefined)?.properties;
    if (properties !== undefined) members = new Set([...(members ?? []), ...Object.keys(properties)]);
  }
  return members;
}

/** The members that an answer leans on: first steps of its JSON Pointers, or the companions themselves. */
function steps(id: string, value: unknown): string[] {
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' && value.startsWith('/') ? [value.split('/')[1] ?? ''] : [];
  }
  if (id === 'admin.type.companions') return Object.values(value).flatMap((companions) => Object.keys(companions));
  return Object.values(value).flatMap((part) => steps(id, part));
}
