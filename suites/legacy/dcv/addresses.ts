/** What all checks of addresses for the e-mail method go by (contract 4.13). */
import { type Contract, claimed } from '../../../spec/index.ts';

/** The local parts that are acceptable at the domain itself; undefined where nobody says (silence `legacy.dcv.address-local-parts`). */
export function declaredLocals(contract: Contract): readonly string[] | undefined {
  return claimed(contract, 'legacy.dcv.address-local-parts');
}

/** A local part that is none of these. */
export function otherLocal(named: readonly string[]): string {
  return ['no-such-mailbox', 'nobody'].find((local) => !named.includes(local)) ?? '';
}
