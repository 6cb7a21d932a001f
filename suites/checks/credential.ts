/** Without a valid credential every operation answers 401 (contract 5). */
import type { Contract, Exchange, HeaderList, Operation } from '../../spec/index.ts';
import { isClientError, promisesOf } from '../../spec/index.ts';
import type { Credential, WireRequest } from '../../target/types.ts';
import { type Check, type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import {
  answerOf,
  inWords,
  judgeClaim,
  judgeDebatable,
  judgeNoServerError,
  judgeRefusal,
  observed,
  unshown,
} from '../judges/index.ts';
import { absentPath } from '../requests/absent.ts';
import { guardProbe, type Probe } from '../requests/unleased.ts';
import { askedWithOptions } from './credential-options.ts';

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
        for (const id of all) context.record(id, unfitFor, { label: 'positive control', exchange: control });
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
      if (context.wants(requirement('missing'))) {
        await judgeAfterGood(context, operation, requirement('missing'), probe);
        await judgeOptions(context, operation, requirement('missing'), probe);
      }
      // Acceptance is no surprise there: where it would use something up, there is nothing to learn by it.
      if (operation.effect !== 'destroy' && context.wants(requirement('invalid')))
        await judgeOtherCases(context, requirement('invalid'), plain);
      if (context.wants(requirement('elsewhere'))) await judgeElsewhere(context, requirement('elsewhere'), plain);
    },
  };
}

/** The plain request is not all that a guard stands before. */
async function judgeOptions(context: CheckContext, operation: Operation, id: string, probe: Probe): Promise<void> {
  const [bad] = BAD;
  if (bad === undefined) return;
  for (const { label: how, exchange } of await askedWithOptions(context, operation, probe, bad.credential)) {
    const label = `${bad.label}, ${how}`;
    context.record(id, judge(exchange, { ...bad, label, beside: true }, undefined), { label, exchange });
  }
}

/** How often a request with a credential is followed by one without. */
const TURNS = 3;

/**
 * Without a credential right after the same request with one: what a guard remembers must not open it. What would be used up is
 * asked of nothing that is there, and still it must be the guard that answers, as it did before.
 */
async function judgeAfterGood(context: CheckContext, operation: Operation, id: string, probe: Probe): Promise<void> {
  const { session } = context;
  const path = absentPath(session, operation);
  const request = operation.effect === 'destroy' && probe.sound ? { ...probe.request, path } : probe.request;
  const plain = toWire(request, { session });
  const without: WireRequest = { ...plain, credential: 'none' };
  // Another check may just have asked with one: the second request without shows what the guard does of itself.
  await context.send(without);
  let exchange = await context.send(without);
  if (exchange.response?.status !== 401) return;
  // Requests of other checks may come between the two.
  for (let turn = 0; turn < TURNS && exchange.response?.status === 401; turn++) {
    await context.send(plain);
    exchange = await context.send(without);
  }
  const label = 'no Authorization header, right after the same request with it';
  const status = exchange.response?.status;
  const otherwise = isClientError(status) && status !== 404;
  const judgement = judgeRefusal(exchange, { statuses: otherwise ? 'any-4xx' : [401], because: label });
  context.record(id, judgement, { label, exchange });
}

function presented(context: CheckContext, plain: WireRequest, { credential, headers }: BadCredential): WireRequest {
  const more = headers?.(plain, context.session.target.url(plain)) ?? [];
  return { ...plain, credential, headers: [...(plain.headers ?? []), ...more] };
}

/** A control that is itself refused for its credential, or not answered, lets nothing be concluded. */
function unfit(control: Exchange): Judgement | undefined {
  const { response, judgement } = answerOf(control);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status !== 401 && status < 500) return undefined;
  return unshown('control-refused', { what: 'answered', beside: 'control', status });
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
  // Two faults at once: which is answered first is open, so the credential may simply not have been looked at yet.
  if (judgement.verdict === 'fail' && control !== undefined && status >= 400 && status === control.response?.status)
    return unshown('no-fixture', { what: 'answered', status, but: 'absent-too' });
  // That the token must be sent "as a bearer token" is said of the client; a server may understand more. None may break.
  if (bad.debatable === true && judgement.verdict === 'fail' && status < 500) return { ...judgement, verdict: 'warn' };
  // What stands beside the credential may be a reason of its own to turn a request away, but none to let it pass.
  if ((bad.headers !== undefined || bad.beside === true) && judgement.verdict === 'fail' && isClientError(status))
    return observed({ what: 'answered', of: bad.label, status });
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
    const { status } = exchange.response ?? {};
    const seen = (status ?? 0) < 400 ? 'accepted' : 'refused';
    const sound = judgeNoServerError(exchange);
    const told = observed({ what: 'answered', of: label, status });
    // Whoever says that it is accepted elsewhere need not mean each place and each method.
    const mayDiffer = claim?.standing !== 'claimed' || (claim.value === 'accepted' && seen === 'refused');
    const judgement: Judgement =
      sound.verdict !== 'pass' ? sound : mayDiffer ? told : (judgeClaim(claim, seen, ELSEWHERE_SILENCE) ?? sound);
    context.record(id, judgement, { label, exchange });
    if (sound.verdict === 'pass') context.observe(id, { silence: ELSEWHERE_SILENCE, value: seen });
  }
}

/** A request without a valid credential. */
interface BadCredential {
  readonly label: string;
  readonly requirement: 'missing' | 'invalid';
  readonly credential: Credential;
  /** What stands beside it that a careless server trusts. @param url where the request goes. */
  readonly headers?: (request: WireRequest, url: string) => HeaderList;
  /** Something else of the request may be a reason of its own to turn it away, as a header may be. */
  readonly beside?: true;
  /** What is sent before. */
  readonly before?: (request: WireRequest) => readonly WireRequest[];
  /** The contract does not exclude that it is understood: success is a warning. */
  readonly debatable?: true;
}

/** A token that was never issued, in the form of a JSON Web Token; fixed, so that the same seed sends the same bytes. */
const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtYW5jZSIsImlhdCI6MTcwMDAwMDAwMH0.bm90LWEtcmVhbC1zaWduYXR1cmUtYXQtYWxs';

const missing = (label: string, credential: Credential, more: Partial<BadCredential> = {}): BadCredential => ({
  label,
  requirement: 'missing',
  credential,
  ...more,
});

const invalid = (label: string, credential: Credential, more: Partial<BadCredential> = {}): BadCredential => ({
  label,
  requirement: 'invalid',
  credential,
  ...more,
});

const raw = (label: string, value: string, more: Partial<BadCredential> = {}): BadCredential =>
  invalid(label, { raw: value }, more);

const beside = (...fields: readonly (readonly [string, (request: WireRequest, url: string) => string])[]) =>
  missing(`no Authorization header, but ${inWords(fields.map(([name]) => name))}`, 'none', {
    headers: (request, url) => fields.map(([name, value]) => [name, value(request, url)]),
  });

const BAD: readonly BadCredential[] = [
  missing('no Authorization header', 'none'),
  missing('an empty Authorization header', { raw: '' }),
  missing('an empty bearer token', { raw: 'Bearer ' }),
  // Each says what the request says anyway, so that whoever honours it has no reason to answer otherwise.
  beside(['Origin', (_, url) => new URL(url).origin], ['X-Forwarded-For', () => '127.0.0.1']),
  beside(['X-HTTP-Method-Override', ({ method }) => method]),
  beside(['X-Original-URL', ({ target }) => target.split('?')[0] ?? '/']),
  missing('no Authorization header, after an OPTIONS request', 'none', {
    before: ({ service, target }) => [{ service, target, method: 'OPTIONS', credential: 'none' }],
  }),
  missing('the real token in a cookie only', { place: 'cookie' }),
  raw('garbage instead of a token', 'Bearer not-a-token'),
  raw('garbage under the scheme in lower case', 'bearer not-a-token'),
  raw('the scheme Basic', 'Basic Y29uZm9ybWFuY2U6c3VpdGU='),
  raw('the real token under the scheme Token', 'Token {{bearer}}'),
  raw('the real token under the scheme Bear', 'Bear {{bearer}}'),
  raw('the real token under the scheme Basic', 'Basic {{bearer}}'),
  raw('a forged JSON Web Token', `Bearer ${FORGED}`),
  invalid('a token that has expired', 'expired'),
  invalid('a token that another signer has signed', 'forged'),
  invalid('the real token with its last part changed', 'tampered'),
  invalid('the real token with its last character changed', 'ended'),
  invalid('the real token with a claim more', 'reclaimed'),
  invalid('the real token with further characters', 'extended'),
  invalid('the real token behind further characters', 'preceded'),
  raw('the real token behind another word', 'Bearer not-a-token {{bearer}}'),
  raw('the real token with a further part', 'Bearer {{bearer}}.bW9yZQ'),
  invalid('the real token without its last characters', 'shortened'),
  invalid('the first half of the real token', 'halved'),
  invalid('the real token with a blank in it', 'spaced'),
  invalid('the real token with its last part in lower case', 'lowercase'),
  invalid('the real claims under the algorithm "none", unsigned', 'unsigned'),
  invalid('the real token without its signature', 'signatureless'),
  invalid('two Authorization headers, neither of them valid', 'tampered', {
    headers: () => [['Authorization', 'Bearer not-a-token']],
  }),
  raw('the real token before another word', 'Bearer {{bearer}} more', { debatable: true }),
  raw('the real token without a scheme', '{{bearer}}'),
];

/** The real token under another spelling of the scheme. */
const OTHER_CASES: readonly { readonly label: string; readonly credential: Credential }[] = [
  { label: 'the scheme in lower case', credential: { raw: 'bearer {{bearer}}' } },
];

/** The real token in places that RFC 6750 knows beside the Authorization field (silence auth.token-elsewhere). */
const ELSEWHERE: readonly { readonly label: string; readonly credential: Credential }[] = [
  { label: 'the real token in the query only', credential: { place: 'query' } },
  { label: 'the real token in a form only', credential: { place: 'form' } },
];
