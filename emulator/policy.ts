import { builtIn } from '../spec/dialects/built-in.ts';
import type { Contract } from '../spec/types.ts';
import { type Otherwise, otherwiseOf } from './readings.ts';

/** How the emulator behaves where the contract is silent: the dialect's answers, those of the default one where it gives none. */
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
  /** What null means for a member that may be left out and does not take null. */
  readonly requestNulls: 'absent' | 'refused';
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
  readonly modeRead: { readonly pointer: string; readonly global: unknown; readonly custom: unknown } | null;
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
  readonly legacyNameCase: 'exact' | 'ignored';
  readonly legacyTooLong: 'argument-invalid' | 'authentication-failed';
  readonly legacyLocalParts: readonly string[];
  /** What an accepted update request of a mark certificate asks for shows at once. */
  readonly completesMarks: boolean;
  /** What updates leave out is cleared. */
  readonly clearsMembers: boolean;
  readonly clearsParameters: boolean;
  readonly legacyInitialOrder: 'latest' | 'initial';
  readonly legacyRepeated: 'first' | 'refused';
  readonly legacyExtraMembers: boolean;
  readonly legacyDcvVisible: { readonly pointer: string; readonly name: string; readonly method: string } | null;
  readonly legacyRateLimit: { readonly requests: number; readonly seconds: number } | undefined;
  readonly legacyMultiDomainText: string;
}

/** What the default dialect says: the emulator speaks it wherever the dialect in use is silent. */
const { answers: DEFAULT } = await builtIn('default');

type AnswerOf = <T>(id: string) => T;

/** Reads the dialect's answers once, at start. Section numbers of each point stand in the register of silences. */
export function policyOf(contract: Contract, otherwise: Otherwise = otherwiseOf(undefined)): Policy {
  const answer: AnswerOf = <T>(id: string): T => {
    const given = contract.answer(id);
    return (given === undefined ? DEFAULT[id] : given.value) as T;
  };
  return {
    otherwise,
    notFound: answer('error.not-found.members'),
    badRequest: answer('error.bad-request.format'),
    unauthorized: answer('error.unauthorized.format'),
    challenge: answer('error.unauthorized.challenge'),
    charset: answer('response.charset-parameter'),
    nullMembers: answer('response.null-members'),
    extraMembers: answer('response.extra-members'),
    pathIdRefusal: answer('request.path-id.refusal'),
    unknownParameters: answer('request.unknown-parameters'),
    unknownMembers: answer('request.unknown-members'),
    requestNulls: answer('request.null-members'),
    repeatedParameters: answer('request.repeated-parameters'),
    arrayStyle: answer('request.array-style'),
    contentType: answer('request.content-type'),
    precedence: answer('request.precedence'),
    emptyValue: answer('request.empty-value'),
    completesMarks:
      otherwise('mark.update.completion') ||
      answer<Readonly<Record<string, unknown>>>('update.readback')['mark.update'] !== undefined,
    clearsMembers: answer('update.omitted-members') === 'cleared',
    clearsParameters: answer('endpoint.update.omitted-parameters') === 'cleared',
    stateRefusal: answer('refusal.state-change'),
    roleRefusal: answer('refusal.role'),
    unsupportedMethod: answer('http.unsupported-method'),
    listSizeZero: answer('ssl.list.size-zero'),
    listDefaultSize: answer('ssl.list.default-size'),
    listOrder: answer('ssl.list.order'),
    listUnknownReference: answer('ssl.list.unknown-reference'),
    listMatch: matchesOf(answer('ssl.list.filter-members') ?? {}),
    typeRead: answer('admin.type.read'),
    typeWrite: answer('admin.type.write'),
    typeCompanions: answer('admin.type.companions') ?? {},
    sameType: answer('admin.same-type'),
    modeRead: answer('endpoint.delegation-mode.read'),
    delegationsPut: answer('endpoint.delegations.put'),
    deleteInGlobal: answer('endpoint.delegations.delete-in-global'),
    emptyDelegations: answer('endpoint.delegations.empty-array'),
    typeChange: answer('endpoint.type-change'),
    notificationAbsent: answer('notification.absent'),
    endpointIdMinimum: answer('endpoint.id.minimum'),
    sameDomainState: answer('domain.same-state'),
    clientSecret: answer('bucket.client-secret.response'),
    ...legacyPolicy(answer),
  };
}

function matchesOf(members: Readonly<Record<string, { readonly match: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([filter, { match }]) => [filter, match]));
}

type LegacyPolicy = Pick<Policy, Extract<keyof Policy, `legacy${string}`>>;

function legacyPolicy(answer: AnswerOf): LegacyPolicy {
  return {
    legacyErrorStatus: answer('legacy.error.http-status'),
    legacyStatusPaths: answer('legacy.status.paths'),
    legacyCodes: { ...(DEFAULT['legacy.codes'] as object), ...answer<object>('legacy.codes') },
    legacyParameters: answer('legacy.dcv.parameters'),
    legacyMethods: answer('legacy.dcv.methods'),
    legacyUnequalLists: answer('legacy.unequal-lists'),
    legacyUnknownOrder: answer('legacy.unknown-order'),
    legacyEmptyValue: answer('legacy.empty-value'),
    legacyNameCase: answer('legacy.parameter-name-case'),
    legacyTooLong: answer('legacy.credentials.too-long'),
    legacyLocalParts: answer('legacy.dcv.address-local-parts'),
    legacyInitialOrder: answer('legacy.dcv.initial-order-status'),
    legacyRepeated: answer('legacy.repeated-parameter'),
    legacyExtraMembers: answer('legacy.extra-members'),
    legacyDcvVisible: answer('legacy.dcv.visible'),
    legacyRateLimit: answer('legacy.rate-limit'),
    legacyMultiDomainText: answer('legacy.status.multi-domain-text') ?? 'Multiple domains',
  };
}
