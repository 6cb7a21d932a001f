/** JUnit XML, as the common CI servers read it (the Ant and Jenkins dialect), from the results of a run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { missingFromPlan } from './coverage.ts';
import { explain, reasonOf } from './explain.ts';
import { narrowingOf } from './headline.ts';
import { coveredBy } from './known.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import { shorten } from './visible.ts';
import { areaTitle, CAUSE_TITLES } from './words.ts';
import { element, escapeText } from './xml.ts';

/**
 * The report as a document: one suite per area, one case per result, named by its requirement. A failed result is a
 * failure, a broken one an error, what shows nothing (observed, inconclusive, not applicable) skipped with its reason;
 * a warned one passed, with what was seen in `system-out`. What was planned and has no result is an error of its own suite.
 */
export function junitXml(run: RunResults): string {
  const areas = [...Map.groupBy(run.results, ({ area }) => area)];
  const covered = coveredBy(run.end?.known);
  const isFailure = (result: Result): boolean => verdictOf(result) === 'fail' && !covered.has(result.requirement);
  const suites = areas.map(([area, results]) =>
    suite(
      areaTitle(area),
      results.map((result) => (covered.has(result.requirement) ? knownCase(result) : testcase(result))),
      { results, failures: results.filter(isFailure).length },
      run,
    ),
  );
  const missing = missingFromPlan(run);
  if (missing.length > 0) suites.push(missingSuite(missing, run));
  const verdicts = run.results.map(verdictOf);
  const rotten = run.end?.known?.rotten ?? [];
  if (rotten.length > 0) suites.push(rottenSuite(run));
  const aborted = run.end?.outcome === 'aborted' ? 1 : 0;
  if (aborted > 0) suites.push(abortedSuite(run));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    {
      name: `${run.run.tool}: ${run.run.target.name}`,
      tests: verdicts.length + missing.length + aborted + rotten.length,
      failures: run.results.filter(isFailure).length,
      errors: verdicts.filter((verdict) => verdict === 'broken').length + missing.length + aborted + rotten.length,
      time: seconds(run.end ? run.end.finishedAt - run.end.startedAt : spanOf(run.results)),
    },
    suites,
  )}\n`;
}

/** Writes the report to `path`, readable by its owner only. */
export function writeJunit(run: RunResults, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, junitXml(run), { mode: 0o600 });
}

function suite(
  name: string,
  cases: readonly string[],
  { results, failures }: { readonly results: readonly Result[]; readonly failures: number },
  { run, end }: RunResults,
): string {
  const narrowing = narrowingOf(run);
  const url = run.target.urls[0] ?? '';
  const count = (...wanted: string[]) => results.filter((result) => wanted.includes(verdictOf(result))).length;
  return element(
    'testsuite',
    {
      name,
      tests: results.length,
      failures,
      errors: count('broken'),
      skipped: count('observed', 'inconclusive', 'not-applicable') + count('fail') - failures,
      time: seconds(spanOf(results)),
      timestamp: timestamp(run.startedAt),
      hostname: URL.canParse(url) ? new URL(url).hostname : 'unknown',
    },
    [
      element('properties', {}, [
        property('seed', String(run.seed)),
        property('depth', run.depth),
        property('effect', run.effect),
        property('dialect', run.dialect),
        property('contract', run.contractVersion),
        ...(end?.interrupted ? [property('interrupted', 'true')] : []),
        ...(narrowing === undefined ? [] : [property('narrowed', narrowing)]),
      ]),
      ...cases,
    ],
  );
}

function attributesOf(result: Result): { name: string; classname: string; time: string } {
  return {
    name: result.requirement,
    classname: `${result.interface}.${result.area}${result.operation === undefined ? '' : `.${result.operation}`}`,
    time: seconds(result.durationMs),
  };
}

function testcase(result: Result): string {
  const attributes = attributesOf(result);
  const text = (name: string, type: string) =>
    element(name, { message: message(result), type }, [escapeText(explain(result))]);
  const reason = reasonOf(result);
  switch (verdictOf(result)) {
    case 'fail':
      return element('testcase', attributes, [text('failure', `${result.source} ${result.level}`)]);
    case 'broken':
      return element('testcase', attributes, [text('error', 'broken')]);
    case 'observed':
    case 'inconclusive':
    case 'not-applicable': {
      const cause = result.cause === undefined ? '' : `${CAUSE_TITLES[result.cause]}: `;
      return element('testcase', attributes, [element('skipped', { message: `${result.verdict}: ${cause}${reason}` })]);
    }
    case 'warn':
      return element('testcase', attributes, [
        element('system-out', {}, [escapeText(`${result.verdict}: ${explain(result)}`)]),
      ]);
    default:
      return element('testcase', attributes);
  }
}

/** A failure that is known breaks no build; it is not passed either. */
function knownCase(result: Result): string {
  if (verdictOf(result) !== 'fail') return testcase(result);
  return element('testcase', attributesOf(result), [
    element('skipped', { message: `known failure: ${message(result)}` }),
  ]);
}

/** Entries of the file of known failures that do not hold any more: each is an error until somebody looks. */
function rottenSuite(run: RunResults): string {
  const rotten = run.end?.known?.rotten ?? [];
  const cases = rotten.map(({ entry, why }) => errorCase(entry.requirement, 'known-failures', why, why));
  return errorSuite('Known failures', cases, run);
}

function missingSuite(missing: readonly string[], run: RunResults): string {
  const message = 'planned, but the run ended without a result';
  return errorSuite(
    'Without a result',
    missing.map((id) => errorCase(id, 'without-result', message, 'missing')),
    run,
  );
}

/** What was not judged is skipped, so an aborted run would look like one in order to whoever counts failures. */
function abortedSuite(run: RunResults): string {
  const what = run.end?.interrupted ? 'interrupted' : 'aborted';
  return errorSuite('The run as a whole', [errorCase(what, 'run', run.end?.reason ?? what, what)], run);
}

function errorCase(name: string, classname: string, message: string, type: string): string {
  return element('testcase', { name, classname, time: seconds(0) }, [element('error', { message, type })]);
}

function errorSuite(name: string, cases: readonly string[], { run }: RunResults): string {
  return element(
    'testsuite',
    {
      name,
      tests: cases.length,
      failures: 0,
      errors: cases.length,
      skipped: 0,
      time: seconds(0),
      timestamp: timestamp(run.startedAt),
    },
    cases,
  );
}

function message(result: Result): string {
  const { failure } = result;
  const said = failure ? `expected ${failure.expected}, got ${failure.actual}` : (result.reason ?? '');
  return shorten(`${result.sentence} ${said}`, 500);
}

function property(name: string, value: string): string {
  return element('property', { name, value });
}

/** From the first to the last of what was judged: checks run beside each other, so that their times do not add up. */
function spanOf(results: readonly Result[]): number {
  const exchanges = results.flatMap((result) => result.exchanges);
  if (exchanges.length === 0) return 0;
  const begins = exchanges.map(({ startedAt }) => startedAt);
  const ends = exchanges.map(({ startedAt, durationMs }) => startedAt + durationMs);
  return ends.reduce((a, b) => Math.max(a, b)) - begins.reduce((a, b) => Math.min(a, b));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** The schema wants a local date-time without zone or fraction; UTC is the one that reads the same everywhere. */
function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
