import type { Operation } from '../spec/types.ts';
import type { Handler } from './call.ts';
import { planAnswers, type RefusalWriter, type Writer } from './edge/answers.ts';
import { type BodyPlan, planBody } from './edge/bodies.ts';
import { type ParameterPlan, planParameter } from './edge/parameters.ts';
import { patchOperation } from './faults/patch.ts';
import type { Change, CredentialClass, Edit, Fault } from './faults/types.ts';
import { adminApi } from './handlers/index.ts';
import type { Policy } from './policy.ts';

/** Everything needed to serve one admin operation, compiled from the contract and from the faults that are active in it. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly handler: Handler;
  readonly path: readonly ParameterPlan[];
  readonly query: ReadonlyMap<string, ParameterPlan>;
  readonly body: BodyPlan | undefined;
  readonly write: Writer;
  readonly faults: ActiveFaults | undefined;
}

/** The faults of one operation, sorted by where they act. */
export interface ActiveFaults {
  readonly switches: ReadonlySet<string>;
  readonly credentials: ReadonlySet<CredentialClass>;
  readonly edits: readonly { readonly to: string; readonly edit: Edit }[];
}

/** Compiles the operation. @throws Error when the emulator has no handler for it. */
export function serveOperation(
  operation: Operation,
  policy: Policy,
  refusals: RefusalWriter,
  faults: readonly Fault[],
): ServedOperation {
  const key = `${operation.method} ${operation.path}`;
  const handler = adminApi[key];
  if (handler === undefined) throw new Error(`The emulator does not know the operation ${key}.`);
  const changed = patchOperation(operation, faults);
  const query = changed.parameters.filter((parameter) => parameter.in === 'query');
  return {
    operation,
    handler,
    path: changed.parameters.filter((one) => one.in === 'path').map((one) => planPathParameter(operation, one, policy)),
    query: new Map(query.map((parameter) => [parameter.name, planParameter(parameter, policy)])),
    body: changed.body === undefined ? undefined : planBody(changed.body, policy),
    write: planAnswers(operation, policy, refusals),
    faults: faults.length === 0 ? undefined : activeFaults(faults),
  };
}

/** The contract bounds the endpoint id at 1 "on most operations"; which ones is the dialect's answer (2.1). */
function planPathParameter(
  operation: Operation,
  parameter: Operation['parameters'][number],
  policy: Policy,
): ParameterPlan {
  const endpointId = operation.path.startsWith(`/api/endpoint/v1/{${parameter.name}}`);
  const { schema } = parameter;
  if (!endpointId || policy.endpointIdMinimum !== 'one' || typeof schema === 'boolean')
    return planParameter(parameter, policy);
  return planParameter({ ...parameter, schema: { minimum: 1, ...schema } }, policy);
}

function activeFaults(faults: readonly Fault[]): ActiveFaults {
  const changes = faults.map((fault) => fault.change);
  return {
    switches: new Set(of(changes, 'switch').map((change) => change.name)),
    credentials: new Set(of(changes, 'credential').map((change) => change.accepts)),
    edits: of(changes, 'answer'),
  };
}

function of<K extends Change['kind']>(changes: readonly Change[], kind: K): Extract<Change, { kind: K }>[] {
  return changes.filter((change): change is Extract<Change, { kind: K }> => change.kind === kind);
}
