/** All pairs of an operation's query parameters together: a covering array of strength 2 over value classes. */
import fc from 'fast-check';
import {
  pairwise,
  type RequestCase,
  serialize,
  toText,
  valid,
  wireProof,
  withParameter,
} from '../../generators/index.ts';
import { type Contract, type Exchange, type Operation, type Parameter, promisesOf } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type Check, type CheckContext, toWire, withOpenBody } from '../engine/index.ts';
import { type Excuse, fail, isAccepted, isRefused, PASS } from '../judges/index.ts';
import { parameterBase } from '../requests/base.ts';
import { excuseFor } from '../requests/excuses.ts';
import { judgeBare } from './bare.ts';
import { judgeEqualTexts, judgeLongest } from './companies.ts';
import { controlLost } from './control-lost.ts';
import { textBoundariesOf } from './inputs.ts';
import { type Judged, judgeTaken, recordAccepted } from './taken.ts';
import { withFirsts } from './taken-once.ts';

/** The check that every pair of query parameters may be given together; undefined for operations with fewer than two. */
export function pairsCheck(contract: Contract, operation: Operation): Check | undefined {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const id = promisesOf(contract, operation.id, 'pairs').find();
  if (id === undefined) return undefined;
  return {
    id: `${operation.id}.pairs`,
    title: `Every pair of parameters of ${operation.method} ${operation.path} may be given together`,
    requirements: [id],
    effect: operation.effect,
    run: async (context) => {
      const base = await parameterBase(context.session, operation, query[0] as Parameter);
      const classes = query.map((parameter) => ({
        parameter,
        values: valueClasses(parameter, base.request.query, context.seed),
      }));
      const rows = pairwise(
        classes.map(({ parameter, values }) => ({
          name: parameter.name,
          levels: values.map((_, index) => String(index)),
        })),
      );
      const cases: Judged[] = [];
      const taken = new Set<string>();
      const excused: Excused[] = [];
      for (const [at, row] of rows.entries()) {
        let request = base.request;
        let certain = base.request;
        const chosen: Record<string, string | undefined> = {};
        const excuses: Excuse[] = [];
        const doubted: string[] = [];
        for (const { parameter, values } of classes) {
          const text = values[Number(row[parameter.name])];
          chosen[parameter.name] = text;
          request = withParameter(request, parameter.name, text);
          const excuse = text === undefined ? undefined : excuseFor(context, operation, parameter, text);
          if (excuse !== undefined) {
            excuses.push(excuse);
            doubted.push(choiceOf(parameter.name, text));
          } else certain = withParameter(certain, parameter.name, text);
        }
        // The order of the parameters says nothing.
        const inOrder = toWire(request, { session: context.session });
        if (at % 2 === 1) request = { ...request, query: request.query.toReversed() };
        if (!wireProof(withOpenBody(operation), serialize(request, { arrayStyle: 'repeat' })).ok) {
          context.unsent(id);
          continue;
        }
        let wire = toWire(request, { session: context.session });
        let exchange = await context.send(wire);
        let judgement = await judgeTaken(context, operation, exchange, excuses[0]);
        if (excuses.length > 0 && isRefused(exchange)) {
          // What excuses some of the parameters excuses nothing of the others.
          const rest = toWire(certain, { session: context.session });
          const without = await context.send(rest);
          if (isRefused(without)) {
            [wire, exchange] = [rest, without];
            judgement = await judgeTaken(context, operation, without);
          }
        }
        if (judgement.verdict === 'fail')
          judgement = (await controlLost(context, base.request, () => context.send(wire))) ?? judgement;
        if (at % 2 === 1 && isRefused(exchange) && isAccepted(await context.send(inOrder))) {
          const again = await context.send(wire);
          if (isRefused(again)) judgement = fail(UNORDERED, `status ${again.response?.status}`);
        }
        const own = { judgement, evidence: { label: ROW, exchange, case: chosen } };
        cases.push(own);
        if (isAccepted(exchange)) for (const [name, text] of Object.entries(chosen)) taken.add(choiceOf(name, text));
        else if (judgement.verdict === 'observed' && !excuses.some(isOfCompany)) excused.push({ own, wire, doubted });
      }
      for (const { own, wire, doubted } of excused) {
        if (!doubted.every((choice) => taken.has(choice))) continue;
        cases[cases.indexOf(own)] = await judgeUnexcused(context, base.request, own, wire);
      }
      if (context.depth !== 'quick' && operation.effect !== 'destroy') {
        cases.push(...(await judgeEqualTexts(context, operation, base)));
        cases.push(...(await judgeLongest(context, operation, base)));
        cases.push(...(await judgeBare(context, operation)));
      }
      recordAccepted(context, id, await withFirsts(context, base, id, cases));
    },
  };
}

const ROW = 'a row of the covering array';

/** A row whose refusal something excuses: no longer once each value in doubt was taken in other rows. */
interface Excused {
  readonly own: Judged;
  readonly wire: WireRequest;
  readonly doubted: readonly string[];
}

/** Sends a row once more, and judges it as one that nothing excuses. */
async function judgeUnexcused(
  context: CheckContext,
  control: RequestCase,
  { evidence }: Judged,
  wire: WireRequest,
): Promise<Judged> {
  const send = (): Promise<Exchange> => context.send(wire);
  const exchange = await send();
  const judgement = isRefused(exchange) ? await judgeTaken(context, control.operation, exchange) : PASS;
  const lost = judgement.verdict === 'fail' ? await controlLost(context, control, send) : undefined;
  return { judgement: lost ?? judgement, evidence: { ...evidence, exchange } };
}

/** Silences about what goes together: that a value is taken in one company says nothing of another. */
const OF_COMPANY = new Set(['endpoint.auth-types.combination', 'validation.organization-reference']);

function isOfCompany(excuse: Excuse): boolean {
  return typeof excuse === 'object' && OF_COMPANY.has(excuse.silence);
}

function choiceOf(name: string, text: string | undefined): string {
  return JSON.stringify([name, text]);
}

const UNORDERED = 'accepted, as it is with the parameters in the opposite order';

/** A valid edge, a middle value and, for optional parameters, absence. Values that must name an entity keep the base's. */
function valueClasses(
  parameter: Parameter,
  query: readonly (readonly [string, string])[],
  seed: number,
): (string | undefined)[] {
  const given = query.find(([name]) => name === parameter.name)?.[1];
  if (parameter.reference !== undefined) return [given];
  const edges = textBoundariesOf(parameter.schema)
    .map(({ text }) => text)
    .filter((text) => text !== '');
  const edge = edges.at(-1);
  const [middle] = fc.sample(valid(parameter.schema), { seed, numRuns: 1 });
  const values = [edge, toText(middle)].filter((text): text is string => text !== undefined && text !== '');
  // A required enum is bound to the entity (the type of an endpoint): varying it is another check's matter.
  if (parameter.required && given !== undefined && isEnum(parameter)) return [given];
  return parameter.required ? [...new Set(values)] : [...new Set(values), undefined];
}

function isEnum({ schema }: Parameter): boolean {
  return typeof schema === 'object' && Array.isArray(schema['enum']);
}
