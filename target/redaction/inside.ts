/** What stands inside base64: of a text within it the characters at both ends hang on its neighbours as well (RFC 4648, section 4). */

/** From so many characters on nothing but the text itself looks like it. */
const SURE = 16;

/** Characters on either side that hold the rest of the text, and may be written in escapes. */
const BESIDE = 8;

/** Four characters stand for three bytes: a text may begin at any of them. */
const ALIGNMENTS = [0, 1, 2, 3] as const;

/**
 * True where a find inside base64 is what it looks like. Short ones may come by chance, as those of a text that differs at its ends
 * do: of them what the base64 around it stands for has to hold the text. `isHeld`: whether it does.
 */
export function isInside(text: string, at: number, found: string, isHeld: (decoded: string) => boolean): boolean {
  if (found.length >= SURE) return true;
  const [before, after] = [text.slice(Math.max(0, at - BESIDE), at), text.slice(at + found.length).slice(0, BESIDE)];
  const [head = ''] = /[A-Za-z0-9+/_-]*$/.exec(unescaped(before)) ?? [];
  const [tail = ''] = /^[A-Za-z0-9+/_=-]*/.exec(unescaped(after)) ?? [];
  const run = head + unescaped(found) + tail;
  return ALIGNMENTS.some((skip) => isHeld(Buffer.from(run.slice(skip), 'base64').toString('latin1')));
}

function unescaped(text: string): string {
  return text
    .replace(/%(?:25)*2b/gi, '+')
    .replace(/%(?:25)*2f/gi, '/')
    .replaceAll('\\/', '/');
}
