/** Accounts of the legacy actions. */
export interface Login {
  readonly name: string;
  readonly password: string;
  readonly state: 'open' | 'locked' | 'expired' | 'blocked' | 'no-permission';
  readonly customer: 'own' | 'other';
}

const login = (name: string, state: Login['state']): Login => ({
  name,
  password: `Secret-of-${name}-9`,
  state,
  customer: 'own',
});

export const LOGINS: readonly Login[] = [
  login('Partner', 'open'),
  login('Shut', 'locked'),
  login('Stale', 'expired'),
  login('Walled', 'blocked'),
  login('Reader', 'no-permission'),
];
