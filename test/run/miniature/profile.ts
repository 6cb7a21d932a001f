/** Target profiles of the miniature: from a bare address to everything that an owner can state and declare. */
import type { Miniature } from './server.ts';

export interface Stated {
  /** `nothing`; `ids`: entities to work on; `all`: entities and requests that are known to be valid. */
  readonly states: 'nothing' | 'ids' | 'all';
  /** The profile's `dialect`; left out: the profile names none. */
  readonly dialect?: unknown;
}

/** A profile that claims the four areas of the miniature. */
export function miniatureProfile(miniature: Miniature, { states, dialect }: Stated): object {
  return {
    name: 'miniature',
    admin: { url: miniature.url, bearer: miniature.bearer },
    claims: ['ssl', 'admin', 'person', 'endpoint'],
    effects: 'destroy',
    ...(dialect === undefined ? {} : { dialect }),
    ...(states === 'nothing' ? {} : { fixtures: FIXTURES }),
    ...(states === 'all' ? { examples: EXAMPLES } : {}),
  };
}

const each = (ids: readonly number[], allow: 'modify' | 'destroy', traits: object = {}): object[] =>
  ids.map((id) => ({ ids: { id }, allow, traits }));

const FIXTURES = {
  'ssl-certificate': [101, 102, 103, 104].map((sslId) => ({ ids: { sslId }, allow: 'modify' })),
  'ssl-location': [
    { ids: { sslId: 101, locationId: 1011 }, allow: 'modify' },
    { ids: { sslId: 101, locationId: 1012 }, allow: 'destroy' },
    { ids: { sslId: 101, locationId: 1013 }, allow: 'destroy' },
    { ids: { sslId: 102, locationId: 1022 }, allow: 'destroy' },
  ],
  administrator: [
    ...each([20], 'modify', { type: 'STANDARD' }),
    ...each([21], 'modify', { type: 'API' }),
    ...each([22], 'modify', { type: 'IDP' }),
    ...each([23], 'modify', { type: 'SAS' }),
    ...each([24, 25, 26], 'destroy', { type: 'STANDARD' }),
  ],
  person: [...each([501], 'modify'), ...each([502, 503, 504], 'destroy')],
  organization: [{ ids: { id: 71 } }, { ids: { id: 72 } }],
  endpoint: [...each([31], 'modify', { mode: 'global' }), ...each([33, 34], 'destroy', { mode: 'global' })],
  account: [
    { ids: { eeId: 31, id: 3100 }, allow: 'modify' },
    { ids: { eeId: 31, id: 3101 }, allow: 'destroy' },
    { ids: { eeId: 31, id: 3102 }, allow: 'destroy' },
  ],
};

const EXAMPLES = {
  'ssl.update': { body: { CERT: 101, NOTE: 'written by an example' } },
  'ssl.location.update': { body: { href: 'https://example.test/' } },
  'admin.update': { body: {} },
  'person.update': { body: { no: 501, 'e-mail': 'someone@example.test' } },
  'endpoint.update': { query: { name: 'an endpoint', endpointType: 'SMIME_WEB_FORM', uriExtension: 'e31' } },
  'endpoint.delegations.update': { body: [71, 72] },
  'endpoint.config.update': { body: { anything: true } },
  'account.update': { body: { kind: 'form' } },
};

/** What the miniature's owner can say about points that the contract leaves open. */
export const ANSWERS = {
  'admin.type.read': '/About/Kind',
  'admin.type.write': '/Kind',
  'admin.same-type': 'accepted',
  'refusal.state-change': 409,
  'endpoint.delegations.delete-in-global': 'refused',
};
