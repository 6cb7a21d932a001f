/** Judges an accepted variation of a request by what the operation itself was seen to answer. */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import { type Excuse, judgeAccepted, judgeSuccess } from '../judges/acceptance.ts';
import { attempt } from '../requests/control.ts';

/** As `judgeAccepted`, with the operation's positive control. */
export async function judgeTaken(
  context: CheckContext,
  operation: Operation,
  exchange: Exchange,
  excuse?: Excuse,
): Promise<Judgement> {
  return judgeAccepted(exchange, operation, excuse, await controlOf(context, operation));
}

/** As `judgeSuccess`, with the operation's positive control. */
export async function judgeTakenSuccess(
  context: CheckContext,
  operation: Operation,
  exchange: Exchange,
): Promise<Judgement> {
  return judgeSuccess(exchange, operation, await controlOf(context, operation));
}

async function controlOf({ session }: CheckContext, operation: Operation): Promise<Exchange | undefined> {
  return (await ifAvailable(attempt(session, operation)))?.exchange;
}
