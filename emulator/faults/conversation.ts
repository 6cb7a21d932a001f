import type { Operation, ResponseSpec } from '../../spec/types.ts';
import { absenceFaults, badRequestFaults, credentialFaults } from './refusals.ts';
import type { AnswerKind, Change, Edit, Fault, FaultFamily } from './types.ts';

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
    ...credentialFaults(operation, make, edit),
    ...absenceFaults(operation, make, edit),
    ...badRequestFaults(operation, make, edit),
    ...lostAnswers(operation, make, edit),
  ];
}

/** Answers of one kind that are never sent: the connection is closed in their place. */
function lostAnswers(operation: Operation, make: Make, edit: MakeEdit): Fault[] {
  const takesInput = operation.parameters.length > 0 || operation.body !== undefined;
  const kinds: readonly (readonly [AnswerKind, topic: string, breaks: string])[] = [
    ['success', 'success-status', 'sends no answer on success'],
    ['unauthorized', 'credential', 'sends no answer for want of a credential'],
    ...(operation.absence === 'none'
      ? []
      : [['not-found', 'absence', 'sends no answer on an entity that does not exist'] as const]),
    ...(takesInput ? [['bad-request', 'bad-request', 'sends no answer to bad input'] as const] : []),
  ];
  return kinds.map(([to, topic, breaks]) => make('no-answer', topic, `${to}.lost`, breaks, edit(to, { lost: true })));
}

/** Makes a fault of one operation. */
export type Make = (family: FaultFamily, topic: string, suffix: string, breaks: string, change: Change) => Fault;
/** Makes a change of one kind of answer. */
export type MakeEdit = (to: AnswerKind, how: Edit) => Change;

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
