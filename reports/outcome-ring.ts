/**
 * The outcome of a run as a ring: an arc for each verdict, and in its middle what the outcome hangs on. A share of what passed would
 * be a large number however many promises are broken, so none is told; and nothing is green but a run that is conformant.
 */
import type { Outcome, Verdict } from '../spec/vocabulary.ts';
import type { RunOutcome } from './outcome.ts';
import { counted } from './visible.ts';
import { VERDICT_TITLES } from './words.ts';

/** The colours of the arcs, clockwise from the top: what is wrong first, what shows that nothing is wrong last. */
const STROKES = {
  fail: 'bad',
  broken: 'ink',
  warn: 'half',
  inconclusive: 'half',
  'not-applicable': 'line',
  observed: 'line',
  pass: 'line',
} as const satisfies Record<Verdict, string>;

const ORDER = Object.keys(STROKES) as Verdict[];

/** What an outcome other than conformant may hang on, the worst first. */
const DECISIVE: readonly Verdict[] = ['fail', 'broken', 'inconclusive', 'not-applicable'];

const MIDDLE: Readonly<Partial<Record<Outcome, string>>> = { conformant: '✓', aborted: '!' };

/** Hundredths of the ring that the arc of any verdict that occurs takes at least: one failure of thousands is to be seen. */
const LEAST = 6;

/** Hundredths of the ring between two arcs. */
const GAP = 1;

/** Styles of the ring, in the colours of the banner that it stands in. */
export const RING_STYLE = `
.cc-ring { flex: none; width: 60px; height: 60px; } .cc-ring circle { fill: none; stroke-width: 5; }
.cc-ring text { fill: var(--cc-tone); font-weight: 700; text-anchor: middle; dominant-baseline: central; }
${ORDER.map((verdict) => `.cc-arc-${verdict} { stroke: var(--cc-${STROKES[verdict]}); }`).join(' ')} .cc-good .cc-arc-pass { stroke: var(--cc-good); }`;

/** Markup of the ring (SVG); the words in it are for those who cannot see it. */
export function outcomeRing({ outcome, counts }: RunOutcome): string {
  const present = ORDER.filter((verdict) => counts[verdict] > 0);
  const told = present.map((verdict) => `${counts[verdict]} ${VERDICT_TITLES[verdict]}`).join(', ');
  const arcs = shares(present.map((verdict) => counts[verdict]));
  let at = 0;
  const circles = present.map((verdict, index) => {
    const share = arcs[index] ?? 0;
    const length = present.length === 1 ? share : share - GAP;
    const circle = `<circle class="cc-arc-${verdict}" cx="20" cy="20" r="17" pathLength="100" stroke-dasharray="${length} ${100 - length}" stroke-dashoffset="${-at}" transform="rotate(-90 20 20)"/>`;
    at += share;
    return circle;
  });
  const decisive = DECISIVE.find((verdict) => counts[verdict] > 0);
  const middle = MIDDLE[outcome] ?? (decisive === undefined ? '?' : String(counts[decisive]));
  const label = `${outcome}: ${told === '' ? counted(0, 'verdict') : told}`;
  return `<svg class="cc-ring" viewBox="0 0 40 40" role="img" aria-label="${label}">${circles.join('')}<text x="20" y="20.5" font-size="${middleSize(middle)}">${middle}</text></svg>`;
}

/** How many hundredths of the ring each count takes: its share, and no less than can be seen. */
function shares(numbers: readonly number[]): number[] {
  const total = numbers.reduce((sum, one) => sum + one, 0);
  const raised = numbers.map((one) => Math.max(LEAST, (100 * one) / total));
  const over = raised.reduce((sum, one) => sum + one, 0) - 100;
  const largest = raised.indexOf(Math.max(...raised));
  return raised.map((one, index) => round(index === largest ? one - over : one));
}

const round = (share: number): number => Math.round(share * 100) / 100;

/** The middle holds a sign or a number of up to four digits. */
function middleSize(middle: string): number {
  return 15 - 2.4 * Math.max(0, middle.length - 2);
}
