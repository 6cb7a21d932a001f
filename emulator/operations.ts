import type { Operation } from '../spec/types.ts';
import type { Handler } from './call.ts';
import { planAnswers, planRefusals, type RefusalWriter, type Writer } from './edge/answers.ts';
import { type BodyPlan, planBody } from './edge/bodies.ts';
import { type ParameterPlan, planParameter } from './edge/parameters.ts';
import { patchOperation } from './faults/patch.ts';
import type { Change, CredentialClass, Edit, Fault, Given } from './faults/types.ts';
import { adminApi } from './handlers/index.ts';
import type { Policy } from './policy.ts';

/** Everything needed to serve one admin operation, compiled from the contract and from the faults that are active in it. */
export interface ServedOperation extends InputPlan {
  readonly operation: Operation;
  readonly handler: Handler;
  /** How the input is read by the contract, when a fault makes the operation read it otherwise. */
  readonly proper: InputPlan | undefined;
  readonly write: Writer;
  readonly faults: ActiveFaults | undefined;
  /** How it takes the open points. */
  readonly policy: Policy;
}

/** How the input of an operation is read. */
export interface InputPlan {
  readonly path: readonly ParameterPlan[];
  readonly query: ReadonlyMap<string, ParameterPlan>;
  readonly body: BodyPlan | undefined;
}

/** The faults of one operation, sorted by where they act. */
interface ActiveFaults {
  readonly switches: ReadonlySet<string>;
  readonly credentials: ReadonlySet<CredentialClass>;
  readonly edits: readonly { readonly to: string; readonly edit: Edit; readonly given?: Given }[];
}

/** Compiles the operation. @throws Error when the emulator has no handler for it. */
export function serveOperation(
  operation: Operation,
  declared: Policy,
  usual: RefusalWriter,
  faults: readonly Fault[],
): ServedOperation {
  const otherwise = of(
    faults.map(({ change }) => change),
    'policy',
  );
  const policy: Policy = Object.assign({}, declared, ...otherwise.map((change) => change.policy));
  const refusals = otherwise.length === 0 ? usual : planRefusals(policy);
  const key = `${operation.method} ${operation.path}`;
  const handler = adminApi[key];
  if (handler === undefined) throw new Error(`The emulator does not know the operation ${key}.`);
  const changed = patchOperation(operation, faults);
  return {
    operation,
    handler,
    ...planInput(changed, policy),
    proper: changed === operation ? undefined : planInput(operation, policy),
    write: planAnswers(operation, policy, refusals),
    faults: faults.length === 0 ? undefined : activeFaults(faults),
    policy,
  };
}

function planInput(operation: Operation, policy: Policy): InputPlan {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const path = operation.parameters.filter((parameter) => parameter.in === 'path');
  return {
    path: path.map((parameter) => planPathParameter(operation, parameter, policy)),
    query: new Map(query.map((parameter) => [parameter.name, planParameter(parameter, policy)])),
    body: operation.body === undefined ? undefined : planBody(operation.body, policy),
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
