/** Header fields that browsers, libraries and proxies add or leave out: none is a reason to answer a good request otherwise (contract 4.1; RFC 9110, section 12.5). */
import type { Exchange, HeaderList, Operation } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { answerOf, fail, isAccepted, PASS, warn } from '../judges/index.ts';
import { absentPath } from '../requests/absent.ts';
import { compose, namesOwnEntity, pathParameters } from '../requests/compose.ts';
import type { Tried } from '../requests/control.ts';
import { contentFor } from '../requests/unleased.ts';

/** A request as another client would send it. */
interface Sort {
  readonly label: string;
  readonly headers?: HeaderList;
  readonly without?: readonly string[];
  /** A server might have reasons of its own to turn it away: only that it breaks is a failure. */
  readonly debatable?: true;
}

const accepting = (accept: string): Sort => ({ label: `Accept: ${accept}`, headers: [['Accept', accept]] });

/** JSON satisfies each of them. */
const ACCEPTING: readonly Sort[] = [
  accepting('application/json, */*;q=0.5'),
  accepting('text/html, application/json;q=0.9'),
  accepting('application/*'),
  accepting('*/*'),
];

const ANY: readonly Sort[] = [
  { label: 'without Accept-Encoding', without: ['Accept-Encoding'] },
  // Guards against robots may ask for one.
  { label: 'without User-Agent', without: ['User-Agent'], debatable: true },
  // Nothing acceptable may be answered with 406 (RFC 9110, section 15.5.7).
  { label: 'Accept-Language: de', headers: [['Accept-Language', 'de, fr;q=0.5']], debatable: true },
];

/**
 * Sends a read that was accepted, or a change of what is not there, in each of these forms, and records what is answered otherwise
 * than the plain request is before and after it. What has no id in its path could only be asked to change something: nothing is sent.
 *
 * @param id the requirement about the status of the answer.
 */
export async function judgeHeaders(
  context: CheckContext,
  id: string,
  operation: Operation,
  { request, exchange }: Pick<Tried, 'request' | 'exchange'>,
): Promise<void> {
  const { session } = context;
  if (!context.wants(id) || context.depth === 'quick') return;
  const reads = operation.effect === 'observe';
  if (reads ? !isAccepted(exchange) : pathParameters(operation).length === 0 || namesOwnEntity(operation)) return;
  const absent = { path: absentPath(session, operation), ...(await contentFor(session, operation)), label: 'plain' };
  const plain = toWire(reads ? request : compose(operation, absent), { session });
  const usual = (await context.send(plain)).response?.status ?? 0;
  if (reads ? usual !== exchange.response?.status : usual !== 404) return;
  for (const sort of [...(reads ? ACCEPTING : []), ...ANY]) {
    let told: Judgement | undefined;
    let exchange: Exchange | undefined;
    // Between the two something else may have happened: a limit reached, an entity gone, another server of several asked.
    for (let time = 0; time < (reads ? 2 : MOST_TIMES); time++) {
      exchange = await context.send(formed(plain, sort));
      told = judgeSort(exchange.response?.status, usual, sort) ?? answerOf(exchange).judgement ?? PASS;
      if (told.verdict !== 'fail' && told.verdict !== 'warn') break;
      const now = (await context.send(plain)).response?.status;
      if (now === usual) continue;
      told = undefined;
      break;
    }
    if (told !== undefined) context.record(id, told, { label: sort.label, exchange });
  }
}

/** Which of several reasons a refusal is for may be a matter of who is asked, or of chance: a difference that lasts so long is neither. */
const MOST_TIMES = 8;

/** Pure. Undefined where the answer is the usual one, or there is none. */
function judgeSort(
  status: number | undefined,
  usual: number,
  { label, debatable }: Pick<Sort, 'label' | 'debatable'>,
): Judgement | undefined {
  if (status === undefined || status === usual) return undefined;
  const expected = `status ${usual} (${label}), as without that`;
  if (debatable === true && status < 500) return warn(expected, `status ${status}`);
  return fail(expected, `status ${status}`);
}

function formed(plain: WireRequest, { headers = [], without }: Sort): WireRequest {
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const others = (plain.headers ?? []).filter(([name]) => !named.has(name.toLowerCase()));
  return { ...plain, headers: [...others, ...headers], ...(without === undefined ? {} : { without }) };
}
