/** Other requests in which a faulty value must be refused as well (contract 4, 8): rules may be kept in one company only, or of one type. */
import { plainValue, type RequestCase, toTexts, withParameter } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CheckContext, type Session, tryFor } from '../engine/index.ts';
import { isAccepted, judgeRefusal } from '../judges/index.ts';
import { bareOf } from '../lifecycles/omissible.ts';
import { onOtherTypes } from '../requests/base.ts';
import { attempt } from '../requests/control.ts';
import { typeOf } from '../subject/search.ts';

/** A fault, as it is put into any request; undefined where it does not get onto the wire alone. */
interface Fault {
  readonly label: string;
  readonly value: unknown;
  readonly broken: (base: RequestCase) => RequestCase | undefined;
}

/** Sends what was refused in one request in others as well. With which status is told of the first: here only success is wrong. */
export async function refusedElsewhere(
  context: CheckContext,
  operation: Operation,
  id: string,
  { label: what, value, broken }: Fault,
): Promise<void> {
  for (const base of await otherBases(context, operation, id)) {
    const request = broken(base.request);
    if (request === undefined) continue;
    const label = `${what}, ${base.label}`;
    const exchange = await context.send(request);
    const judgement = judgeRefusal(exchange, { statuses: 'any-4xx', because: label });
    context.record(id, judgement, { label, exchange, case: value });
    if (judgement.verdict === 'fail') return;
  }
}

/** An accepted request that is not the one of which all else is a variation. */
interface OtherBase {
  readonly label: string;
  readonly request: RequestCase;
}

/**
 * The request with all parameters that may be left out, or with no member that may be, and the one of an entity of another type: another
 * one for each `turn`, and of all types where depth is wanted. None of what uses up its entity, or is asked quickly.
 */
async function otherBases(context: CheckContext, operation: Operation, turn: string): Promise<OtherBase[]> {
  const { session, depth } = context;
  if (depth === 'quick' || operation.effect === 'destroy') return [];
  const { found: first } = await tryFor(attempt(session, operation));
  if (first?.accepted !== true) return [];
  const company = await session.once(`company:${operation.id}`, () => inCompany(context, first.request));
  const others = (await onOtherTypes(session, operation, first.fixture)).filter(({ accepted }) => accepted);
  const at = others.length === 0 ? 0 : (numberOf(turn) + Math.abs(context.seed)) % others.length;
  const types = depth === 'deep' ? others : others.slice(at, at + 1);
  return [
    ...company,
    ...types.map(({ request, fixture }) => ({
      label: `on ${(fixture && typeOf(fixture)) ?? 'another type'}`,
      request,
    })),
  ];
}

function numberOf(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7);
}

async function inCompany({ contract, session }: CheckContext, request: RequestCase): Promise<readonly OtherBase[]> {
  const { operation } = request;
  const full = operation.body === undefined ? await withAll(session, request) : undefined;
  if (full !== undefined) return [{ label: 'beside all other parameters', request: full }];
  if (operation.body === undefined) return [];
  const bare = bareOf({ contract }, request);
  const isLess = JSON.stringify(bare.body?.value) !== JSON.stringify(request.body?.value);
  const isTaken = isLess && isAccepted(await session.send(bare));
  return isTaken ? [{ label: 'beside nothing else', request: bare }] : [];
}

/** With every parameter that it takes beside those that it has; undefined where it takes none. */
async function withAll(session: Session, request: RequestCase): Promise<RequestCase | undefined> {
  const given = new Set(request.query.map(([name]) => name));
  const others = request.operation.parameters.filter(
    ({ in: place, required, reference, name }) => place === 'query' && !required && !reference && !given.has(name),
  );
  const add = (to: RequestCase, { name, schema }: (typeof others)[number]): RequestCase =>
    withParameter(to, name, toTexts(plainValue(schema)));
  if (others.length < 2) return undefined;
  const all = others.reduce(add, request);
  if (isAccepted(await session.send(all))) return all;
  let full = request;
  for (const other of others) {
    const more = add(full, other);
    if (isAccepted(await session.send(more))) full = more;
  }
  return full === request ? undefined : full;
}
