/** An update that is only submitted (contract 4.4) may show at its own entity or not: at another one it does not. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'mark.update.nothing-else';

/** What was submitted last shows at every certificate but the `own` one, or at no other. */
function showing(where: 'others' | 'own'): Rewrite {
  let latest: { readonly path: string; readonly office: string } | undefined;
  return (passing) => {
    if (!passing.target.startsWith('/api/mark-certificate/v1/') || passing.status >= 300) return;
    if (passing.method === 'PUT') {
      const { trademarkOffice: office } = JSON.parse(passing.sent) as { readonly trademarkOffice?: string };
      if (office !== undefined) latest = { path: passing.target, office };
    } else if (latest !== undefined && (passing.target === latest.path) === (where === 'own'))
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), trademarkOffice: latest.office });
  };
}

test.each([
  ['own', 'pass'],
  ['others', 'fail'],
] as const)('what shows at %s: %s', async (where, verdict) => {
  const outcome = await runAgainst(catalogue, { rewrite: showing(where), only: [ID] });
  expect(verdictOf(outcome.result(ID))).toBe(verdict);
});
