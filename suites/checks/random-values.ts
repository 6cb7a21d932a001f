/** Property: any value within a parameter's constraints is accepted. Failing values are shrunk (fast-check). */
import fc from 'fast-check';
import { toText, valid } from '../../generators/index.ts';
import type { Operation, Parameter, Requirement } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import type { Base } from '../requests/base.ts';
import { accept } from './parameters.ts';

/** Shrinking a slow target's failure must end; what was found until then is reported. */
const SHRINK_LIMIT_MS = 10_000;

interface Subject {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly requirement: Requirement;
  readonly base: Base;
}

/** Sends random valid values of a parameter; the last failing one recorded is the shrunk one. */
export async function randomValid(context: CheckContext, subject: Subject): Promise<void> {
  const { parameter } = subject;
  await fc.check(
    fc.asyncProperty(valid(parameter.schema), async (value) => {
      const text = toText(value);
      const judgement = await accept(
        context,
        subject,
        text,
        `${parameter.name} = ${JSON.stringify(text)} (random valid value)`,
      );
      return judgement.verdict !== 'fail';
    }),
    {
      seed: context.seed,
      numRuns: context.runs,
      interruptAfterTimeLimit: SHRINK_LIMIT_MS,
      markInterruptAsFailure: false,
    },
  );
}
