import { DECLARED, type DeclaredPoint, declaredPoints } from '../../spec/requirements/declared.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import { type Policy, policyOf } from '../policy.ts';
import type { Fault } from './types.ts';

/** One more reading of each open point than the policy has, where another one shows. */
const OTHERS: Readonly<Partial<Record<DeclaredPoint, (policy: Policy) => readonly Partial<Policy>[]>>> = {
  precedence: ({ precedence }) => [{ precedence: precedence.toReversed() }],
  'path-id': ({ pathIdRefusal }) => [{ pathIdRefusal: pathIdRefusal === 400 ? 404 : 400 }],
  // Who says that some operation has no minimum does not say which.
  'id-minimum': ({ endpointIdMinimum }) => (endpointIdMinimum === 'one' ? [{ endpointIdMinimum: 'none' }] : []),
  'unknown-parameters': ({ unknownParameters }) => [{ unknownParameters: toggled(unknownParameters) }],
  'unknown-members': ({ unknownMembers }) => [{ unknownMembers: toggled(unknownMembers) }],
  'null-members': ({ requestNulls }) => [{ requestNulls: requestNulls === 'absent' ? 'refused' : 'absent' }],
  'repeated-parameters': ({ repeatedParameters }) =>
    (['first', 'last', 'refused'] as const)
      .filter((one) => one !== repeatedParameters)
      .map((one) => ({ repeatedParameters: one })),
  'content-type': ({ contentType }) => [{ contentType: contentType === 'checked' ? 'ignored' : 'checked' }],
  'unsupported-method': ({ unsupportedMethod }) => [{ unsupportedMethod: unsupportedMethod === 405 ? 404 : 405 }],
  charset: ({ charset }) => [{ charset: !charset }],
  'no-value': ({ nullMembers }) => [{ nullMembers: nullMembers === 'null' ? 'omitted' : 'null' }],
  'extra-members': ({ extraMembers }) => (extraMembers ? [] : [{ extraMembers: true }]),
  'bad-request.format': ({ badRequest }) =>
    FORMATS.filter((one) => one !== badRequest).map((one) => ({ badRequest: one })),
  'unauthorized.format': ({ unauthorized }) =>
    FORMATS.filter((one) => one !== unauthorized).map((one) => ({ unauthorized: one })),
  'unauthorized.challenge': ({ challenge }) => [{ challenge: !challenge }],
  'empty-array': ({ emptyDelegations }) => [
    { emptyDelegations: emptyDelegations === 'accepted' ? 'refused' : 'accepted' },
  ],
  'client-secret': ({ clientSecret: { members } }) => [
    { clientSecret: { status: 204, ...(members ? { members } : {}) } },
  ],
};

const FORMATS = ['json', 'text', 'empty'] as const;

function toggled(reading: 'ignored' | 'refused'): 'ignored' | 'refused' {
  return reading === 'ignored' ? 'refused' : 'ignored';
}

/** What is shown there has all its values: nothing could be null. */
const NOTHING_WITHOUT_VALUE: ReadonlySet<string> = new Set([
  'ssl.list',
  'ssl.location.read',
  'client.location.read',
  'endpoint.read',
  'bucket.read',
]);

/** A refused change of state that is answered with another status than declared. */
function stateFaults({ id }: Operation, { stateRefusal }: Policy): Fault[] {
  if (id !== 'admin.update') return [];
  return [fault(id, 'state-change', { stateRefusal: stateRefusal === 409 ? 422 : 409 })];
}

function fault(operation: string, point: string, other: Partial<Policy>): Fault {
  const value = String(Object.values(other)[0])
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  return {
    id: `${operation}.declared.${point}.${value}`,
    family: 'declared',
    operation,
    breaks: `${operation} takes an open point otherwise than its dialect says: ${JSON.stringify(other)}.`,
    ...(mayWarn(point) ? { standing: 'debatable' as const } : {}),
    hint: { operation, topic: 'declared' },
    change: { kind: 'policy', policy: other },
  };
}

/** True for a point of which a broken claim may warn only. */
function mayWarn(point: string): boolean {
  const told = (DECLARED as Readonly<Record<string, { readonly level?: string; readonly lenient?: boolean }>>)[point];
  return told?.level === 'SHOULD' || told?.lenient === true;
}

/** Operations that take an open point otherwise than their dialect declares (docs/dialects.md). */
export function declaredFaults(operation: Operation, contract: Contract): Fault[] {
  const policy = policyOf(contract);
  const points = declaredPoints(operation).filter(
    (point) => point !== 'no-value' || !NOTHING_WITHOUT_VALUE.has(operation.id),
  );
  return [
    ...points.flatMap((point) => (OTHERS[point]?.(policy) ?? []).map((other) => fault(operation.id, point, other))),
    ...stateFaults(operation, policy),
  ];
}
