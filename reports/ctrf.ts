/** The results of a run in the Common Test Report Format (CTRF), which tools of many pipelines read beside or instead of JUnit. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Case, casesOf, wallTimeOf } from './cases.ts';
import { narrowingOf } from './headline.ts';
import { toJsonLine } from './json.ts';
import type { Result, RunRecord } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import { areaTitle, INTERFACE_TITLES, nameOf } from './words.ts';

/** Name of the report inside the folder of a run. */
export const CTRF_FILE = 'ctrf.json';

/** Version of the format that is written. */
const SPEC_VERSION = '0.0.0';

/** Broken is failed: the format's `other` breaks no build, and nothing was shown. The verdict itself stands in `rawStatus`. */
const STATUSES = { passed: 'passed', failed: 'failed', error: 'failed', skipped: 'skipped' } as const;

/** The report as JSON text: the cases of the JUnit report, with section, level, seed and replay as labels of each. */
export function ctrfJson(results: RunResults): string {
  const { run, end } = results;
  const cases = casesOf(results);
  const count = (status: string): number => cases.filter((one) => STATUSES[one.end] === status).length;
  const duration = Math.round(wallTimeOf(results));
  const narrowing = narrowingOf(run);
  return `${toJsonLine({
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    reportId: idOf(results),
    timestamp: new Date(run.startedAt + duration).toISOString(),
    generatedBy: `${run.tool} ${run.toolVersion}`,
    results: {
      tool: { name: run.tool, version: run.toolVersion },
      summary: {
        tests: cases.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        start: run.startedAt,
        stop: run.startedAt + duration,
        duration,
      },
      tests: cases.map((one) => testOf(one, run)),
      environment: environmentOf(run, end?.outcome),
      extra: {
        seed: run.seed,
        depth: run.depth,
        effect: run.effect,
        dialect: run.dialect,
        contract: run.contractVersion,
        ...(end?.interrupted ? { interrupted: true } : {}),
        ...(narrowing === undefined ? {} : { narrowed: narrowing }),
      },
    },
  })}\n`;
}

/** Writes the report to `path`, readable by its owner only. */
export function writeCtrf(run: RunResults, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, ctrfJson(run), { mode: 0o600 });
}

function testOf({ name, group, end, message, text, type, durationMs, result }: Case, run: RunRecord): unknown {
  const common = {
    status: STATUSES[end],
    duration: Math.round(durationMs),
    ...(message === undefined ? {} : { message }),
    ...(text === undefined ? {} : { trace: text }),
  };
  if (result === undefined) {
    return { name, ...common, rawStatus: type ?? end, suite: [group], labels: { seed: run.seed } };
  }
  return {
    testId: `${result.requirement}#${result.check}`,
    name: nameOf(result),
    ...common,
    start: Math.round(result.startedAt),
    rawStatus: verdictOf(result),
    suite: suiteOf(result),
    tags: [verdictOf(result), result.level],
    type: 'conformance',
    labels: {
      requirement: result.requirement,
      section: result.section,
      level: result.level,
      source: result.source,
      topic: result.topic,
      seed: run.seed,
      ...(result.cause === undefined ? {} : { cause: result.cause }),
      ...(result.failure === undefined ? {} : { replay: result.failure.replay }),
    },
    extra: { cases: result.cases },
  };
}

function suiteOf({ area, operation, ...result }: Result): string[] {
  return [INTERFACE_TITLES[result.interface], areaTitle(area), ...(operation === undefined ? [] : [operation])];
}

function environmentOf({ target, implementation, shard }: RunRecord, outcome: string | undefined): unknown {
  const { organization, product, version, commit, environment } = implementation ?? {};
  const name = [organization, product].filter((part) => part !== undefined).join(' ');
  return {
    reportName: `Conformance of ${target.name}`,
    appName: name === '' ? target.name : name,
    ...(version === undefined ? {} : { appVersion: version }),
    ...(commit === undefined ? {} : { commit }),
    testEnvironment: environment ?? target.name,
    ...(shard === undefined ? {} : { shardId: `${shard.place}/${shard.of}` }),
    ...(outcome === undefined ? {} : { healthy: outcome === 'conformant' || outcome === 'known-failures' }),
    extra: { urls: target.urls },
  };
}

/** The same for the same run, so that the report can be derived again from its results: a UUID of RFC 9562, version 8. */
function idOf({ run, end }: RunResults): string {
  const facts = JSON.stringify([run.tool, run.target.name, run.startedAt, run.seed, run.shard, end?.finishedAt]);
  const hex = createHash('sha256').update(facts).digest('hex');
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) & 3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
