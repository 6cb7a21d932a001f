/** What belongs to one customer is not there for another: neither read, nor changed, nor listed (contract 1). */
import type { Contract, Exchange, Operation, ReceivedResponse } from '../../spec/index.ts';
import { isObject, permits, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, type Judgement, toWire } from '../engine/index.ts';
import { isAccepted, judgeRefusal, observed, parseJson, unshown } from '../judges/index.ts';
import { onOtherTypes } from '../requests/base.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { attempt, ifAccepted, type Tried } from '../requests/control.ts';
import { contentFor, guardProbe } from '../requests/unleased.ts';
import { type JudgedRequest, listedFor } from './other-customer-list.ts';
import { asXml, takesXml } from './xml-bodies.ts';

/**
 * The check of an operation, by what the profile says of another customer: its token, which must find nothing of ours, and
 * its entities, which ours must not find. What changes something is aimed at what may be changed.
 */
export function otherCustomerCheck(contract: Contract, operation: Operation): Check {
  const id = promisesOf(contract, operation.id, 'other-customer').id();
  return {
    id,
    title: `${operation.method} ${operation.path} keeps customers apart`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      const judged = [...(await withTheirToken(context, operation)), ...(await onTheirEntities(context, operation))];
      for (const { judgement, label, exchange } of judged) context.record(id, judgement, { label, exchange });
      const none = observed({ what: 'none', of: 'other-customer', was: 'known', but: 'name-foreign' });
      if (judged.length === 0) context.record(id, none, { label: 'no other customer' });
    },
  };
}

/** Our accepted request, with the other customer's token. */
async function withTheirToken(context: CheckContext, operation: Operation): Promise<JudgedRequest[]> {
  const { session, target } = context;
  if (!target.bearers.includes('foreign')) return [];
  const label = 'with the token of another customer';
  if (operation.entity === undefined)
    return operation.effect === 'observe' ? listedFor(context, operation, 'foreign') : [];
  const probe = await guardProbe(session, operation);
  if (!probe.sound) return [];
  const used = await ifAccepted(session, operation);
  const others = (await onOtherTypes(session, operation, used?.fixture)).filter(({ accepted }) => accepted);
  const judged: JudgedRequest[] = [];
  // Types may be kept in stores of their own, and only one of them asks whose an entity is.
  for (const own of [{ request: probe.request }, ...others]) {
    const exchange = await context.send(toWire(own.request, { session, credential: 'foreign' }));
    const judgement = await judgeTheirs(context, own, exchange);
    judged.push({ judgement, label, exchange });
  }
  return judged;
}

async function judgeTheirs(
  context: CheckContext,
  own: Pick<Tried, 'request'> & Partial<Tried>,
  exchange: Exchange,
): Promise<Judgement> {
  const judgement = judgeRefusal(exchange, { statuses: 'any-4xx', because: 'it belongs to another customer' });
  if (isAccepted(exchange)) return judgeServed(context, own, exchange, judgement);
  if (judgement.verdict !== 'pass' || (await isValid(context))) return judgement;
  return unshown('no-credential', { what: 'open', but: 'invalid-credential' });
}

/**
 * Each customer may have numbers of its own: then the same id is something else to the other one. What is shown tells, and
 * so does whether there is anything to show.
 */
async function judgeServed(
  context: CheckContext,
  { request, exchange: own }: Pick<Tried, 'request'> & Partial<Tried>,
  exchange: Exchange,
  failure: Judgement,
): Promise<Judgement> {
  const { session, contract } = context;
  const { operation, path } = request;
  const ours = own === undefined ? await ifAvailable(attempt(session, operation)) : { exchange: own };
  if (ours !== undefined && isAlike(ours.exchange, exchange)) return failure;
  const doubt: Judgement = { ...failure, verdict: 'warn' };
  const reader = contract.operations.find(({ method, entity }) => method === 'GET' && entity === operation.entity);
  if (reader === undefined || reader === operation) return doubt;
  const look = toWire(compose(reader, { path, label: 'a look' }), { session });
  const theirs = await context.send({ ...look, credential: 'foreign' });
  // Done to something that is not there for them.
  if (theirs.response?.status === 404) return failure;
  return isAlike(await context.send(look), theirs) ? failure : doubt;
}

/** True when two answers show the same entity: most of its values are the same. Ids are, in any case. */
function isAlike({ response: one }: Exchange, { response: other }: Exchange): boolean {
  if (one === undefined || other === undefined) return false;
  const ours = valuesOf(jsonOf(one));
  const theirs = new Map(valuesOf(jsonOf(other)));
  const same = ours.filter(([name, value]) => theirs.get(name) === value);
  return ours.length > 0 && same.length * 2 > ours.length;
}

/** The texts of an object by name, without those of one letter or none. */
function valuesOf(value: unknown): [string, string][] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length > 1);
}

function jsonOf(response: ReceivedResponse): unknown {
  const parsed = parseJson(response);
  return parsed.error === undefined ? parsed.value : undefined;
}

/** Whether the other customer's token is good for anything: the list is there for every customer. */
function isValid({ session, contract }: CheckContext): Promise<boolean> {
  return session.once('foreign:valid', async () => {
    const list = compose(contract.operation('ssl.list'), { path: {}, query: [['size', '1']], label: 'a list' });
    return isAccepted(await session.send(toWire(list, { session, credential: 'foreign' })));
  });
}

/** Entities of the other customer, asked for with our token as far as each may be used. */
async function onTheirEntities(context: CheckContext, operation: Operation): Promise<JudgedRequest[]> {
  const { session, target } = context;
  if (operation.entity === undefined && operation.effect === 'observe') return listedFor(context, operation, 'primary');
  const may = target.foreign.filter(
    ({ kind, allow }) =>
      kind === operation.entity && permits(allow, operation.effect) && permits(target.effect, operation.effect),
  );
  // Only what is accepted for an entity of ours is refused for theirs.
  if (may.length === 0 || (await ifAccepted(session, operation)) === undefined) return [];
  const content = await contentFor(session, operation);
  // A server may ask whose an entity is in one of its states alone, or for one form of a body.
  const unlike = [...Map.groupBy(may, ({ traits }) => JSON.stringify(traits)).values()].flatMap((alike) =>
    alike.slice(0, 1),
  );
  const judged: JudgedRequest[] = [];
  for (const theirs of unlike.slice(0, MOST_THEIRS)) {
    const request = compose(operation, { path: pathOf(operation, theirs), ...content, label: 'theirs' });
    const forms = takesXml(operation) && request.body !== undefined ? [request, asXml(context, request)] : [request];
    for (const form of forms) {
      const exchange = await context.send(form);
      const judgement = judgeRefusal(exchange, {
        statuses: 'any-4xx',
        because: 'the entity belongs to another customer',
      });
      judged.push({ judgement, label: `an entity of another customer${form === request ? '' : ', as XML'}`, exchange });
    }
  }
  return judged;
}

/** Entities of the other customer of different traits that are tried. */
const MOST_THEIRS = 4;
