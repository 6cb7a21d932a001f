import type { Operator } from '../../fault.ts';
import { DCV, login, one, open, STATUS } from './plants.ts';

export const LOGGED_IN: readonly Operator[] = [
  one(
    'name-any-case',
    STATUS,
    'the login name is compared without letter case',
    login(
      (name, password, known) =>
        open(known.state) && name.toLowerCase() === known.name.toLowerCase() && password === known.password,
    ),
    { section: '5' },
  ),
  one(
    'password-any-case',
    STATUS,
    'the password is compared without letter case',
    login(
      (name, password, known) =>
        open(known.state) && name === known.name && password.toLowerCase() === known.password.toLowerCase(),
    ),
    { section: '5' },
  ),
  one(
    'password-beginning',
    STATUS,
    'the beginning of a password is enough',
    login((name, password, known) => open(known.state) && name === known.name && known.password.startsWith(password)),
    { section: '5' },
  ),
  one(
    'password-extended',
    STATUS,
    'what begins with the password is taken',
    login((name, password, known) => open(known.state) && name === known.name && password.startsWith(known.password)),
    { section: '5' },
  ),
  one(
    'password-trimmed',
    STATUS,
    'blanks around the password are passed over',
    login((name, password, known) => open(known.state) && name === known.name && password.trim() === known.password),
    { section: '5' },
  ),
  one(
    'password-ignored',
    STATUS,
    'any password is taken',
    login((name, _, known) => open(known.state) && name === known.name),
    { section: '5', class: 'plain' },
  ),
  one(
    'name-ignored',
    DCV,
    'the password alone is looked at',
    login((_, password, known) => open(known.state) && password === known.password),
    { section: '5', class: 'plain' },
  ),
  one(
    'password-8',
    DCV,
    'the first eight characters of a password count',
    login(
      (name, password, known) =>
        open(known.state) && name === known.name && password.slice(0, 8) === known.password.slice(0, 8),
    ),
    { section: '5' },
  ),
  ...(['locked', 'expired', 'blocked'] as const).map((state) =>
    one(
      `login-${state}`,
      STATUS,
      `a login that is ${state} is taken`,
      login((name, password, known) => known.state === state && name === known.name && password === known.password),
      { section: '5' },
    ),
  ),
];
