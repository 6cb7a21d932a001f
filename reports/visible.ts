/** Text that came from outside, made harmless and short enough to print. */

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The text with every character that hides, reorders or drives a terminal written as an escape. Line breaks too, unless kept. */
export function visible(text: string, keepLines = false): string {
  return text.replace(UNSEEN, (character) => {
    if (keepLines && character === '\n') return character;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** The beginning of a text, with what was left out said in characters. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (+${text.length - end} characters)`;
}

/** A text that may be published: of files that it names, the name alone and not where they lie on this machine. */
export function withoutFolders(text: string): string {
  return text.replace(
    /(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/()'":]+)+[\\/](?=[^\s\\/()'":]+\.[cm]?[jt]sx?\b)/g,
    '',
  );
}

/** `1 result`, `2 results`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** Milliseconds as people say them: `840 ms`, `12.4 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A time that is only about right, from whole seconds: 42 s, 3 min, 1 min 30 s. */
export function estimate(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000).replace(/ 0 s$/, '');
}
