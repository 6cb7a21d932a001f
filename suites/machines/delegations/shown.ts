/** What an endpoint shows: its mode (contract 3.3, silence endpoint.delegation-mode.read), and its configuration. */
import { counterpart, type Exchange, type Mode, modePlace, shownMode } from '../../../spec/index.ts';
import type { Fixture } from '../../../target/types.ts';
import type { CheckContext } from '../../engine/index.ts';
import { type Look, observerOf } from '../../subject/read.ts';
import { isClaimed } from '../../subject/returned.ts';

export interface Seen {
  readonly mode: Mode | undefined;
  readonly exchange: Exchange;
  readonly look: Look;
}

/** The mode that the GET of an endpoint shows. */
export async function modeOf({ contract, session, send }: CheckContext, fixture: Fixture): Promise<Seen> {
  const reader = contract.operation('endpoint.read');
  const look = await observerOf(send, session, reader, fixture).look();
  return { mode: shownMode(modePlace(contract), look.value), exchange: look.exchange, look };
}

/** What its configuration shows; undefined where nobody claims where that is. */
export async function configurationOf(
  { contract, session, send }: CheckContext,
  fixture: Fixture,
): Promise<Look | undefined> {
  const reader = counterpart(contract.operations, contract.operation('endpoint.config.update'), 'GET');
  if (reader === undefined || !isClaimed(contract)) return undefined;
  return observerOf(send, session, reader, fixture).look();
}

/** True where the mode has no word of its own. */
export function isShownByContent({ contract }: CheckContext): boolean {
  const { global, custom } = modePlace(contract) ?? {};
  return [global, custom].some((one) => ['present', 'absent', 'empty', 'filled'].includes(String(one)));
}
