/** Where the DCV action takes texts: the arguments of a change of one domain, and the lists (contract 4.13). */
import type { CheckContext } from '../../engine/check.ts';
import { ifAvailable } from '../../engine/unavailable.ts';
import { ANY_CONDITION } from '../conditions.ts';
import { type Field, field, withFields } from '../form.ts';
import type { TextPlace } from '../texts.ts';
import type { DcvAction } from './action.ts';
import { type Assignment, listFields } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { tell } from './steps.ts';
import { twoDomains } from './two-domains.ts';

/** The arguments of a change of one domain. */
export function singlePlaces(context: CheckContext, { subject: order, fields }: DcvAction): TextPlace[] {
  return [
    placeOf(context, order, 'newMethod', fields),
    placeOf(context, order, 'domainName', fields),
    placeOf(context, order, order.names.email, () => order.change('email')),
  ];
}

/** The lists, where the profile has an order of several domains that accepts a change. */
export async function listPlaces(context: CheckContext): Promise<TextPlace[]> {
  const lists = await ifAvailable(twoDomains(context));
  if (lists === undefined) return [];
  const { order, straight, byMail } = lists;
  const place = (name: string, assignment: Assignment): TextPlace => ({
    ...placeOf(context, order, name, () => listFields(order, assignment)),
    list: true,
  });
  return [place('domainNames', straight), place('newMethods', straight), place(order.names.emails, byMail)];
}

function placeOf(context: CheckContext, order: OrderSubject, name: string, fields: () => readonly Field[]): TextPlace {
  return {
    name,
    send: (text, label) =>
      tell(context, order, { label, fields: withFields(fields(), field(name, text)), byHttp: true }, [ANY_CONDITION]),
  };
}
