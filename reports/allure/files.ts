/** The files beside the test results that give an Allure report its frame: environment, categories, executor, configuration. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Status } from 'allure-js-commons';
import type { RunRecord } from '../model.ts';
import { implementationText } from '../words.ts';

/** One category, in terms of the labels that `annotate` sets. The first that fits takes the result. */
interface Category {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** For readers of `categories.json` that know statuses and messages only. */
  readonly statuses: readonly Status[];
}

const CATEGORIES: readonly Category[] = [
  {
    name: 'Product defect: a promise of the contract is broken',
    labels: { verdict: '^fail$', source: '^contract$' },
    statuses: [Status.FAILED],
  },
  {
    name: 'Product defect: a promise of the dialect is broken',
    labels: { verdict: '^fail$', source: '^dialect$' },
    statuses: [],
  },
  { name: 'Suite problem or lost connection', labels: { verdict: '^broken$' }, statuses: [Status.BROKEN] },
  { name: 'Warning: a SHOULD or a debatable reading', labels: { verdict: '^warn$' }, statuses: [] },
  { name: 'Spec silent: observed, not judged', labels: { verdict: '^observed$' }, statuses: [Status.SKIPPED] },
  { name: 'Not shown', labels: { verdict: '^(inconclusive|not-applicable)$' }, statuses: [Status.SKIPPED] },
];

/** Labels of the test runner, which say nothing about the target, and those that a page shows elsewhere: as its name, or in its description. */
const HIDDEN = [
  ...['framework', 'language', 'host', 'thread', 'package', 'parentSuite', 'suite', 'subSuite'],
  ...['requirement', 'section', 'cause'],
];

/** Writes `environment.properties`, `categories.json` and `executor.json` into a folder of Allure results. */
export function writeAllureFrame(dir: string, run: RunRecord): void {
  writeEnvironment(dir, run);
  writeCategories(dir);
  writeExecutor(dir, run);
}

/** Writes `environment.properties`: what was run against what. */
export function writeEnvironment(dir: string, run: RunRecord): void {
  const lines = Object.entries(environmentOf(run)).map(
    ([name, value]) => `${propertyKey(name)} = ${propertyValue(value)}`,
  );
  write(dir, 'environment.properties', `${lines.join('\n')}\n`);
}

/** Writes `categories.json` for tools that group by status. */
export function writeCategories(dir: string): void {
  const categories = CATEGORIES.filter(({ statuses }) => statuses.length > 0);
  const written = categories.map(({ name, statuses }) => ({ name, matchedStatuses: statuses }));
  write(dir, 'categories.json', `${JSON.stringify(written, null, 2)}\n`);
}

/** Writes `executor.json`: which program made the results. */
export function writeExecutor(dir: string, run: RunRecord): void {
  const executor = {
    name: `${run.tool} ${run.toolVersion}`,
    type: run.tool,
    buildName: `seed ${run.seed}, ${run.depth}`,
  };
  write(dir, 'executor.json', `${JSON.stringify(executor, null, 2)}\n`);
}

/**
 * Configuration of the Allure 3 report generator: name, categories by label, one page by interface, area and operation with failures
 * first. The environment comes with the results. Of Allure's charts those that tell what changed from run to run and how long tests
 * took: the others have nothing to show here, or show what passed against what failed, which is green for a server that breaks one
 * promise of thousands. What came of each run stands in the head of the page.
 *
 * @param history path of the file of earlier runs, where there is one
 */
export function allureConfig(name: string, history?: string): unknown {
  return {
    name,
    hideLabels: HIDDEN,
    categories: CATEGORIES.map((category) => ({ name: category.name, matchers: { labels: category.labels } })),
    ...(history === undefined ? {} : { historyPath: history }),
    plugins: {
      awesome: {
        options: {
          singleFile: true,
          groupBy: ['epic', 'feature', 'story'],
          defaultSortBy: 'status,asc',
          charts: CHARTS,
        },
      },
    },
  };
}

const CHARTS = [
  { type: 'statusTransitions', title: 'What changed from run to run' },
  { type: 'durations', title: 'How long the tests took', groupBy: 'none' },
];

function environmentOf(run: RunRecord): Record<string, string> {
  return {
    Target: `${run.target.name} (${run.target.urls.join(', ')})`,
    ...(run.implementation === undefined ? {} : { Implementation: implementationText(run.implementation) }),
    Contract: run.contractVersion,
    Dialect: run.dialect,
    Seed: String(run.seed),
    Depth: run.depth,
    Effect: run.effect,
    Claims: run.claims.join(', '),
    ...(run.selection ? { Selection: run.selection.join(', ') } : {}),
    Tool: `${run.tool} ${run.toolVersion}`,
    'Node.js': run.node,
    Started: new Date(run.startedAt).toISOString(),
  };
}

function propertyKey(name: string): string {
  return name.replace(/[\s:=\\]/g, (character) => `\\${character}`);
}

function propertyValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replace(/\r?\n/g, ' ');
}

function write(dir: string, name: string, content: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, name), content, { mode: 0o600 });
}
