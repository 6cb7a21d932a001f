/** The outcome of a run as a small picture, for the front page of a project. */
import { narrowingOf } from './headline.ts';
import type { Statement } from './statement.ts';
import { OUTCOME_TITLES } from './words.ts';
import { element, escapeText } from './xml.ts';

/** Name of the picture inside the folder of a run. */
export const BADGE_FILE = 'badge.svg';

const COLOURS: Readonly<Record<Statement['outcome'], string>> = {
  conformant: '#2e7d32',
  'known-failures': '#9a6700',
  partial: '#9a6700',
  'non-conformant': '#b3261e',
  aborted: '#57606a',
};

const HEIGHT = 20;
const MARGIN = 7;
/** Widths of Verdana's characters at 11 px differ; this one is enough for any text, and `textLength` makes it so. */
const CHARACTER = 6.6;

/** The picture: contract and version; what came of it, about how much, and the day. */
export function badge(statement: Statement): string {
  const { outcome, interrupted, contract, startedAt, finishedAt } = statement;
  const said = interrupted ? 'interrupted' : OUTCOME_TITLES[outcome].toLowerCase();
  const about = narrowingOf(statement);
  const label = `contract ${contract}`;
  const day = (finishedAt ?? startedAt).slice(0, 10);
  const message = `${said}${about === undefined ? '' : ` ${about}`} · ${day}`;
  const [left, right] = [widthOf(label), widthOf(message)];
  const colour = about === undefined || outcome !== 'conformant' ? COLOURS[outcome] : COLOURS.partial;
  const text = (words: string, at: number, width: number): string =>
    element('text', { x: at + width / 2, y: 14, textLength: width - 2 * MARGIN }, [escapeText(words)]);
  const title = `certconform: ${label}, ${message}`;
  const content = [
    element('title', {}, [escapeText(title)]),
    element('rect', { width: left, height: HEIGHT, fill: '#24292f' }),
    element('rect', { x: left, width: right, height: HEIGHT, fill: colour }),
    element(
      'g',
      { fill: '#fff', 'text-anchor': 'middle', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': 11 },
      [text(label, 0, left), text(message, left, right)],
    ),
  ];
  const size = { width: left + right, height: HEIGHT };
  return `${element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'aria-label': title }, content)}\n`;
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER) + 2 * MARGIN;
}
