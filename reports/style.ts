/** Colour for terminals, and none for anything else. */

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;
const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;

export const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export const COLOUR: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
};

/** Colour on a terminal only, never with NO_COLOR set (to anything) or on a dumb terminal. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Style {
  const wanted = stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return wanted ? COLOUR : PLAIN;
}
