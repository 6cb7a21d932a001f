/** Entities that stand beside the one that is changed: what is gone with another one that the run used up says nothing. */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { CheckContext, CheckGroup } from '../../../suites/engine/check.ts';
import { watchNeighbours } from '../../../suites/lifecycles/neighbours.ts';
import type { Look } from '../../../suites/subject/read.ts';
import type { Fixture } from '../../../target/types.ts';
import { runAgainst } from '../against.ts';

const ID = 'organization.update.nothing-else';
const ABSENT = '{"code":-1,"description":"Nothing is here."}';

/** A check of one's own in a run against a real server. */
function doing(run: (context: CheckContext) => Promise<void>): (contract: Contract) => readonly CheckGroup[] {
  const check = { id: ID, title: ID, requirements: [ID], effect: 'destroy', run } as const;
  return () => [{ id: 'organization.update', area: 'organization', parallel: false, checks: [check] }];
}

test.each([
  ['is still there', 'released', 404],
  ['was used up', 'used up', undefined],
  ['is held by somebody', 'held', 404],
  ['is held by who has asked for its deletion', 'deleted', undefined],
])('a department that is gone, and the organization that it shows %s', async (_, fate, expected) => {
  let neighbour = '';
  let parent: unknown;
  let gone = false;
  let looks: readonly (Look | undefined)[] = [];
  const groups = doing(async (context) => {
    const { session, contract } = context;
    const fixturesWith = (allow: string): Fixture[] =>
      session.target.fixtures().filter((one) => one.kind === 'organization' && one.allow === allow);
    const [subject, beside] = fixturesWith('modify');
    const [above] = fixturesWith('destroy');
    if (subject === undefined || beside === undefined || above === undefined)
      throw new Error('There are too few fixtures.');
    neighbour = `/api/organization/v1/${Object.values(beside.ids).at(-1)}`;
    parent = Object.values(above.ids).at(-1);
    const watched = await watchNeighbours(context, contract.operation('organization.read'), subject);
    const it = watched.filter(({ ids }) => ids === beside.ids);
    const lease = await session.lease({ kind: 'organization', effect: 'destroy', where: (one) => one === above });
    if (!('fixture' in lease)) throw new Error(JSON.stringify(lease.why));
    if (fate === 'used up') await lease.consume();
    const path = `/api/organization/v1/${String(parent)}`;
    // Whether it was carried out is open where a server error is the answer.
    if (fate === 'deleted') await context.send({ service: 'admin', method: 'DELETE', target: path });
    if (fate === 'released' || fate === 'used up') await lease.release();
    gone = true;
    looks = await Promise.all(it.map((one) => one.after()));
    if (fate === 'held' || fate === 'deleted') await lease.release();
    context.record(ID, { verdict: 'pass' }, { label: 'looked' });
  });
  const outcome = await runAgainst(groups, {
    rewrite: (passing) => {
      if (passing.method === 'DELETE') passing.status = 500;
      if (passing.method !== 'GET' || passing.target !== neighbour || passing.status !== 200) return;
      if (gone) Object.assign(passing, { status: 404, body: ABSENT });
      else passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), belongsTo: parent });
    },
  });
  expect(outcome.result(ID).verdict).toBe('pass');
  expect(looks.map((look) => look?.status)).toEqual([expected]);
});
