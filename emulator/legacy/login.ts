import type { Login } from '../state/entities.ts';

/**
 * The login of the arguments `loginName` and `loginPassword`, both case sensitive (contract 5).
 * Wrong passwords are counted, but never lock an account: a locked one is there from the start.
 *
 * @returns undefined when the login is unknown, the password wrong or expired, or the account locked.
 */
export function authenticate(
  logins: ReadonlyMap<string, Login>,
  values: ReadonlyMap<string, unknown>,
  has: (fault: string) => boolean,
): Login | undefined {
  const name = String(values.get('loginName') ?? '');
  const password = String(values.get('loginPassword') ?? '');
  const login = logins.get(name);
  const anyone = [...logins.values()].find((one) => one.condition === 'good');
  if (has('ignored:authentication-failed')) return login ?? anyone;
  if (login === undefined) return has('unknown-login-accepted') ? anyone : folded(logins, name, has);
  if (login.condition === 'locked' && !has('locked-accepted')) return undefined;
  if (login.condition === 'expired' && !has('expired-accepted')) return undefined;
  if (login.password === password || has('password-ignored'))
    return ['good', 'powerless'].includes(login.condition) ? login : anyone;
  if (has('password-case-ignored') && login.password.toLowerCase() === password.toLowerCase()) return login;
  if (has('password-prefix') && password.startsWith(login.password)) return login;
  if (has('password-blanks-ignored') && password.trim() === login.password) return login;
  if (has('password-empty-accepted') && password === '') return login;
  if (has('password-of-another') && [...logins.values()].some((one) => one.password === password)) return login;
  if (has('password-beginning') && password.length > 3 && login.password.startsWith(password)) return login;
  login.wrongPasswords += 1;
  return undefined;
}

function folded(logins: ReadonlyMap<string, Login>, name: string, has: (fault: string) => boolean): Login | undefined {
  const matches = ({ name: own }: Login): boolean =>
    (has('login-case-ignored') && own.toLowerCase() === name.toLowerCase()) ||
    (has('login-blanks-ignored') && own === name.trim()) ||
    (has('login-prefix') && name.startsWith(own)) ||
    (has('login-beginning') && name.length > 3 && own.startsWith(name));
  return [...logins.values()].find((one) => one.condition === 'good' && matches(one));
}
