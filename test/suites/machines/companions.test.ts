/** What an update must carry to change a type may be taken by another administrator (silence admin.type.companions; contract 3.2). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const STEP = 'administrator-type.API-to-STANDARD';
const TITLE = 'Only one';

/** Refuses the title to everybody but the first who was given it, or whatever comes without it. */
function refusing(what: 'the same again' | 'what comes without'): Rewrite {
  let holder = '';
  return (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/admin/v1/') || !passing.sent.startsWith('{'))
      return;
    const { type, title } = JSON.parse(passing.sent) as { readonly type?: string; readonly title?: string };
    if (what === 'what comes without') {
      if (type === 'STANDARD' && title !== TITLE) passing.status = 409;
    } else if (title === TITLE) {
      holder ||= '/api/admin/v1/0';
      if (passing.target !== holder) passing.status = 409;
    }
  };
}

test.each(['the same again', 'what comes without'] as const)('a server that refuses %s', async (what) => {
  const outcome = await runAgainst(catalogue, {
    rewrite: refusing(what),
    told: { base: 'default', claimed: true, answers: { 'admin.type.companions': { STANDARD: { title: TITLE } } } },
    only: [STEP],
  });
  expect(verdictOf(outcome.result(STEP))).toBe('pass');
});
