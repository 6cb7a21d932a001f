/** Keeps guard probes from hitting an entity that is no fixture, even on a server that reads ids carelessly (design rule 6). */
import type { Operation } from '../../spec/types.ts';

/** Ids above this are taken to be unused. */
const UNUSED_FROM = 2_000_000_000;

/** False when some careless reading of `text` could name a real entity that the operation would change. */
export function harmless(operation: Operation, text: string): boolean {
  if (operation.effect === 'observe') return true;
  return readings(text).every((id) => Number.isNaN(id) || id <= 0 || id > UNUSED_FROM);
}

/** What servers are known to make of a malformed integer: its digits without a sign, its prefix, its rounding, its low 32 bits. */
function readings(text: string): number[] {
  const digits = text.replace(/\D+/g, '');
  const prefix = Number.parseInt(text, 10);
  const whole = Math.trunc(Number(text.trim() === '' ? Number.NaN : text));
  const wrapped = /^[+-]?\d+$/.test(text.trim())
    ? Number(BigInt.asIntN(32, BigInt(text.trim().replace('+', ''))))
    : Number.NaN;
  return [digits === '' ? Number.NaN : Number(digits), prefix, whole, wrapped];
}
