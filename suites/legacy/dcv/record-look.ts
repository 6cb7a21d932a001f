/** What the status record of an order shows of its methods, and what it showed last (contract 2.2). */
import type { CheckContext } from '../../engine/check.ts';
import type { Session } from '../../engine/session.ts';
import { ifAvailable } from '../../engine/unavailable.ts';
import { parseJson } from '../../judges/body.ts';
import { methodsShown, type RecordLook } from '../../judges/envelope-dcv.ts';
import { statusOf } from '../status/control.ts';
import type { Answered } from '../throttle.ts';
import type { DcvNames } from './names.ts';

/** What the status records of orders showed last, as long as nothing was asked for since. */
const latest = new WeakMap<Session, Map<string, RecordLook>>();

/** What was seen last of each order that was not called since. */
export function latestLooks(session: Session): Map<string, RecordLook> {
  const looks = latest.get(session) ?? new Map<string, RecordLook>();
  latest.set(session, looks);
  return looks;
}

/** What the status record of an order shows now; undefined when it cannot be read. */
export async function lookAt(context: CheckContext, number: string, names: DcvNames): Promise<RecordLook | undefined> {
  const answered = await ifAvailable(statusOf(context, number));
  const look = answered && recordLook(answered, names);
  if (look !== undefined) latestLooks(context.session).set(number, look);
  return look;
}

/** What an answer of the status action shows; undefined when it is no readable record. */
export function recordLook({ exchange, reading }: Answered, names: DcvNames): RecordLook | undefined {
  const { response } = exchange;
  const parsed = response === undefined ? undefined : parseJson(response);
  if (reading?.outcome !== 'success' || parsed === undefined || parsed.error !== undefined) return undefined;
  return {
    data: reading.data,
    body: response?.body ?? '',
    exchange,
    methods: methodsShown(parsed.value, names.visible, Object.values(names.methods)),
  };
}
