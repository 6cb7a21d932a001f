/** A diagnosis as people read it. */

import { adviceText, gather, hintText } from '../../reports/hints.ts';
import { PLAIN, type Style } from '../../reports/style.ts';
import { counted } from '../../reports/visible.ts';
import type { Contract } from '../../spec/types.ts';
import type { Effect } from '../../spec/vocabulary.ts';
import { command } from '../invocation.ts';
import { type Plan, requirementsOf, wantingsOf } from '../plan/model.ts';
import { byArea, UNSURE } from '../plan/unproven.ts';
import type { Finding, State, Topic } from './finding.ts';

/** All that was found. This is what `--json` prints. */
export interface Diagnosis {
  readonly target: { readonly name: string; readonly urls: readonly string[] };
  readonly effect: Effect;
  /** False when nothing answered at all. */
  readonly reached: boolean;
  readonly findings: readonly Finding[];
  /** What a run could show with what is in order. */
  readonly plan?: Plan;
}

const TITLES: Readonly<Record<Topic, string>> = {
  connection: 'Connection',
  clock: 'Clock',
  credentials: 'Credentials',
  dialect: 'Dialect',
  fixtures: 'Fixtures',
  'legacy login': 'Legacy login',
};

/** The diagnosis as text of many lines, ending in a line break. */
export function printDiagnosis(diagnosis: Diagnosis, contract: Contract, style: Style = PLAIN): string {
  const { findings, plan } = diagnosis;
  const sections = [
    head(diagnosis, style),
    ...(Object.keys(TITLES) as Topic[]).map((topic) => section(topic, findings, style)),
    plan === undefined ? [] : unproven(plan, contract, style),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function head({ target, findings, reached, effect }: Diagnosis, style: Style): string[] {
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const doubts = findings.filter(({ state }) => state === 'doubt').length;
  const more = doubts === 0 ? '' : `, ${counted(doubts, 'doubt')}`;
  const title = !reached
    ? style.red(style.bold('NOT REACHED'))
    : wrong > 0
      ? style.red(style.bold('NOT WELL'))
      : style.green(style.bold('WELL'));
  const said = wrong > 0 ? `${counted(wrong, 'thing')} to mend` : 'nothing to mend';
  return [`${title}  ${said}${more}`, style.dim(`${target.name} (${target.urls.join(', ')}), effect ${effect}`)];
}

function section(topic: Topic, all: readonly Finding[], style: Style): string[] {
  const findings = all.filter((finding) => finding.topic === topic);
  if (findings.length === 0) return [];
  const lines = topic === 'fixtures' ? fixtureLines(findings, style) : findings.map((finding) => line(finding, style));
  return [style.bold(TITLES[topic]), ...lines];
}

/** What is in order is counted by kind; what is not is told one by one. */
function fixtureLines(findings: readonly Finding[], style: Style): string[] {
  const kinds = Map.groupBy(findings, ({ subject }) => subject.split(' ')[0] ?? subject);
  return [...kinds].flatMap(([kind, own]) => {
    const count = (state: State): number => own.filter((finding) => finding.state === state).length;
    const parts = [
      count('good') > 0 ? `${count('good')} in order` : '',
      count('unseen') > 0 ? `${count('unseen')} cannot be looked at` : '',
    ].filter(Boolean);
    const told = own.filter(({ state }) => state === 'wrong' || state === 'doubt');
    const summary = {
      topic: 'fixtures' as const,
      subject: kind,
      state: count('good') > 0 ? ('good' as const) : ('unseen' as const),
      text: `${parts.join(', ')}.`,
    };
    return [...(parts.length === 0 ? [] : [line(summary, style)]), ...told.map((finding) => line(finding, style))];
  });
}

function line({ subject, state, text, hint }: Finding, style: Style): string {
  const marks: Readonly<Record<State, string>> = {
    good: style.green('✓'),
    wrong: style.red('✗'),
    doubt: style.yellow('!'),
    unseen: style.dim('·'),
  };
  const said = `  ${marks[state]} ${subject.padEnd(28)}  ${state === 'unseen' ? style.dim(text) : text}`;
  return hint === undefined ? said : `${said}\n${' '.repeat(32)}  ${style.cyan('add')} ${hintText(hint)}`;
}

/** For each thing that is missing: what of which area it leaves unproven. */
function unproven(plan: Plan, contract: Contract, style: Style): string[] {
  const all = requirementsOf(plan.groups);
  const left = all.filter(({ prospect }) => prospect === 'open' || prospect === 'skipped');
  const unsure = all.filter(({ prospect }) => prospect === 'unsure');
  // A dry run knows the profile, not the target: it can tell what is missing, and not what will be accepted.
  const more = [
    ...(unsure.length === 0 ? [] : [`${unsure.length} more ${UNSURE}: ${byArea(unsure, contract)}.`]),
    'What the target refuses although it is documented can leave others unproven.',
    `Which they are: ${command('plan')}.`,
  ].map((text) => style.dim(`        ${text}`));
  if (left.length === 0)
    return [style.bold(`The profile has all that any of the ${all.length} requirements needs.`), ...more];
  const lines = [style.bold(`Left unproven: at least ${left.length} of ${all.length} requirements, for want of`)];
  for (const { members, advice } of gather(wantingsOf(plan.groups, ['open', 'skipped']))) {
    const missing = advice === undefined ? (members[0]?.reason ?? '') : adviceText(advice);
    lines.push(`${style.yellow(String(members.length).padStart(6))}  ${style.cyan(missing)}`);
    lines.push(style.dim(`        ${byArea(members, contract)}`));
  }
  return [...lines, ...more];
}
