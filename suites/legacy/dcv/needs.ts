/** The sorts of orders that checks need (contract 4.13). */
import type { FixtureNeed } from '../../../target/types.ts';
import type { Order } from '../orders.ts';

/** Which order a check needs. */
export interface OrderNeed {
  /** Checks whose need has the same name share the order. */
  readonly name: string;
  /** What an order that fits says of itself. */
  readonly like: NonNullable<FixtureNeed['like']>;
  readonly fits: (order: Order) => boolean;
}

export const SINGLE: OrderNeed = {
  name: 'single',
  like: { order: 'single', state: 'pending' },
  fits: ({ kind, state, wildcard }) => kind === 'single' && state === 'pending' && !wildcard,
};
export const MULTI: OrderNeed = {
  name: 'multi',
  like: { order: 'multi', state: 'pending', domains: 'a.example.test b.example.test' },
  fits: ({ kind, state, wildcard }) => kind === 'multi' && state === 'pending' && !wildcard,
};
export const WILDCARD: OrderNeed = {
  name: 'wildcard',
  like: { wildcard: true, state: 'pending', domains: '*.example.test' },
  fits: ({ kind, state, wildcard }) => kind === 'single' && state === 'pending' && wildcard,
};

export const WILDCARD_OF_SEVERAL: OrderNeed = {
  name: 'wildcard of several',
  like: { order: 'multi', wildcard: true, state: 'pending', domains: '*.example.test a.example.test' },
  fits: ({ kind, state, wildcard }) => kind === 'multi' && state === 'pending' && wildcard,
};

/** An order whose change of method meets a condition of 7.2, of one domain or of several. */
export function inState(condition: string, wanted: 'single' | 'multi'): OrderNeed {
  return {
    name: `${condition}, ${wanted}`,
    like: { order: wanted, state: condition },
    fits: ({ kind, state }) => state === condition && kind === wanted,
  };
}
