import type { Contract, Operation } from '../../spec/types.ts';
import { servesPath } from '../legacy/paths.ts';
import { policyOf } from '../policy.ts';
import type { EnvelopeEdit, Fault, FaultFamily } from './types.ts';

type Plain = Extract<EnvelopeEdit, { what: 'no-code' }>['what'];

/** Ways to get the envelope wrong in either format, with what they look like from outside. */
const ENVELOPE: Readonly<Record<Plain, string>> = {
  'positive-code': 'sends positive error codes',
  'code-zero': 'sends the code 0 for errors',
  'text-code': 'sends text for the code',
  'fraction-code': 'sends a fraction for the code',
  'no-code': 'leaves the code out',
  'no-message': 'leaves the message of an error out',
  'empty-message': 'sends an empty message for errors',
  'success-message': 'sends a message on success',
  'success-code': 'sends the code 1 on success',
  'no-data': 'leaves the data out',
  'other-format': 'answers in the format of the other action',
  'plain-text': 'answers plain text',
  'empty-body': 'answers nothing',
  'server-error': 'answers errors with status 500',
  'duplicate-code': 'sends the code twice',
  'raw-message': 'sends the message of an error as it is, not encoded as in a form',
};

/** Only the status action has data, and a message on success is open in the DCV action. */
const STATUS_ONLY: readonly string[] = ['no-data', 'success-message'];

/** Only the DCV action answers a form. */
const FORM_ONLY: readonly string[] = ['raw-message'];

/** Conditions that no request brings about by its form alone, or that only a special set-up does. */
const UNPROVOKED = new Set(['unknown-error']);

/** Further mistakes of both actions in authentication, with what they look like from outside. */
const AUTHENTICATION: Readonly<Record<string, string>> = {
  'password-ignored': 'does not look at the password',
  'password-case-ignored': 'ignores the letter case of the password',
  'login-case-ignored': 'ignores the letter case of the login name',
  'get-accepted': 'takes GET with its arguments in the URL',
  'password-prefix': 'accepts the password with further characters',
  'login-prefix': 'accepts the login name with further characters',
  'password-blanks-ignored': 'ignores blanks around the password',
  'login-blanks-ignored': 'ignores blanks around the login name',
  'password-empty-accepted': 'accepts an empty password',
  'password-of-another': 'accepts the password of another account',
  'password-beginning': 'accepts the beginning of the password',
  'login-beginning': 'accepts the beginning of the login name',
  'name-case-other': 'reads the letter case of argument names the other way',
  'too-long-miscoded': 'answers over-long credentials with the other condition',
  'foreign-orders': 'reaches the orders of other accounts',
  'argument-extended-ignored': 'passes over arguments whose names begin with a known one',
  'argument-marked-ignored': 'passes over arguments whose names begin with an underscore',
  'argument-extension-ignored': 'passes over arguments whose names begin with "x-"',
  'order-number-wraps': 'takes an order number modulo 32 bits',
  'order-number-condition': 'takes an order number up to the first sign that is no digit',
  'locked-accepted': 'accepts a locked account',
  'expired-accepted': 'accepts an expired password',
  'unknown-login-accepted': 'accepts a login that does not exist',
  'unknown-order-accepted': 'succeeds on an order that does not exist',
};

/** Further mistakes of the status action. */
const STATUS: Readonly<Record<string, string>> = {
  'order-number-prefix': 'takes an order number with letters after it for that of the order',
  'order-number-shortened': 'takes the beginning of an order number for that of the order',
  'order-number-lengthened': 'takes an order number with a digit after it for that of the order',
};

/** Mistakes of its second path alone. */
const DOWNLOAD: Readonly<Record<string, string>> = {
  'other-order-status': 'shows another order status than the first path',
};

/** Mistakes of the DCV action that may be read otherwise. */
const DCV_DEBATABLE: Readonly<Record<string, string>> = {
  'series-changed': 'changes the orders before the latest of a series as well',
  'unequal-applied': 'refuses lists of unequal length but changes the domains that have a method',
};

const DCV: Readonly<Record<string, string>> = {
  'not-applied': 'accepts a change but does not make it',
  'refused-but-applied': 'refuses a change but makes it',
  'plain-applied': 'turns a change over plain HTTP away but makes it',
  'method-applied': 'turns a change by another method than POST away but makes it',
  'previous-reverted': 'takes back the last change of an order when another one is changed',
  'positions-shifted': 'gives each domain of a list the method of the next',
  'all-domains': 'changes all domains of an order where one is named',
  'next-order-changed': 'changes the next order as well',
  'method-beginning': 'takes the beginning of a method for the method',
  'method-extended': 'takes a method with further characters for the method',
  'method-unknown-ignored': 'takes words that are no method for the HTTP method',
  'first-of-list-only': 'changes only the first domain of a list',
  'spaces-of-lists': 'knows the spaces between the items of a list by their plus signs only',
  'method-refused:email': 'refuses the e-mail method',
  'method-refused:http': 'refuses the HTTP method',
  'method-refused:https': 'refuses the HTTPS method',
  'method-refused:cname': 'refuses the CNAME method',
  'method-of-several-refused': 'refuses the CNAME method to orders of several domains',
  'wildcard-accepts:http': 'lets a wildcard domain use the HTTP method',
  'wildcard-accepts:https': 'lets a wildcard domain use the HTTPS method',
  'wildcard-of-several': 'lets a wildcard domain among others use any method',
  'wildcard-later-of-lists': 'looks at the first domain of a list only for what its methods may be',
  'issued-several-accepted': 'changes an issued order of several domains',
  'issued-extended-accepted': 'changes an issued order under extended validation',
  'issued-lists-accepted': 'changes an issued order by a list',
  'issued-email-accepted': 'changes an issued order to the e-mail method',
  'email-optional': 'does not ask for an address for the e-mail method',
  'any-email': 'takes any e-mail address',
  'email-contains': 'takes an e-mail address that contains an acceptable one',
  'email-longer-local-parts': 'takes an e-mail address that only begins as an acceptable one',
  'extended-addresses-unchecked': 'takes any e-mail address for an order under extended validation',
  'replacement-addresses-unchecked': 'takes any e-mail address for an order that replaces another',
  'validated-email-miscoded': 'reports by another code that a domain is validated when it is to have the e-mail method',
  'email-any-local-part': 'takes any e-mail address at the domain',
  'not-applied-by-initial': 'accepts a change by the initial order but does not make it',
  'unknown-methods-of-lists': 'accepts a list of methods that do not exist',
  'later-methods-unchecked': 'takes a method that does not exist for the CNAME one, after the first of a list',
  'later-addresses-unchecked': 'looks at the first address of a list only',
  'powerless-accepted': 'lets an account without the permission change an order',
  'powerless-lists-accepted': 'lets an account without the permission change an order by a list',
  'identifier-optional': 'does not ask for an order',
  'initial-order-ignored': 'does not know the initial order',
  'initial-redirects': 'changes the latest replacement in place of the order that is named',
  'not-applied-ev': 'accepts the CNAME method for an extended-validation order but does not set it',
  'validated-cname-accepted': 'changes a validated domain to the CNAME method',
  'later-local-parts-unchecked': 'takes any local part in the addresses of a list but the first',
  'unequal-addresses-accepted': 'takes a list of addresses of another length',
  'name-case-other-of-lists': 'reads the letter case of newMethods the other way',
};

/** Mistakes in members of the status record: where, what stands there instead, and what it looks like. */
const RECORD: readonly (readonly [path: string, to: unknown, breaks: string])[] = [
  ['orderNumber', '0', 'names another order'],
  ['orderNumber', 710001, 'sends a number for the order number'],
  ['productType', '287', 'sends text for the product type'],
  ['productName', 287, 'sends a number for the product name'],
  ['certificateDuration', '90 days', 'sends text for the duration'],
  ['productTerm', 1.5, 'sends a fraction for the term'],
  ['orderStatus', 0, 'sends a number for the order status'],
  ['domainName', ['a.example.test'], 'sends a list for the domain name'],
  ['maxMDCDomains', '100', 'sends text for the number of domains'],
  ['csrStatus/title', undefined, 'leaves the title of a step out'],
  ['csrStatus/status', undefined, 'leaves the status of a step out'],
  ['csrStatus/status', 1, 'sends a number for the status of a step'],
  ['csrStatus/description', 5, 'sends a number for the description of a step'],
  ['csrStatus/availableActions', 'resendAgreementEmail', 'sends text for the actions of a step'],
  ['csrStatus/availableActions', [1], 'sends numbers for the actions of a step'],
  ['csrStatus', 'Completed', 'sends text for a step'],
  ['callbackStatus/title', 1, 'sends a number for the title of a step'],
  ['organizationStatus/status', null, 'sends null for the status of a step'],
  ['secondApprovalStatus/title', undefined, 'leaves the title of the second approval out'],
  ['fsupStatus/description', 'Not ordered', 'describes a step that does not apply'],
  ['fsupStatus/availableActions', [], 'lists actions of a step that does not apply'],
  ['caaCheckStatus/status', undefined, 'leaves the status of the CAA check out'],
  ['agreementStatus/clickThroughStatus', 0, 'sends a number for the click-through status'],
  ['agreementStatus/clickThroughEmailAddress', 'legal', 'sends something else for the e-mail address'],
  ['agreementStatus/lastEmailSent', '11/20/2026', 'writes a date in another form'],
  ['agreementStatus/lastOpenDate', 'yesterday', 'sends text for a date'],
  ['organizationStatus/status', '', 'sends an empty status of a step'],
  ['agreementStatus/clickThroughStatus', undefined, 'leaves the click-through status out'],
  ['orderStatus', '', 'sends an empty order status'],
  ['maxMDCDomains', null, 'sends null for the number of domains'],
];

/** The legacy operations at the paths that the dialect serves. */
export function servedActions(contract: Contract): readonly Operation[] {
  const { legacyStatusPaths } = policyOf(contract);
  return contract.operations.filter(
    ({ interface: name, path }) => name === 'legacy' && servesPath(path, legacyStatusPaths),
  );
}

/** Faults in the two legacy actions: conditions, envelope, record, changes (contract 2.2, 4.12, 4.13, 7.2). */
export function legacyFaults(contract: Contract, served: readonly Operation[]): Fault[] {
  return served.flatMap((operation) => {
    const status = operation.path.endsWith('!getPostPaymentStatus');
    return [
      ...conditionFaults(contract, operation, status),
      ...switches(operation, 'legacy-condition', 'authentication', AUTHENTICATION),
      ...(status
        ? [...switches(operation, 'legacy-condition', 'unknown-order', STATUS), ...recordFaults(operation)]
        : [
            ...switches(operation, 'legacy-condition', 'dcv', DCV),
            ...switches(operation, 'legacy-condition', 'dcv', DCV_DEBATABLE, 'debatable'),
          ]),
      ...(status && operation.path.includes('/download/')
        ? switches(operation, 'legacy-record', 'record', DOWNLOAD)
        : []),
      ...envelopeFaults(operation, status),
    ];
  });
}

/**
 * Two conditions cannot be ignored so that it shows: an invalid argument of the status action names no login or order, which
 * is an error of its own; what is missing for the DCV action makes its change impossible.
 */
function conditionFaults(contract: Contract, operation: Operation, status: boolean): Fault[] {
  const action = status ? 'getPostPaymentStatus' : 'AutoUpdateDCV';
  const own = contract.legacyConditions.filter((one) => one.actions.includes(action) && !UNPROVOKED.has(one.id));
  return own.flatMap(({ id }) => [
    ...(id === (status ? 'argument-invalid' : 'argument-missing')
      ? []
      : switches(operation, 'legacy-condition', id, { [`ignored:${id}`]: `does not report the condition ${id}` })),
    ...switches(operation, 'legacy-condition', id, {
      [`miscoded:${id}`]: `reports the condition ${id} by the code of another`,
    }),
  ]);
}

function switches(
  operation: Operation,
  family: FaultFamily,
  topic: string,
  names: Readonly<Record<string, string>>,
  standing: NonNullable<Fault['standing']> = 'explicit',
): Fault[] {
  return Object.entries(names).map(([name, breaks]) => ({
    id: `${operation.id}.${name.replace(':', '.')}`,
    family,
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic },
    standing,
    change: { kind: 'switch', name },
  }));
}

function envelopeFaults(operation: Operation, status: boolean): Fault[] {
  const suitable = Object.entries(ENVELOPE).filter(([what]) => !(status ? FORM_ONLY : STATUS_ONLY).includes(what));
  return suitable.map(([what, breaks]) => ({
    id: `${operation.id}.envelope.${what}`,
    family: 'legacy-envelope',
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic: 'envelope' },
    change: { kind: 'envelope', edit: { what: what as Plain } },
  }));
}

function recordFaults(operation: Operation): Fault[] {
  return RECORD.map(([path, to, breaks], i) => ({
    id: `${operation.id}.record.${path.replace('/', '.')}.${i}`,
    family: 'legacy-record',
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, pointer: `/data/${path}`, topic: 'record' },
    change: { kind: 'envelope', edit: { what: 'record', path: path.split('/'), to } },
  }));
}
