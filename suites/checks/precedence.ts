/** Two faults at once: which one is answered is not shown, so it is observed, operation by operation (silence request.precedence). */
import { type RequestCase, withBody, withParameter } from '../../generators/index.ts';
import { type Contract, type Exchange, type Operation, type Parameter, promisesOf } from '../../spec/index.ts';
import type { Credential } from '../../target/types.ts';
import { type Check, type Judgement, toWire } from '../engine/index.ts';
import { answerOf, fail, judgeNoServerError, observed, PASS, unshown } from '../judges/index.ts';
import { absentPath } from '../requests/absent.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { ifAccepted } from '../requests/control.ts';
import { contentFor } from '../requests/unleased.ts';
import { textViolationsOf } from './inputs.ts';

type Fault = 'credential' | 'entity' | 'input';

const FORGED: Credential = { raw: 'Bearer not-a-token' };

/** The check of an operation's precedence. Aimed at absent entities only. */
export function precedenceCheck(contract: Contract, operation: Operation): Check {
  const id = promisesOf(contract, operation.id, 'precedence').id();
  const settled = promisesOf(contract, operation.id, 'declared').find('precedence');
  return {
    id,
    title: `${operation.method} ${operation.path} given two faults at once`,
    requirements: settled === undefined ? [id] : [id, settled],
    effect: 'observe',
    run: async (context) => {
      const sound = (await ifAccepted(context.session, operation)) !== undefined;
      const content = await contentFor(context.session, operation);
      const plain = compose(operation, {
        path: absentPath(context.session, operation),
        ...content,
        label: 'an absent entity',
      });
      const broken = withBadInput(operation, plain);
      const isAimed = operation.absence !== 'none' && pathParameters(operation).length > 0;
      const absent = operation.absence === 'silent' ? context.contract.answer('notification.absent')?.value : 404;
      const hasEntity = operation.absence === 'documented' || operation.absence === 'entity-body';
      const cases: [Fault, Fault, RequestCase, Credential | undefined][] = [
        ...(hasEntity ? [['credential', 'entity', plain, FORGED] as [Fault, Fault, RequestCase, Credential]] : []),
        ...(broken === undefined
          ? []
          : [['credential', 'input', broken, FORGED] as [Fault, Fault, RequestCase, Credential]]),
        ...(broken === undefined || !hasEntity
          ? []
          : [['entity', 'input', broken, undefined] as [Fault, Fault, RequestCase, undefined]]),
      ];
      for (const [first, second, request, credential] of cases) {
        const exchange = await context.send(
          toWire(request, { session: context.session, ...(credential === undefined ? {} : { credential }) }),
        );
        const label = `a bad ${first} and a bad ${second} at once`;
        const judgement = judgeTwoFaults(exchange);
        const { response, judgement: lost } = answerOf(exchange);
        const answered = response === undefined ? [] : faultsOf(response.status, absent);
        const verdict =
          judgement.verdict === 'pass'
            ? observed({ what: 'answered', of: label, status: response?.status })
            : judgement;
        context.record(id, verdict, { label, exchange });
        if (settled !== undefined) {
          // What the path names is absent in each of them, whatever else is wrong.
          const faults = new Set<Fault>([first, second, ...(isAimed ? (['entity'] as const) : [])]);
          const order = lost ?? judgeOrder([...faults], answered, sound, context.contract);
          context.record(settled, order, { label, exchange });
        }
        const [told, ...more] = answered;
        if (more.length > 0 || (told !== first && told !== second)) continue;
        const other = told === first ? second : first;
        context.observe(id, { silence: 'request.precedence', value: `${told} before ${other}` });
      }
      if (cases.length > 0) return;
      const none = observed({ what: 'none', of: 'pair-of-faults', was: 'possible' });
      for (const one of settled === undefined ? [id] : [id, settled]) context.record(one, none, { label: 'no case' });
    },
  };
}

/** What has two faults may be refused for either, but not done. */
function judgeTwoFaults(exchange: Exchange): Judgement {
  const judgement = judgeNoServerError(exchange);
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'pass' || status >= 300 || status < 200) return judgement;
  return fail('a refusal (any 4xx)', `accepted with status ${status}`);
}

/**
 * Pure: the fault that the dialect names first is the one that is answered, or may be.
 *
 * @param answered the faults that the status may speak of.
 * @param sound whether the request without these faults was accepted, so that it has no third.
 */
export function judgeOrder(
  faults: readonly Fault[],
  answered: readonly Fault[],
  sound: boolean,
  contract: Pick<Contract, 'answer'>,
): Judgement {
  const answer = contract.answer('request.precedence');
  if (answer?.standing !== 'claimed')
    return observed({ what: 'shown', of: 'answered for', value: answered.join(' or ') || 'unknown' });
  if (!sound) return unshown('control-refused', { what: 'open', but: 'no-control' });
  const order = answer.value as readonly Fault[];
  const [first] = faults.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  if (answered.some((one) => one === first)) return PASS;
  if (first === 'entity' && answered.length === 0) return observed({ what: 'open', but: 'as-absent' });
  return fail(
    `an answer as to a bad ${first} alone (claimed for request.precedence)`,
    `an answer as to ${answered.length === 0 ? 'neither of the two' : `a bad ${answered.join(' or ')}`}`,
  );
}

/** Which faults a status may speak of. @param absent the status of what the path names and is not there, where anybody tells it */
function faultsOf(status: number, absent: unknown): Fault[] {
  if (status === 401) return ['credential'];
  return [...(status === absent ? ['entity' as const] : []), ...(status === 400 ? ['input' as const] : [])];
}

/** The request with a definite fault in its input: a query parameter out of bounds, or a body that is no JSON. */
function withBadInput(operation: Operation, request: RequestCase): RequestCase | undefined {
  const broken = operation.parameters.map(badText).find((found) => found !== undefined);
  if (broken !== undefined) return withParameter(request, broken.name, broken.text);
  if (operation.body === undefined) return undefined;
  return withBody(request, { mediaType: 'application/json', raw: '{' });
}

/** A text that a query parameter must be refused for; undefined for other parameters. */
export function badText({ name, in: place, schema }: Parameter): { name: string; text: string } | undefined {
  if (place !== 'query') return undefined;
  const found = textViolationsOf(schema).find(({ certainty, value }) => certainty === 'definite' && value !== '');
  return found === undefined ? undefined : { name, text: found.value };
}
