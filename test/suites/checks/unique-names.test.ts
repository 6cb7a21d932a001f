/** A name may have to be one that no other entity has: that it is refused for another's says nothing of its form (contract 4.9; design: silence is never a failure). */
import { expect, test } from 'vitest';
import { plainValue, withParameter } from '../../../generators/index.ts';
import { jsonSchemaOf } from '../../../spec/index.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Contract } from '../../../spec/types.ts';
import { controlLost } from '../../../suites/checks/control-lost.ts';
import { successCheck } from '../../../suites/checks/success.ts';
import type { CheckContext, CheckGroup } from '../../../suites/engine/check.ts';
import { fail, PASS } from '../../../suites/judges/index.ts';
import { tryOn } from '../../../suites/requests/control.ts';
import { inHand } from '../../../suites/subject/subject.ts';
import { runAgainst } from '../against.ts';

const ID = 'endpoint.update.name.valid.accepts';
const ENDPOINT = /^\/api\/endpoint\/v1\/(\d+)\?(.*)$/;

/** Gives one endpoint a name and then, as long as it has it, another one the same. */
async function nameBoth(context: CheckContext): Promise<void> {
  const { session, contract, send } = context;
  const operation = contract.operation('endpoint.update');
  const [one, other] = [
    await session.fixture({ kind: 'endpoint', effect: 'destroy', where: ({ ids }) => Number(ids['id']) % 2 === 0 }),
    await session.fixture({ kind: 'endpoint', effect: 'destroy', where: ({ ids }) => Number(ids['id']) % 2 === 1 }),
  ];
  const controls = [await tryOn(inHand(session, operation, one)), await tryOn(inHand(session, operation, other))];
  const [first, control] = controls.map((tried) => tried?.request);
  if (first === undefined || control === undefined) throw new Error('no endpoint takes an ordinary request');
  await send(withParameter(first, 'name', 'Amazing Enrolment'));
  const again = () => send(withParameter(control, 'name', 'amazing enrolment'));
  const exchange = await again();
  const lost = exchange.response?.status === 204 ? PASS : await controlLost(context, control, again);
  context.record(ID, lost ?? fail('taken', 'refused'), { label: 'a name', exchange });
}

test.each<[string, string, (name: string, others: readonly string[]) => boolean]>([
  ['that another endpoint has, in whatever letters', 'pass', (name, others) => others.includes(name)],
  ['with a certain letter', 'fail', (name) => name.includes('z')],
  ['of so many letters', 'fail', (name) => name.length === 17],
])('a server that refuses a name %s: %s', async (_, verdict, isRefused) => {
  const names = new Map<string, string>();
  const check = { id: ID, title: ID, requirements: [ID], effect: 'destroy', run: nameBoth } as const;
  const { result } = await runAgainst(
    () => [{ id: 'endpoint.update', area: 'endpoint', parallel: false, checks: [check] }],
    {
      rewrite: (passing) => {
        const [, id = '', query = ''] = ENDPOINT.exec(passing.target) ?? [];
        if (passing.method !== 'PUT' || id === '' || passing.status >= 300) return;
        const name = new URLSearchParams(query).get('name')?.toLowerCase() ?? '';
        const others = [...names].flatMap(([one, its]) => (one === id ? [] : [its]));
        if (isRefused(name, others)) Object.assign(passing, { status: 422, body: '{"code":-9}' });
        else names.set(id, name);
      },
    },
  );
  expect(result(ID).verdict).toBe(verdict);
});

const TASK = /^\/api\/discovery\/v4\/net_task\/(\d+)$/;
const STATUS = 'net-task.update.success.status';

/** Gives what the owner's example holds to one task, which nobody uses from then on. */
async function giveFirst({ session, contract, record }: CheckContext): Promise<void> {
  const fixture = await session.fixture({ kind: 'net-task', effect: 'destroy' });
  const tried = await tryOn(inHand(session, contract.operation('net-task.update'), fixture));
  await session.consume(fixture);
  record(ID, PASS, { label: 'the first', exchange: tried?.exchange });
}

test.each<[string, unknown, string, (name: string, others: readonly string[]) => boolean]>([
  ['a name that another task has', undefined, 'pass', (name, others) => others.includes(name)],
  [
    'a name that another task has, where nobody says what a name is',
    'none',
    'inconclusive',
    (name, others) => others.includes(name),
  ],
  ['each task but the first', undefined, 'inconclusive', (_name, others) => others.length > 0],
  ['every task', undefined, 'fail', () => true],
])("what refuses the owner's example for %s", async (_, told, verdict, isRefused) => {
  const names = new Map<string, string>();
  const known = await loadContract({ validate: false });
  const schema = jsonSchemaOf(known.operation('net-task.update')) ?? true;
  const body = { ...(plainValue(schema) as object), name: 'Office scan' };
  const first = { id: ID, title: ID, requirements: [ID], effect: 'destroy', run: giveFirst } as const;
  const groups = (contract: Contract): CheckGroup[] => [
    { id: 'first', area: 'discovery', parallel: false, checks: [first] },
    {
      id: 'net-task.update',
      area: 'discovery',
      parallel: false,
      checks: [successCheck(contract, contract.operation('net-task.update'))],
      after: () => true,
    },
  ];
  const { result } = await runAgainst(groups, {
    told,
    profile: (profile) => ({ ...profile, examples: { 'net-task.update': { body } } }),
    rewrite: (passing) => {
      const [, id = ''] = TASK.exec(passing.target) ?? [];
      if (passing.method !== 'PUT' || id === '' || passing.status >= 300) return;
      const { name } = JSON.parse(passing.sent) as { readonly name: string };
      const others = [...names].flatMap(([one, its]) => (one === id ? [] : [its]));
      if (isRefused(name, others)) Object.assign(passing, { status: 409, body: '{"code":-9}' });
      else names.set(id, name);
    },
  });
  expect(result(STATUS).verdict).toBe(verdict);
});
