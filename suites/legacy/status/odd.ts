/** "Unknown error" of the status action (contract 7.2), as far as anything can be shown about it from outside. */
import type { Contract } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { STATUS } from '../action.ts';
import { ANY_CONDITION, conditionIds } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { judgeOdd, loginPlaces } from '../odd.ts';
import { ask } from '../replies.ts';
import { judgeTexts, type TextPlace } from '../texts.ts';
import { acceptedStatus, type StatusControl } from './control.ts';

/** Odd input is answered by an error record or a client-error status. */
export function unknownErrorCheck(contract: Contract): Check {
  const ids = conditionIds(contract, STATUS, 'unknown-error');
  return oddCheck(Object.values(ids), async (context, control) => {
    await judgeOdd(context, control.operation, ids);
    await judgeTexts(context, ids.refused, [orderPlace(context, control)]);
  });
}

/** Odd texts alone: the forms around them are read by the same code at both paths. */
export function oddTextsCheck(contract: Contract): Check {
  const ids = conditionIds(contract, STATUS, 'unknown-error');
  return oddCheck([ids.refused], (context, control) =>
    judgeTexts(context, ids.refused, [
      ...loginPlaces(context, control.operation, control.fields),
      orderPlace(context, control),
    ]),
  );
}

function oddCheck(
  requirements: readonly string[],
  judge: (context: CheckContext, control: StatusControl) => Promise<void>,
): Check {
  return {
    id: requirements[0] ?? '',
    title: 'The order status action survives odd input',
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      await judge(context, control);
    },
  };
}

function orderPlace(context: CheckContext, { operation, fields }: StatusControl): TextPlace {
  return {
    name: 'orderNumber',
    send: (text, label) =>
      ask(context, operation, { label, byHttp: true, fields: withFields(fields, field('orderNumber', text)) }, [
        ANY_CONDITION,
      ]),
  };
}
