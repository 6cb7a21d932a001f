/** An order of several domains that accepts changes, and the two domains and methods that lists are made of (contract 4.13). */
import type { CheckContext } from '../../engine/check.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { type Assignment, fittingPair } from './lists.ts';
import type { Method } from './names.ts';
import { MULTI } from './needs.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { type Turns, turns } from './steps.ts';

export interface Lists {
  readonly domains: readonly [string, string];
  /** A method for each, and the other way round. */
  readonly straight: Assignment;
  readonly crossed: Assignment;
  readonly byMail: Assignment;
}

/** @throws Unavailable when no such order is in the profile, or none of its changes is accepted. */
export async function twoDomains(
  context: CheckContext,
): Promise<Lists & { readonly order: OrderSubject; readonly turns: Turns }> {
  const order = await takeOrder(context, MULTI);
  const control = await turns(context, order);
  return { order, turns: control, ...listsOf(order, control.accepted) };
}

/** The lists of an order. @throws Unavailable when it has no two domains, or its methods are too long for a list. */
export function listsOf(order: OrderSubject, accepted: readonly Method[]): Lists {
  const [a, b] = order.domains;
  const pair = fittingPair(order, accepted);
  if (a === undefined || b === undefined || pair === undefined) {
    const reason =
      'Two domains of a multi-domain order and two short enough methods are needed; add traits: { domains: "a b" }.';
    throw new Unavailable(reason, 'no-fixture');
  }
  const [one, other] = pair;
  const assign = (first: Method, second: Method): Assignment => [
    [a, first],
    [b, second],
  ];
  return {
    domains: [a, b],
    straight: assign(one, other),
    crossed: assign(other, one),
    byMail: assign('email', 'email'),
  };
}
