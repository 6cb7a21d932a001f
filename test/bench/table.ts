/** Figures as one table: what, and how much. */

/** What was measured, and the figure with its unit. */
export type Row = readonly [what: string, figure: string];

/** The rows with their figures below each other, ending in a line break. */
export function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([what]) => what.length));
  return rows.map(([what, figure]) => `  ${what.padEnd(width)}  ${figure}\n`).join('');
}
