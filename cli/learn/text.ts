/** Suggestions as the text of suggested.yaml: what can be merged stands as it is, what is only told as a comment. */

import { stringify } from 'yaml';
import { shorten, visible } from '../../reports/visible.ts';
import { KINDS } from '../../spec/kinds.ts';
import { programWords } from '../invocation.ts';
import type { FixtureSuggestion, Suggested, Suggestions } from './suggestion.ts';

/** Name of the file in the folder of a run. */
export const SUGGESTED_FILE = 'suggested.yaml';

/** Characters of what is told in one comment. */
const LINE = 220;

/** True where there is nothing to write. */
export function isNothing({ base, answers, examples, fixtures, wanted }: Suggestions): boolean {
  return base === undefined && answers.size + examples.size + fixtures.length + wanted.length === 0;
}

/** The file, ending in a line break. It is YAML, and as far as it is no comment in the form of a profile. */
export function suggestedText(suggestions: Suggestions): string {
  const { base, answers, examples, fixtures, wanted } = suggestions;
  const dialect = [
    ...(base === undefined
      ? []
      : entry(
          base,
          Object.entries(base.value).map(([name, value]) => `${name}: ${value}`),
          2,
        )),
    ...section(
      'answers',
      [...answers].map(([id, one]) => ({ one, lines: [`${id}: ${flow(one.value)}`] })),
      2,
    ),
  ];
  const kinds = Map.groupBy(fixtures, ({ value }) => value.kind);
  const parts = [
    SUGGESTION_HEAD,
    ...(dialect.length === 0 ? [] : [[head('dialect', dialect, 0), ...dialect].join('\n')]),
    joined(
      section(
        'examples',
        [...examples].map(([id, one]) => ({ one, lines: [`${id}: ${flow(one.value)}`] })),
        0,
      ),
    ),
    joined(fixtureLines(kinds)),
    joined(
      wanted.length === 0
        ? []
        : ['# Wanted besides, and how many verdicts each would show:', ...wanted.map((text) => comment(text, 0))],
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const SUGGESTION_HEAD = `# Suggested by certconform from what it saw of the target. What holds a line is ready to be merged into the profile:
#   ${programWords().published} learn --target PROFILE --from THIS-FILE --apply
# What stands in a comment is not sure, or wants a word from you. What a run may do (allow, effects) is never suggested.`;

interface Written {
  readonly one: Suggested<unknown>;
  readonly lines: readonly string[];
}

function section(name: string, entries: readonly Written[], depth: number): string[] {
  if (entries.length === 0) return [];
  const lines = entries.flatMap(({ one, lines: own }) => entry(one, own, depth + 2));
  return [head(name, lines, depth), ...lines];
}

/** A heading is a comment itself where all below it are. */
function head(name: string, lines: readonly string[], depth: number): string {
  const all = lines.every((line) => line.trimStart().startsWith('#'));
  return `${' '.repeat(depth)}${all ? '# ' : ''}${name}:`;
}

function entry({ because, sure }: Suggested<unknown>, lines: readonly string[], depth: number): string[] {
  const indent = ' '.repeat(depth);
  return [comment(because, depth), ...lines.map((line) => `${indent}${sure ? '' : '# '}${line}`)];
}

function comment(text: string, depth: number): string {
  return `${' '.repeat(depth)}# ${shorten(visible(text), LINE)}`;
}

function fixtureLines(kinds: ReadonlyMap<string, readonly Suggested<FixtureSuggestion>[]>): string[] {
  if (kinds.size === 0) return [];
  const lines = [...kinds].flatMap(([kind, all]) => {
    // What holds of all that follow is said once.
    const own = all.flatMap((one, at) => {
      const [told = '', ...rest] = entry(one, [`- ${flow(fixtureOf(one.value))}`], 4);
      return all[at - 1]?.because === one.because ? rest : [told, ...rest];
    });
    return [`  ${kind}:`, ...own];
  });
  return ['fixtures:', ...lines];
}

/** As it stands in a profile. The password of a login stays where it is. */
function fixtureOf({ kind, ids, traits }: FixtureSuggestion): object {
  const named = Object.fromEntries(KINDS[kind].ids.map((name) => [name, ids[name]]));
  return { ids: named, ...(Object.keys(traits).length === 0 ? {} : { traits }) };
}

function joined(lines: readonly string[]): string {
  return lines.join('\n');
}

/** One value on one line; `\${` would be read as a reference to a variable, so it is written as a literal. */
function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 })
    .trim()
    .replaceAll('${', () => '$${');
}
