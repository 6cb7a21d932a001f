/**
 * Readings by lot: what the contract leaves open is answered point by point as one of A, B and C answers it, or in a way
 * of its own. Each conforms, and hardly two of them are alike: a suite that holds two answers for one is found out here.
 */
import { SSL_FILTERS } from '../contract/parameters.ts';
import { CONDITIONS } from '../legacy/manner.ts';
import { lots, oneOf } from '../lots.ts';
import { A } from './a.ts';
import { B } from './b.ts';
import { C } from './c.ts';
import { LAST_QUIRKS, LATER_QUIRKS, QUIRKS } from './quirks/all.ts';
import type { Gate, Reading } from './reading.ts';

/** What says one thing together and cannot be taken from two readings. */
const WHOLE = new Set(['manner', 'errors', 'legacy', 'statuses', 'ssl', 'words', 'gates', 'rate']);
const ORDERS: readonly (readonly Gate[])[] = [
  ['credential', 'input', 'entity'],
  ['credential', 'entity', 'input'],
  ['input', 'credential', 'entity'],
  ['input', 'entity', 'credential'],
  ['entity', 'credential', 'input'],
  ['entity', 'input', 'credential'],
];

/**
 * A reading by lot.
 * @param seed which one; the same seed gives the same reading
 */
export function mixed(seed: number): Reading {
  const next = lots(seed);
  const from = <T>(...all: readonly T[]): T => oneOf(all, next);
  const some = <T>(all: readonly T[]) => all.filter(() => next() < 0.4);

  /** Takes each member of an object from one of those given. */
  function blend<T extends object>(of: readonly [T, ...T[]]): T {
    const members = Object.keys(of[0]) as (keyof T & string)[];
    return Object.fromEntries(members.map((name) => [name, blended(name, of)])) as T;
  }
  function blended<T extends object>(name: keyof T & string, of: readonly [T, ...T[]]): unknown {
    const value = from(...of)[name];
    const nested = value !== null && typeof value === 'object' && !Array.isArray(value) && !WHOLE.has(name);
    return nested ? blend(of.map((one) => one[name]) as unknown as [object, ...object[]]) : value;
  }

  // Drawn apart, so that what a number stood for before there were these stays as it was.
  const later = lots(seed + 0x5eed);
  const now = <T>(...all: readonly T[]): T => oneOf(all, later);
  const last = lots(seed + 0x1a57);
  const readings = [A, B, C] as const;
  const errors = from(A, B, C).errors;
  const shown = from(A, B, C).legacy;
  const contains = some(SSL_FILTERS.filter(({ field }) => A.ssl.contains.concat(C.ssl.contains).includes(field)));
  return {
    ...blend<Reading>([...readings]),
    id: `M${seed}`,
    about: `drawn by lot ${seed}`,
    gates: from(...ORDERS),
    delay: from(0, 0, 0, 150, 600),
    listDelay: now(undefined, undefined, 0, 1200),
    quirks: [
      ...QUIRKS.filter(() => next() < 0.25),
      ...LATER_QUIRKS.filter(() => later() < 0.14),
      ...LAST_QUIRKS.filter(() => last() < 0.3),
    ],
    manner: blend(readings.map(({ manner }) => manner) as [Reading['manner'], ...Reading['manner'][]]),
    words: { ...from(A, B, C).words },
    // What tells of an absent entity is one form; the other faults may be told in another.
    errors: {
      ...errors,
      bad: from(A, B, C).errors.bad,
      unauthorized: from(A, B, C).errors.unauthorized,
      challenge: from(true, false),
      unknownPath: from(401, 404),
    },
    statuses: {
      method: from(400, 403, 404, 405),
      stateChange: from(400, 403, 409, 422),
      role: from(400, 403, 404),
      notification: from(400, 404, 410),
      replacement: from(400, 409, 422),
      condition: from(400, 409),
    },
    ssl: {
      ...ordered(blend(readings.map(({ ssl }) => ssl) as [Reading['ssl'], ...Reading['ssl'][]])),
      size: from(7, 10, 25, 100, 200),
      contains: contains.map(({ field }) => field),
    },
    legacy: {
      ...blend(readings.map(({ legacy }) => legacy) as [Reading['legacy'], ...Reading['legacy'][]]),
      methods: shown.methods,
      extras: shown.extras,
      visible: shown.visible,
      codes: from(A.legacy.codes, B.legacy.codes, C.legacy.codes, spread()),
      rate: { requests: now(from(120, 300, 400), 30), seconds: from(1, 2), by: from('login', 'all') },
      statusType: now('application/json', 'application/json', 'application/json', 'text/plain'),
      errorData: now('absent', 'null', 'empty'),
    },
  };

  /** The list may be in an order for which the dialect has no word. */
  function ordered(ssl: Reading['ssl']): Reading['ssl'] {
    return { ...ssl, order: now(ssl.order, ssl.order, ssl.order, 'latest', 'name') };
  }

  /** Codes without an order. */
  function spread(): Reading['legacy']['codes'] {
    const codes = CONDITIONS.map((condition) => [condition, -1 - Math.floor(next() * 9_000)] as const);
    return Object.fromEntries(codes) as Reading['legacy']['codes'];
  }
}
