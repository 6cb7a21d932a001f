/** Open points about requests: what is made of a part that nothing documents (contract 2.1, 4.1, 4.9). */
import { plainValue, type RequestCase, toTexts, withJson, withParameter } from '../../../generators/index.ts';
import { counterpart, type Exchange, enumOf, isClientError, isSingle, type Parameter } from '../../../spec/index.ts';
import type { WireRequest } from '../../../target/types.ts';
import { toWire } from '../../engine/index.ts';
import { isAccepted } from '../../judges/index.ts';
import { valuesThatShow } from '../../lists/filter-values.ts';
import { pageOf } from '../../lists/listing.ts';
import { absentPath } from '../../requests/absent.ts';
import { compose, pathParameters } from '../../requests/compose.ts';
import { ifAccepted } from '../../requests/control.ts';
import { byMethod, otherMethods, speaksForPath } from '../../requests/other-methods.ts';
import { lookOf } from '../../subject/read.ts';
import { textViolationsOf } from '../inputs.ts';
import type { Probe, Seen, Trial } from './index.ts';

/** The parameter that names the type of an endpoint. */
const TYPE = 'endpointType';

/** A name that nothing has. */
export const UNKNOWN = 'certconformUnknown';

/** Parameters whose repetition is tried in a quick run, and where nobody says what comes of it. */
const MOST_REPEATED = 2;

/** Sends the accepted request again, changed; where it would use something up, for an entity that is not there. */
export async function variant(
  trial: Trial,
  change: (request: RequestCase) => RequestCase | undefined,
  path?: Record<string, string>,
) {
  const { context, operation } = trial;
  const tried = await ifAccepted(context.session, operation);
  if (tried === undefined) return undefined;
  const absent = operation.effect === 'destroy' ? { path: absentPath(context.session, operation) } : {};
  const base: RequestCase = {
    ...tried.request,
    ...absent,
    ...(path === undefined ? {} : { path: { ...tried.request.path, ...path } }),
  };
  const changed = change(base);
  return changed === undefined ? undefined : { base, wire: toWire(changed, { session: context.session }) };
}

const same = (request: RequestCase): RequestCase => request;

/** Ignored when the answer is as without the part, refused when it is another refusal. */
export async function ignoredOrRefused(
  trial: Trial,
  label: string,
  wire: WireRequest,
  base: RequestCase,
): Promise<Seen> {
  const { context, answer } = trial;
  const exchange = await context.send(wire);
  const status = exchange.response?.status ?? 0;
  if (trial.operation.effect !== 'destroy') {
    if (isAccepted(exchange)) return { label, exchange, value: 'ignored' };
    return { label, exchange, value: (await isRefusedForIt(trial, exchange, base)) ? 'refused' : undefined };
  }
  const control = await context.send(base);
  // What is not there may be told before the rest is read: that shows nothing where a refusal is claimed.
  const alike = answer?.value === 'refused' ? undefined : 'ignored';
  if (status === control.response?.status) return { label, exchange, value: alike };
  // Only two refusals can be told apart: an answer that is missing, or a server in trouble, says nothing.
  const told = refusalOf(exchange) !== undefined && refusalOf(control) !== undefined;
  return { label, exchange, value: told ? 'refused' : undefined };
}

/** True for a refusal of what differs: some operations are done once only, and then refuse the accepted request as well. */
async function isRefusedForIt({ context }: Trial, exchange: Exchange, base: RequestCase): Promise<boolean> {
  if (refusalOf(exchange) === undefined) return false;
  return isAccepted(await context.send(base));
}

export const unknownParameters: Probe = async (trial) => {
  const made = await variant(trial, same);
  if (made === undefined) return [];
  const target = `${made.wire.target}${made.wire.target.includes('?') ? '&' : '?'}${UNKNOWN}=1`;
  return [await ignoredOrRefused(trial, 'an unknown query parameter', { ...made.wire, target }, made.base)];
};

export const contentType: Probe = async (trial) => {
  const made = await variant(trial, same);
  if (made?.wire.body === undefined) return [];
  const headers = (made.wire.headers ?? []).filter(([name]) => name.toLowerCase() !== 'content-type');
  const exchange = await trial.context.send({ ...made.wire, headers: [...headers, ['Content-Type', 'text/plain']] });
  const refused = async (): Promise<'checked' | undefined> =>
    (await isRefusedForIt(trial, exchange, made.base)) ? 'checked' : undefined;
  const value = isAccepted(exchange) ? 'ignored' : await refused();
  return [{ label: 'the accepted body as text/plain', exchange, value }];
};

export const emptyArray: Probe = async (trial) => {
  const made = await variant(trial, (request) => withJson(request, []));
  if (made === undefined) return [];
  const exchange = await trial.context.send(made.wire);
  const status = exchange.response?.status ?? 0;
  const value = isAccepted(exchange) ? 'accepted' : isClientError(status) ? 'refused' : undefined;
  return [{ label: 'an empty array', exchange, value }];
};

/** Sent only where the owner says what comes of it: a server that does change the type could not be asked to change it back. */
export const typeChange: Probe = async (trial) => {
  if (trial.answer?.standing !== 'claimed') return [];
  const made = await variant(trial, (request) => {
    const { schema } = trial.operation.parameters.find(({ name }) => name === TYPE) ?? { schema: true };
    const now = request.query.find(([name]) => name === TYPE)?.[1];
    const other = enumOf(schema).find((one) => one !== now);
    return typeof other === 'string' ? withParameter(request, TYPE, [other]) : undefined;
  });
  if (made === undefined) return [];
  const before = await looked(trial, made.base);
  const seen = await ignoredOrRefused(trial, 'another type', made.wire, made.base);
  if (seen.value !== 'ignored' || !(await isOfAnother(trial, made.base, before))) return [seen];
  await trial.context.send(made.base);
  return [{ ...seen, value: 'changed' }];
};

/** What a GET of the entity shows, as text. */
async function looked({ context, operation }: Trial, { path }: RequestCase): Promise<string> {
  const reader = counterpart(context.contract.operations, operation, 'GET');
  if (reader === undefined) return '';
  return JSON.stringify(lookOf(await context.send(compose(reader, { path, label: 'the type' }))).value) ?? '';
}

/** Taken and ignored look alike until the entity is looked at: true where another type stands in place of the one that it had. */
async function isOfAnother(trial: Trial, request: RequestCase, before: string): Promise<boolean> {
  const now = request.query.find(([name]) => name === TYPE)?.[1];
  const { schema = true } = trial.operation.parameters.find(({ name }) => name === TYPE) ?? {};
  const shown = (text: string): unknown[] => enumOf(schema).filter((one) => text.includes(JSON.stringify(one)));
  const after = shown(await looked(trial, request));
  return shown(before).join() === now && after.length === 1 && after[0] !== now;
}

/** PATCH; and POST, which is more often served by mistake, where the owner says what a path answers to methods that it does not have. */
export const unsupportedMethod: Probe = async ({ context, operation, answer }) => {
  const claimed = answer?.standing === 'claimed';
  const foreign = otherMethods(context.contract, operation);
  const methods =
    claimed && speaksForPath(context.contract, operation) ? (['PATCH', 'POST'] as const) : (['PATCH'] as const);
  const seen: Seen[] = [];
  for (const method of methods.filter((one) => foreign.includes(one))) {
    const exchange = await context.send(byMethod(context.session, operation, method));
    const accepted = claimed && isAccepted(exchange) ? exchange.response?.status : undefined;
    seen.push({ label: method, exchange, value: refusalOf(exchange) ?? accepted });
  }
  if (!claimed || !foreign.includes('POST')) return seen;
  const overriding = await overridden(context, operation);
  return isAccepted(overriding.exchange) ? [...seen, overriding] : seen;
};

/** A POST that names the operation's own method in a header, about nothing that is there: for a deletion there may be nothing left to do. */
async function overridden({ send, session }: Trial['context'], operation: Trial['operation']): Promise<Seen> {
  const { method } = operation;
  const plain = byMethod(session, operation, 'POST');
  const exchange = await send({ ...plain, headers: [...(plain.headers ?? []), ['X-HTTP-Method-Override', method]] });
  const label = `POST with X-HTTP-Method-Override: ${method}`;
  return { label, exchange, value: exchange.response?.status, debatable: true };
}

export const pathId: Probe = async (trial) => {
  const last = pathParameters(trial.operation).at(-1);
  if (last === undefined) return [];
  const made = await variant(trial, same, { [last.name]: 'abc' });
  if (made === undefined) return [];
  const exchange = await trial.context.send(made.wire);
  const status = refusalOf(exchange);
  // What answers no 404 (4.1) has another word for what the claim says of all.
  const isApart = trial.operation.absence === 'silent' && trial.answer?.value === 404 && status === 400;
  return [{ label: `${last.name} = abc`, exchange, value: isApart ? undefined : status }];
};

/** Told by the status: that of a malformed id where there is a minimum, that of an absent entity where there is none. */
export const idMinimum: Probe = async (trial) => {
  const [first] = pathParameters(trial.operation);
  const malformed = trial.context.contract.answer('request.path-id.refusal');
  if (first === undefined) return [];
  const made = await variant(trial, same, { [first.name]: '0' });
  if (made === undefined) return [];
  const exchange = await trial.context.send(made.wire);
  const status = refusalOf(exchange);
  // A server may answer 404 to ids that there cannot be, too: only who claims another status for these tells them from absent ones.
  const told = malformed?.standing === 'claimed' && malformed.value !== 404;
  // Who says that some operation has no minimum says of none in particular that it has none.
  const bounded = trial.answer?.standing === 'claimed' && trial.answer.value === 'none' ? undefined : 'one';
  const value = status === 400 ? bounded : status === 404 && told ? 'none' : undefined;
  return [{ label: `${first.name} = 0`, exchange, value }];
};

export const repeatedParameters: Probe = async (trial) => {
  const single = trial.operation.parameters.filter(isSingle);
  const seen: Seen[] = [];
  for (const parameter of single) {
    const isUsual = trial.context.depth === 'standard' && trial.answer?.standing === 'claimed';
    if (seen.length >= MOST_REPEATED && trial.context.depth !== 'deep' && !isUsual) break;
    const one = (await repeated(trial, parameter)) ?? (await repeatedFilter(trial, parameter));
    if (one !== undefined) seen.push(one);
  }
  return seen;
};

/** A good and a bad value in both orders, after each was seen to be taken for what it is. */
async function repeated(trial: Trial, { name, schema }: Parameter): Promise<Seen | undefined> {
  const bad = textViolationsOf(schema).find(({ certainty, value }) => certainty === 'definite' && value !== '')?.value;
  if (bad === undefined) return undefined;
  const send = async (texts: readonly string[]): Promise<Exchange | undefined> => {
    const made = await variant(trial, (request) => withParameter(request, name, texts));
    return made === undefined ? undefined : trial.context.send(made.wire);
  };
  const accepts = async (texts: readonly string[]): Promise<boolean> => {
    const exchange = await send(texts);
    return exchange !== undefined && isAccepted(exchange);
  };
  const given = (await variant(trial, same))?.base.query.find(([given]) => given === name)?.[1];
  const good = given ?? toTexts(plainValue(schema))[0];
  if (good === undefined || !(await accepts([good])) || (await accepts([bad]))) return undefined;
  const exchange = await send([good, bad]);
  if (exchange === undefined) return undefined;
  const first = isAccepted(exchange);
  const last = await accepts([bad, good]);
  const value = first === last ? (first ? undefined : 'refused') : first ? 'first' : 'last';
  return { label: `${name} with a good and a bad value`, exchange, value };
}

/** Two values of a filter that takes any: which of them counts is seen by what is found. */
async function repeatedFilter(trial: Trial, filter: Parameter): Promise<Seen | undefined> {
  const { context, operation } = trial;
  if (operation.effect !== 'observe' || trial.answer?.standing !== 'claimed' || filter.deprecated) return undefined;
  const ask = async (texts: readonly string[]): Promise<Exchange | undefined> => {
    const made = await variant(trial, (request) => withParameter(request, filter.name, texts));
    return made === undefined ? undefined : context.send(made.wire);
  };
  const plain = await variant(trial, same);
  const whole = plain === undefined ? undefined : await context.send(plain.wire);
  const [one, other] = whole === undefined ? [] : valuesThatShow(context, filter, pageOf(whole).items);
  if (one === undefined || other === undefined) return undefined;
  const [first, last, both] = [await ask([one]), await ask([other]), await ask([one, other])];
  if (both === undefined || first?.response?.body === last?.response?.body) return undefined;
  const found = (exchange: Exchange | undefined): string | undefined =>
    exchange !== undefined && isAccepted(exchange) ? exchange.response?.body : undefined;
  const counts = found(both) === undefined ? undefined : found(both) === found(first) ? 'first' : 'last';
  const isTold = counts === 'first' || (counts === 'last' && found(both) === found(last));
  const value = refusalOf(both) !== undefined ? 'refused' : isTold ? counts : undefined;
  return { label: `${filter.name} = ${one} and ${other}`, exchange: both, value };
}

/** The status of a refusal. */
function refusalOf({ response }: Exchange): number | undefined {
  const status = response?.status ?? 0;
  return isClientError(status) ? status : undefined;
}
