/** What the status record of an order shows of its methods, what it showed last, and what a change is to bring about there (contract 2.2, 4.13). */
import { type CheckContext, ifAvailable, type Session } from '../../engine/index.ts';
import { type MethodsShown, methodsShown, parseJson, type RecordLook, type Wanted } from '../../judges/index.ts';
import type { Field } from '../call.ts';
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

/**
 * The methods that a call asks for, domain by domain. @param first the domain of a call that names none
 * @returns undefined where the call or what the record shows does not tell
 */
export function effectOf(
  fields: readonly Field[],
  first: string | undefined,
  shown: MethodsShown | undefined,
): readonly Wanted[] | undefined {
  const wanted = askedOf(fields, first);
  const methods = methodsIn(fields);
  const isTold = wanted.every(({ domain, method }) => method !== '' && shown?.has(domain.toLowerCase()) === true);
  return isTold && wanted.length === methods.length ? wanted : undefined;
}

/** What the plain fields of a call ask for, domain by domain; nothing where it is not known for which. */
export function askedOf(fields: readonly Field[], first: string | undefined): readonly Wanted[] {
  const domains = textOf(fields, 'domainNames') ?? textOf(fields, 'domainName') ?? first;
  const methods = methodsIn(fields);
  return domains?.split(/ +/).map((domain, at) => ({ domain, method: methods[at] ?? '' })) ?? [];
}

function methodsIn(fields: readonly Field[]): string[] {
  return (textOf(fields, 'newMethods') ?? textOf(fields, 'newMethod') ?? '').split(/ +/);
}

/** True when all that is wanted shows; where that is not known, when anything is other than before. */
export function isShown(
  wanted: readonly Wanted[] | 'unknown',
  before: MethodsShown | undefined,
  now: MethodsShown | undefined,
): boolean {
  if (wanted !== 'unknown') return wanted.every(({ domain, method }) => now?.get(domain.toLowerCase()) === method);
  return [...(now ?? [])].some(([domain, method]) => before?.get(domain) !== method);
}

/** The value of a plain form field; undefined when there is none. */
export function textOf(fields: readonly Field[], name: string): string | undefined {
  // Decodes what it can: some of the values are broken on purpose.
  return new URLSearchParams(fields.map(([own, value]) => `${own}=${value}`).join('&')).get(name) ?? undefined;
}
