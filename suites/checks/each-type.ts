/** What is there is found, of whatever type it is: "absent" is for what does not exist (contract 4.1, 7.1). */
import type { RequestCase } from '../../generators/index.ts';
import { type Contract, counterpart, type Exchange, type Operation, promisesOf } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, judgeStatus, observed, PASS, unshown } from '../judges/index.ts';
import { validUpdate } from '../lifecycles/valid-update.ts';
import { onOtherTypes } from '../requests/base.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { isWriteBack } from '../requests/content.ts';
import { attempt, type Tried } from '../requests/control.ts';
import { findFixture, isKnownOrdinary, typeOf } from '../subject/search.ts';

/** The check of one operation on entities of several types; undefined where the contract names no types. */
export function eachTypeCheck(contract: Contract, operation: Operation): Check | undefined {
  const id = promisesOf(contract, operation.id, 'each-type').find();
  if (id === undefined) return undefined;
  return {
    id,
    title: `${operation.method} ${operation.path} serves entities of each type`,
    requirements: [id],
    effect: operation.effect,
    run: async (context) => {
      const first = await attempt(context.session, operation);
      const label = (tried: Tried): string => (tried.fixture && typeOf(tried.fixture)) ?? 'an entity';
      const others = await onOtherTypes(context.session, operation, first.fixture);
      const documented = operation.success.map(({ status }) => status);
      // A status that is wrong for all of them is one fault, told by the check of the success (design rule 4).
      const right = documented.includes(first.exchange.response?.status ?? 0);
      for (const tried of [first, ...others]) {
        const spoken = [first, ...others].some((other) => other.accepted && label(other) === label(tried));
        const { tried: told = tried, shown } = await foundElsewhere(context, operation, tried);
        // Gone with an entity that was deleted: another one of its type speaks for it.
        const gone = told.exchange.response?.status === 404 && shown?.response?.status === 404;
        if (gone && spoken) continue;
        const judgement = judgeEachType(told, { shown, documented: tried !== first && right ? documented : [] });
        context.record(id, judgement, { label: label(told), exchange: told.exchange });
      }
    },
  };
}

interface Elsewhere {
  /** The request of another entity of the type, where that tells more. */
  readonly tried?: Tried;
  /** What another operation answered about it. */
  readonly shown?: Exchange;
}

/**
 * Where an entity was not found: what its GET answers; and where it is the GET that finds none, an update that one of its type takes
 * before and after, which may be used up, as nothing could be put back. Nothing where it was found, or nothing else can tell.
 */
async function foundElsewhere(context: CheckContext, operation: Operation, tried: Tried): Promise<Elsewhere> {
  const { contract, send, session } = context;
  const { exchange, fixture } = tried;
  const reader = counterpart(contract.operations, operation, 'GET');
  if (exchange.response?.status !== 404 || reader === undefined) return {};
  const read = (one: Fixture | undefined): RequestCase => compose(reader, { path: pathOf(reader, one), label: 'read' });
  if (reader !== operation) return { shown: await send(read(fixture)) };
  const update = counterpart(contract.operations, operation, 'PUT');
  if (update === undefined || fixture === undefined) return {};
  const isAlike = (one: Fixture): boolean => typeOf(one) === typeOf(fixture) && isKnownOrdinary(one);
  const other = await findFixture(session, { kind: fixture.kind, effect: 'destroy' }, [isAlike]);
  const control = other === undefined ? undefined : await validUpdate(send, session, update, other);
  if (control?.accepted !== true || other === undefined) return {};
  const request = read(other);
  const again = await send(request);
  const own = { request, exchange: again, fixture: other, accepted: isAccepted(again), vouched: true };
  return { tried: own, shown: await send(control.request) };
}

/**
 * Pure. `shown`: the answer of another operation to what an accepted kind of request has not found. `documented`: the statuses that an
 * entity of another type was answered with; empty where that says nothing. What else a refusal may be for is not shown.
 */
export function judgeEachType(
  { exchange, accepted, vouched, request, fixture }: Tried,
  { shown, documented }: { readonly shown: Exchange | undefined; readonly documented: readonly number[] },
): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (accepted) return documented.length === 0 ? PASS : judgeStatus(exchange, documented, 'as for another type');
  if (status >= 500) return fail('any status below 500', `status ${status}`);
  if (status !== 404) return observed({ what: 'answered', status, but: 'own-rules' });
  // A refusal of content that was guessed may be for something else that it names; what the entity itself names is there.
  const sure = (vouched || isWriteBack(request)) && (fixture === undefined || isKnownOrdinary(fixture));
  const other = shown?.request.method ?? 'GET';
  if (shown !== undefined && isAccepted(shown) && sure)
    return fail(`any status but 404: a ${other} of the entity answers ${shown.response?.status}`, 'status 404');
  return unshown('no-fixture', { what: 'answered', status, but: 'perhaps-absent' });
}
