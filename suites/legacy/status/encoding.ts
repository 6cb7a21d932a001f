/** The status call in other spellings (contract 4.12). */
import type { Check, CheckContext } from '../../engine/check.ts';
import { parseJson } from '../../judges/body.ts';
import { differences, except, inWords } from '../../judges/difference.ts';
import { recordLack, STATUS } from '../action.ts';
import { ANY_CONDITION } from '../conditions.ts';
import {
  encodingRequirements,
  judgeNonAscii,
  judgeRepeated,
  judgeSpaceInLogin,
  judgeSpellings,
  type SpellingSubject,
  spellings,
} from '../encoding.ts';
import { type Field, without } from '../form.ts';
import { ask, recordSighting, type Sighting } from '../sightings.ts';
import { acceptedStatus, type StatusControl } from './control.ts';

/** Equal calls in other spellings, and the points that the contract leaves open. */
export function statusEncodingCheck(): Check {
  const requirements = encodingRequirements(STATUS);
  return {
    id: `${STATUS}.encoding`,
    title: 'The order status action reads equal forms alike',
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      if ('lack' in control) return recordLack(context, requirements, control);
      const { operation, fields } = control;
      const subject: SpellingSubject = {
        action: STATUS,
        operation,
        send: (spelling) => ask(context, operation, spelling),
        differs: (sighting) => difference(context, control, sighting),
      };
      await judgeSpellings(context, subject, spellings(fields));
      await judgeSpaceInLogin(context, subject, fields);
      await judgeNonAscii(context, subject, fields);
      await repeated(context, control);
      await openPoints(context, control);
    },
  };
}

/** Looks at a difference before it counts: the order may change in between, for a reason of its own. */
const LOOKS = 3;

/** Where two answers to the same call differ although nothing happened between; what moves by itself does not count. */
async function difference(
  context: CheckContext,
  { operation, order, fields }: StatusControl,
  sighting: Sighting,
): Promise<string | undefined> {
  const plain = { label: `the status of order ${order.number} again`, fields };
  let found: string[] = [];
  for (let look = 1; look <= LOOKS; look++) {
    const mine = look === 1 ? sighting : await ask(context, operation, sighting.call);
    const first = await ask(context, operation, plain);
    const second = await ask(context, operation, plain);
    // An answer that was refused, for whatever reason of its own, is no state that another could differ from.
    if ([mine, first, second].some(({ reading }) => reading?.outcome !== 'success')) return undefined;
    const [changed, before, after] = [mine, first, second].map(bodyValue);
    found = except(differences(before, changed), differences(before, after));
    if (found.length === 0) return undefined;
  }
  return `the answer differs at ${inWords(found)}`;
}

function bodyValue({ exchange }: Sighting): unknown {
  const parsed = exchange.response === undefined ? undefined : parseJson(exchange.response);
  return parsed?.error === undefined ? parsed?.value : undefined;
}

async function repeated(context: CheckContext, { operation, fields, order }: StatusControl): Promise<void> {
  const id = `${STATUS}.encoding.repeated`;
  const own = fields.find(([name]) => name === 'orderNumber') as Field;
  const call = { label: 'orderNumber twice, with the same value', fields: [...fields, own] };
  const sighting = await ask(context, operation, call, [ANY_CONDITION]);
  const declared = context.contract.answer('legacy.repeated-parameter');
  recordSighting(context, id, sighting, () => judgeRepeated(sighting, declared));
  const value = sighting.reading?.outcome === 'error' ? 'refused' : 'accepted';
  context.observe(id, { silence: 'legacy.repeated-parameter', value, note: `order ${order.number}` });
}

/** Letter case of names, arguments in the URL: either reading is fine; no login stands in a URL. */
async function openPoints(context: CheckContext, { operation, fields, order }: StatusControl): Promise<void> {
  const id = `${STATUS}.encoding.open`;
  const rest = without(fields, 'orderNumber');
  const points = [
    {
      silence: 'legacy.parameter-name-case',
      call: { label: 'ORDERNUMBER in place of orderNumber', fields: [...rest, ['ORDERNUMBER', order.number] as const] },
    },
    {
      silence: 'legacy.query-arguments',
      call: {
        label: 'orderNumber in the URL only',
        fields: rest,
        query: `?orderNumber=${encodeURIComponent(order.number)}`,
        byHttp: true as const,
      },
    },
    {
      silence: 'legacy.content-type',
      call: {
        label: 'the form called text/plain',
        fields,
        headers: [['Content-Type', 'text/plain']] as const,
        byHttp: true as const,
      },
    },
  ];
  for (const { silence, call } of points) {
    const sighting = await ask(context, operation, call, [ANY_CONDITION]);
    const { reading, exchange } = sighting;
    const outcome = reading?.outcome === 'error' ? `errorCode ${reading.code}` : (reading?.outcome ?? 'no answer');
    recordSighting(context, id, sighting, ({ response }) =>
      (response?.status ?? 500) >= 500
        ? { verdict: 'fail', expected: 'any status below 500', actual: `status ${response?.status ?? 0}` }
        : { verdict: 'observed', reason: `${call.label}: ${outcome}.` },
    );
    context.observe(id, { silence, value: outcome, note: `status ${exchange.response?.status ?? 0}` });
  }
}
