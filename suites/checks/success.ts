/** The documented answer to a valid request: status, media type, body, header, schema, each judged apart (contract 4). */
import type { Contract, Operation, ResponseSpec } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { inconclusive } from '../engine/unavailable.ts';
import { judgeHeader, judgeJsonShape, judgeMediaType, judgeNoBody, judgeSchema } from '../judges/body.ts';
import { judgeNoServerError, judgeStatus } from '../judges/status.ts';
import { answerOf } from '../judges/transport.ts';
import { attempt, isOrdinary, refused, type Tried } from '../requests/control.ts';

/** The check of one operation's success; undefined for the legacy actions, whose verdict is in an envelope. */
export function successCheck(operation: Operation): Check {
  const requirements = (context: { contract: CheckContext['contract'] }): string[] =>
    context.contract.requirements
      .filter(({ operation: id, topic }) => id === operation.id && topic === 'success')
      .map(({ id }) => id);
  return {
    id: `${operation.id}.success`,
    title: `${operation.method} ${operation.path} answers a valid request as documented`,
    requirements: successRequirements(operation),
    effect: operation.effect,
    run: async (context) => {
      const tried = await attempt(context.session, operation);
      for (const id of requirements(context)) {
        context.record(id, judge(id, context, tried), {
          label: tried.request.label,
          exchange: tried.exchange,
          case: tried.request.body?.value,
        });
      }
    },
  };
}

/** Ids of the success requirements, by the same rule as `spec/requirements/operations.ts` gives them. */
function successRequirements(operation: Operation): string[] {
  const id = (suffix: string): string => `${operation.id}.success.${suffix}`;
  if (operation.success.length === 0) return [id('no-server-error')];
  const bodies = new Set(operation.success.map(({ body }) => body));
  const unknown = operation.success.some(({ body, standing }) => body === 'some' && standing !== 'contract');
  return [
    id('status'),
    ...(bodies.has('none') ? [id('no-body')] : []),
    ...(bodies.has('some') ? [id('media-type'), id('body')] : []),
    ...(unknown ? [id('schema')] : []),
    ...operation.success.flatMap(({ headers }) => headers.map(({ name }) => id(`header.${name.toLowerCase()}`))),
  ];
}

function judge(
  id: string,
  { contract, session }: CheckContext,
  { request, exchange, vouched, fixture }: Tried,
): Judgement {
  const { operation } = request;
  const aspect = id.slice(`${operation.id}.success.`.length);
  if (aspect === 'no-server-error') return judgeNoServerError(exchange);
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (aspect === 'status') {
    const judged = judgeSuccessStatus(exchange, operation, vouched);
    const isInBody = fixture !== undefined && !operation.path.includes('{');
    if (judged.verdict === 'fail' && isInBody && response.status < 500 && !session.chronicle.hasShown(fixture))
      return MAY_BE_GONE;
    const refused = response.status >= 400 && response.status < 500 && operation.effect !== 'observe';
    const odd = refused && fixture !== undefined && !isOrdinary(fixture);
    return judged.verdict === 'fail' && odd ? NOT_CUSTOM : judged;
  }
  const spec =
    operation.success.find(({ status }) => status === response.status) ?? fallback(operation, response.status);
  if (spec === undefined) {
    return {
      verdict: 'inconclusive',
      cause: 'earlier-step',
      reason: `The answer was ${response.status}, so there is no success to judge.`,
    };
  }
  return judgeAspect(aspect, exchange, spec, contract);
}

/** Which status a body is refused with that names what does not exist is not shown. */
const MAY_BE_GONE: Judgement = {
  verdict: 'inconclusive',
  cause: 'no-fixture',
  reason: 'Refused, and nothing in this run has shown that what is lent is there; lend one that is.',
};

/** Silence location.not-custom. */
const NOT_CUSTOM: Judgement = {
  verdict: 'inconclusive',
  cause: 'no-fixture',
  reason: 'What changing a location that is no custom one answers is not shown; lend a custom one.',
};

/** A success with the wrong status still has a body to judge: one fact, one verdict (design rule 4). */
function fallback(operation: Operation, status: number): ResponseSpec | undefined {
  return status >= 200 && status < 300 ? operation.success[0] : undefined;
}

function judgeSuccessStatus(exchange: Exchange, operation: Operation, vouched: boolean): Judgement {
  const judgement = judgeStatus(
    exchange,
    operation.success.map(({ status }) => status),
    'documented success',
  );
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'fail' || vouched || status < 400 || status >= 500) return judgement;
  // We made the content from an assumption: its refusal says as much about our guess as about the target.
  return inconclusive(refused(operation, exchange));
}

/** One of several documented successes may be silent about its body where another has none (201 or 204). */
function bodyNotShown({ status }: ResponseSpec): Judgement {
  return { verdict: 'observed', reason: `Whether the answer ${status} has a body is not shown.` };
}

function judgeAspect(aspect: string, exchange: Exchange, spec: ResponseSpec, contract: Contract): Judgement {
  switch (aspect) {
    case 'no-body':
      return spec.body === 'none' ? judgeNoBody(exchange) : bodyNotShown(spec);
    case 'media-type':
      return judgeMediaType(exchange, 'application/json');
    case 'body': {
      const schema = spec.contents[0]?.schema;
      return judgeJsonShape(exchange, typeof schema === 'object' && schema['type'] === 'array' ? 'array' : 'object');
    }
    case 'schema':
      return judgeSchema(exchange, spec, contract.answer('response.null-members'));
    default: {
      const name = aspect.slice('header.'.length);
      const documented = spec.headers.find((candidate) => candidate.name.toLowerCase() === name);
      return judgeHeader(exchange, documented?.name ?? name, documented?.schema ?? true);
    }
  }
}
