/** "Unknown error" of the status action (contract 7.2), as far as anything can be shown about it from outside. */
import { classedTexts } from '../../../generators/index.ts';
import type { Check } from '../../engine/check.ts';
import { judgeRefused } from '../../judges/envelope-outcome.ts';
import { recordLack, STATUS } from '../action.ts';
import { parameterSchema } from '../call.ts';
import { ANY_CONDITION, conditionIds } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { judgeOdd } from '../odd.ts';
import { ask, recordSighting } from '../sightings.ts';
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
      for (const { label: what, text } of classedTexts(parameterSchema(control.operation, 'orderNumber'))) {
        const call = {
          label: `orderNumber with ${what}`,
          fields: withFields(control.fields, field('orderNumber', text)),
        };
        const sighting = await ask(context, control.operation, { ...call, byHttp: true }, [ANY_CONDITION]);
        recordSighting(context, ids.refused, sighting, (exchange) =>
          judgeRefused(exchange, 'json', { because: 'no order has such a number', byHttp: true }),
        );
      }
    },
  };
}
