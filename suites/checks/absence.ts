/** An entity that does not exist: 404 with the not-found body, or what the contract says in its place (4.1, 4.4, 7.1). */
import { type RequestCase, withBody } from '../../generators/index.ts';
import { type Contract, type Exchange, isClientError, isObject, type Operation, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, inconclusive, type Judgement, tryFor } from '../engine/index.ts';
import {
  answerOf,
  fail,
  isAccepted,
  judgeAbsentEntity,
  judgeClaim,
  judgeNotFoundBody,
  judgeNotFoundType,
  judgeStatus,
  mentions,
  observed,
  PASS,
  unshown,
  warn,
} from '../judges/index.ts';
import { compose } from '../requests/compose.ts';
import { accepted } from '../requests/control.ts';
import { answerWhenDetached } from '../requests/detached.ts';
import { type AbsentRequest, absentRequests } from '../requests/unleased.ts';
import { optionalWords } from '../requests/words.ts';
import { judgeAlikeAbsent, judgeAlikeIds, judgeMisnamed, judgeZeroIds } from './alike-ids.ts';
import { judgeOtherKinds } from './other-kinds.ts';
import { judgeWrongParents } from './wrong-parents.ts';
import { asXml, takesXml } from './xml-bodies.ts';

/** The check of an absent entity; undefined where no entity is in the path. */
export function absenceCheck(contract: Contract, operation: Operation): Check | undefined {
  if (operation.absence === 'none') return undefined;
  const silent = operation.absence === 'silent';
  const promised = promisesOf(contract, operation.id, 'absence');
  const status = promised.id('status');
  const [sound, body] = silent ? [promised.id('no-server-error'), ''] : ['', promised.id('body')];
  return {
    id: `${operation.id}.absent`,
    title: `${operation.method} ${operation.path} answers for an entity that does not exist`,
    requirements: silent ? [sound, status] : [status, body],
    effect: 'observe',
    run: async (context) => {
      for (const absent of await absentRequests(context.session, operation)) {
        const first = await context.send(absent.request);
        const exchange = silent ? first : await answerWhenDetached(context, absent.request, first);
        const evidence = { label: absent.label, exchange };
        if (silent) {
          context.record(sound, judgeSilent(operation, exchange), evidence);
          const told = await judgeSilentStatus(context, operation, absent, exchange);
          context.record(status, told.judgement, { label: absent.label, exchange: told.exchange });
          context.observe(status, { silence: 'notification.absent', value: exchange.response?.status ?? null });
          continue;
        }
        context.record(status, await judgeAbsentStatus(context, operation, absent, exchange), evidence);
        context.record(body, judgeAbsentBody(context, operation, exchange), evidence);
      }
      if (silent) return;
      await judgeOtherForms(context, [status, body], operation);
      await judgeZeroIds(context, status, operation);
      await judgeAlikeIds(context, status, operation);
      await judgeAlikeAbsent(context, status, operation);
      await judgeMisnamed(context, status, operation);
      await judgeOtherKinds(context, status, operation);
      await judgeWrongParents(context, status, operation);
    },
  };
}

/** Another form of a request about nothing. */
interface Form {
  readonly label: string;
  readonly request: RequestCase;
  /** True where its 404 has the body of the plain one. */
  readonly isPlain?: boolean;
}

/**
 * The same as XML, with the other truth values (a server may find done already what it switches off, before it looks whether there
 * is anything), and with each word that an optional parameter of the query may be.
 */
function otherForms(context: CheckContext, operation: Operation, { request }: AbsentRequest): Form[] {
  const { body, query } = request;
  const forms: Form[] = [];
  if (body !== undefined) {
    if (takesXml(operation)) forms.push({ label: 'as XML', request: asXml(context, request) });
    const value = flipped(body.value);
    if (JSON.stringify(value) !== JSON.stringify(body.value))
      forms.push({ label: 'with the other truth values', request: withBody(request, { ...body, value }) });
  }
  for (const pair of optionalWords(operation)) {
    if (query.some(([own]) => own === pair[0])) continue;
    forms.push({ label: `with ${pair.join('=')}`, request: { ...request, query: [...query, pair] }, isPlain: true });
  }
  return forms;
}

/** What is accepted in another form is wrong; what else it is refused with, its form may explain. */
async function judgeOtherForms(
  context: CheckContext,
  [status, body]: readonly [string, string],
  operation: Operation,
): Promise<void> {
  const [absent] = await absentRequests(context.session, operation);
  if (absent === undefined || absent.debatable) return;
  const forms = otherForms(context, operation, absent);
  // What is accepted of the plain request is told with that.
  if (forms.length === 0 || isAccepted(await context.send(absent.request))) return;
  for (const { label: how, request, isPlain } of forms) {
    const label = `${absent.label}, ${how}`;
    const exchange = await context.send({ ...request, label });
    if (isAccepted(exchange))
      context.record(status, judgeStatus(exchange, [404], `${absent.label} does not exist`), { label, exchange });
    else if (isPlain && exchange.response?.status === 404)
      context.record(body, judgeAbsentBody(context, operation, exchange), { label, exchange });
  }
}

/** The same with true for each false, and the reverse. */
function flipped(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.map(flipped);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, flipped(member)]))
    : value;
}

async function judgeAbsentStatus(
  context: CheckContext,
  operation: Operation,
  absent: AbsentRequest,
  exchange: Exchange,
): Promise<Judgement> {
  const judgement = judgeStatus(exchange, [404], `${absent.label} does not exist`);
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'fail' || !isClientError(status)) return judgement;
  // A refusal may mean our body or credential, not the entity: only a twin that was accepted tells (design rule 3).
  const { missing } = await tryFor(accepted(context.session, operation));
  if (missing !== undefined) return { ...inconclusive(missing), cause: 'control-refused' };
  return absent.debatable ? warn('404', `status ${status}`) : judgement;
}

/** What the contract shows of the 404 body, and its media type where the body itself is as it should be. */
function judgeAbsentBody(context: CheckContext, operation: Operation, exchange: Exchange): Judgement {
  const judgement = judgeAbsentContent(context, operation, exchange);
  return judgement.verdict === 'pass' ? judgeNotFoundType(exchange) : judgement;
}

function judgeAbsentContent(context: CheckContext, operation: Operation, exchange: Exchange): Judgement {
  if (operation.absence === 'documented')
    return judgeNotFoundBody(exchange, context.contract.answer('error.not-found.members'));
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status !== 404) return unshown('earlier-step', { what: 'answered', status: response.status });
  return judgeAbsentEntity(exchange, operation.success[0]);
}

/**
 * 4.1 excepts the notification operations: any refusal is one of the permitted readings. "Done" is none for a change to
 * something that is not there; a deletion may find done already what it was to do.
 */
function judgeSilent(operation: Operation, exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status >= 500) return fail('any status below 500', `status ${response.status}`);
  if (response.status < 400 && operation.method !== 'DELETE')
    return warn('a refusal (any 4xx)', `accepted with ${response.status}`);
  return PASS;
}

/**
 * Which status it is, only a claim can tell; of a request with a body only one whose content was accepted of another entity,
 * since else the content may be the reason.
 */
async function judgeSilentStatus(
  context: CheckContext,
  operation: Operation,
  absent: AbsentRequest,
  first: Exchange,
): Promise<{ readonly judgement: Judgement; readonly exchange: Exchange }> {
  const claim = context.contract.answer('notification.absent');
  const isRefusal = (first.response?.status ?? 0) >= 400;
  const beyondDoubt = !isRefusal || operation.body === undefined;
  const twin =
    beyondDoubt || claim?.standing !== 'claimed' ? undefined : await withAcceptedContent(context, operation, absent);
  const exchange = twin ?? first;
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return { judgement, exchange };
  if (claim?.standing === 'claimed' && (beyondDoubt || twin !== undefined))
    return { judgement: judgeClaim(claim, response.status, 'notification.absent') ?? PASS, exchange };
  return { judgement: observed({ what: 'answered', status: response.status }), exchange };
}

/** The absent request with a content that was accepted of an entity; undefined where none was, or it names that entity. */
async function withAcceptedContent(
  { send, session }: CheckContext,
  operation: Operation,
  { label, request: { path } }: AbsentRequest,
): Promise<Exchange | undefined> {
  const { found } = await tryFor(accepted(session, operation));
  if (found === undefined) return undefined;
  const { query, body } = found.request;
  if (Object.values(found.request.path).some((id) => mentions(body?.value, id))) return undefined;
  return send(compose(operation, { path, query, ...(body ? { body } : {}), label }));
}
