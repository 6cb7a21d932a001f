/** Plain lists that clients of the family read when they start; the contract specifies none of them (2.1, silence `operations.unspecified`). */
import { readPairs } from '../decode/pairs.ts';
import type { Wire } from '../edge/answers.ts';
import type { State } from '../state/store.ts';

/** One list: which entities, and how an element is had. */
interface PlainList {
  readonly ids: (state: State) => readonly number[];
  /** Path of the operation that reads one; an element is what that answers. */
  readonly read?: string;
  /** The element itself, where the contract has no operation that reads one. */
  readonly element?: (state: State, id: number) => unknown;
}

const PERSONS: PlainList = { ids: ({ persons }) => [...persons.keys()], read: '/api/person/v2/' };
const ORGANIZATIONS: PlainList = {
  ids: ({ organizations }) =>
    [...organizations.values()].filter(({ parentId }) => parentId === undefined).map(({ id }) => id),
  read: '/api/organization/v1/',
};

const LISTS: Readonly<Record<string, PlainList>> = {
  '/api/person/v1': PERSONS,
  '/api/person/v2': PERSONS,
  // Templates are filtered out.
  '/api/admin/v1': {
    ids: ({ administrators }) =>
      [...administrators.values()].filter(({ type }) => type !== 'IDP_TEMPLATE').map(({ id }) => id),
    read: '/api/admin/v1/',
  },
  '/api/organization/v1': ORGANIZATIONS,
  '/api/organization/v2': ORGANIZATIONS,
  '/api/domain/v1': {
    ids: ({ domains }) => [...domains.keys()],
    element: ({ domains }, id) => {
      const domain = domains.get(id);
      return { id, name: domain?.name, state: domain?.state };
    },
  },
};

/** As many as one page of the certificate list has at most. */
const MOST = 200;

/** What a list needs of the service. */
export interface ListSource {
  readonly state: State;
  /** Asks for an entity as the client would that asked for the list. */
  readonly read: (path: string) => Wire;
}

/** True for a path that is one of the lists. */
export function isPlainList(path: string): boolean {
  return Object.hasOwn(LISTS, path);
}

/** Answers a list, a page of it by `size` and `position`; every header says that the contract knows nothing of it. */
export function answerList(path: string, query: string, source: ListSource): Wire | undefined {
  const list = LISTS[path];
  if (list === undefined) return undefined;
  const pairs = readPairs(query);
  const number = (name: string, otherwise: number): number => Number(pairs?.get(name)?.[0] ?? otherwise);
  const [size, position] = [number('size', MOST), number('position', 0)];
  if (!isCount(size) || !isCount(position)) return { status: 400, headers: {}, body: undefined };
  const ids = list.ids(source.state);
  const page = ids.slice(position, position + Math.min(size === 0 ? MOST : size, MOST));
  const elements = page.flatMap((id) => {
    if (list.read === undefined) return [list.element?.(source.state, id)];
    const { status, body } = source.read(`${list.read}${id}`);
    return status === 200 && body !== undefined ? [JSON.parse(body) as unknown] : [];
  });
  const headers = { 'Content-Type': 'application/json', 'X-Total-Count': String(ids.length) };
  return { status: 200, headers, body: JSON.stringify(elements) };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
