/** Long lines of the console, broken between words with a hanging indent. */

/** Narrower than this nothing is broken: there would be a word to a line. */
export const NARROWEST = 40;

/**
 * A text on lines of at most `columns` characters; those after the first begin with `indent` blanks. A word that is longer than
 * a line is broken anywhere.
 *
 * @param columns width of the terminal; undefined breaks nothing
 */
export function wrap(text: string, indent: number, columns: number | undefined): string {
  const width = (columns ?? 0) - indent;
  if (columns === undefined || width < NARROWEST || text.length <= width) return text;
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (; word.length > width; word = word.slice(width)) lines.push(word.slice(0, width));
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
