/** Property: any value within a parameter's constraints is accepted. A failing value is shrunk by fast-check. */
import fc from 'fast-check';
import { toTexts, valid } from '../../generators/index.ts';
import type { CheckContext } from '../engine/check.ts';
import type { Judged } from './accepted-cases.ts';
import { acceptCase, type Subject } from './parameter-cases.ts';
import { show } from './pointers.ts';

/** Shrinking against a slow target must end; what was found until then is reported. */
const TIME_LIMIT_MS = 10_000;

/** Sends random valid values of a parameter and judges each; of the failures only the smallest is told. */
export async function randomValid(context: CheckContext, subject: Subject): Promise<Judged[]> {
  const { parameter, requirement } = subject;
  const cases: Judged[] = [];
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
      else cases.push(judged);
      return judged?.judgement.verdict !== 'fail';
    }),
    {
      seed: context.seed,
      numRuns: context.runs,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      markInterruptAsFailure: false,
    },
  );
  if (smallest === undefined) return cases;
  const path = details.counterexamplePath;
  return [...cases, { ...smallest, evidence: { ...smallest.evidence, ...(path === null ? {} : { path }) } }];
}
