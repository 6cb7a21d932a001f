import type { Contract } from '../spec/types.ts';
import { type Otherwise, otherwiseOf } from './readings.ts';

/** How the emulator behaves where the contract is silent: the dialect's answers, with a plain choice where it gives none. */
export interface Policy {
  /** Of which further silences the second reading is taken. */
  readonly otherwise: Otherwise;
  readonly notFound: { readonly code: string; readonly description: string };
  readonly badRequest: 'json' | 'text' | 'empty';
  readonly unauthorized: 'json' | 'text' | 'empty';
  readonly challenge: boolean;
  readonly charset: boolean;
  readonly nullMembers: 'omitted' | 'null';
  readonly extraMembers: boolean;
  readonly pathIdRefusal: 400 | 404;
  readonly unknownParameters: 'ignored' | 'refused';
  readonly unknownMembers: 'ignored' | 'refused';
  readonly repeatedParameters: 'first' | 'last' | 'refused';
  readonly arrayStyle: 'repeat' | 'comma';
  readonly contentType: 'checked' | 'ignored';
  readonly precedence: readonly ('credential' | 'input' | 'entity')[];
  readonly emptyValue: 'absent' | 'value';
  readonly stateRefusal: number;
  readonly roleRefusal: number;
  readonly unsupportedMethod: number;
  readonly listSizeZero: 'empty' | 'default';
  readonly listDefaultSize: number;
  readonly listOrder: 'ascending' | 'descending';
  readonly listUnknownReference: 'empty' | 'refused';
  /** How the filters compare whose members show in the list: exact, contains, any-element. */
  readonly listMatch: Readonly<Record<string, string>>;
  readonly typeRead: string | null;
  readonly typeWrite: string;
  readonly typeCompanions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly sameType: 'accepted' | 'refused';
  readonly modeRead: { readonly pointer: string; readonly global: string; readonly custom: string } | null;
  readonly delegationsPut: 'adds' | 'replaces';
  readonly deleteInGlobal: 'accepted' | 'refused';
  readonly emptyDelegations: 'accepted' | 'refused';
  readonly typeChange: 'ignored' | 'refused';
  readonly notificationAbsent: number;
  readonly endpointIdMinimum: 'one' | 'none';
  readonly sameDomainState: 'accepted' | 'refused';
  readonly clientSecret: {
    readonly status: number;
    readonly members?: { readonly clientId?: string; readonly clientSecret?: string };
  };
  readonly legacyErrorStatus: number;
  readonly legacyStatusPaths: readonly string[];
  readonly legacyCodes: Readonly<Record<string, number>>;
  readonly legacyParameters: Readonly<Record<'initial-order' | 'email' | 'emails', string>>;
  readonly legacyMethods: Readonly<Record<'email' | 'http' | 'https' | 'cname', string>>;
  readonly legacyUnequalLists: 'refused' | 'paired';
  readonly legacyUnknownOrder: string;
  readonly legacyEmptyValue: 'missing' | 'invalid';
  readonly legacyRepeated: 'first' | 'refused';
  readonly legacyExtraMembers: boolean;
  readonly legacyDcvVisible: { readonly pointer: string; readonly name: string; readonly method: string } | null;
  readonly legacyRateLimit: { readonly requests: number; readonly seconds: number } | undefined;
  readonly legacyMultiDomainText: string;
}

/** Reads the dialect's answers once, at start. Section numbers of each point stand in the register of silences. */
export function policyOf(contract: Contract, otherwise: Otherwise = otherwiseOf(undefined)): Policy {
  const answer = <T>(id: string, otherwise: T): T => {
    const given = contract.answer(id);
    return given === undefined ? otherwise : (given.value as T);
  };
  return {
    otherwise,
    notFound: answer('error.not-found.members', { code: '/code', description: '/description' }),
    badRequest: answer('error.bad-request.format', 'json'),
    unauthorized: answer('error.unauthorized.format', 'json'),
    challenge: answer('error.unauthorized.challenge', true),
    charset: answer('response.charset-parameter', false),
    nullMembers: answer('response.null-members', 'omitted'),
    extraMembers: answer('response.extra-members', false),
    pathIdRefusal: answer('request.path-id.refusal', 400),
    unknownParameters: answer('request.unknown-parameters', 'ignored'),
    unknownMembers: answer('request.unknown-members', 'ignored'),
    repeatedParameters: answer('request.repeated-parameters', 'first'),
    arrayStyle: answer('request.array-style', 'repeat'),
    contentType: answer('request.content-type', 'checked'),
    precedence: answer('request.precedence', ['credential', 'input', 'entity']),
    emptyValue: answer('request.empty-value', 'absent'),
    stateRefusal: answer('refusal.state-change', 400),
    roleRefusal: answer('refusal.role', 400),
    unsupportedMethod: answer('http.unsupported-method', 405),
    listSizeZero: answer('ssl.list.size-zero', 'default'),
    listDefaultSize: answer('ssl.list.default-size', 200),
    listOrder: answer('ssl.list.order', 'ascending'),
    listUnknownReference: answer('ssl.list.unknown-reference', 'empty'),
    listMatch: matchesOf(answer('ssl.list.filter-members', {})),
    typeRead: answer('admin.type.read', '/type'),
    typeWrite: answer('admin.type.write', '/type'),
    typeCompanions: answer('admin.type.companions', {}),
    sameType: answer('admin.same-type', 'accepted'),
    modeRead: answer('endpoint.delegation-mode.read', {
      pointer: '/delegationMode',
      global: 'GLOBAL_FOR_CUSTOMER',
      custom: 'CUSTOMIZED',
    }),
    delegationsPut: answer('endpoint.delegations.put', 'adds'),
    deleteInGlobal: answer('endpoint.delegations.delete-in-global', 'accepted'),
    emptyDelegations: answer('endpoint.delegations.empty-array', 'refused'),
    typeChange: answer('endpoint.type-change', 'ignored'),
    notificationAbsent: answer('notification.absent', 404),
    endpointIdMinimum: answer('endpoint.id.minimum', 'one'),
    sameDomainState: answer('domain.same-state', 'accepted'),
    clientSecret: answer('bucket.client-secret.response', {
      status: 200,
      members: { clientId: '/clientId', clientSecret: '/clientSecret' },
    }),
    ...legacyPolicy(answer),
  };
}

function matchesOf(members: Readonly<Record<string, { readonly match: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([filter, { match }]) => [filter, match]));
}

type LegacyPolicy = Pick<Policy, Extract<keyof Policy, `legacy${string}`>>;

function legacyPolicy(answer: <T>(id: string, otherwise: T) => T): LegacyPolicy {
  return {
    legacyErrorStatus: answer('legacy.error.http-status', 200),
    legacyStatusPaths: answer('legacy.status.paths', [
      '/products/!getPostPaymentStatus',
      '/products/download/!getPostPaymentStatus',
    ]),
    legacyCodes: { ...CODES, ...answer('legacy.codes', {}) },
    legacyParameters: answer('legacy.dcv.parameters', {
      'initial-order': 'baseOrderNumber',
      email: 'newDCVEmailAddress',
      emails: 'newDCVEmailAddresses',
    }),
    legacyMethods: answer('legacy.dcv.methods', {
      email: 'EMAIL',
      http: 'HTTP_CSR_HASH',
      https: 'HTTPS_CSR_HASH',
      cname: 'CNAME_CSR_HASH',
    }),
    legacyUnequalLists: answer('legacy.unequal-lists', 'refused'),
    legacyUnknownOrder: answer('legacy.unknown-order', 'argument-invalid'),
    legacyEmptyValue: answer('legacy.empty-value', 'missing'),
    legacyRepeated: answer('legacy.repeated-parameter', 'first'),
    legacyExtraMembers: answer('legacy.extra-members', false),
    legacyDcvVisible: answer('legacy.dcv.visible', {
      pointer: '/data/domainDcvList',
      name: 'domainName',
      method: 'dcvMethod',
    }),
    legacyRateLimit: answer('legacy.rate-limit', undefined),
    legacyMultiDomainText: answer('legacy.status.multi-domain-text', 'Multiple domains'),
  };
}

/** Codes for the conditions of 7.2 that a dialect leaves out. */
const CODES: Readonly<Record<string, number>> = {
  'not-https': -1,
  'argument-unrecognized': -2,
  'argument-missing': -3,
  'argument-invalid': -4,
  'unknown-error': -14,
  'authentication-failed': -16,
  'wrong-method': -17,
  'rate-limited': -18,
  'already-validated': -47,
  'permission-denied': -90,
  'wildcard-http-hash': -126,
  'unexpected-state': -139,
  'already-issued': -145,
  'update-failed': -160,
};
