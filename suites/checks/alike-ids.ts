/** Ids that find another entity or none: those that look like that of a fixture, and zero and less where no minimum is listed (contract 2.1, 7.1; silence identifier.zero-without-minimum). */
import { isDeepStrictEqual } from 'node:util';
import type { RequestCase } from '../../generators/index.ts';
import type { Exchange, Operation, Parameter } from '../../spec/index.ts';
import { type CheckContext, ifAvailable, type Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, judgeRefusal, judgeStatus, observed, PASS, parseJson } from '../judges/index.ts';
import { absentAlike, absentPath, misnamingParameter } from '../requests/absent.ts';
import { parameterBase } from '../requests/base.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { ifAccepted, type Tried } from '../requests/control.ts';

const GREATEST = 2 ** 31 - 1;

/** A UUID as text (RFC 9562, section 4). */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A UUID is as long as any other: there it is some of its digits that a careless server leaves out, at either end. */
function nearMisses(id: string): string[] {
  if (UUID.test(id)) {
    const other = (digits: string): string => digits.replaceAll(/[\da-f]/gi, (digit) => (digit === '0' ? '1' : '0'));
    return [
      id.slice(0, -4) + other(id.slice(-4)),
      id.slice(0, -1) + other(id.slice(-1)),
      other(id.slice(0, 8)) + id.slice(8),
    ];
  }
  if (!/^\d+$/.test(id)) return [];
  return [`${id}0`, id.slice(0, -1)].filter((one) => one !== '' && Number(one) <= GREATEST && Number(one) > 0);
}

/** Reads by ids that are almost the fixture's: with a digit more, with one less, with other ones at an end. */
export async function judgeAlikeIds(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const { session } = context;
  const parameter = ownId(operation);
  if (parameter === undefined || operation.method !== 'GET') return;
  const tried = await ifAccepted(session, operation);
  if (tried === undefined) return;
  const id = tried.request.path[parameter.name] ?? '';
  for (const other of nearMisses(id)) {
    const label = `${parameter.name} ${other}, beside ${id}`;
    const request = { ...tried.request, path: { ...tried.request.path, [parameter.name]: other }, label };
    const exchange = await context.send(request);
    context.record(requirement, judgeAlike(tried.exchange, exchange, id), { label, exchange });
  }
}

/** The same of what is read, of which two can be told apart. */
async function judgeMisnamedRead(
  context: CheckContext,
  requirement: string,
  { request, exchange: own }: Tried,
): Promise<void> {
  const { contract, session, send } = context;
  const { operation } = request;
  const name = misnamingParameter(contract, operation);
  if (name === undefined) return;
  const id = request.path[name] ?? '';
  const others = session.target
    .fixtures()
    .filter(({ kind, foreign, ids }) => kind === operation.entity && !foreign && String(ids[name]) !== id);
  const other = others[0]?.ids[name];
  if (other === undefined) return;
  const label = `${name} ${id}, and an unknown parameter ${name}=${other}`;
  const exchange = await send({ ...request, query: [...request.query, [name, String(other)]], label });
  if (!isAccepted(exchange)) return;
  const its = await send({
    ...request,
    path: { [name]: String(other) },
    label: `${name} ${other}`,
  });
  const [shown, ours, theirs] = [exchange, own, its].map(jsonOf);
  if (shown === undefined || theirs === undefined || ours === theirs) return;
  const isOther = shown === theirs && shown !== ours;
  const wrong = fail(`the entity with the id ${id}, which the path names`, `the one with the id ${other}`);
  context.record(requirement, isOther ? wrong : PASS, { label, exchange });
}

/** The JSON of a success as text; undefined where there is none. */
function jsonOf(exchange: Exchange): string | undefined {
  if (exchange.response === undefined || !isAccepted(exchange)) return undefined;
  const parsed = parseJson(exchange.response);
  return parsed.error === undefined ? JSON.stringify(parsed.value) : undefined;
}

/**
 * The path names what a request is about, whatever else of it is called so: an absent entity is absent, though a parameter that
 * the operation does not have names the one whose request was accepted.
 */
export async function judgeMisnamed(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const { contract, session, send } = context;
  const name = misnamingParameter(contract, operation);
  const tried = operation.effect === 'destroy' ? undefined : await ifAccepted(session, operation);
  const id = name === undefined ? undefined : tried?.request.path[name];
  if (tried === undefined || name === undefined || id === undefined) return;
  if (operation.method === 'GET' && onlyId(operation) !== undefined)
    return judgeMisnamedRead(context, requirement, tried);
  const absent = absentPath(session, operation)[name] ?? '';
  const label = `${name} ${absent}, and an unknown parameter ${name}=${id}`;
  const request = { ...tried.request, path: { ...tried.request.path, [name]: absent }, label };
  const exchange = await send({ ...request, query: [...request.query, [name, id]] });
  // Which refusal it is, the other absent ids tell; and what is accepted of any of them is no doing of the parameter.
  if (!isAccepted(exchange) || isAccepted(await send(request))) return;
  context.record(requirement, judgeStatus(exchange, [404], `${name} ${absent} does not exist`), { label, exchange });
}

/**
 * Asks for what an id that begins as the fixture's does names, which the kind's own GET has just shown to be nothing, or, where it has
 * none, is far from all that there is: who looks at the beginning alone finds the fixture, with which this may be done.
 */
export async function judgeAlikeAbsent(
  context: CheckContext,
  requirement: string,
  operation: Operation,
): Promise<void> {
  const { session, contract } = context;
  const parameter = ownId(operation);
  const names = pathParameters(operation).map(({ name }) => name);
  const reader = contract.operations.find(
    (one) => one.method === 'GET' && one.entity === operation.entity && pathParameters(one).length === names.length,
  );
  if (parameter === undefined || reader?.id === operation.id) return;
  const used = await ifAvailable(parameterBase(session, operation, parameter));
  const base = used?.unused === undefined ? used : await ifAvailable(used.unused());
  const id = base?.request.path[parameter.name] ?? '';
  const near = reader === undefined ? absentAlike(session, id) : nearMisses(id)[0];
  // One that is shorter may be that of somebody's entity.
  if (base === undefined || near === undefined || near.length < id.length) return;
  const path = { ...base.request.path, [parameter.name]: near };
  const label = `${parameter.name} ${near}, beside ${id}`;
  if (reader !== undefined) {
    const sought = pathParameters(reader).map(({ name }, at) => [name, path[names[at] ?? ''] ?? ''] as const);
    const look = await context.send(compose(reader, { path: Object.fromEntries(sought), label }));
    if (look.response?.status !== 404) return;
  }
  const exchange = await context.send({ ...base.request, path, label });
  // Which refusal it is, the other absent ids tell: this body may name the fixture, and be refused for that.
  const judgement = judgeRefusal(exchange, { statuses: 'any-4xx', because: `${label} does not exist` });
  context.record(requirement, judgement, { label, exchange });
  if (isAccepted(exchange)) await base.renew?.();
}

/** The id that a path names last: that of the entity itself, where others are of what it lies within. */
function ownId(operation: Operation): Parameter | undefined {
  return pathParameters(operation).at(-1);
}

/** The id in a path that has no other. */
function onlyId(operation: Operation): Parameter | undefined {
  const [parameter, ...others] = pathParameters(operation);
  return others.length > 0 ? undefined : parameter;
}

/** Pure: what the other id is answered with is not the very entity that shows this one. */
function judgeAlike(own: Exchange, exchange: Exchange, id: string): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const shown = own.response === undefined ? undefined : parseJson(own.response);
  const found = parseJson(response);
  if (!isAccepted(exchange) || shown?.error !== undefined || found.error !== undefined) return PASS;
  const same = isDeepStrictEqual(shown?.value, found.value);
  if (!same || !shows(shown?.value, id)) return PASS;
  return fail('another entity or none (status 404)', `the entity with the id ${id}`);
}

function shows(value: unknown, id: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((part) => shows(part, id));
  return String(value) === id;
}

const IDS = ['0', '-1'];

/**
 * Asks for what cannot be there: it is read, and where the profile gives a fixture for it, changed and deleted by a request that was
 * accepted of that fixture.
 */
export async function judgeZeroIds(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const parameter = onlyId(operation);
  if (parameter === undefined) return;
  const { name, schema } = parameter;
  // With a minimum, the requirement about that one judges what lies below.
  if (typeof schema !== 'object' || schema['type'] !== 'integer' || schema['minimum'] !== undefined) return;
  const { session } = context;
  const isRead = operation.method === 'GET';
  const used = isRead ? undefined : await ifAvailable(parameterBase(session, operation, parameter));
  if (!isRead && used === undefined) return;
  const fixtures = session.target.fixtures().filter(({ kind }) => kind === operation.entity);
  const ask = async (id: string, request?: RequestCase): Promise<Exchange> => {
    const named = { path: { [name]: id }, label: `${name} ${id}` };
    const exchange = await context.send({ ...(request ?? compose(operation, named)), ...named });
    context.record(requirement, judgeNobody(exchange), { label: named.label, exchange, case: named.path });
    return exchange;
  };
  for (const id of IDS) if (!fixtures.some(({ ids }) => String(ids[name]) === id)) await ask(id, used?.request);
  // Who drops the sign finds the fixture: one with which this may be done.
  const base = used?.unused === undefined ? used : await ifAvailable(used.unused());
  const own = isRead ? fixtures[0]?.ids[name] : base?.request.path[name];
  if (!/^[1-9]\d*$/.test(String(own ?? ''))) return;
  const exchange = await ask(`-${own}`, base?.request);
  if (isAccepted(exchange) && base?.renew !== undefined) await ifAvailable(base.renew());
}

/** Pure: an id that nothing has is bad or absent. */
export function judgeNobody(exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status === 400 || status === 404) return PASS;
  if (status > 400 && status < 500) return observed({ what: 'answered', status });
  return fail('status 400 or 404 (nothing has such an id)', `status ${status}`);
}
