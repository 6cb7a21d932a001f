/** Logins that are almost right, sent to a server that compares carelessly (contract 5). */
import { afterEach, expect, test } from 'vitest';
import { having, runStatus } from './status-run.ts';
import { ANOTHER, LOGIN, startUnlike, type Unlike } from './unlike.ts';
import type { Ways } from './unlike-orders.ts';

const ID = 'legacy.order-status.condition.authentication-failed';

let server: Unlike;
afterEach(() => server.close());

async function run(
  ways: Ways,
  wrongLoginLimit: number,
  logins: readonly object[] = [],
): Promise<{ failed: string[]; warned: string[] }> {
  server = await startUnlike(ways);
  const results = await runStatus(server, { only: [ID], legacy: { wrongLoginLimit }, logins });
  const own = results.filter(({ requirement }) => requirement === ID);
  return { failed: having(own, 'fail', 'broken'), warned: having(own, 'warn') };
}

test('a password with further characters fails within the usual number of wrong logins', async () => {
  const { failed } = await run({ takes: 'more' }, 3);
  expect(failed).toHaveLength(1);
});

test('blanks around the password fail where so many wrong logins are permitted', async () => {
  const { failed, warned } = await run({ takes: 'blanks' }, 20);
  expect([failed.length, warned]).toEqual([1, []]);
  await server.close();
  expect(await run({ takes: 'blanks' }, 3)).toEqual({ failed: [], warned: [] });
});

test('a server that takes the blanks off all arguments is warned', async () => {
  const { failed, warned } = await run({ trims: true }, 20);
  expect([failed, warned.length > 0]).toEqual([[], true]);
});

test('a server that compares exactly is left in peace', async () => {
  expect(await run({}, 20)).toEqual({ failed: [], warned: [] });
});

test('the password of another account fails where so many wrong logins are permitted, unless both have the same', async () => {
  expect((await run({ takes: 'another' }, 20, [ANOTHER])).failed).toHaveLength(1);
  await server.close();
  const shared = { ...ANOTHER, loginPassword: LOGIN.loginPassword };
  expect(await run({}, 20, [shared])).toEqual({ failed: [], warned: [] });
});
