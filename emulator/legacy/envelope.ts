import type { JsonSchema } from '../../spec/types.ts';
import type { Wire } from '../edge/answers.ts';
import { namesOf } from '../edge/names.ts';
import type { Policy } from '../policy.ts';

/** What a legacy action answers (contract 2.2, 4.13): the verdict is in the body. */
export interface Envelope {
  /** 0 on success, negative on error. */
  readonly errorCode: unknown;
  /** Empty on success. */
  readonly errorMessage: unknown;
  /** State of the order; the status action's successes only. */
  readonly data?: unknown;
  /** Which condition of 7.2 it reports; not part of the answer. */
  readonly condition?: string;
}

/** The conditions of contract 7.2 with a message in the emulator's words. */
const MESSAGES: Readonly<Record<string, string>> = {
  'not-https': 'Legacy actions are served over HTTPS only.',
  'argument-unrecognized': 'An argument is not known to this action.',
  'argument-missing': 'A required argument is missing.',
  'argument-invalid': 'The value of an argument is not valid.',
  'unknown-error': 'Something unexpected happened.',
  'authentication-failed': 'The login was not accepted.',
  'wrong-method': 'This action is called with POST.',
  'rate-limited': 'There were too many requests; wait before sending more.',
  'already-validated': 'The domain name has been validated already.',
  'permission-denied': 'The user may not do this.',
  'wildcard-http-hash': 'A wildcard domain cannot be validated with an HTTP or HTTPS CSR hash.',
  'unexpected-state': 'The certificate is not in a state that allows this.',
  'update-failed': 'The DCV method could not be updated.',
  'already-issued': 'The order has been issued already.',
};

/** The error envelope of a condition. @param subject argument or value that it is about. */
export function failure(condition: string, policy: Policy, subject?: string): Envelope {
  const other = condition === 'already-issued' && policy.otherwise('legacy.already-issued.message');
  const text = other ? 'Too late.' : (MESSAGES[condition] ?? 'Error.');
  return {
    ...(policy.otherwise('legacy.error.data') ? { data: null } : {}),
    condition,
    errorCode: policy.legacyCodes[condition] ?? -1,
    errorMessage: subject === undefined ? text : `${text.slice(0, -1)}: ${subject}.`,
  };
}

/** Writes envelopes in the format of one action. */
export type EnvelopeWriter = (envelope: Envelope) => Wire;

/** The status action answers JSON in UTF-8 (contract 4.12). @param schema of the answer; it carries the dialect's names. */
export function jsonWriter(schema: JsonSchema, policy: Policy): EnvelopeWriter {
  const names = namesOf(schema);
  return (envelope) => {
    const extra = policy.legacyExtraMembers ? { requestId: 'emulator' } : {};
    const name = policy.otherwise('legacy.status.content-type') ? 'application/vnd.example+json' : 'application/json';
    const type = policy.charset ? `${name};charset=UTF-8` : name;
    const { condition: _, ...members } = envelope;
    const body = JSON.stringify({ ...(names.toWire(members) as object), ...extra });
    return { status: statusOf(envelope, policy), headers: { 'Content-Type': type }, body };
  };
}

/** The DCV action answers form-encoded pairs (contract 4.13). */
export function formWriter(policy: Policy): EnvelopeWriter {
  return (envelope) => {
    const pairs = new URLSearchParams();
    const { condition: _, data: _data, ...members } = envelope;
    for (const [name, value] of Object.entries(members)) if (value !== undefined) pairs.append(name, String(value));
    if (policy.legacyExtraMembers) pairs.append('requestId', 'emulator');
    const form = policy.otherwise('legacy.dcv.content-type') ? 'text/plain' : 'application/x-www-form-urlencoded';
    const type = policy.charset ? `${form};charset=UTF-8` : form;
    return { status: statusOf(envelope, policy), headers: { 'Content-Type': type }, body: pairs.toString() };
  };
}

function statusOf(envelope: Envelope, policy: Policy): number {
  return envelope.errorCode === 0 ? 200 : policy.legacyErrorStatus;
}
