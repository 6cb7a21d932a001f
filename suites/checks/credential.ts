/** Without a valid credential every operation answers 401 (contract 5). */

import { plainValue, type RequestCase, toTexts, withParameter } from '../../generators/index.ts';
import { promisesOf } from '../../spec/requirements/promises.ts';
import { isClientError } from '../../spec/status.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { toWire } from '../engine/wire.ts';
import { judgeClaim } from '../judges/claim.ts';
import { observed, unshown } from '../judges/judgement.ts';
import { judgeDebatable, judgeNoServerError, judgeRefusal } from '../judges/status.ts';
import { answerOf } from '../judges/transport.ts';
import { guardProbe } from '../requests/probe.ts';
import { BAD, type BadCredential, ELSEWHERE, OTHER_CASES } from './credentials.ts';

/** The silence about tokens in the query or in a form. */
const ELSEWHERE_SILENCE = 'auth.token-elsewhere';

/** Sends each bad credential where acceptance would harm nothing, after showing that the same request passes with the good one. */
export function credentialCheck(contract: Contract, operation: Operation): Check {
  const { ids: all, id: requirement } = promisesOf(contract, operation.id, 'credential');
  return {
    id: `${operation.id}.credential`,
    title: `${operation.method} ${operation.path} refuses a missing or invalid credential`,
    requirements: all,
    effect: 'observe',
    run: async (context) => {
      const probe = await guardProbe(context.session, operation);
      const plain = toWire(probe.request);
      const control = probe.sound ? undefined : await context.send(plain);
      const unfitFor = control === undefined ? undefined : unfit(control);
      if (unfitFor !== undefined) {
        const evidence = control === undefined ? {} : { exchange: control };
        for (const id of all) context.record(id, unfitFor, { label: 'positive control', ...evidence });
        return;
      }
      for (const bad of BAD) {
        const id = requirement(bad.requirement);
        if (!context.wants(id)) continue;
        for (const before of bad.before?.(plain) ?? []) await context.send(before);
        const exchange = await sendIfPossible(context, presented(context, plain, bad));
        if (exchange === undefined) context.unsent(id);
        else context.record(id, judge(exchange, bad, control), { label: bad.label, exchange });
      }
      if (context.wants(requirement('missing')))
        await judgeOptions(context, operation, requirement('missing'), probe.request);
      // Acceptance is no surprise there: where it would use something up, there is nothing to learn by it.
      if (operation.effect !== 'destroy' && context.wants(requirement('invalid')))
        await judgeOtherCases(context, requirement('invalid'), plain);
      if (context.wants(requirement('elsewhere'))) await judgeElsewhere(context, requirement('elsewhere'), plain);
    },
  };
}

/** What only reads, with each of its optional parameters: a guard may stand before the plain request alone. */
async function judgeOptions(
  context: CheckContext,
  operation: Operation,
  id: string,
  request: RequestCase,
): Promise<void> {
  const [bad] = BAD;
  if (operation.method !== 'GET' || bad === undefined) return;
  for (const { name, schema } of operation.parameters.filter((one) => one.in === 'query' && !one.required)) {
    const label = `${bad.label}, asked with ${name}`;
    const wire = toWire(withParameter(request, name, toTexts(plainValue(schema))));
    const exchange = await context.send({ ...wire, credential: bad.credential });
    context.record(id, judge(exchange, { ...bad, label, beside: true }, undefined), { label, exchange });
  }
}

function presented(context: CheckContext, plain: WireRequest, { credential, headers }: BadCredential): WireRequest {
  const more = headers?.(plain, context.session.target.url(plain)) ?? [];
  return { ...plain, credential, headers: [...(plain.headers ?? []), ...more] };
}

/** A control that is itself refused for its credential, or not answered, lets nothing be concluded. */
function unfit(control: Exchange): Judgement | undefined {
  const { response, judgement } = answerOf(control);
  if (judgement !== undefined) return judgement;
  if (response.status !== 401 && response.status < 500) return undefined;
  return unshown('control-refused', `The same request with the valid credential was answered with ${response.status}.`);
}

/** Undefined when the target's token has not the form that the bad one is made from: then there is nothing to judge. */
async function sendIfPossible(context: CheckContext, request: WireRequest): Promise<Exchange | undefined> {
  try {
    return await context.send(request);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnsendableRequest') throw error;
    return undefined;
  }
}

function judge(exchange: Exchange, bad: BadCredential, control: Exchange | undefined): Judgement {
  const judgement = judgeRefusal(exchange, { statuses: [401], because: bad.label });
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict === 'fail' && control !== undefined && status >= 400 && status === control.response?.status) {
    // Two faults at once: which is answered first is open, so the credential may simply not have been looked at yet.
    return unshown(
      'no-fixture',
      `Answered with ${status}, as with the valid credential: the entity was absent too. Add a fixture that may be changed to tell the two apart.`,
    );
  }
  // That the token must be sent "as a bearer token" is said of the client; a server may understand more. None may break.
  if (bad.debatable === true && judgement.verdict === 'fail' && status < 500) return { ...judgement, verdict: 'warn' };
  // What stands beside the credential may be a reason of its own to turn a request away, but none to let it pass.
  if ((bad.headers !== undefined || bad.beside === true) && judgement.verdict === 'fail' && isClientError(status))
    return observed(`${bad.label}: refused with ${status}, not 401.`);
  return judgement;
}

/** RFC 9110 compares schemes without regard to letter case; a server that does not may say so (silence auth.scheme-case). */
async function judgeOtherCases(context: CheckContext, id: string, plain: WireRequest): Promise<void> {
  for (const { label, credential } of OTHER_CASES) {
    const exchange = await context.send({ ...plain, credential });
    context.record(id, judgeDebatable(exchange, label), { label, exchange });
    const status = exchange.response?.status ?? 0;
    if (status !== 0)
      context.observe(id, { silence: 'auth.scheme-case', value: status === 401 ? 'refused' : 'accepted' });
  }
}

async function judgeElsewhere(context: CheckContext, id: string, plain: WireRequest): Promise<void> {
  const claim = context.contract.answer(ELSEWHERE_SILENCE);
  for (const { label, credential } of ELSEWHERE) {
    const exchange = await sendIfPossible(context, { ...plain, credential });
    if (exchange === undefined) {
      context.unsent(id);
      continue;
    }
    const seen = (exchange.response?.status ?? 0) < 400 ? 'accepted' : 'refused';
    const sound = judgeNoServerError(exchange);
    const told = observed(`${label}: ${seen}.`);
    // Whoever says that it is accepted elsewhere need not mean each place and each method.
    const mayDiffer = claim?.standing !== 'claimed' || (claim.value === 'accepted' && seen === 'refused');
    const judgement: Judgement =
      sound.verdict !== 'pass' ? sound : mayDiffer ? told : (judgeClaim(claim, seen, ELSEWHERE_SILENCE) ?? sound);
    context.record(id, judgement, { label, exchange });
    if (sound.verdict === 'pass') context.observe(id, { silence: ELSEWHERE_SILENCE, value: seen });
  }
}
