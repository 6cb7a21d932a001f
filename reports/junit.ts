/** JUnit XML, as the common CI servers read it and the schemas of Ant and Jenkins have it, from the results of a run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Case, casesOf, wallTimeOf } from './cases.ts';
import { narrowingOf } from './headline.ts';
import type { RunResults } from './reader.ts';
import { visible } from './visible.ts';
import { element, escapeText } from './xml.ts';

/** Name of the report inside the folder of a run. */
export const JUNIT_FILE = 'junit.xml';

/**
 * The report as a document of one suite, with a case for each result, named by its requirement. A failed result is a failure, a
 * broken one an error, what shows nothing (observed, inconclusive, not applicable) skipped with its reason; a warned one passed,
 * with what was seen in the suite's `system-out`. What was planned and has no result is an error.
 *
 * One suite, because checks of all areas run at the same time: readers add the times of suites up. No attributes at the root and
 * no properties inside cases, because Ant's schema has neither: what belongs to one requirement is a property of the suite under
 * `REQUIREMENT#section`, `#level` and, where it failed or warned, `#replay`.
 */
export function junitXml(run: RunResults): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [suite(run)])}\n`;
}

/** Writes the report to `path`, readable by its owner only. */
export function writeJunit(run: RunResults, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, junitXml(run), { mode: 0o600 });
}

function suite(results: RunResults): string {
  const { run, notices } = results;
  const cases = casesOf(results);
  const count = (end: Case['end']): number => cases.filter((one) => one.end === end).length;
  const url = run.target.urls[0] ?? '';
  const warned = cases.filter(({ end }) => end === 'passed').flatMap(({ text }) => (text === undefined ? [] : [text]));
  return element(
    'testsuite',
    {
      id: 0,
      package: run.tool,
      name: `${run.tool}: ${visible(run.target.name)}`,
      tests: cases.length,
      failures: count('failed'),
      errors: count('error'),
      skipped: count('skipped'),
      time: seconds(wallTimeOf(results)),
      timestamp: timestamp(run.startedAt),
      hostname: URL.canParse(url) ? new URL(url).hostname : 'localhost',
    },
    [
      element('properties', {}, properties(results, cases)),
      ...cases.map(testcase),
      element('system-out', {}, [escapeText(warned.join('\n\n'))]),
      element('system-err', {}, [escapeText(notices.map(({ message }) => message).join('\n'))]),
    ],
  );
}

function properties({ run, end }: RunResults, cases: readonly Case[]): string[] {
  const narrowing = narrowingOf(run);
  const ofRun: [string, string][] = [
    ['seed', String(run.seed)],
    ['depth', run.depth],
    ['effect', run.effect],
    ['dialect', run.dialect],
    ['contract', run.contractVersion],
    ...(end === undefined ? [] : [['outcome', end.outcome] as [string, string]]),
    ...(end?.interrupted ? [['interrupted', 'true'] as [string, string]] : []),
    ...(narrowing === undefined ? [] : [['narrowed', narrowing] as [string, string]]),
  ];
  // Several checks may judge one requirement: section and level are the same for all.
  const ofRequirements = new Map(
    cases.flatMap(({ result }): [string, string][] => {
      if (result === undefined) return [];
      const { requirement, section, level, failure } = result;
      return [
        [`${requirement}#section`, section],
        [`${requirement}#level`, level],
        ...(failure === undefined ? [] : [[`${requirement}#replay`, failure.replay] as [string, string]]),
      ];
    }),
  );
  return [...ofRun, ...ofRequirements].map(([name, value]) => element('property', { name, value }));
}

function testcase({ name, group, end, message, type, text, durationMs }: Case): string {
  const attributes = { name, classname: group, time: seconds(durationMs) };
  switch (end) {
    case 'passed':
      return element('testcase', attributes);
    case 'skipped':
      return element('testcase', attributes, [element('skipped', { message })]);
    default: {
      const tag = end === 'failed' ? 'failure' : 'error';
      return element('testcase', attributes, [element(tag, { message, type }, [escapeText(text ?? '')])]);
    }
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** The schema wants a local date-time without zone or fraction; UTC is the one that reads the same everywhere. */
function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
