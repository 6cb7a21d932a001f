/** The lines in which two texts differ, with a few of those around them. */
import { diff } from 'node:util';
import type { Style } from '../../reports/style.ts';

/** Lines that are shown before and after what changed. */
const AROUND = 2;

/** How `util.diff` marks lines of the text that it is given first, and of the other. */
const [GONE, SAME, NEW] = [-1, 0, 1];

/** As people know it from version control: `-` for lines that are gone, `+` for new ones, `…` where lines are left out. */
export function difference(before: string, after: string, style: Style): string {
  const lines = diff(after.split('\n'), before.split('\n'));
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(([how]) => how !== SAME);
  const shown: string[] = [];
  const added: string[] = [];
  lines.forEach(([how, line], at) => {
    if (how === SAME) shown.push(...added.splice(0));
    if (how === NEW) added.push(style.green(`+ ${line}`));
    else if (how === GONE) shown.push(style.red(`- ${line}`));
    else if (isNear(at)) shown.push(`  ${line}`);
    else if (shown.at(-1) !== '…') shown.push('…');
  });
  return [...shown, ...added].join('\n');
}
