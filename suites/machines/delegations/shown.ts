/** The mode that an endpoint shows (contract 3.3, silence endpoint.delegation-mode.read). */
import { type Exchange, type Mode, modePlace, shownMode } from '../../../spec/index.ts';
import type { Fixture } from '../../../target/types.ts';
import type { CheckContext } from '../../engine/index.ts';
import { observerOf } from '../../subject/read.ts';

export interface Seen {
  readonly mode: Mode | undefined;
  readonly exchange: Exchange;
}

/** The mode that the GET of an endpoint shows. */
export async function modeOf({ contract, session, send }: CheckContext, fixture: Fixture): Promise<Seen> {
  const reader = contract.operation('endpoint.read');
  const { exchange, value } = await observerOf(send, session, reader, fixture).look();
  return { mode: shownMode(modePlace(contract), value), exchange };
}
