/** Who replaces a deleted administrator is the requester of certificates since, which their GETs may show (contract 4.5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

/** Administrators that may be deleted. */
const WHO = ['511', '512', '514', '531', '541'];
const IDS = ['client.read.stays', 'client.update.omitted', 'client.update.nothing-else'] as const;

test.each([
  ['goes over to who replaces an administrator', 'theirs', true],
  ['is another one as soon as anybody is deleted', 'anyone', false],
])('a requester that %s', async (_what, whose, isFine) => {
  /** Who replaced whom, and whom the run has updated. */
  const replaced = new Map<string, string>();
  const written = new Set<string>();
  const { results } = await runAgainst(catalogue, {
    checks: ['administrator-delete.replacement', 'client.update.afterwards', 'client.read.stays'],
    depth: 'standard',
    surveyed: true,
    rewrite: (passing) => {
      const [, kind, id = ''] = /^\/api\/(admin|smime)\/v\d\/(\d+)(?:\?|$)/.exec(passing.target) ?? [];
      if (kind === undefined || passing.status >= 300) return;
      if (passing.method === 'PUT') written.add(`${kind} ${id}`);
      const successor = /replacingRequesterId=(\d+)/.exec(passing.target)?.[1];
      if (passing.method === 'DELETE' && successor !== undefined) replaced.set(id, successor);
      if (passing.method !== 'GET' || kind === 'admin' || written.has(`${kind} ${id}`)) return;
      const body = JSON.parse(passing.body) as Record<string, unknown>;
      const own = WHO[Number(id) % WHO.length] ?? '';
      const now = whose === 'theirs' ? `admin-${replaced.get(own) ?? own}@` : replaced.size > 0 ? 'nobody' : 'somebody';
      body['comments'] = `Wanted by ${now}`;
      passing.body = JSON.stringify(body);
    },
  });
  expect(replaced.size).toBeGreaterThan(0);
  const told = results.filter(({ requirement }) => (IDS as readonly string[]).includes(requirement));
  expect(told.length).toBeGreaterThan(1);
  expect(told.every(({ verdict }) => verdict === 'pass' || verdict === 'observed')).toBe(isFine);
});
