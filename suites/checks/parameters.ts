/** Each documented constraint of each parameter, from both sides (contract section 4 tables, section 8). */
import {
  type RequestCase,
  serialize,
  textBoundaries,
  textViolations,
  wireProof,
  withParameter,
} from '../../generators/index.ts';
import type { Operation, Parameter, Requirement } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { isLack } from '../engine/session.ts';
import { judgeAccepted } from '../judges/acceptance.ts';
import { judgeDebatable, judgeRefusal } from '../judges/status.ts';
import { type Base, parameterBase } from '../requests/base.ts';
import { excuseFor } from '../requests/excuses.ts';
import { harmless } from '../requests/harmless.ts';
import { toWire } from '../requests/wire.ts';
import { randomValid } from './random-values.ts';

/** One check per parameter; each of its constraints gets a verdict of its own. */
export function parameterChecks(operation: Operation, requirements: readonly Requirement[]): Check[] {
  if (operation.interface === 'legacy') return [];
  return operation.parameters.flatMap((parameter) => {
    const own = requirements.filter(
      ({ topic, operation: id, constraint }) =>
        topic === 'parameter' && id === operation.id && constraint?.parameter === parameter.name,
    );
    return own.length === 0 ? [] : [parameterCheck(operation, parameter, own)];
  });
}

function parameterCheck(operation: Operation, parameter: Parameter, requirements: readonly Requirement[]): Check {
  return {
    id: `${operation.id}.parameter.${parameter.name}`,
    title: `${parameter.name} of ${operation.method} ${operation.path} keeps its documented constraints`,
    requirements: requirements.map(({ id }) => id),
    effect: operation.effect,
    run: async (context) => {
      const base = await parameterBase(context.session, operation, parameter);
      for (const requirement of requirements) {
        if (isLack(base)) {
          context.record(
            requirement.id,
            { verdict: 'inconclusive', cause: base.cause, reason: base.lack },
            { label: 'positive control' },
          );
          continue;
        }
        await judgeRequirement(context, { operation, parameter, requirement, base });
      }
    },
  };
}

interface Subject {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly requirement: Requirement;
  readonly base: Base;
}

async function judgeRequirement(context: CheckContext, subject: Subject): Promise<void> {
  const { requirement, parameter, base } = subject;
  const constraint = requirement.constraint;
  if (constraint?.keyword === 'valid') return randomValid(context, subject);
  if (constraint?.keyword === 'required') {
    const request = withParameter(base.request, parameter.name, undefined);
    await refuse(context, subject, request, { label: `${parameter.name} left out`, certainty: 'definite' });
    return;
  }
  if (constraint?.direction === 'accepts') return accepts(context, subject);
  return refuses(context, subject);
}

async function accepts(context: CheckContext, subject: Subject): Promise<void> {
  const { requirement, parameter } = subject;
  const wanted = requirement.constraint;
  const boundaries = textBoundaries(parameter.schema).filter(
    ({ keyword, pointer, value }) =>
      (keyword === wanted?.keyword || (wanted?.keyword === 'format' && keyword === 'maximum')) &&
      generic(pointer) === wanted?.pointer &&
      (wanted.value === undefined || value === wanted.value),
  );
  for (const boundary of boundaries)
    await accept(context, subject, boundary.text, `${parameter.name} = ${show(boundary.text)} (${boundary.label})`);
}

/** Sends a value that must be accepted and records the judgement; also used for random values. */
export async function accept(context: CheckContext, subject: Subject, text: string, label: string): Promise<Judgement> {
  const { operation, parameter, requirement, base } = subject;
  const request = withParameter(base.request, parameter.name, text);
  const proof = wireProof(operation, serialize(request, { arrayStyle: 'repeat' }));
  if (!proof.ok) {
    context.unsent(requirement.id);
    return { verdict: 'pass' };
  }
  const exchange = await context.send(toWire(request, { session: context.session }));
  const judgement =
    parameter.in === 'path' ? judgePathAccepted(exchange) : await judgeElsewhere(context, subject, text, exchange);
  context.record(requirement.id, judgement, { label, exchange, case: { [parameter.name]: text } });
  return judgement;
}

/** A refusal is final only when nothing about this very entity could explain it: another type of entity may accept the value. */
async function judgeElsewhere(
  context: CheckContext,
  { operation, parameter, base }: Subject,
  text: string,
  exchange: Exchange,
): Promise<Judgement> {
  const judgement = judgeAccepted(exchange, operation, excuseFor(context, operation, parameter, text));
  if (judgement.verdict !== 'fail' || (exchange.response?.status ?? 500) >= 500) return judgement;
  for (const twin of await base.twins(parameter.name, text)) {
    const again = await context.send(toWire(withParameter(twin, parameter.name, text), { session: context.session }));
    if (judgeAccepted(again, operation, undefined).verdict === 'pass') return { verdict: 'pass' };
  }
  return judgement;
}

/** A documented id that names nothing is absent, not a bad request. */
function judgePathAccepted(exchange: Exchange): Judgement {
  const status = exchange.response?.status ?? 0;
  if ((status >= 200 && status < 300) || status === 404) return { verdict: 'pass' };
  return judgeRefusal(exchange, { statuses: [200, 404], because: 'the id is within its documented range' });
}

async function refuses(context: CheckContext, subject: Subject): Promise<void> {
  const { requirement, parameter, operation, base } = subject;
  const wanted = requirement.constraint;
  for (const violation of textViolations(parameter.schema)) {
    if (violation.keyword !== wanted?.keyword || generic(violation.pointer) !== wanted.pointer) continue;
    const text = String(violation.new);
    if (parameter.in === 'path' && !harmless(operation, text)) {
      context.unsent(requirement.id);
      continue;
    }
    const request = withParameter(base.request, parameter.name, text);
    const proof = wireProof(operation, serialize(request, { arrayStyle: 'repeat' }), {
      ...violation,
      where: parameter.in,
      parameter: parameter.name,
    });
    if (!proof.ok) {
      context.unsent(requirement.id);
      continue;
    }
    const judgement = await refuse(context, subject, request, {
      label: `${parameter.name} = ${show(text)} (${violation.operator})`,
      certainty: violation.certainty,
      violation,
    });
    // The list starts at the edge: the first failure is the smallest.
    if (judgement.verdict === 'fail') return;
  }
}

interface Refused {
  readonly label: string;
  readonly certainty: 'definite' | 'debatable';
  readonly violation?: {
    operator: string;
    keyword: string;
    pointer: string;
    old?: unknown;
    new?: unknown;
    certainty: 'definite' | 'debatable';
  };
}

async function refuse(
  context: CheckContext,
  { requirement, parameter }: Subject,
  request: RequestCase,
  refused: Refused,
): Promise<Judgement> {
  const exchange = await context.send(toWire(request, { session: context.session }));
  const statuses = parameter.in === 'path' ? [400, 404] : [400];
  const judgement =
    refused.certainty === 'debatable'
      ? judgeDebatable(exchange, refused.label)
      : judgeRefusal(exchange, { statuses, because: refused.label });
  const { violation } = refused;
  context.record(requirement.id, judgement, {
    label: refused.label,
    exchange,
    case: { [parameter.name]: violation?.new ?? null },
    ...(violation === undefined
      ? {}
      : {
          violation: {
            operator: violation.operator,
            keyword: violation.keyword,
            pointer: violation.pointer,
            old: violation.old,
            new: violation.new,
            certainty: violation.certainty,
            where: parameter.name,
          },
        }),
  });
  return judgement;
}

/** Instance pointer → schema-like pointer: `/0` and `/items/0` alike become `/items`. */
function generic(pointer: string): string {
  return pointer
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? 'items' : part))
    .join('/');
}

function show(text: string): string {
  return text.length > 60
    ? `${JSON.stringify(text.slice(0, 40))}… (${[...text].length} characters)`
    : JSON.stringify(text);
}
