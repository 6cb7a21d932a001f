/** Colour for terminals, and none for anything else. */
import { styleText } from 'node:util';

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;
// Whether the stream takes colours is asked once, by `styleFor`.
const styled = (format: keyof Style) => (text: string) => styleText(format, text, { validateStream: false });

export const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export const COLOUR: Style = {
  bold: styled('bold'),
  dim: styled('dim'),
  red: styled('red'),
  green: styled('green'),
  yellow: styled('yellow'),
  cyan: styled('cyan'),
};

/** Colour on a terminal only, never with NO_COLOR set (to anything) or on a dumb terminal. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Style {
  const wanted = stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return wanted ? COLOUR : PLAIN;
}
