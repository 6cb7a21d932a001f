import type { Operation, ResponseSpec } from '../../spec/types.ts';
import { CRASH_SWITCHES } from './crash.ts';
import type { AnswerKind, Change, CredentialClass, Edit, Fault, FaultFamily } from './types.ts';

const CREDENTIALS: Readonly<Record<CredentialClass, string>> = {
  none: 'no credential',
  empty: 'an empty credential',
  scheme: 'a credential of another scheme',
  tampered: 'a token that was tampered with',
  garbage: 'garbage for a token',
};

/** Faults in how an admin operation answers, whatever it is about: status, body, header, credential, absence, bad input. */
export function conversationFaults(operation: Operation): Fault[] {
  const make = (family: FaultFamily, topic: string, suffix: string, breaks: string, change: Change): Fault => ({
    id: `${operation.id}.${suffix}`,
    family,
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic },
    change,
  });
  const edit = (to: AnswerKind, how: Edit): Change => ({ kind: 'answer', to, edit: how });
  return [
    ...operation.success.slice(0, 1).flatMap((response) => successFaults(operation, response, make, edit)),
    ...credentialFaults(make, edit),
    ...absenceFaults(operation, make, edit),
    ...badRequestFaults(operation, make, edit),
  ];
}

type Make = (family: FaultFamily, topic: string, suffix: string, breaks: string, change: Change) => Fault;
type MakeEdit = (to: AnswerKind, how: Edit) => Change;

function successFaults(operation: Operation, response: ResponseSpec, make: Make, edit: MakeEdit): Fault[] {
  const wrong = [200, 201, 202, 204].filter((status) => operation.success.every((one) => one.status !== status));
  const faults = wrong
    // A 204 cannot carry a body, so it would be two mistakes where a body is documented.
    .filter((status) => status !== 204 || response.body !== 'some')
    .map((status) =>
      make(
        'success-status',
        'success-status',
        `success.status-${status}`,
        `answers ${status} on success`,
        edit('success', { status }),
      ),
    );
  if (response.body === 'none' && response.status !== 204) {
    faults.push(
      make(
        'success-body',
        'success-body',
        'success.body-added',
        'sends a body on success',
        edit('success', { body: 'object' }),
      ),
    );
  }
  if (response.body === 'some') faults.push(...bodyFaults(response, make, edit));
  for (const header of response.headers) {
    const change = (to: string | undefined) => edit('success', { header: header.name, to });
    faults.push(
      make(
        'success-header',
        'success-header',
        `success.${header.name}.missing`,
        `leaves ${header.name} out`,
        change(undefined),
      ),
    );
    faults.push(
      make(
        'success-header',
        'success-header',
        `success.${header.name}.text`,
        `sends text in ${header.name}`,
        change('many'),
      ),
    );
    faults.push(
      make(
        'success-header',
        'success-header',
        `success.${header.name}.negative`,
        `sends -1 in ${header.name}`,
        change('-1'),
      ),
    );
  }
  return faults;
}

function bodyFaults(response: ResponseSpec, make: Make, edit: MakeEdit): Fault[] {
  const schema = response.contents[0]?.schema;
  const list = typeof schema === 'object' && schema['type'] === 'array';
  return [
    make(
      'success-body',
      'success-body',
      'success.body-missing',
      'sends no body on success',
      edit('success', { body: 'none' }),
    ),
    make(
      'success-body',
      'success-body',
      'success.body-broken',
      'sends broken JSON on success',
      edit('success', { body: 'broken-json' }),
    ),
    make(
      'success-body',
      'success-content-type',
      'success.content-type',
      'calls its JSON plain text',
      edit('success', { contentType: 'text/plain' }),
    ),
    make(
      'success-schema',
      'success-schema',
      'success.shape',
      list ? 'sends an object for a list' : 'sends a list for an object',
      edit('success', { body: list ? 'object' : 'array' }),
    ),
    make(
      'success-schema',
      'success-schema',
      'success.member-type',
      'sends a member of a wrong type',
      edit('success', { body: 'wrong-type' }),
    ),
  ];
}

function credentialFaults(make: Make, edit: MakeEdit): Fault[] {
  const ignored = (Object.entries(CREDENTIALS) as [CredentialClass, string][]).map(([accepts, text]) =>
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

function absenceFaults(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
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
  if (operation.absence === 'silent') return [accepted];
  const bodies: Fault[] = (
    [
      ['none', 'sends no body with 404'],
      ['text', 'sends text with 404'],
      ['array', 'sends a list with 404'],
    ] as const
  ).map(([body, text]) => make('absence', 'absence-body', `absent.body-${body}`, text, edit('not-found', { body })));
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

function badRequestFaults(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
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
  return typeof schema === 'object' && schema !== null && (schema as Record<string, unknown>)['type'] === 'string';
}
