/** One operation answers an open point otherwise than the told profile claims for the whole server. */
import type { Reading } from '../../readings/reading.ts';
import type { Plant } from '../../server/plant.ts';
import type { Operator, Place } from '../fault.ts';
import { operationPlaces } from '../places.ts';

const other = <T>(now: T, one: T, two: T): T => (now === one ? two : one);
const at = (op: string, turn: (reading: Reading) => Partial<Reading>): Plant => ({
  reading: (call, reading) => (call.op === op ? { ...reading, ...turn(reading) } : reading),
});
const all = operationPlaces(() => true);
const withQuery = operationPlaces(({ query }) => query !== undefined);
const withBody = operationPlaces(({ body }) => body !== undefined && body !== 'ids');
const ids = operationPlaces(({ least }) => least.length > 0);
const of = (...ops: readonly string[]): readonly Place[] => ops.map((op) => ({ key: op, op }));

const claim = (
  id: string,
  wrong: string,
  places: readonly Place[],
  turn: (reading: Reading) => Partial<Reading>,
  more: Partial<Operator> = {},
): Operator => ({
  id: `claim-${id}`,
  class: 'plain',
  standing: 'explicit',
  section: 'the profile’s claim',
  wrong: (op) => `${op} ${wrong}`,
  places,
  plant: (op) => at(op, turn),
  ...more,
});

export const CLAIMS: readonly Operator[] = [
  claim('path-id', 'answers a wrong identifier with the other status', ids, ({ pathId }) => ({
    pathId: pathId === 400 ? 404 : 400,
  })),
  claim('unknown-parameters', 'does the other thing to unknown parameters', withQuery, ({ unknownParameters }) => ({
    unknownParameters: other(unknownParameters, 'ignored', 'refused'),
  })),
  claim('repeated-parameters', 'does another thing to repeated parameters', withQuery, ({ repeatedParameters }) => ({
    repeatedParameters: repeatedParameters === 'first' ? 'refused' : 'first',
  })),
  claim(
    'empty-value',
    'reads an empty optional parameter otherwise',
    of('ssl.list', 'admin.delete', 'client.read'),
    ({ emptyValue }) => ({ emptyValue: other(emptyValue, 'absent', 'value') }),
  ),
  claim('unknown-members', 'does the other thing to unknown members', withBody, ({ manner }) => ({
    manner: { ...manner, unknownMembers: other(manner.unknownMembers, 'ignored', 'refused') },
  })),
  claim(
    'null-members',
    'reads null otherwise',
    withBody,
    ({ manner }) => ({ manner: { ...manner, nullMembers: other(manner.nullMembers, 'absent', 'refused') } }),
    { class: 'hard' },
  ),
  claim('content-type', 'does the other thing to a foreign content type', withBody, ({ contentType }) => ({
    contentType: other(contentType, 'checked', 'ignored'),
  })),
  claim(
    'challenge',
    'sends the challenge of a 401 where the others do not, or not where they do',
    all,
    ({ errors }) => ({ errors: { ...errors, challenge: !errors.challenge } }),
  ),
  claim('unauthorized-form', 'answers 401 in another form', all, ({ errors }) => ({
    errors: {
      ...errors,
      unauthorized: () => (errors.unauthorized() === undefined ? { json: { error: 1 } } : undefined),
    },
  })),
  claim(
    'bad-request-form',
    'answers 400 in another form',
    operationPlaces(({ body, query }) => body !== undefined || query !== undefined),
    ({ errors }) => ({
      errors: { ...errors, bad: (why) => (errors.bad(why) === undefined ? { json: { why } } : undefined) },
    }),
  ),
  claim(
    'precedence',
    'looks for faults in another order',
    operationPlaces(({ kind, body }) => kind !== undefined && body !== undefined),
    ({ gates }) => ({ gates: [...gates].reverse() }),
    { class: 'hard' },
  ),
  claim(
    'null-members-out',
    'shows members without value otherwise',
    of('person.read', 'organization.read', 'endpoint.config.read'),
    ({ nullMembersOut }) => ({ nullMembersOut: other(nullMembersOut, 'omitted', 'null') }),
    { class: 'hard', standing: 'debatable' },
  ),
  claim('default-size', 'shows another number of entries when size is left out', of('ssl.list'), ({ ssl }) => ({
    ssl: { ...ssl, size: 17 },
  })),
  claim('size-zero', 'reads size=0 otherwise', of('ssl.list'), ({ ssl }) => ({
    ssl: { ...ssl, zero: other(ssl.zero, 'empty', 'default') },
  })),
  claim('order', 'sorts the other way', of('ssl.list'), ({ ssl }) => ({
    ssl: { ...ssl, order: other(ssl.order, 'ascending', 'descending') },
  })),
  claim('same-type', 'does the other thing to an update with the type that is', of('admin.update'), ({ admin }) => ({
    admin: { ...admin, sameType: other(admin.sameType, 'accepted', 'refused') },
  })),
  claim('state-change', 'refuses a change of type with another status', of('admin.update'), ({ statuses }) => ({
    statuses: { ...statuses, stateChange: 418 },
  })),
  claim('delegations-put', 'adds for replacing, or the reverse', of('endpoint.delegations.update'), ({ endpoint }) => ({
    endpoint: { ...endpoint, put: other(endpoint.put, 'adds', 'replaces') },
  })),
  claim(
    'delete-in-global',
    'does the other thing to a removal in global mode',
    of('endpoint.delegations.delete'),
    ({ endpoint }) => ({
      endpoint: { ...endpoint, deleteInGlobal: other(endpoint.deleteInGlobal, 'accepted', 'refused') },
    }),
  ),
  claim(
    'empty-array',
    'does the other thing to an empty list of delegations',
    of('endpoint.delegations.update'),
    ({ endpoint }) => ({ endpoint: { ...endpoint, emptyArray: other(endpoint.emptyArray, 'accepted', 'refused') } }),
  ),
  claim('type-change', 'does the other thing to an update of another type', of('endpoint.update'), ({ endpoint }) => ({
    endpoint: { ...endpoint, typeChange: other(endpoint.typeChange, 'ignored', 'refused') },
  })),
  claim(
    'endpoint-omitted',
    'does the other thing to settings that an update leaves out',
    of('endpoint.update'),
    ({ endpointOmitted }) => ({ endpointOmitted: other(endpointOmitted, 'kept', 'cleared') }),
    { class: 'hard' },
  ),
  claim(
    'same-state',
    'does the other thing to a domain in that state',
    of('domain.suspend', 'domain.activate'),
    ({ domain }) => ({ domain: { ...domain, sameState: other(domain.sameState, 'accepted', 'refused') } }),
  ),
  claim(
    'role-status',
    'refuses another role with another status',
    of('domain.suspend', 'domain.activate'),
    ({ statuses }) => ({ statuses: { ...statuses, role: 418 } }),
  ),
  claim(
    'notification-status',
    'answers an absent notification with another status',
    of('notification.update', 'notification.delete'),
    ({ statuses }) => ({ statuses: { ...statuses, notification: 418 } }),
  ),
  claim(
    'omitted',
    'does the other thing to members that an update leaves out',
    of(
      'person.update',
      'client.update',
      'organization.update',
      'bucket.update',
      'endpoint.config.update',
      'account.update',
      'ssl.location.update',
    ),
    ({ omitted }) => ({ omitted: other(omitted, 'kept', 'cleared') }),
    { class: 'hard' },
  ),
  claim(
    'token-elsewhere',
    'takes a token in the query, or does not',
    operationPlaces(({ method }) => method === 'GET'),
    ({ tokenInQuery }) => ({ tokenInQuery: !tokenInQuery }),
    { class: 'hard', readings: ['A', 'B'] },
  ),
  claim(
    'secret-status',
    'answers the reset of a secret otherwise',
    of('bucket.client-secret.reset'),
    ({ secretReset }) => ({ secretReset: { ...secretReset, status: secretReset.status === 200 ? 204 : 200 } }),
  ),
];
