/** What the status record of an order shows of its methods, what all looks of a group have shown, and what a change is to bring about there (contract 2.2, 4.13). */
import { type CheckContext, type Evidence, ifAvailable, type Judgement, type Session } from '../../engine/index.ts';
import { type MethodsShown, methodsShown, type RecordLook, type Wanted } from '../../judges/index.ts';
import { lookOf, seenBy } from '../../subject/read.ts';
import type { Field } from '../call.ts';
import { jsonOf, type Reply, rememberedOf } from '../replies.ts';
import { askStatus } from '../status/control.ts';
import type { DcvNames } from './names.ts';

/** A verdict on what a look showed, kept for the check that declares its requirement. */
export interface Kept {
  readonly judgement: Judgement;
  readonly evidence: Evidence;
}

/** What the looks of a group have shown. */
export interface Seen {
  readonly shown: Kept[];
  readonly unchanged: Kept[];
  /** True once an accepted change was seen to show. */
  confirmed: boolean;
}

/** What the looks of a group have shown so far. */
export const seenOf = rememberedOf<Session, Seen>(() => ({ shown: [], unchanged: [], confirmed: false }));

/** What was seen last of each order that was not called since. */
export const latestLooks = rememberedOf<Session, Map<string, RecordLook>>(() => new Map());

/** The status record before and after, for the report. */
export function seenIn(before: RecordLook | undefined, after: RecordLook | undefined): Pick<Evidence, 'seen'> {
  if (before?.exchange === undefined || after?.exchange === undefined) return {};
  return { seen: seenBy(lookOf(before.exchange), lookOf(after.exchange)) };
}

/** What the status record of an order shows now; undefined when it cannot be read. */
export async function lookAt(context: CheckContext, number: string, names: DcvNames): Promise<RecordLook | undefined> {
  const reply = await ifAvailable(askStatus(context, number));
  const look = reply && recordLook(reply, names);
  if (look !== undefined) latestLooks(context.session).set(number, look);
  return look;
}

/** What an answer of the status action shows; undefined when it is no readable record. */
export function recordLook(answered: Pick<Reply, 'exchange' | 'reading'>, names: DcvNames): RecordLook | undefined {
  const { exchange, reading } = answered;
  const whole = jsonOf(answered);
  if (reading?.outcome !== 'success' || whole === undefined) return undefined;
  const methods = methodsShown(whole, names.visible, Object.values(names.methods));
  return { data: reading.data, body: exchange.response?.body ?? '', exchange, methods };
}

/** What the plain fields of a call ask for, domain by domain; nothing where it is not known for which. @param first the domain of a call that names none */
export function askedOf(fields: readonly Field[], first: string | undefined): readonly Wanted[] {
  const domains = textOf(fields, 'domainNames') ?? textOf(fields, 'domainName') ?? first;
  const methods = methodsIn(fields);
  return domains?.split(/ +/).map((domain, at) => ({ domain, method: methods[at] ?? '' })) ?? [];
}

/** The same; undefined where the call or what the record shows does not tell. */
export function effectOf(
  fields: readonly Field[],
  first: string | undefined,
  shown: MethodsShown | undefined,
): readonly Wanted[] | undefined {
  const wanted = askedOf(fields, first);
  const isTold = wanted.every(({ domain, method }) => method !== '' && shown?.has(domain.toLowerCase()) === true);
  return isTold && wanted.length === methodsIn(fields).length ? wanted : undefined;
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
