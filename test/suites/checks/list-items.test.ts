/** Every item of a list parameter is looked at, not only the first or the last (real servers, real requests). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { type Outcome, runAgainst } from '../against.ts';

const ID = 'endpoint.update';
const CHECKS = [`${ID}.parameter.orgDelegations`, `${ID}.parameter.config.webFormAuthTypes`];
const REFUSALS = [
  `${ID}.orgDelegations.items.minimum.refuses`,
  `${ID}.orgDelegations.items.type.refuses`,
  `${ID}.config.webFormAuthTypes.items.enum.refuses`,
];

const groups = (contract: Contract): CheckGroup[] => catalogue(contract).filter(({ operation }) => operation === ID);

/** A server that looks at one item of a list only, and refuses the lists in which that one is bad. */
function lookingAt(speaks: 'default' | 'alternate', which: number | undefined): Promise<Outcome> {
  return runAgainst(groups, {
    speaks,
    checks: CHECKS,
    rewrite: (passing) => {
      const query = new URL(passing.target, 'http://any').searchParams;
      const items = (name: string): string[] =>
        query.getAll(name).flatMap((text) => (speaks === 'alternate' ? text.split(',') : [text]));
      const ids = items('orgDelegations');
      const types = items('config.webFormAuthTypes');
      if (passing.method !== 'PUT' || passing.status !== 400 || which === undefined) return;
      if (ids.length + types.length < 2) return;
      const id = ids.at(which);
      const type = types.at(which);
      const bad = (id !== undefined && !/^[1-9]\d{0,8}$/.test(id)) || (type !== undefined && !/^[A-Z_]+$/.test(type));
      if (!bad) passing.status = 204;
    },
  });
}

test.each([
  ['default', 'first', 0],
  ['default', 'last', -1],
  ['alternate', 'first', 0],
  ['alternate', 'last', -1],
] as const)('in the %s dialect a server that looks at the %s item only is found', async (speaks, _name, which) => {
  const outcome = await lookingAt(speaks, which);
  for (const id of REFUSALS) expect([id, outcome.result(id).verdict]).toEqual([id, 'fail']);
});

test.each(['default', 'alternate'] as const)(
  'in the %s dialect a server that looks at all items passes',
  async (speaks) => {
    const outcome = await lookingAt(speaks, undefined);
    expect(outcome.failures()).toEqual([]);
    for (const id of REFUSALS) expect(outcome.result(id)).toMatchObject({ verdict: 'pass' });
    expect(outcome.restoreFailures).toEqual([]);
  },
);
