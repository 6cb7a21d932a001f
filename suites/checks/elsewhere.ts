/** What other operations of the server do with the same form of a request: how bodies are read hangs on the server as a whole (RFC 9110, section 8; RFC 8259). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CheckContext, ifAvailable } from '../engine/index.ts';
import { attempt } from '../requests/control.ts';

/** So many others have to do so; fewer may do it for reasons of their own. */
const ENOUGH = 4;

/**
 * True where all others that can be asked do what this operation does not: then it is not for how the server reads all bodies. `doesSo`
 * asks another one, with a request that it has accepted; undefined where its answer tells nothing.
 */
export async function othersDo(
  { contract, session }: CheckContext,
  operation: Operation,
  doesSo: (request: RequestCase) => Promise<boolean | undefined>,
): Promise<boolean> {
  let known = 0;
  for (const other of contract.operations) {
    if (other === operation || other.interface !== 'admin' || other.body === undefined || other.effect !== 'modify')
      continue;
    const tried = await ifAvailable(attempt(session, other));
    const does = tried?.accepted === true ? await doesSo(tried.request) : undefined;
    if (does === false) return false;
    if (does === true) known += 1;
  }
  return known >= ENOUGH;
}
