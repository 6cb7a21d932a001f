/** What the ids of a call name: those that every server reads alike (contract 2.1): another notation of one may be understood as anyone's. */
import { KINDS } from '../../spec/kinds.ts';
import { percentDecoded } from '../../spec/percent.ts';
import type { Fixture } from '../../target/types.ts';
import type { Call } from './routes.ts';

const PLAIN = /^[1-9]\d{0,9}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True where all ids of a call are decimal digits, the first no zero, or a UUID. */
export function isPlain({ ids }: Pick<Call, 'ids'>): boolean {
  return Object.values(ids).every((id) => PLAIN.test(id));
}

/** The same for entities that are one, or of which one stands below the other. */
export function nearOf({ operation, ids }: Call): string {
  return `${operation.area} ${Object.values(ids)[0]?.toLowerCase() ?? ''}`;
}

/** True when a call names a fixture, or may, in whatever notation (silence request.number-form). */
export function names({ operation, ids }: Call, fixture: Fixture): boolean {
  if (operation.entity !== fixture.kind) return false;
  const written = Object.entries(ids);
  return written.length > 0 && written.every(([name, text]) => mayMean(text, fixture.ids[name] ?? ''));
}

/** True for a fixture below what a call names, or may name. */
export function namesAbove({ operation, ids }: Call, { kind, ids: own }: Fixture): boolean {
  const { below, ids: parts } = KINDS[kind];
  const text = Object.values(ids)[0];
  return operation.entity === below && text !== undefined && mayMean(text, own[parts[0] ?? ''] ?? '');
}

/** True for an id, and for what a lenient server may read as it: with a fraction, an exponent, a sign, signs behind it, or wrapped around. */
function mayMean(written: string, id: string | number): boolean {
  const own = String(id).toLowerCase();
  if (PLAIN.test(written)) return written.toLowerCase() === own;
  const text = percentDecoded(written).normalize('NFKC').trim().toLowerCase();
  if (!/^\d+$/.test(own)) return text.replaceAll(/[^\da-z]/g, '').includes(own.replaceAll(/[^\da-z]/g, ''));
  const digits = text.match(/\d+/g) ?? [];
  const numbers = [Number(text), Number.parseFloat(text)].flatMap((one) => [one, Math.trunc(one), Math.round(one)]);
  const wrapped = digits.map((one) => Number(BigInt.asUintN(32, BigInt(one))));
  return [...numbers, ...digits.map(Number), ...wrapped].some((one) => Math.abs(one) === Number(own));
}
