/** The documented answer to a valid request: status, media type, body, header, schema, each judged apart (contract 4). */
import { withParameter } from '../../generators/index.ts';
import type { Contract, Exchange, Operation, ResponseSpec } from '../../spec/index.ts';
import { isClientError, isOfState, isSuccess, KINDS, promisesOf } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, inconclusive, type Judgement } from '../engine/index.ts';
import {
  answerOf,
  isAccepted,
  judgeHeader,
  judgeJsonShape,
  judgeMediaType,
  judgeNoBody,
  judgeNoServerError,
  judgeSchema,
  judgeStatus,
  observed,
  unshown,
} from '../judges/index.ts';
import { attempt, refused, type Tried } from '../requests/control.ts';
import { mayNameAnother } from '../requests/unlike-others.ts';
import { findFixture, isKnownOrdinary, isOrdinary, typeOf } from '../subject/search.ts';
import { judgeHeaders } from './headers.ts';

/** What is judged of a success once it is there, by the ending of its requirement. */
type Aspect = (exchange: Exchange, spec: ResponseSpec, contract: Contract) => Judgement;

/** The check of one operation's success, each aspect apart. */
export function successCheck(contract: Contract, operation: Operation): Check {
  const promised = promisesOf(contract, operation.id, 'success');
  const aspects: Readonly<Record<string, Aspect>> = { ...ASPECTS, ...headersOf(operation) };
  return {
    id: `${operation.id}.success`,
    title: `${operation.method} ${operation.path} answers a valid request as documented`,
    requirements: promised.ids,
    effect: operation.effect,
    run: async (context) => {
      const tried = await attempt(context.session, operation);
      const { request, exchange } = tried;
      const record = (name: string, judge: () => Judgement): void => {
        const id = promised.find(name);
        if (id !== undefined)
          context.record(id, judge(), { label: request.label, exchange, case: request.body?.value });
      };
      record('no-server-error', () => judgeNoServerError(exchange));
      record('status', () => judgeFirst(context, tried));
      for (const [name, judge] of Object.entries(aspects))
        record(name, () => judgeAspect(operation, exchange, (spec) => judge(exchange, spec, contract)));
      const status = promised.find('status');
      if (status === undefined || operation.interface === 'legacy') return;
      await judgeHeaders(context, status, operation, tried);
      for (const { label, exchange: again } of await othersNamed(context, tried)) {
        context.record(status, judgeSuccessStatus(again, operation, true), { label, exchange: again });
        const noBody = promised.find('no-body');
        if (noBody !== undefined) context.record(noBody, judgeNoBody(again), { label, exchange: again });
      }
    },
  };
}

/** So many are named besides, whatever their types, and then one of each type that was not named yet. */
const MOST_NAMED = 2;

/** A request that was accepted with somebody else named in it. */
interface Named {
  readonly label: string;
  readonly exchange: Exchange;
}

/**
 * Names others where a request must name somebody: the answer is the same, though the entity has the first one by now. Of what may be
 * used up, as nothing shows who it was before. Who is refused may not be fit.
 */
async function othersNamed(context: CheckContext, { request, fixture, accepted }: Tried): Promise<Named[]> {
  const { operation } = request;
  const taken: Named[] = [];
  if (!accepted || fixture?.allow !== 'destroy' || operation.effect !== 'modify') return taken;
  for (const { name, in: place, required, reference: kind } of operation.parameters) {
    if (place !== 'query' || !required || kind === undefined) continue;
    const named = new Set(request.query.map(([, value]) => value));
    const types = new Set([KINDS[kind].usual]);
    const idOf = (one: Fixture): string => String(Object.values(one.ids).at(-1));
    const isFit = (one: Fixture): boolean => one.allow !== 'destroy' && isOrdinary(one) && !named.has(idOf(one));
    const isNew = (one: Fixture): boolean => isFit(one) && !types.has(typeOf(one));
    for (let count = 0; ; count++) {
      const preferences = count < MOST_NAMED ? [isNew, isFit] : [isNew];
      const other = await findFixture(context.session, { kind, effect: 'observe' }, preferences);
      if (other === undefined) break;
      named.add(idOf(other));
      types.add(typeOf(other));
      const label = `${name} = ${idOf(other)}, after another`;
      const exchange = await context.send({ ...withParameter(request, name, [idOf(other)]), label });
      if (isAccepted(exchange)) taken.push({ label, exchange });
    }
  }
  return taken;
}

const ASPECTS: Readonly<Record<string, Aspect>> = {
  'no-body': (exchange, spec) => (spec.body === 'none' ? judgeNoBody(exchange) : bodyNotShown(spec)),
  'media-type': (exchange) => judgeMediaType(exchange, 'application/json'),
  body: (exchange, { contents }) => {
    const schema = contents[0]?.schema;
    return judgeJsonShape(exchange, typeof schema === 'object' && schema['type'] === 'array' ? 'array' : 'object');
  },
  schema: (exchange, spec, contract) => judgeSchema(exchange, spec, contract.answer('response.null-members')),
};

function headersOf({ success }: Operation): Readonly<Record<string, Aspect>> {
  const names = success.flatMap(({ headers }) => headers.map(({ name }) => name));
  return Object.fromEntries(
    names.map((name): [string, Aspect] => [
      `header.${name.toLowerCase()}`,
      (exchange, { headers }) => judgeHeader(exchange, name, headers.find((one) => one.name === name)?.schema ?? true),
    ]),
  );
}

/** The status, by what is known of the entity and of the request. */
function judgeFirst({ session }: CheckContext, { request, exchange, vouched, fixture }: Tried): Judgement {
  const { operation } = request;
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const judged = judgeSuccessStatus(exchange, operation, vouched);
  const isInBody = fixture !== undefined && !operation.path.includes('{');
  if (judged.verdict === 'fail' && isInBody && isClientError(response.status) && !session.chronicle.hasShown(fixture))
    return MAY_BE_GONE;
  const refused = isClientError(response.status) && operation.effect !== 'observe';
  if (judged.verdict === 'fail' && refused && mayNameAnother(session, request)) return MAY_BE_TAKEN;
  const odd = refused && fixture !== undefined && !isKnownOrdinary(fixture);
  if (judged.verdict === 'fail' && refused && isDonePerhaps(fixture) && mayBeOfState(response.status))
    return MAY_BE_DONE;
  if (judged.verdict === 'fail' && refused && operation.effect === 'destroy') {
    // Which ones may be deleted is not shown (silence client.delete.condition and its like): where others are, these may be none of them.
    const { status } = response;
    if (isOfState(status) || (isOfTheEntity(status) && session.chronicle.departures.of(operation).length > 0))
      return MAY_BE_IN_USE;
  }
  return judged.verdict === 'fail' && odd ? NOT_CUSTOM : judged;
}

function judgeAspect(operation: Operation, exchange: Exchange, judge: (spec: ResponseSpec) => Judgement): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const spec =
    operation.success.find(({ status }) => status === response.status) ?? fallback(operation, response.status);
  if (spec !== undefined) return judge(spec);
  return unshown('earlier-step', { what: 'answered', status: response.status });
}

/** Which status a body is refused with that names what does not exist is not shown. */
const MAY_BE_GONE = unshown('no-fixture', { what: 'open', but: 'perhaps-absent' });

/** What the owner's example holds may have to be unlike that of all others, and another entity has it by now. */
const MAY_BE_TAKEN = unshown('no-fixture', { what: 'open', but: 'perhaps-taken' });

/** True for the status that a refusal for the state of an entity may have: the one that the contract lists for bad requests, or one of conflicts. */
function mayBeOfState(status: number): boolean {
  return status === 400 || isOfState(status);
}

/** True for one that may say of an entity that nobody may do this to it. */
function isOfTheEntity(status: number): boolean {
  return status === 400 || status === 403;
}

/**
 * True for one that may be in the state already to which the operation leads: an earlier run may have assigned or submitted a
 * validation, and no operation undoes that (silences validation.assignment.repeat, validation.revalidate.condition); of a domain
 * no operation shows the state, and nobody says it (silence domain.same-state).
 */
function isDonePerhaps(fixture: Fixture | undefined): boolean {
  return fixture?.kind === 'validation' || (fixture?.kind === 'domain' && fixture.traits['state'] === undefined);
}

const MAY_BE_DONE = unshown('no-fixture', { what: 'open', but: 'perhaps-done' });

const MAY_BE_IN_USE = unshown('no-fixture', { what: 'open', but: 'perhaps-in-use' });

/** Silence location.not-custom. */
const NOT_CUSTOM = unshown('no-fixture', { what: 'open', but: 'not-custom' });

/** A success with the wrong status still has a body to judge: one fact, one verdict (design rule 4). */
function fallback(operation: Operation, status: number): ResponseSpec | undefined {
  return isSuccess(status) ? operation.success[0] : undefined;
}

function judgeSuccessStatus(exchange: Exchange, operation: Operation, vouched: boolean): Judgement {
  const judgement = judgeStatus(
    exchange,
    operation.success.map(({ status }) => status),
    'documented success',
  );
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'fail' || vouched || !isClientError(status)) return judgement;
  // We made the content from an assumption: its refusal says as much about our guess as about the target.
  return inconclusive(refused(operation, exchange));
}

/** One of several documented successes may be silent about its body where another has none (201 or 204). */
function bodyNotShown({ status }: ResponseSpec): Judgement {
  return observed({ what: 'answered', status, but: 'body' });
}
