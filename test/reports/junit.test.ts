import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { junitXml } from '../../reports/junit.ts';
import type { Result } from '../../reports/model.ts';
import type { RunResults } from '../../reports/reader.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { FAILURE, finished, result } from './made-up.ts';

type Attributes = Readonly<Record<string, string>>;
interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Element[];
  readonly text: string;
}

/** Parses a document in document order. */
function parse(xml: string): Element {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
  });
  const nodes = parser.parse(xml) as Record<string, unknown>[];
  const root = nodes.map(convert).find(({ name }) => name === 'testsuites');
  if (!root) throw new Error('no <testsuites>');
  return root;
}

function convert(node: Record<string, unknown>): Element {
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  const inner = Array.isArray(node[name]) ? (node[name] as Record<string, unknown>[]) : [];
  const children = inner.map(convert);
  return {
    name,
    attributes: (node[':@'] ?? {}) as Attributes,
    children: children.filter((child) => child.name !== '#text'),
    text: inner.map((child) => String(child['#text'] ?? '')).join(''),
  };
}

/** The rules of the XSD that Jenkins and others check: names, required attributes, order, number formats, sums. */
function breaches(root: Element): string[] {
  const found: string[] = [];
  const demand = (condition: boolean, rule: string) => condition || found.push(rule);
  const whole = (value: string | undefined) => /^\d+$/.test(value ?? '');
  const decimal = (value: string | undefined) => /^\d+\.\d+$/.test(value ?? '');
  demand(
    root.children.every(({ name }) => name === 'testsuite'),
    'testsuites holds testsuite only',
  );
  for (const key of ['tests', 'failures', 'errors'] as const) {
    const sum = root.children.reduce((total, suite) => total + Number(suite.attributes[key]), 0);
    demand(String(sum) === root.attributes[key], `testsuites ${key} is the sum of its suites`);
  }
  for (const { attributes, children } of root.children) {
    const cases = children.filter(({ name }) => name === 'testcase');
    const having = (name: string) => cases.filter((one) => one.children.some((child) => child.name === name)).length;
    demand(attributes['name'] !== undefined && decimal(attributes['time']), 'testsuite has name and time');
    demand(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(attributes['timestamp'] ?? ''), 'timestamp has no zone');
    demand(
      [attributes['tests'], attributes['errors'], attributes['failures']].every(whole),
      'counts are whole numbers',
    );
    demand(Number(attributes['tests']) === cases.length, 'tests counts the cases');
    demand(Number(attributes['failures']) === having('failure'), 'failures counts the failures');
    demand(Number(attributes['errors']) === having('error'), 'errors counts the errors');
    demand(Number(attributes['skipped']) === having('skipped'), 'skipped counts the skipped');
    const order = children.map(({ name }) => name).join(' ');
    demand(/^(properties )?testcase( testcase)*$/.test(order), 'properties come before cases');
    for (const one of cases) {
      demand(Boolean(one.attributes['name'] && one.attributes['classname']), 'testcase has name and classname');
      demand(decimal(one.attributes['time']), 'testcase has a time in seconds');
      const names = one.children.map(({ name }) => name);
      demand(
        names.every((name) => ['skipped', 'error', 'failure', 'system-out'].includes(name)),
        'testcase content',
      );
      demand(
        one.children.every(({ name, attributes: a }) => name === 'system-out' || Boolean(a['message'])),
        'message',
      );
    }
  }
  return found;
}

function document(results: readonly Result[], over: Partial<RunResults> = {}): Element {
  return parse(junitXml({ ...finished(results), ...over }));
}

describe('junitXml', () => {
  const all = VERDICTS.map((verdict) => result(verdict, verdict === 'broken' ? { area: 'domain' } : {}));

  it('keeps the rules of the common schema', () => {
    expect(breaches(document(all))).toEqual([]);
    expect(breaches(document(all, { plan: { type: 'plan', requirements: ['x', 'ssl.list.pass'] } }))).toEqual([]);
  });

  it('holds no character that XML forbids, and keeps markup of the target as text', () => {
    const actual = '\u0000\ud800\uffff<&>"\n\u001b[31m]]>';
    const nasty = finished([result('fail', { failure: { ...FAILURE, actual } }), result('broken', { reason: actual })]);
    expect(junitXml(nasty)).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    const root = parse(junitXml(nasty));
    expect(breaches(root)).toEqual([]);
    const problems = root.children[0]?.children.flatMap(({ children }) => children) ?? [];
    expect(problems.map(({ attributes }) => attributes['message']).join('')).toContain('<&>"');
  });

  it('shows each verdict as CI servers understand it', () => {
    const cases = document(all).children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
    const shown = cases.map(({ attributes, children }) => [attributes['name'], children[0]?.name ?? 'passed']);
    expect(Object.fromEntries(shown)).toEqual({
      'ssl.list.pass': 'passed',
      'ssl.list.fail': 'failure',
      'ssl.list.warn': 'system-out',
      'ssl.list.observed': 'skipped',
      'ssl.list.inconclusive': 'skipped',
      'ssl.list.not-applicable': 'skipped',
      'ssl.list.broken': 'error',
    });
    const failure = cases.find(({ attributes }) => attributes['name'] === 'ssl.list.fail')?.children[0];
    expect(failure?.attributes['message']).toContain('expected status 400, got status 200');
    expect(failure?.text).toContain(FAILURE.replay);
    const skipped = cases.find(({ attributes }) => attributes['name'] === 'ssl.list.inconclusive')?.children[0];
    expect(skipped?.attributes['message']).toBe('inconclusive: made up to be inconclusive');
  });

  it('does not hide what was planned and never judged', () => {
    const root = document([result('pass')], { plan: { type: 'plan', requirements: ['ssl.list.pass', 'lost'] } });
    expect(root.attributes).toMatchObject({ tests: '2', errors: '1', failures: '0' });
    expect(root.children.at(-1)?.children[0]?.attributes['name']).toBe('lost');
  });
});
