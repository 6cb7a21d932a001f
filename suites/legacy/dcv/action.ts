/** The DCV action on an order of one domain, and what it leaves open beyond what both actions do (contract 4.13). */
import type { Contract } from '../../../spec/index.ts';
import type { Check } from '../../engine/index.ts';
import { type ActionKind, checkOf, DCV } from '../action.ts';
import { type Field, field, plainFields, withFields } from '../call.ts';
import { encodingCheck } from '../encoding.ts';
import { SINGLE } from '../orders.ts';
import { actionOn, changeable, type DcvAction } from './steps.ts';

export const DCV_ACTION: ActionKind<DcvAction> = {
  id: DCV,
  title: 'The DCV action',
  effect: 'modify',
  needs: {
    loginName: undefined,
    loginPassword: undefined,
    orderNumber: 'legacy.dcv-update.identifier.needed',
    newMethod: 'legacy.dcv-update.method-needed',
  },
  take: async (context) => actionOn(await changeable(context, SINGLE)),
};

/** A check that takes its orders by itself. @param about last part of its id, and what it shows */
export function dcvCheck(about: readonly [string, string], requirements: readonly string[], run: Check['run']): Check {
  return checkOf(DCV_ACTION, about, requirements, run);
}

/** The DCV call in other spellings. */
export function dcvEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, DCV_ACTION, ({ order, number }) => {
    const { names, domains } = order;
    const [domain = 'example.test'] = domains;
    const row = (silence: string, label: string, make: (plain: Field[]) => Field[]) => {
      return { silence, call: (plain: Field[]) => ({ label, fields: make(plain) }) };
    };
    return [
      row('legacy.dcv.needless-address', 'an address with another method', (plain) => [
        ...plain,
        field(names.email, order.address(domain)),
      ]),
      row('legacy.dcv.single-and-list', 'domainNames and newMethods for a single-domain order', () => [
        ...plainFields(number),
        field('domainNames', domain),
        field('newMethods', names.methods[order.next()]),
      ]),
      row('legacy.dcv.same-method', 'the method in use once more', (plain) =>
        withFields(plain, field('newMethod', order.current ?? '')),
      ),
    ];
  });
}
