/** A change that is accepted and shows a moment later is no doing of what comes after it (contract 4.6, 4.7; docs/profile.md, limits.settle). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

type Body = Readonly<Record<string, unknown>>;

/** How long what was accepted does not show, in milliseconds. */
const LATE_MS = 140;

/** A server that reads from a copy of its data: `path` names the entities. */
function copied(path: RegExp): Rewrite {
  // What is written under another name than it shows by is not late.
  const written = new Set<string>();
  const states = new Map<string, { readonly at: number; readonly body: Body }[]>();
  return (passing) => {
    const [id = ''] = passing.target.split('?');
    if (!path.test(id) || passing.status >= 300) return;
    const now = Date.now();
    const known = states.get(id) ?? [];
    if (passing.method === 'PUT' && passing.type === 'application/json') {
      const given = Object.entries(JSON.parse(passing.sent) as Body).filter(([, value]) => value !== null);
      for (const [name] of given) written.add(name);
      states.set(id, [...known, { at: now, body: { ...known.at(-1)?.body, ...Object.fromEntries(given) } }]);
    }
    if (passing.method === 'GET' && known.length === 0)
      states.set(id, [{ at: 0, body: JSON.parse(passing.body) as Body }]);
    const old = states.get(id)?.findLast(({ at }) => at <= now - LATE_MS)?.body ?? {};
    const shown = passing.body === '' ? {} : (JSON.parse(passing.body) as Body);
    const copy = Object.entries(old).filter(([name]) => name in shown && written.has(name));
    if (passing.body !== '') passing.body = JSON.stringify({ ...shown, ...Object.fromEntries(copy) });
  };
}

test('what is sent along as it was shows the change before for a moment', { timeout: 60_000 }, async () => {
  const { result } = await runAgainst(catalogue, {
    only: ['organization.update.shows'],
    rewrite: copied(/^\/api\/organization\/v1\/\d+$/),
    profile: (profile) => ({ ...profile, limits: { settle: '400ms' } }),
  });
  const { verdict, reason } = result('organization.update.shows');
  expect(verdict, reason).toBe('pass');
});
