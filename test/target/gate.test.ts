/** Who goes first of those that wait for a place: the longest chain, over both services, and never more at a time than allowed. */
import { expect, test } from 'vitest';
import { Gate } from '../../target/client/gate.ts';

const PATIENT = 60_000;

/** Enters a gate that is full, and notes when it is let in. */
function waiting(gate: Gate, lane: string, name: string, urgency: number, order: string[]): Promise<void> {
  const admitted = gate.enter(lane, undefined, urgency);
  if (admitted === undefined) throw new Error(`${name} did not have to wait.`);
  return admitted.then(() => {
    order.push(name);
    gate.leave();
  });
}

test('the most urgent goes first, whichever service it is for, and of equals who came first', async () => {
  const gate = new Gate(1, 'adaptive', PATIENT);
  const order: string[] = [];
  expect(gate.enter('admin', undefined, 0)).toBeUndefined();
  const all = [
    waiting(gate, 'admin', 'reads', 1, order),
    waiting(gate, 'admin', 'reads too', 1, order),
    waiting(gate, 'legacy', 'the longest chain', 9, order),
    waiting(gate, 'admin', 'a shorter chain', 5, order),
    waiting(gate, 'admin', 'a repeat', Number.POSITIVE_INFINITY, order),
  ];
  gate.leave();
  await Promise.all(all);
  expect(order).toEqual(['a repeat', 'the longest chain', 'a shorter chain', 'reads', 'reads too']);
});

test('a service that waits for its rate holds up nobody else', async () => {
  const gate = new Gate(2, { count: 1, spanMs: 400 }, PATIENT);
  const order: string[] = [];
  expect(gate.enter('legacy', undefined, 0)).toBeUndefined();
  const second = waiting(gate, 'legacy', 'legacy', 9, order);
  expect(gate.enter('plain', undefined, 0)).toBeUndefined();
  const other = waiting(gate, 'admin', 'admin', 1, order);
  gate.leave();
  gate.leave();
  await Promise.all([second, other]);
  expect(order).toEqual(['admin', 'legacy']);
});
