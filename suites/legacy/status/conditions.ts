/** Each condition of 7.2 that the form, the method or the transport of a status call brings about. */
import type { Check, CheckContext } from '../../engine/check.ts';
import { recordLack, STATUS } from '../action.ts';
import { ANY_CONDITION, conditionIds, judgeProbe, type Probe } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { foreignOrders, withoutForeign } from '../orders.ts';
import { judgeTransport } from '../plain.ts';
import { acceptedStatus, type StatusControl } from './control.ts';
import { judgeNeighbours } from './neighbours.ts';
import {
  appendedOrderProbe,
  invalidProbes,
  methodProbes,
  missingProbes,
  plainProbe,
  unknownOrderProbe,
  unrecognizedProbes,
} from './probes.ts';

type Probes = (context: CheckContext, control: StatusControl) => Probe[];

/** The checks of the conditions that every call may meet. */
export function statusConditionChecks(): Check[] {
  return [
    conditionCheck('argument-missing', 'refuses a call without a required argument', missingProbes),
    conditionCheck('argument-unrecognized', 'refuses an unknown argument', (_context, control) =>
      unrecognizedProbes(control),
    ),
    conditionCheck('argument-invalid', 'refuses invalid values', invalidProbes),
    conditionCheck('wrong-method', 'refuses other methods than POST', (_context, control) => methodProbes(control)),
    plainCheck(),
    unknownOrderCheck(),
    foreignOrderCheck(),
  ];
}

function conditionCheck(condition: string, title: string, probes: Probes): Check {
  const ids = conditionIds(STATUS, condition);
  const requirements = Object.values(ids);
  return {
    id: `${STATUS}.condition.${condition}`,
    title: `The order status action ${title}`,
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      for (const probe of probes(context, control)) await judgeProbe(context, control.operation, probe, ids);
    },
  };
}

function unknownOrderCheck(): Check {
  const ids = { refused: `${STATUS}.unknown-order`, code: `${STATUS}.unknown-order.code` };
  return {
    id: `${STATUS}.unknown-order`,
    title: 'The order status action refuses an order number that names no order',
    requirements: Object.values(ids),
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      const probe = unknownOrderProbe(context, control);
      const { reading } = await judgeProbe(context, control.operation, probe, ids);
      if (reading?.code !== undefined)
        context.observe(ids.refused, { silence: 'legacy.unknown-order', value: reading.code });
      await judgeProbe(context, control.operation, appendedOrderProbe(context, control), ids);
      await judgeNeighbours(context, control, ids.refused);
    },
  };
}

/** What belongs to somebody else is out of reach, whichever condition says so. */
function foreignOrderCheck(): Check {
  const refused = `${STATUS}.foreign-order`;
  return {
    id: refused,
    title: 'The order status action gives nothing of an order of another account',
    requirements: [refused],
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      const orders = foreignOrders(context.session.target);
      if (orders.length === 0) return recordLack(context, [refused], withoutForeign('observe'));
      for (const { number } of orders) {
        const because = `order ${number} belongs to another account`;
        const fields = withFields(control.fields, field('orderNumber', number));
        const probe = { id: because, label: because, fields, conditions: [ANY_CONDITION], refusal: { because } };
        await judgeProbe(context, control.operation, probe, { refused });
      }
    },
  };
}

function plainCheck(): Check {
  const ids = conditionIds(STATUS, 'not-https');
  const requirements = Object.values(ids);
  return {
    id: `${STATUS}.condition.not-https`,
    title: 'The order status action is not served over plain HTTP',
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      await judgeTransport(context, control.operation, plainProbe(context, control), ids);
    },
  };
}
