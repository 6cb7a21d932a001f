/** The status call in other spellings and odd forms (contract 4.12, 7.2). */
import type { Contract } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { STATUS } from '../action.ts';
import { field, withFields, without } from '../call.ts';
import { ANY_CONDITION, conditionIds } from '../conditions.ts';
import { encodingCheck } from '../encoding.ts';
import { judgeOdd, judgeTexts, loginPlaces, type TextPlace } from '../odd.ts';
import { ask } from '../replies.ts';
import { acceptedStatus, STATUS_ACTION, type StatusControl } from './control.ts';

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

/** The status call in other spellings. No login stands in a URL. */
export function statusEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, STATUS_ACTION, ({ fields, order }) => [
    {
      silence: 'legacy.query-arguments',
      call: () => ({
        label: 'orderNumber in the URL only',
        fields: without(fields(), 'orderNumber'),
        query: `?orderNumber=${encodeURIComponent(order)}`,
        byHttp: true,
      }),
    },
    {
      silence: 'legacy.content-type',
      call: () => ({
        label: 'the form called text/plain',
        fields: fields(),
        headers: [['Content-Type', 'text/plain']],
        byHttp: true,
      }),
    },
  ]);
}
