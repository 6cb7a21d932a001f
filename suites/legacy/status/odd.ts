/** "Unknown error" of the status action (contract 7.2), as far as anything can be shown about it from outside. */
import type { Check } from '../../engine/check.ts';
import { recordLack, STATUS } from '../action.ts';
import { conditionIds } from '../conditions.ts';
import { judgeOdd } from '../odd.ts';
import { acceptedStatus } from './control.ts';

/** Odd input is answered by an error record or a client-error status. */
export function unknownErrorCheck(): Check {
  const ids = conditionIds(STATUS, 'unknown-error');
  const requirements = Object.values(ids);
  return {
    id: `${STATUS}.condition.unknown-error`,
    title: 'The order status action survives odd input',
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      if ('lack' in control) return recordLack(context, requirements, control);
      await judgeOdd(context, control.operation, ids);
    },
  };
}
