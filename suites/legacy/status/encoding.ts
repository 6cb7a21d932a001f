/** The status call in other spellings (contract 4.12). */
import type { Check, CheckContext } from '../../engine/check.ts';
import { parseJson } from '../../judges/body.ts';
import { differences, except, inWords } from '../../judges/difference.ts';
import { STATUS } from '../action.ts';
import { ANY_CONDITION } from '../conditions.ts';
import {
  commonPoints,
  encodingRequirements,
  judgeNonAscii,
  judgeOpenPoints,
  judgeSpaceInLogin,
  judgeSpellings,
  type OpenPoint,
  type SpellingSubject,
  spellings,
} from '../encoding.ts';
import { without } from '../form.ts';
import { ask, type Sighting } from '../sightings.ts';
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
      await judgeOpenPoints(context, STATUS, openPoints(control), (call) =>
        ask(context, operation, call, [ANY_CONDITION]),
      );
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

/** Arguments in the URL, and a form that is called something else; no login stands in a URL. */
function openPoints({ fields, order }: StatusControl): OpenPoint[] {
  return [
    ...commonPoints(order.number, () => fields),
    {
      silence: 'legacy.query-arguments',
      call: () => ({
        label: 'orderNumber in the URL only',
        fields: without(fields, 'orderNumber'),
        query: `?orderNumber=${encodeURIComponent(order.number)}`,
        byHttp: true,
      }),
    },
    {
      silence: 'legacy.content-type',
      call: () => ({
        label: 'the form called text/plain',
        fields,
        headers: [['Content-Type', 'text/plain']],
        byHttp: true,
      }),
    },
  ];
}
