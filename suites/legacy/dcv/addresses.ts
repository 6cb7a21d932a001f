/** What all checks of addresses for the e-mail method go by (contract 4.13). */
import { type Contract, claimed } from '../../../spec/index.ts';

/** The local parts that are acceptable at the domain itself; undefined where nobody says (silence `legacy.dcv.address-local-parts`). */
export function declaredLocals(contract: Contract): readonly string[] | undefined {
  return claimed(contract, 'legacy.dcv.address-local-parts');
}

/** Local parts that are none of these: one unlike all, and those that begin or end as one of them. */
export function otherLocals(named: readonly string[]): string[] {
  const [first] = named;
  const near = first === undefined ? [] : [`${first}2`, `x${first}`, `${first}.x`];
  const far = ['no-such-mailbox', 'nobody'].find((local) => !named.includes(local)) ?? '';
  return [far, ...near.filter((local) => !named.includes(local))];
}
