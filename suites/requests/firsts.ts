/** What entities are asked first that take an operation only once: nothing else can be accepted of them (contract 4.7; silences validation.assignment.repeat, validation.revalidate.condition). */
import { type RequestCase, withParameter } from '../../generators/index.ts';
import type { Exchange, Operation, Parameter } from '../../spec/index.ts';
import type { Session } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import type { Subject } from '../subject/subject.ts';
import { pathOf } from './compose.ts';
import { ifAccepted, type Tried, tryOn } from './control.ts';
import { isTakenOnce } from './untaken.ts';

/** A request with values at their bounds, and what such an entity made of it. */
export interface First {
  readonly request: RequestCase;
  readonly exchange: Exchange;
  /** Where it was refused: what the same entity made of an ordinary one right after it. */
  readonly plain?: Tried;
}

/** All of a session, in their order. */
export function firstsOf(session: Session, { id }: Operation): Promise<First[]> {
  return session.once(`firsts:${id}`, () => Promise.resolve([]));
}

/** As `tryOn`, but for an operation that is taken once: then what comes first has its parameters at their bounds. */
export async function tryFirst(subject: Subject): Promise<Tried | undefined> {
  const { session, operation, fixture } = subject;
  const control = await ifAccepted(session, operation);
  if (control === undefined || fixture === undefined || !(await isTakenOnce(session, control))) return tryOn(subject);
  const firsts = await firstsOf(session, operation);
  const own = { ...control.request, path: pathOf(operation, fixture), label: 'values at their bounds' };
  const request = atBounds(own, firsts.filter((one) => isAccepted(one.exchange)).length % 2);
  if (request === own) return tryOn(subject);
  const exchange = await session.send(request);
  if (isAccepted(exchange)) {
    firsts.push({ request, exchange });
    return { request, exchange, fixture, accepted: true, vouched: false };
  }
  const plain = await tryOn(subject);
  firsts.push({ request, exchange, ...(plain === undefined ? {} : { plain }) });
  return plain;
}

/** All texts as long as they may be, or those that may be left out as short; only such as no rule of the server's own may refuse. */
function atBounds(request: RequestCase, turn: number): RequestCase {
  const given = new Map(request.query);
  return request.operation.parameters.filter(isFree).reduce((whole, { name, schema, required }) => {
    const { minLength = 0, maxLength } = schema as { readonly minLength?: number; readonly maxLength?: number };
    const text = given.get(name) ?? '';
    if (turn === 1) return required ? whole : withParameter(whole, name, ['a'.repeat(minLength)]);
    return maxLength === undefined
      ? whole
      : withParameter(whole, name, [text.padEnd(maxLength, 'a').slice(0, maxLength)]);
  }, request);
}

/** Rules of which a made-up text is free that was accepted before, or that is not empty. */
const BORNE: readonly string[] = ['request.required-empty', 'entity.reference-unknown'];

function isFree({ in: place, schema, silences, reference }: Parameter): boolean {
  const isText = typeof schema === 'object' && schema['type'] === 'string' && schema['enum'] === undefined;
  const isPlain = isText && ['pattern', 'format', 'x-semantic'].every((keyword) => !(keyword in schema));
  return place === 'query' && isPlain && reference === undefined && silences.every((one) => BORNE.includes(one));
}
