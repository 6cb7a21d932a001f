/** Tables whose state is a member of the entity, written by its update: where it stands, and the moves that lead back to it (contract 3.2). */
import { type RequestCase, withJson } from '../../generators/index.ts';
import { type Contract, listed, type Operation, type StateMachine, valueAt, wayOf } from '../../spec/index.ts';
import { pointerSet } from '../judges/index.ts';
import type { Subject } from './subject.ts';

/** A JSON Pointer and how far it can be trusted. */
export interface Place {
  readonly pointer: string;
  readonly trust: 'contract' | 'claimed' | 'assumed';
}

/** A place that a table names: a JSON Pointer, or the silence whose answer is one. */
export function placeOf(contract: Contract, named: string): Place | undefined {
  if (named.startsWith('/')) return { pointer: named, trust: 'contract' };
  const answer = contract.answer(named);
  return typeof answer?.value === 'string' ? { pointer: answer.value, trust: answer.standing } : undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Members that a body needs besides, by wanted state. */
export function companionsOf(contract: Contract, { companions }: StateMachine): Readonly<Record<string, Members>> {
  const answer = companions === undefined ? undefined : contract.answer(companions);
  return (answer?.value ?? {}) as Readonly<Record<string, Members>>;
}

/** Requests for one state on the way: each is for a server that refuses the ones before it. */
export type Move = readonly RequestCase[];

/**
 * The moves from the state that an entity shows now to that which it showed first, where its table has no single one from here to there:
 * whoever writes what was there before would be refused. None where the table does not say, or nothing is in the way.
 */
export function movesBack(subject: Subject, before: unknown, now: unknown, by: RequestCase | undefined): Move[] {
  const { contract, operation } = subject;
  return tablesOf(contract, operation).flatMap((machine): Move[] => {
    const [write, read] = [machine.written ?? '', machine.shown].map((named) => placeOf(contract, named)?.pointer);
    if (write === undefined || read === undefined) return [];
    const [home, here] = [valueAt(before, read), valueAt(now, read)];
    if (typeof home !== 'string' || typeof here !== 'string' || listed(machine, here, home)) return [];
    const companions = companionsOf(contract, machine);
    return (wayOf(machine, here, home) ?? []).map((state): Move => {
      const asking = (rest: unknown): unknown =>
        pointerSet({ ...(rest as object), ...companions[state] }, write, state);
      const body = { mediaType: 'application/json', value: asking({}) };
      // Unchanged members may be left out (4.5); a server that wants them still may know the table.
      const whole = by?.body === undefined ? [] : [withJson(by, asking(by.body.value))];
      return [subject.request({ body, label: `back by ${state}` }), ...whole];
    });
  });
}

function tablesOf({ machines }: Contract, { id }: Operation): StateMachine[] {
  return machines.filter(
    ({ written, transitions }) => written !== undefined && transitions.some(({ operation }) => operation === id),
  );
}
