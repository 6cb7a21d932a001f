/** A name may have to be one that no other entity has: that it is refused for another's says nothing of its form (contract 4.9; design: silence is never a failure). */
import { expect, test } from 'vitest';
import { withParameter } from '../../../generators/index.ts';
import { controlLost } from '../../../suites/checks/control-lost.ts';
import type { CheckContext } from '../../../suites/engine/check.ts';
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
