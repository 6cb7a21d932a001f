import { isObject } from '../../spec/json.ts';
import type { Operation } from '../../spec/types.ts';
import type { Make, MakeEdit } from './conversation.ts';
import { CRASH_SWITCHES } from './crash.ts';
import type { CredentialClass, Fault } from './types.ts';

const CREDENTIALS: Readonly<Record<CredentialClass, string>> = {
  none: 'no credential',
  empty: 'an empty credential',
  scheme: 'a credential of another scheme',
  'other-scheme': 'a valid token under another scheme',
  'scheme-beginning': 'a valid token under the beginning of the scheme',
  'scheme-case': 'any token under the scheme in other letter case',
  tampered: 'a token that was tampered with',
  extended: 'a valid token with further characters',
  'further-part': 'a valid token with a further part behind a dot',
  preceded: 'a valid token behind other characters',
  'further-word': 'a valid token behind another word',
  shortened: 'the beginning of a valid token',
  halved: 'half of a valid token',
  spaced: 'a valid token with a blank in it',
  'letter-case': 'a valid token in other letter case',
  unsigned: 'a token that nobody signed',
  signatureless: 'a token whose signature is missing',
  reclaimed: 'other claims under a valid signature',
  expired: 'a token that has expired',
  forged: 'a token that somebody else has signed',
  repeated: 'two credentials that are both wrong',
  garbage: 'garbage for a token',
  origin: 'no credential from a page of its own',
  forwarded: 'no credential from an address that a header names',
  override: 'no credential beside a header that overrides the method',
  'original-url': 'no credential beside a header that names the path',
  'after-options': 'no credential after an OPTIONS request',
  query: 'a token in the query',
  form: 'a token in a form',
  cookie: 'a token in a cookie',
};

/** Requests without a valid credential that are served, or turned away with another status. */
export function credentialFaults(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
  // A form stands in the place of a body.
  const classes = (Object.entries(CREDENTIALS) as [CredentialClass, string][]).filter(
    ([accepts]) => accepts !== 'form' || (operation.body === undefined && operation.method !== 'GET'),
  );
  const ignored = classes.map(([accepts, text]) =>
    make('credential-ignored', 'credential', `credential.${accepts}.accepted`, `accepts ${text}`, {
      kind: 'credential',
      accepts,
    }),
  );
  const statuses = [403, 400, 500].map((status) =>
    make(
      'credential-ignored',
      'credential',
      `credential.status-${status}`,
      `answers ${status} for want of a credential`,
      edit('unauthorized', { status }),
    ),
  );
  return [...ignored, ...statuses];
}

/** Entities that do not exist but are served, or missed in another way than the contract says. */
export function absenceFaults(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
  if (operation.absence === 'none') return [];
  const accepted = make('absence', 'absence', 'absent.accepted', 'succeeds on an entity that does not exist', {
    kind: 'switch',
    name: 'absent-accepted',
  });
  const crash = make(
    'absence',
    'absence',
    'absent.status-500',
    'breaks on an entity that does not exist',
    edit('not-found', { status: 500 }),
  );
  // How it refuses is open, but neither that it does nor that it holds.
  if (operation.absence === 'silent') return [accepted, crash];
  const bodies: Fault[] = (
    [
      ['none', 'sends no body with 404'],
      ['text', 'sends text with 404'],
      ['array', 'sends a list with 404'],
    ] as const
  ).map(([body, text]) => make('absence', 'absence-body', `absent.body-${body}`, text, edit('not-found', { body })));
  if (readsAnyInteger(operation)) {
    const zero = { kind: 'switch', name: 'zero-accepted' } as const;
    bodies.push(make('absence', 'absence', 'absent.zero-accepted', 'answers an entity for the id zero', zero));
  }
  bodies.push(
    make(
      'absence',
      'absence-body',
      'absent.content-type',
      'calls the JSON of its 404 a web page',
      edit('not-found', { contentType: 'text/html' }),
    ),
  );
  if (operation.absence === 'documented') {
    bodies.push(
      make(
        'absence',
        'absence-body',
        'absent.no-code',
        'sends no error code with 404',
        edit('not-found', { body: 'no-code' }),
      ),
    );
    bodies.push(
      make(
        'absence',
        'absence-body',
        'absent.no-description',
        'sends no description with 404',
        edit('not-found', { body: 'no-description' }),
      ),
    );
  }
  const status = make(
    'absence',
    'absence',
    'absent.status-410',
    'answers 410 for an entity that does not exist',
    edit('not-found', { status: 410 }),
  );
  return [accepted, crash, status, ...bodies];
}

/** Bad input that is answered with another status, or breaks the server. */
export function badRequestFaults(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
  const takesInput = operation.parameters.some((parameter) => parameter.in === 'query') || operation.body !== undefined;
  const statuses = takesInput
    ? [422, 500].map((status) =>
        make(
          'bad-request',
          'bad-request',
          `bad-request.status-${status}`,
          `answers bad input with ${status}`,
          edit('bad-request', { status }),
        ),
      )
    : [];
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query' && isText(parameter.schema));
  const crashes = CRASH_SWITCHES.filter((name) =>
    name.endsWith('-body') ? operation.body !== undefined : hasQuery,
  ).map((name) =>
    make('bad-request', 'robustness', name.replace(':', '.'), `breaks on input of the kind ${name.slice(6)}`, {
      kind: 'switch',
      name,
    }),
  );
  return [...statuses, ...crashes];
}

function isText(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string';
}

/** Whether it reads an entity by one integer of which no minimum is documented. */
function readsAnyInteger({ method, parameters }: Operation): boolean {
  const [id, ...others] = parameters.filter(({ in: place }) => place === 'path');
  if (method !== 'GET' || id === undefined || others.length > 0 || typeof id.schema !== 'object') return false;
  // A dialect may say that there is a minimum all the same.
  if (id.silences.includes('endpoint.id.minimum')) return false;
  return id.schema['type'] === 'integer' && id.schema['minimum'] === undefined;
}
