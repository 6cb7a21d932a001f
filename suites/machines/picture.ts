/** Draws a transition table as a picture: one look tells which moves a server gets right. */

/** How a cell came out. */
export type CellColour = 'good' | 'bad' | 'grey';

export interface PictureCell {
  readonly colour: CellColour;
  /** What the contract says of the move: `allowed`, `refused`, `not shown`. */
  readonly promise: string;
  /** What was seen: `200, shows`, `not tried`. */
  readonly seen: string;
}

export interface TablePicture {
  readonly title: string;
  /** Contract section and target, under the title. */
  readonly subtitle: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cell: (row: string, column: string) => PictureCell;
}

const CELL = { width: 132, height: 58, gap: 6 };
const LEFT = 128;
const TOP = 112;
const PAD = 24;

const PAINT: Readonly<Record<CellColour, { fill: string; line: string; ink: string; mark: string; name: string }>> = {
  good: { fill: '#dcf5e3', line: '#2e9e57', ink: '#14532d', mark: '✓', name: 'as the contract says' },
  bad: { fill: '#fde0e0', line: '#d43c3c', ink: '#7f1d1d', mark: '✗', name: 'not as the contract says' },
  grey: { fill: '#eceef1', line: '#9aa3af', ink: '#374151', mark: '–', name: 'left open, or not shown by this run' },
};

/** An SVG document with its own light background, so that it reads on a dark page as on a white one. */
export function drawTable(table: TablePicture): string {
  const { rows, columns } = table;
  const inner = columns.length * (CELL.width + CELL.gap) - CELL.gap;
  const width = Math.max(PAD + LEFT + inner + PAD, 620);
  const bottom = TOP + rows.length * (CELL.height + CELL.gap);
  const height = bottom + 46;
  const parts = [
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12" fill="#ffffff" stroke="#cbd5e1"/>`,
    text(PAD, 36, table.title, 'font-size="18" font-weight="600" fill="#111827"'),
    text(PAD, 58, table.subtitle, 'font-size="12.5" fill="#6b7280"'),
    text(PAD, TOP - 14, 'from ↓   to →', 'font-size="12" fill="#6b7280"'),
    ...columns.map((name, at) =>
      text(
        columnX(at) + CELL.width / 2,
        TOP - 14,
        name,
        'font-size="13.5" font-weight="600" fill="#111827" text-anchor="middle"',
      ),
    ),
    ...rows.map((name, at) =>
      text(
        PAD + LEFT - 14,
        rowY(at) + CELL.height / 2 + 5,
        name,
        'font-size="13.5" font-weight="600" fill="#111827" text-anchor="end"',
      ),
    ),
    ...rows.flatMap((row, y) => columns.map((column, x) => drawCell(table.cell(row, column), columnX(x), rowY(y)))),
    ...legend(bottom + 14),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(table.title)}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">`,
    ...parts,
    '</svg>',
  ].join('\n');
}

function drawCell(cell: PictureCell, x: number, y: number): string {
  const { fill, line, ink, mark } = PAINT[cell.colour];
  return [
    `<g>`,
    `<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" rx="8" fill="${fill}" stroke="${line}" stroke-width="1.4"/>`,
    text(x + CELL.width - 14, y + 22, mark, `font-size="15" font-weight="700" fill="${line}" text-anchor="middle"`),
    text(x + 12, y + 24, cell.promise, `font-size="13.5" font-weight="600" fill="${ink}"`),
    text(x + 12, y + 44, cell.seen, `font-size="11.5" fill="${ink}"`),
    '</g>',
  ].join('');
}

function legend(y: number): string[] {
  let x = PAD;
  return (['good', 'bad', 'grey'] as const).flatMap((colour) => {
    const { fill, line, mark, name } = PAINT[colour];
    const at = x;
    x += 34 + name.length * 6.6;
    return [
      `<rect x="${at}" y="${y}" width="18" height="18" rx="4" fill="${fill}" stroke="${line}" stroke-width="1.2"/>`,
      text(at + 9, y + 13.5, mark, `font-size="11.5" font-weight="700" fill="${line}" text-anchor="middle"`),
      text(at + 25, y + 13.5, name, 'font-size="12" fill="#374151"'),
    ];
  });
}

function columnX(at: number): number {
  return PAD + LEFT + at * (CELL.width + CELL.gap);
}

function rowY(at: number): number {
  return TOP + at * (CELL.height + CELL.gap);
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
