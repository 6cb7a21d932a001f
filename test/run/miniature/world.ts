/** What the miniature manages. A few of each kind. */

export interface Certificate {
  readonly id: number;
  readonly status: string;
  /** What can be filtered by, by the filter's name; days are counted from now. All certificates are of today. */
  readonly facts: Readonly<Record<string, string>>;
  readonly locations: Map<number, { custom: boolean; url: string }>;
  note?: string;
}

export interface Administrator {
  type: 'STANDARD' | 'API' | 'IDP' | 'SAS' | 'TEMPLATE';
  login: string;
}

export interface Endpoint {
  readonly type: string;
  name: string;
  extension: string;
  delegations: Set<number> | undefined;
  contact: Record<string, unknown>;
  readonly accounts: Map<number, Record<string, unknown>>;
}

export interface World {
  readonly certificates: Map<number, Certificate>;
  readonly administrators: Map<number, Administrator>;
  readonly persons: Map<number, { mail: string }>;
  readonly endpoints: Map<number, Endpoint>;
  readonly organizations: ReadonlySet<number>;
}

/** The administrator whose credential is used. */
export const CALLER = 1;

const STATUSES = ['Issued', 'Requested', 'Declined', 'SA Approved', 'Expired'];
const ENDPOINT_TYPES = ['SSL_WEB_FORM', 'SMIME_WEB_FORM', 'DEVICE_WEB_FORM'];

/** A fresh world. */
export function createWorld(): World {
  const numbered = <T>(first: number, count: number, make: (id: number) => T): Map<number, T> =>
    new Map(Array.from({ length: count }, (_, index) => [first + index, make(first + index)]));
  return {
    certificates: numbered(101, 7, (id) => ({
      id,
      status: STATUSES[id % STATUSES.length] ?? 'Issued',
      facts: {
        commonName: `c${id}.example`,
        vendor: 'Somebody',
        sslTypeId: String(1 + (id % 2)),
        orgId: '71',
        requestedVia: id % 2 === 0 ? 'ACME' : 'REST API',
        renewed: String(id === 103),
        requestedIn: '0',
        issuedIn: '0',
        expiresIn: '0',
        ...(id === 103 ? { renewedIn: '0' } : {}),
      },
      locations: numbered(id * 10, 6, (location) => ({
        custom: location % 10 > 0,
        url: `https://h${location}.example`,
      })),
    })),
    administrators: new Map<number, Administrator>([
      [CALLER, { type: 'STANDARD', login: 'caller' }],
      [9, { type: 'TEMPLATE', login: 'template' }],
      ...(['STANDARD', 'API', 'IDP', 'SAS', 'STANDARD', 'STANDARD', 'STANDARD', 'API', 'STANDARD'] as const).map(
        (type, index): [number, Administrator] => [20 + index, { type, login: `admin-${index}` }],
      ),
    ]),
    persons: numbered(501, 6, (id) => ({ mail: `p${id}@example.test` })),
    endpoints: numbered(31, 6, (id) => ({
      type: ENDPOINT_TYPES[id % ENDPOINT_TYPES.length] ?? 'SSL_WEB_FORM',
      name: `endpoint ${id}`,
      extension: `e${id}`,
      delegations: undefined,
      contact: {},
      accounts: numbered(id * 100, 4, () => ({ kind: 'form' })),
    })),
    organizations: new Set([71, 72, 73]),
  };
}
