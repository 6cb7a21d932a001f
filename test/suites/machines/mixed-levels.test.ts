/** An endpoint is delegated to organizations or departments, or to both together (contract 4.9). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

const ID = 'delegation-mode.all-listed';
const TABLE = 'delegation-mode.global-to-custom';

interface Organization {
  readonly ids: { readonly id: number };
  readonly traits?: { readonly level?: string };
}

/** What comes of a run in which `answer` sees the GETs of endpoints, and PUTs of an organization with a department. */
async function runWith(answer: (passing: Passing, isDepartment: (id: number) => boolean) => void): Promise<Outcome> {
  const departments = new Set<number>();
  return runAgainst(catalogue, {
    only: [ID, TABLE],
    depth: 'standard',
    rewrite: (passing) => answer(passing, (id) => departments.has(id)),
    profile: (profile) => {
      const { organization = [] } = profile['fixtures'] as Readonly<Record<string, readonly Organization[]>>;
      for (const { ids, traits } of organization) if (traits?.level === 'department') departments.add(ids.id);
      if (departments.size === 0) throw new Error('No department is known.');
      return profile;
    },
  });
}

type Shown = Readonly<Record<string, unknown>> & { readonly organizations?: readonly { readonly id: number }[] };

/** Leaves departments out of what an endpoint shows beside such organizations. */
function dropping(beside: (ids: readonly number[]) => boolean): Parameters<typeof runWith>[0] {
  return (passing, isDepartment) => {
    if (passing.method !== 'GET' || passing.status !== 200 || !/^\/api\/endpoint\/v1\/\d+$/.test(passing.target))
      return;
    const shown = JSON.parse(passing.body) as Shown;
    const others = (shown.organizations ?? []).filter(({ id }) => !isDepartment(id));
    if (others.length === 0 || !beside(others.map(({ id }) => id))) return;
    passing.body = JSON.stringify({ ...shown, organizations: others });
  };
}

/** The same beside the organization that is first seen with one, which may be the one that it belongs to. */
function droppingBesideItsOwn(): Parameters<typeof runWith>[0] {
  let own: number | undefined;
  return dropping((ids) => {
    own ??= ids[0];
    return ids.includes(own ?? 0);
  });
}

function refusing(passing: Passing, isDepartment: (id: number) => boolean): void {
  if (passing.method !== 'PUT' || !passing.target.endsWith('/delegations') || passing.status >= 300) return;
  const sent = JSON.parse(passing.sent) as number[];
  if (new Set(sent.map(isDepartment)).size > 1)
    Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Of one level only."}' });
}

test.each([
  ['are both shown', () => () => undefined, 'pass'],
  ['lose the departments', () => dropping(() => true), 'fail'],
  ['lose the departments beside one of two, to which they may belong', droppingBesideItsOwn, 'pass'],
  ['are refused together', () => refusing, 'pass'],
] as const)('organizations and departments %s', { timeout: 60_000 }, async (_, answer, verdict) => {
  const outcome = await runWith(answer());
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
  expect(verdictOf(outcome.result(TABLE)), outcome.result(TABLE).reason).toBe('pass');
});
