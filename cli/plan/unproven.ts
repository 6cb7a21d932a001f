/** What a run would leave unproven, grouped by what would change that. */
import { adviceText, gather } from '../../reports/hints.ts';
import { PLAIN, type Style } from '../../reports/style.ts';
import { reasonText } from '../../reports/why.ts';
import { areaTitle, CAUSE_TITLES } from '../../reports/words.ts';
import type { Contract } from '../../spec/types.ts';
import { type Plan, type PlannedRequirement, requirementsOf, wantingsOf } from './model.ts';

const WIDTH = 110;

/** Every requirement that stays inconclusive: why, which, and what would change it. */
export function printOpen(plan: Plan, contract: Contract, style: Style = PLAIN): string[] {
  const all = requirementsOf(plan.groups);
  const open = all.filter(({ prospect }) => prospect === 'open');
  const known = all.map(({ requirement }) => requirement);
  if (open.length === 0) return [];
  const lines = [style.bold(`Stays inconclusive: ${open.length}`)];
  for (const { members, advice } of gather(wantingsOf(plan.groups, ['open']))) {
    const [first] = members;
    if (first === undefined) continue;
    lines.push('', `${style.yellow(String(members.length).padStart(5))}  ${reasonOf(first)}`);
    if (advice !== undefined) lines.push(`       ${style.cyan('shown by')}  ${adviceText(advice)}`);
    lines.push(
      ...byOperation(members, contract, known)
        .flatMap((text) => wrap(text, WIDTH))
        .map((text) => style.dim(text)),
    );
  }
  return lines;
}

/** The reason; what the advice says is not said twice. */
function reasonOf({ reason, cause, why }: PlannedRequirement): string {
  return why === undefined ? (reason ?? CAUSE_TITLES[cause ?? 'other']) : reasonText(why);
}

/** Heads what a rehearsal cannot foretell. */
export const UNSURE = 'depend on what the target answers, and it was not asked';

/** What the stand-in left open by its answers: the target may answer otherwise. */
export function printUnsure(plan: Plan, contract: Contract, style: Style = PLAIN): string[] {
  const all = requirementsOf(plan.groups);
  const unsure = all.filter(({ prospect }) => prospect === 'unsure');
  if (unsure.length === 0) return [];
  const known = all.map(({ requirement }) => requirement);
  return [
    style.bold(`Cannot be foretold: ${unsure.length}, which ${UNSURE}`),
    ...byOperation(unsure, contract, known)
      .flatMap((text) => wrap(text, WIDTH))
      .map((text) => style.dim(text)),
  ];
}

/** What does not apply to this run: counted by operation, as it is left out on purpose. */
export function printSkipped(plan: Plan, contract: Contract, style: Style = PLAIN): string[] {
  const skipped = requirementsOf(plan.groups).filter(({ prospect }) => prospect === 'skipped');
  if (skipped.length === 0) return [];
  const lines = [style.bold(`Left out of this run: ${skipped.length}`)];
  for (const { members, advice } of gather(wantingsOf(plan.groups, ['skipped']))) {
    const [first] = members;
    if (first === undefined) continue;
    const remedy = advice === undefined ? '' : ` (${adviceText(advice)})`;
    lines.push(
      `${style.yellow(String(members.length).padStart(5))}  ${CAUSE_TITLES[first.cause ?? 'other']}${style.cyan(remedy)}`,
    );
    const counts = countBy(members, ({ requirement }) => owner(contract, requirement));
    const text = [...counts].map(([name, n]) => `${name} ${n}`).join(', ');
    lines.push(...wrap(text, WIDTH).map((line) => style.dim(line)));
  }
  return lines;
}

/** `  SSL certificates 14, Domains 3`: requirements by area. */
export function byArea(requirements: readonly PlannedRequirement[], contract: Contract): string {
  const counts = countBy(requirements, ({ requirement }) => areaTitle(contract.requirement(requirement).area));
  return [...counts].map(([name, n]) => `${name} ${n}`).join(', ');
}

/**
 * One text for each operation. `body.*` stands for all requirements of the operation that begin so: it is only written
 * where not one of them is missing, so the list stays exact.
 */
function byOperation(members: readonly PlannedRequirement[], contract: Contract, known: readonly string[]): string[] {
  return grouped(members, ({ requirement }) => owner(contract, requirement)).map((some) => {
    const name = owner(contract, some[0]?.requirement ?? '');
    const family = (id: string): string => brief(id, name).split('.')[0] ?? id;
    const whole = Map.groupBy(
      known.filter((id) => owner(contract, id) === name),
      family,
    );
    const ids = some.map(({ requirement }) => requirement);
    const parts = [...Map.groupBy(ids, family)].flatMap(([start, alike]) =>
      alike.length > 1 && alike.length === whole.get(start)?.length
        ? [`${start}.* (${alike.length})`]
        : alike.map((id) => brief(id, name)),
    );
    return `${name}: ${parts.join(', ')}`;
  });
}

/** An id without what its operation's name says already. */
function brief(id: string, operation: string): string {
  return id.startsWith(`${operation}.`) ? id.slice(operation.length + 1) : id;
}

function owner(contract: Contract, requirement: string): string {
  const { operation, area } = contract.requirement(requirement);
  return operation ?? area;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = Map.groupBy(items, key);
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(items, key)].map(([name, members]) => [name, members.length]));
}

/** Lines of at most so many characters, indented under a count. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width - 7) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => `       ${one}`);
}
