/** An SSL update that was answered as done, and by which the list finds nothing (contract 4.2; design: state is observed). */
import type { Exchange } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, isAccepted } from '../judges/index.ts';
import type { Finder, Lookup } from './lookups.ts';

interface Unfound {
  /** A filter that did not find what the update has written. */
  readonly lookup: Lookup;
  /** The entry of the certificate. */
  readonly own: string;
  readonly exchange: Exchange;
  /** Sends the same update, with this value at its place. */
  write(value: Pick<Lookup, 'place' | 'value'>): Promise<Exchange>;
}

/**
 * An update by which nothing is found, while the very same one is found once it is sent again, was lost; if what comes after that is
 * found as soon as it is asked for, as who takes longer than they say takes so each time.
 */
export async function recordLostOnce(
  context: CheckContext,
  id: string,
  finder: Finder,
  { lookup, own, exchange, write }: Unfound,
): Promise<void> {
  const { filter, place, value } = lookup;
  const isFoundOf = async (one: Lookup): Promise<boolean> =>
    isAccepted(await write(one)) && (await finder.foundAt(one, own))?.has(own) === true;
  if (!(await isFoundOf(lookup)) || !(await isFoundOf({ ...lookup, value: `${value}n` }))) return;
  const lost = fail(
    `${filter}=${value} finds ${own} once the update was answered`,
    'it finds it when the very same was sent again',
  );
  context.record(id, lost, { label: `${place} of the certificate ${own}`, exchange });
}
