/** Looks for several texts at once, at little cost where none of them is there. */

/** Characters of a sample: long enough to be rare in ordinary text. */
const SAMPLE = 4;

/** Slots of the table of known samples; a power of two. */
const SLOTS = 1 << 16;

/** The bit that tells a small ASCII letter from a capital. What falls together beside letters costs a closer look only. */
const CASE = 0x20;

/** A text that is looked for, and where in it a sample begins. */
interface Origin {
  readonly wanted: string;
  readonly offset: number;
}

/**
 * A test whether a text holds one of the given ones, which are in lower case; letter case is ignored. Whatever holds one of
 * them holds a sample of it at every so many characters: only these places are looked at, and compared where a sample is
 * known. The longer the shortest wanted text is, the fewer they are; what is shorter than a sample is looked for as it is.
 */
export function searchFor(wanted: readonly string[]): (text: string) => boolean {
  const short = wanted.filter(({ length }) => length < SAMPLE);
  const sampled = bySamples(wanted.filter(({ length }) => length >= SAMPLE));
  if (short.length === 0) return sampled;
  return (text) => {
    const lower = text.toLowerCase();
    return short.some((one) => lower.includes(one)) || sampled(text);
  };
}

function bySamples(wanted: readonly string[]): (text: string) => boolean {
  if (wanted.length === 0) return () => false;
  const stride = Math.min(...wanted.map(({ length }) => length)) - SAMPLE + 1;
  const known = new Uint8Array(SLOTS);
  const origins = new Map<number, Origin[]>();
  for (const one of wanted) {
    for (let offset = 0; offset + SAMPLE <= one.length; offset++) {
      const sample = sampleAt(one, offset);
      known[slotOf(sample)] = 1;
      const origin = { wanted: one, offset };
      const same = origins.get(sample);
      if (same === undefined) origins.set(sample, [origin]);
      else same.push(origin);
    }
  }
  return (text) => {
    for (let at = stride - 1; at + SAMPLE <= text.length; at += stride) {
      const sample = sampleAt(text, at);
      if (known[slotOf(sample)] === 1 && origins.get(sample)?.some((origin) => stands(text, at, origin)) === true)
        return true;
    }
    return false;
  };
}

function stands(text: string, at: number, { wanted, offset }: Origin): boolean {
  const start = at - offset;
  return start >= 0 && text.slice(start, start + wanted.length).toLowerCase() === wanted;
}

/** The sample that begins at a place, whatever its letters' case, as a number. */
function sampleAt(text: string, at: number): number {
  const a = text.charCodeAt(at) | CASE;
  const b = text.charCodeAt(at + 1) | CASE;
  const c = text.charCodeAt(at + 2) | CASE;
  const d = text.charCodeAt(at + 3) | CASE;
  return a ^ (b << 8) ^ (c << 16) ^ (d << 24);
}

function slotOf(sample: number): number {
  return (Math.imul(sample, 0x9e3779b1) >>> 16) & (SLOTS - 1);
}
