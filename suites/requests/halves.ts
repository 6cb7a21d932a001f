/** Many things in one request, and fewer of them where it is refused, until what is refused stands alone. */
import { type PackedText, unpacked } from '../../generators/index.ts';

/** What can be sent in part: a text of several classes. */
interface Divisible {
  readonly parts?: readonly unknown[];
}

/**
 * Sends all of something at once; where that is refused, each half, and so on: half of the things, or half of what each is made
 * of, as some of the former or some of the latter may be what is refused.
 *
 * @param send true when it was accepted.
 * @param most requests: a server that refuses every second character must not cost a run.
 */
export async function inHalves<T extends Divisible>(
  all: readonly T[],
  send: (some: readonly T[]) => Promise<boolean>,
  unpack: (one: T) => readonly T[],
  most: number,
): Promise<void> {
  const waiting: (readonly T[])[] = all.length === 0 ? [] : [all];
  for (let sent = 0; sent < most; sent++) {
    const next = waiting.shift();
    if (next === undefined) return;
    if (!(await send(next))) waiting.push(...halvesOf(next, unpack).filter(({ length }) => length > 0));
  }
}

function halvesOf<T extends Divisible>(
  some: readonly T[],
  unpack: (one: T) => readonly T[],
): readonly (readonly T[])[] {
  const most = Math.max(0, ...some.map(({ parts = [] }) => parts.length));
  if (some.length > most || most < 2) {
    const middle = Math.ceil(some.length / 2);
    return some.length < 2 ? [] : [some.slice(0, middle), some.slice(middle)];
  }
  const divided = some.map((one) => (unpack(one).length > 0 ? unpack(one) : [one]));
  return [divided.flatMap(([first]) => first ?? []), divided.flatMap(([, second]) => second ?? [])];
}

/** A text at a place of a request. */
export interface Placed extends PackedText {
  readonly place: string;
}

/** The same place with each half of the text. */
export function unpackedAt({ place, ...text }: Placed): Placed[] {
  return unpacked(text).map((half) => ({ place, ...half }));
}
