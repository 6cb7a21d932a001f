/** Property: whatever a form says, as long as its login does not exist it is refused. A failing form is shrunk by fast-check. */
import fc from 'fast-check';
import type { Operation } from '../../spec/types.ts';
import type { CheckContext, Evidence, Judgement } from '../engine/check.ts';
import { judgeRefused } from '../judges/envelope-outcome.ts';
import { formatOf, type LegacyCall, madeUpLogin } from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { field } from './form.ts';
import { ask, evidenceOf, unusable } from './replies.ts';

/** Shrinking against a slow target must end; what was found until then is reported. */
const TIME_LIMIT_MS = 10_000;

/** Documented and made-up arguments with any text as value, in any order. */
function forms(operation: Operation): fc.Arbitrary<(readonly [name: string, value: string])[]> {
  const documented = operation.parameters.map(({ name }) => name).filter((name) => !name.startsWith('login'));
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...documented) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.integer().map(String),
  );
  return fc.array(fc.tuple(name, value), { maxLength: 8 });
}

/** Sends random forms and records each; of a failure only the smallest is recorded. */
export async function judgeRandomForms(
  context: CheckContext,
  operation: Operation,
  requirement: string,
): Promise<void> {
  const format = formatOf(operation);
  const login = madeUpLogin(context.seed);
  let smallest: { judgement: Judgement; evidence: Evidence } | undefined;
  const details = await fc.check(
    fc.asyncProperty(forms(operation), async (pairs) => {
      const call: LegacyCall = {
        label: `a random form: ${JSON.stringify(pairs).slice(0, 80)}`,
        fields: [...login, ...pairs.map(([name, value]) => field(name, value))],
        byHttp: true,
      };
      const reply = await ask(context, operation, call, [ANY_CONDITION]);
      const refusal = { because: 'the login does not exist', byHttp: true };
      const judgement = unusable(reply) ?? judgeRefused(reply.exchange, format, refusal);
      const judged = { judgement, evidence: { ...evidenceOf(reply), case: pairs } };
      if (judgement.verdict === 'fail') smallest = judged;
      else context.record(requirement, judged.judgement, judged.evidence);
      return judgement.verdict !== 'fail';
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
  context.record(requirement, smallest.judgement, { ...smallest.evidence, ...(path === null ? {} : { path }) });
}
