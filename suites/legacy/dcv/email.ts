/** The e-mail method and its address (contract 4.13): needed for this method, and acceptable for the certificate. */
import type { Contract } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { DCV, recordLack } from '../action.ts';
import { ANY_CONDITION, type Probe } from '../conditions.ts';
import { field, withFields, without } from '../form.ts';
import { ADDRESS_HINT } from '../orders.ts';
import type { Bench } from './bench.ts';
import { singleCheck } from './conditions.ts';
import { requirementsOf, roleOf } from './parameters.ts';
import { longDomain, longFaults } from './refusals.ts';
import { change, refuse } from './steps.ts';

const NEEDED = `${DCV}.email.address-needed`;
const UNACCEPTABLE = `${DCV}.email.unacceptable-address`;

/** Addresses that cannot be acceptable: at a domain that nobody can have, or no address at all. */
const UNACCEPTABLE_ADDRESSES = ['admin@no-such-domain.invalid', 'not-an-address', 'admin@', '@'];

/** The check of addresses of single-domain changes. */
export function emailCheck(contract: Contract): Check {
  const long = requirementsOf(contract, 'refuses', roleOf(contract, 'email'));
  const ids = [NEEDED, UNACCEPTABLE, ...long.map(({ id }) => id)];
  return singleCheck(
    'email',
    'wants an acceptable address for the e-mail method',
    ids,
    async (context, { order, turns }) => {
      const label = `a change to ${order.names.methods.email}`;
      const wanted = [{ domain: order.domains[0] ?? '', method: order.names.methods.email }];
      const { sighting } = await change(context, order, { label, fields: order.change('email') }, wanted);
      if (sighting.reading?.outcome !== 'success') {
        const lack = `The e-mail method was not accepted with ${order.address(order.domains[0]).text}, so no refusal of another address says anything; ${ADDRESS_HINT}.`;
        return recordLack(context, ids, { lack, cause: 'control-refused' });
      }
      const other = turns.next();
      const back = { label: 'back to another method', fields: order.change(other) };
      await change(context, order, back, [{ domain: order.domains[0] ?? '', method: order.names.methods[other] }]);
      const name = order.names.email;
      await refuseOne(
        context,
        order,
        NEEDED,
        without(order.change('email'), name),
        'the e-mail method has no address',
        ['argument-missing'],
      );
      for (const address of UNACCEPTABLE_ADDRESSES) {
        const fields = withFields(order.change('email'), field(name, address));
        await refuseOne(
          context,
          order,
          UNACCEPTABLE,
          fields,
          `${JSON.stringify(address)} is not acceptable for the certificate`,
          ['argument-invalid', ANY_CONDITION],
        );
      }
      for (const { id, constraint } of long) {
        const faults = longFaults(order, constraint?.parameter ?? name, (length) => `admin@${longDomain(length - 6)}`);
        for (const make of faults) await refuse(context, order, make(order.change('email')), { refused: id });
      }
    },
  );
}

async function refuseOne(
  context: CheckContext,
  order: Bench,
  id: string,
  fields: Probe['fields'],
  because: string,
  conditions: readonly string[],
): Promise<void> {
  await refuse(
    context,
    order,
    { id: because, label: because, fields, conditions, refusal: { because } },
    { refused: id },
  );
}
