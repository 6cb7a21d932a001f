/** Counts wrong passwords for the real account, over all processes of a run, because real accounts lock. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True when a legacy body would be a wrong login on the real account, or on one whose name its own begins with: it names the
 * account, in any spelling, and carries a password that is not plainly the right one. Another name with the right password
 * locks nobody out: whoever takes it for the account finds the password right.
 */
export function isWrongLogin(body: string): boolean {
  const real = /(?:\{\{|%7B%7B)loginName/i.test(body);
  if (!real) return false;
  const name = valueIn(body, 'loginName');
  const password = valueIn(body, 'loginPassword');
  if (password === undefined || password === '') return false;
  return !isExact(password, 'loginPassword') || /(?:\||%7C)cut/i.test(name ?? '');
}

function isExact(value: string, name: string): boolean {
  return new RegExp(`^(?:\\{\\{|%7B%7B)${name}(?:(?:\\||%7C)(?:percent|twenty))?(?:\\}\\}|%7D%7D)$`, 'i').test(value);
}

function valueIn(body: string, name: string): string | undefined {
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    if ((equals < 0 ? pair : pair.slice(0, equals)) === name) return equals < 0 ? '' : pair.slice(equals + 1);
  }
  return undefined;
}

/** The wrong logins that a run may still send. */
export class WrongLoginBudget {
  readonly #folder: string;
  readonly #limit: number;

  constructor(runDirectory: string, limit: number) {
    this.#folder = join(runDirectory, 'wrong-logins');
    this.#limit = limit;
  }

  /** Takes one from the budget; false when none is left. Atomic across processes: one new file for each. */
  take(): boolean {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (let number = 1; number <= this.#limit; number++) {
      try {
        closeSync(openSync(join(this.#folder, String(number)), 'wx', 0o600));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    return false;
  }
}
