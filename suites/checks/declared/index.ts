/** What a dialect says of the points that the contract leaves open for every operation (docs/dialects.md). */

import { DECLARED, type DeclaredPoint, declaredPoints } from '../../../spec/requirements/declared.ts';
import { promisesOf } from '../../../spec/requirements/promises.ts';
import type { Contract, Operation } from '../../../spec/types.ts';
import type { Check } from '../../engine/check.ts';
import * as answers from './answers.ts';
import * as requests from './requests.ts';
import { type Probe, recordSeen } from './seen.ts';

/** How each point is looked at; precedence is seen where two faults meet. */
const PROBES: Readonly<Record<Exclude<DeclaredPoint, 'precedence'>, Probe>> = {
  'path-id': requests.pathId,
  'id-minimum': requests.idMinimum,
  'unknown-parameters': requests.unknownParameters,
  'unknown-members': requests.unknownMembers,
  'repeated-parameters': requests.repeatedParameters,
  'content-type': requests.contentType,
  'unsupported-method': requests.unsupportedMethod,
  charset: answers.charset,
  'no-value': answers.noValue,
  'extra-members': answers.extraMembers,
  'bad-request.format': answers.badRequestFormat,
  'unauthorized.format': answers.unauthorizedFormat,
  'unauthorized.challenge': answers.challenge,
  'empty-array': requests.emptyArray,
  'type-change': requests.typeChange,
  'client-secret': answers.clientSecret,
};

/** The check of an operation's open points, after all that its dialect does not matter to. */
export function declaredCheck(contract: Contract, operation: Operation): Check | undefined {
  const points = declaredPoints(operation).filter((point) => point !== 'precedence');
  if (points.length === 0) return undefined;
  const { id } = promisesOf(contract, operation.id, 'declared');
  return {
    id: `${operation.id}.declared`,
    title: `${operation.method} ${operation.path} does as its dialect says where the contract leaves it open`,
    requirements: points.map((point) => id(point)),
    effect: 'observe',
    run: async (context) => {
      for (const point of points) {
        if (!context.wants(id(point))) continue;
        const trial = { context, operation, answer: context.contract.answer(DECLARED[point].silence) };
        recordSeen(trial, id(point), point, await PROBES[point](trial));
      }
    },
  };
}
