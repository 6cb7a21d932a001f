/** Requests that are submitted and carried out later (contract 4.7): in any order, and again, without a server error. */
import type { Contract, Operation } from '../../spec/index.ts';
import type { Check } from '../engine/index.ts';
import { judgeNoServerError } from '../judges/index.ts';
import { updateCandidates } from './valid-update.ts';

const OUTCOMES = 'validation.outcomes';

/** All updates of a validation, forwards, again, and backwards; undefined when there are none. */
export function submissionsCheck(contract: Contract): Check | undefined {
  const submissions = contract.operations.filter(({ method, entity }) => method === 'PUT' && entity === 'validation');
  if (submissions.length === 0 || !contract.requirements.some(({ id }) => id === OUTCOMES)) return undefined;
  return {
    id: OUTCOMES,
    title: 'A validation can be assigned, given a validator and submitted again in any order',
    requirements: [OUTCOMES],
    effect: 'destroy',
    run: async (context) => {
      const { session } = context;
      // Nothing shows what became of a validation, so only a disposable one is used.
      const fixture = await session.fixture({ kind: 'validation', effect: 'destroy' });
      const order: readonly Operation[] = [...submissions, ...submissions, ...[...submissions].reverse()];
      const steps: string[] = [];
      for (const operation of order) {
        const [request] = await updateCandidates(session, operation, fixture);
        if (request === undefined) continue;
        const exchange = await context.send(request);
        const status = exchange.response?.status ?? 0;
        steps.push(`${operation.id}: ${status}`);
        const label = `${operation.id} after ${steps.length - 1} other requests`;
        context.record(OUTCOMES, judgeNoServerError(exchange), { label, exchange, steps: [...steps] });
        if (steps.length > submissions.length) {
          context.observe(OUTCOMES, {
            silence: 'validation.assignment.repeat',
            value: status,
            note: { what: 'answered', of: `${operation.id}, again`, status: exchange.response?.status },
          });
        }
      }
    },
  };
}
