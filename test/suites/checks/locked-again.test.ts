/** A server may lock what it has just taken: then the control that is accepted is why the next request is not (silence mark.update.completion). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'mark.update.body.spellings.accepts';

/** Refuses whatever comes within so many milliseconds of an accepted request for the same certificate. */
function locking(ms: number): Rewrite {
  const until = new Map<string, number>();
  return (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/mark-certificate/')) return;
    if (Date.now() < (until.get(passing.target) ?? 0)) passing.status = 409;
    else if (passing.status === 202) until.set(passing.target, Date.now() + ms);
  };
}

/** Refuses one form of the request as well, with the same status. */
const refusing =
  (rewrite: Rewrite): Rewrite =>
  async (passing) => {
    if (passing.method === 'PUT' && passing.type?.includes('charset') === true) passing.status = 409;
    else await rewrite(passing);
  };

test.each<[string, Rewrite, string]>([
  ['for a moment', locking(800), 'pass'],
  ['for long', locking(60_000), 'inconclusive'],
  ['nothing, and refuses a form', refusing(locking(0)), 'fail'],
])('a server that locks %s: %s', async (_, rewrite, verdict) => {
  const profile = (data: Record<string, unknown>) => ({
    ...data,
    limits: { ...(data['limits'] as object), settle: '1s' },
  });
  const outcome = await runAgainst(catalogue, { rewrite, profile, only: [ID] });
  expect(outcome.result(ID).verdict).toBe(verdict);
});
