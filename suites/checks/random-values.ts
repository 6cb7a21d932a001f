/** Property: any value within a parameter's constraints is accepted. A failing value is shrunk by fast-check. */
import fc from 'fast-check';
import { toTexts, valid } from '../../generators/index.ts';
import type { CheckContext } from '../engine/check.ts';
import { acceptCase, type Judged, type Subject } from './parameter-cases.ts';
import { show } from './pointers.ts';

/** Shrinking against a slow target must end; what was found until then is reported. */
const TIME_LIMIT_MS = 10_000;

/** Sends random valid values of a parameter and records each; of a failure only the smallest is recorded. */
export async function randomValid(context: CheckContext, subject: Subject): Promise<void> {
  const { parameter, requirement } = subject;
  let smallest: Judged | undefined;
  const details = await fc.check(
    fc.asyncProperty(valid(parameter.schema), async (value) => {
      const texts = toTexts(value);
      const judged = await acceptCase(
        context,
        subject,
        texts,
        `${parameter.name} = ${show(texts.join(','))} (random valid value)`,
      );
      if (judged === undefined) context.unsent(requirement.id);
      else if (judged.judgement.verdict === 'fail') smallest = judged;
      else context.record(requirement.id, judged.judgement, judged.evidence);
      return judged?.judgement.verdict !== 'fail';
    }),
    {
      seed: context.seed,
      numRuns: context.runs,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      markInterruptAsFailure: false,
    },
  );
  if (smallest === undefined) return;
  const path = details.counterexamplePath;
  context.record(requirement.id, smallest.judgement, { ...smallest.evidence, ...(path === null ? {} : { path }) });
}
