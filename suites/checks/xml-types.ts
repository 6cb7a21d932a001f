/** XML is documented for an operation, and of no type of its entities alone (contract 4.7, 4.11): of whatever type one is, it takes what it takes as JSON. */
import type { RequestCase } from '../../generators/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { isAccepted, isRefused } from '../judges/index.ts';
import { onOtherTypes } from '../requests/base.ts';
import { typeOf } from '../subject/search.ts';
import { controlLost } from './control-lost.ts';
import { judgeTaken } from './taken.ts';

/** A body that was accepted as JSON and as XML. */
export interface OfOneType {
  readonly request: RequestCase;
  readonly fixture: Fixture;
  /** How another one is written as XML. */
  readonly write: (request: RequestCase) => WireRequest;
  /** What of it is written so for certain. */
  readonly certain: (request: RequestCase) => RequestCase;
}

/** Sends what one of each other type was seen to take as JSON. */
export async function judgeXmlTypes(context: CheckContext, id: string, own: OfOneType): Promise<void> {
  const { operation } = own.request;
  for (const { request: whole, fixture, accepted } of await onOtherTypes(context.session, operation, own.fixture)) {
    const request = own.certain(whole);
    if (!accepted || fixture === undefined || !isAccepted(await context.send(request))) continue;
    const wire = own.write(request);
    const exchange = await context.send(wire);
    const judged = await judgeTaken(context, operation, exchange);
    const isLost = judged.verdict === 'fail' && isRefused(exchange);
    const lost = isLost ? await controlLost(context, request, () => context.send(wire)) : undefined;
    context.record(id, lost ?? judged, { label: `as XML, of type ${typeOf(fixture)}`, exchange });
  }
}
