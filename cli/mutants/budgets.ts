/** Writes what a budget buys: the order for the engine, and for people a table and a picture in docs/. */
import { writeFileSync } from 'node:fs';
import type { Fault } from '../../emulator/index.ts';
import type { Contract } from '../../spec/types.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { pricesOf } from './costs.ts';
import { curveOf, type Point, worthOf } from './curve.ts';
import type { Kill } from './hunt.ts';

const WORTH = new URL('../../suites/engine/worth.json', import.meta.url);
const PAGE = new URL('../../docs/budgets.md', import.meta.url);
const PICTURE = new URL('../../docs/budgets.svg', import.meta.url);

/** Cells of the fault model in a hunt of everything; all of them take an hour. */
export const CELLS = 60;

/** Budgets in the table. */
const ROWS = [500, 1000, 2000, 3000, 5000, 8000];

/** Requests between two points of the picture. */
const STEP = 250;

/** What was hunted. */
export interface Hunt {
  readonly kills: readonly Kill[];
  /** All mutants that there are. */
  readonly all: readonly Fault[];
  /** Every n-th of the list was hunted. */
  readonly every: number;
  readonly seed: number;
  readonly depth: 'quick' | 'standard' | 'deep';
}

/** Writes all three and returns one sentence. */
export async function writeBudgets(contract: Contract, hunt: Hunt): Promise<string> {
  const hunted = new Set(hunt.kills.map(({ fault }) => fault));
  const others = hunt.all.filter(({ id }) => !hunted.has(id));
  const worth = worthOf(contract, await pricesOf(contract, hunt), hunt.kills, others);
  const groups = catalogue(contract);
  const [all = { requests: 0, found: 0 }] = curveOf(groups, worth, [Number.POSITIVE_INFINITY]);
  const at = (budgets: readonly number[]): readonly Point[] => [...curveOf(groups, worth, budgets), all];
  const steps = Array.from({ length: Math.floor(all.requests / STEP) + 1 }, (_, index) => index * STEP);
  const units = worth.units.map((unit) => `    ${JSON.stringify(unit)}`).join(',\n');
  writeFileSync(
    WORTH,
    `{\n  "before": ${worth.before},\n  "faults": ${worth.faults},\n  "units": [\n${units}\n  ]\n}\n`,
  );
  writeFileSync(PAGE, pageOf(at(ROWS.filter((row) => row < all.requests)), worth.faults, hunt));
  writeFileSync(PICTURE, pictureOf(at(steps), worth.faults));
  return `What a budget buys is written to ${[WORTH, PAGE, PICTURE].map(({ pathname }) => pathname).join(', ')}.`;
}

function pageOf(points: readonly Point[], faults: number, { kills, all, every, seed, depth }: Hunt): string {
  const rows = points.map(({ requests, found }, index) => {
    const name = `${requests.toLocaleString('en')}${index === points.length - 1 ? ' (all)' : ''}`;
    return `| ${name} | ${found} | ${percent(found / faults)} |`;
  });
  return `# What a budget of requests finds

\`--max-requests N\` spends N requests on what finds most. What that is was found by planting ${kills.length} of the ${all.length.toLocaleString('en')} mutants of the
reference emulator, one after the other (${every === 1 ? 'all' : `every ${every}th`} of the single faults and of ${CELLS} cells of the fault model that seed ${seed} draws; checks at
depth ${depth}): which requirements of the mutant's operation notice it, and how many requests these take. The order also looks at the mutants that were not hunted, by the requirements that state what they break;
the figures are of the hunted ones alone. Each budget first covers every operation, then takes what finds most for each request. A fault counts as found
when one of the checks that noticed it is among those that the budget pays for. Written by \`npm run mutants -- --curve\`.

![Faults found by requests](budgets.svg)

| requests | planted faults found, of ${faults} | part |
|---:|---:|---:|
${rows.join('\n')}

A tenth of the budget at most goes into looking which fixtures are there, and what was not looked at is not used: more than enough
fixtures cost a small budget nothing. The curve is no steeper because the planted faults are: most stand behind a request of their own (one bad
credential at one operation, one limit of one member), so that few are found by few requests, whichever these are.

What is left out is inconclusive for the cause \`budget\`, and the run is partial at best: a budget finds faults, it shows no conformance.
`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(0)} %`;
}

const WIDTH = 640;
const HEIGHT = 320;
const EDGE = { left: 56, right: 16, top: 16, bottom: 44 };

/** A curve with its axes: requests from left to right, the part of the faults upwards. */
function pictureOf(points: readonly Point[], faults: number): string {
  const most = points.at(-1)?.requests ?? 1;
  const x = (requests: number): number => Math.round(EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * requests) / most);
  const y = (part: number): number => Math.round(HEIGHT - EDGE.bottom - (HEIGHT - EDGE.top - EDGE.bottom) * part);
  const path = points.map(({ requests, found }) => `${x(requests)},${y(found / faults)}`).join(' ');
  const rows = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (part) =>
      `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(part)}" y2="${y(part)}" stroke="#ccc"/>` +
      `<text x="${EDGE.left - 8}" y="${y(part) + 4}" text-anchor="end">${percent(part)}</text>`,
  );
  const step = 10 ** Math.floor(Math.log10(most)) / 5;
  const columns = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step).map(
    (requests) =>
      `<text x="${x(requests)}" y="${HEIGHT - EDGE.bottom + 20}" text-anchor="middle">${requests.toLocaleString('en')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>Planted faults found, by the number of requests</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...rows, ...columns].join('\n')}
<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">requests</text>
<polyline points="${path}" fill="none" stroke="#1769aa" stroke-width="2"/>
</svg>
`;
}
