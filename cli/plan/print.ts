/** A plan as people read it: what would be sent, what stays open, and what would change that. */
import { PLAIN, type Style } from '../../reports/style.ts';
import { counted } from '../../reports/visible.ts';
import { areaTitle } from '../../reports/words.ts';
import type { Contract } from '../../spec/types.ts';
import { EFFECTS } from '../../spec/vocabulary.ts';
import { longestChains, type Plan, type PlannedGroup, type Prospect, requestsOf, requirementsOf } from './model.ts';
import { printOpen, printSkipped, printUnsure } from './unproven.ts';

const NAME = 34;
const NUMBER = 10;

const PROSPECTS: readonly Prospect[] = ['judged', 'unsure', 'open', 'skipped'];

/** The plan as text of many lines, ending in a line break. */
export function printPlan(plan: Plan, contract: Contract, style: Style = PLAIN): string {
  const sections = [
    head(plan, style),
    table(plan, style),
    printOpen(plan, contract, style),
    printUnsure(plan, contract, style),
    printSkipped(plan, contract, style),
    notices(plan, style),
    foot(plan, style),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function head({ target, effect, dialect, depth, seed }: Plan, style: Style): string[] {
  return [
    `${style.bold('PLAN')}  ${target.name} (${target.urls.join(', ')})`,
    style.dim(`effect ${effect}, dialect ${dialect.name} (${standingOf(dialect)}), depth ${depth}, seed ${seed}`),
    style.dim('Nothing was sent to it: the checks were rehearsed on a stand-in that answers as documented.'),
  ];
}

/** Whether the dialect is claimed, and what of it where its base is not. */
function standingOf({ claimed, claimedSchemas }: Plan['dialect']): string {
  if (claimed) return 'claimed';
  return claimedSchemas.length === 0 ? 'assumed' : `base assumed, claimed: ${counted(claimedSchemas.length, 'schema')}`;
}

/** What the owner should know of the vendor's document. */
function notices({ dialect }: Plan, style: Style): string[] {
  if (dialect.notices.length === 0) return [];
  return [style.bold('Of the dialect'), ...dialect.notices.map((notice) => `  ${notice}`)];
}

/** One line for each group of checks, by area. */
function table({ groups }: Plan, style: Style): string[] {
  const line = (name: string, cells: readonly string[], rest = ''): string =>
    `${name.padEnd(NAME)}${cells.map((cell) => cell.padStart(NUMBER)).join('')}${rest === '' ? '' : `  ${rest}`}`;
  const row = (name: string, some: readonly PlannedGroup[], rest = ''): string => {
    const all = requirementsOf(some);
    const count = (wanted: Prospect): string => {
      const n = all.filter(({ prospect }) => prospect === wanted).length;
      return n === 0 ? '·' : String(n);
    };
    const requests = some.reduce((sum, group) => sum + requestsOf(group), 0);
    return line(name, [about(requests), ...PROSPECTS.map(count)], rest);
  };
  const lines = [style.dim(line('', ['requests', ...PROSPECTS], 'effect and fixtures'))];
  for (const area of new Set(groups.map((group) => group.area))) {
    const own = groups.filter((group) => group.area === area);
    lines.push(style.bold(row(areaTitle(area), own)));
    for (const group of own) lines.push(row(`  ${group.group}`, [group], style.dim(uses(group))));
  }
  lines.push(style.bold(row('Total', groups)));
  return lines;
}

/** How many requests a target needs that answers otherwise is not known, so no false precision. */
function about(requests: number): string {
  return requests === 0 ? '·' : `~${requests}`;
}

function uses({ checks, leases }: PlannedGroup): string {
  const active = checks.filter(({ requirements }) => requirements.some(({ prospect }) => prospect === 'judged'));
  const effect = active.map((check) => check.effect).toSorted((a, b) => EFFECTS.indexOf(b) - EFFECTS.indexOf(a))[0];
  const shown = leases
    .slice(0, 3)
    .map(
      ({ kind, ids, effect: use }) =>
        `${kind} ${Object.values(ids).join('/') || 'on demand'}${use === 'observe' ? '' : ` (${use})`}`,
    );
  const more = leases.length > shown.length ? [`${leases.length - shown.length} more`] : [];
  return [effect ?? 'nothing', ...shown, ...more].join(', ');
}

/** Chains that are named. */
const CHAINS = 3;

/** Milliseconds that an answer of a server far away takes. */
const FAR = 50;

/** Requests to one entity wait for each other: what the run takes at least, wherever the target is. */
function criticalPath(plan: Plan): string[] {
  const [longest, ...others] = longestChains(plan, CHAINS);
  if (longest === undefined || longest.requests === 0) return [];
  const also = others.map(({ group, requests }) => `${group} (${about(requests)})`).join(', ');
  const seconds = Math.ceil((longest.requests * FAR) / 1000);
  return [
    `Critical path: ${longest.group}, ${about(longest.requests)} requests one after the other, at ${FAR} ms each no less than ${seconds} s` +
      `${also === '' ? '' : `; then ${also}`}.`,
  ];
}

function foot(plan: Plan, style: Style): string[] {
  const { groups } = plan;
  const all = requirementsOf(groups);
  const judged = all.filter(({ prospect }) => prospect === 'judged').length;
  return [
    ...criticalPath(plan),
    `${style.bold(counted(judged, 'requirement'))} of ${all.length} can be judged, if the target answers as the stand-in did. ` +
      'What it refuses can leave more open, and changes the number of requests.',
    style.dim('Every check, with its effect, requests and fixtures: --json.'),
  ];
}
