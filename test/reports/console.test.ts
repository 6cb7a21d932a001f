import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cluster } from '../../reports/clusters.ts';
import { failureFacts } from '../../reports/explain.ts';
import type { Result } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { Progress, type Pulse } from '../../reports/progress.ts';
import { COLOUR, PLAIN, styleFor } from '../../reports/style.ts';
import type { SummaryOptions } from '../../reports/summary.ts';
import { summarise } from '../../reports/summary.ts';
import { FAILURE, finished, RUN, result } from './made-up.ts';

function summary(results: readonly Result[], options: SummaryOptions = {}): string {
  return summarise(finished(results), outcomeOf(results), options);
}

const ESCAPE = '\u001b';
const areas = ['ssl', 'client', 'admin', 'person', 'endpoint', 'domain', 'discovery', 'mark', 'organization'];
const open = areas.map((area) =>
  result('fail', {
    area,
    requirement: `${area}.credential.none`,
    topic: 'credential',
    failure: {
      expected: 'status 401',
      actual: `status 200 with ${area.length} members`,
      caseLabel: 'none',
      replay: 'r',
    },
  }),
);

describe('summarise', () => {
  it('shows a conformant run in a few lines', () => {
    const observed = result('observed', { observations: [{ silence: 'default-size', value: 25 }] });
    const text = summary([result('pass'), observed], { silences: 61, reports: [['Allure', 'out/index.html']] });
    expect(text).toMatchInlineSnapshot(`
      "
      CONFORMANT  every MUST of the claimed areas held
      staging (https://admin.example.org, https://legacy.example.org), contract 26.7.1, dialect default, effect modify
      seed 42, depth standard, 2 verdicts from 8 cases in 12.3 s

                                             pass   fail  observed
      Admin Operations API
        SSL certificates                        1      ·         1
      Total                                     1      ·         1

      Open points  1 of 61 points that the contract leaves open were observed.

      Allure     out/index.html
      Exit code  0 (conformant)
      "
    `);
  });

  it('puts a failure first and explains it', () => {
    const text = summary([result('pass'), result('fail')]);
    expect(text).toMatch(/^\nNON-CONFORMANT {2}1 MUST failed\n/);
    expect(text.indexOf('ssl.list.fail')).toBeLessThan(text.indexOf('SSL certificates'));
    for (const part of [
      'MUST, section 4.2',
      'The list refuses a size above 200.',
      'expected     status 400',
      'actual       status 200 with a JSON array of 1',
      '{"query":{"size":201}}',
      'maximum of size (above: 200 → 201)',
      'GET https://admin.example.org/api/ssl/v2?size=201',
      `curl         ${FAILURE.curl}`,
      `replay       ${FAILURE.replay}`,
      'Exit code  1 (non-conformant)',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('shows one fault of many operations once, and counts the rest', () => {
    const text = summary([...open, result('fail')]);
    expect(text).toContain('Failures: 10 of 2 kinds');
    expect(text.match(/✗/g)).toHaveLength(2);
    for (const area of areas) expect(text).toContain(`${area}.credential.none`);
    expect(summary([...open, result('fail')], { maxFailures: 1 })).toMatch(
      /In short, and in full in the report:\n✗ \S+: .+ \(expected .+\)/,
    );
  });

  it('breaks long lines of a narrow terminal between words, and none that is pasted', () => {
    const actual = `status 200 ${'and so on '.repeat(30)}`;
    const text = summary([result('fail', { failure: { ...FAILURE, actual } })], { columns: 80 });
    const lines = text.split('\n').filter((line) => !/^ +(curl|replay) /.test(line));
    expect(lines.filter((line) => line.length > 80 && line.startsWith('   '))).toEqual([]);
    expect(text).toContain(`curl         ${FAILURE.curl}`);
    const at = lines.findIndex((line) => line.includes('actual'));
    expect(lines[at + 1]).toMatch(/^ {17}\S/);
  });

  it('tells broken promises of the dialect apart', () => {
    expect(summary([result('pass'), result('fail', { source: 'dialect' })])).toContain('promised by the dialect');
  });

  it('says what was not shown, and why', () => {
    const text = summary([
      result('pass'),
      result('inconclusive', { cause: 'no-fixture', reason: 'No person may be modified.', area: 'person' }),
      result('inconclusive', {
        requirement: 'another',
        cause: 'no-fixture',
        reason: 'No person may be modified.',
        area: 'person',
      }),
    ]);
    expect(text).toContain(
      '    2  no suitable fixture in the target profile: Persons\n           2 × No person may be modified.',
    );
    expect(text).toContain('PARTIAL  2 MUSTs were not shown');
  });

  it('names what was planned and has no result, and what could not be read', () => {
    const run = { ...finished([result('pass')]), plan: { type: 'plan', requirements: ['lost'] } as const, torn: 1 };
    const text = summarise(run, outcomeOf(run.results, { missing: ['lost'] }));
    expect(text).toContain('Planned, but without a result  1: lost');
    expect(text).toContain('1 record could not be read');
  });

  it('lets nothing from outside drive the terminal', () => {
    const failure = { ...FAILURE, actual: `${ESCAPE}[2J\u202edeleted\r\n`, caseLabel: '\u0007', case: '\u009b31m' };
    const text = summary([result('fail', { failure }), result('broken', { reason: `${ESCAPE}]0;title` })]);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).toContain('\\u{1b}[2J');
  });

  it('uses colour when told to', () => {
    expect(summary([result('fail')], { style: COLOUR })).toContain(ESCAPE);
    expect(summary([result('fail')])).not.toContain(ESCAPE);
  });
});

describe('the case of a failure', () => {
  it.each([
    ['size = "201" (above-maximum)', { size: '201' }, ''],
    ['size = 201, at most', { size: 201 }, ''],
    ['size = 2010', { size: 201 }, '  {"size":201}'],
    ['size = 201', { query: { size: 201 } }, '  {"query":{"size":201}}'],
    ['/commonName = "Ada"', 'Ada', ''],
    ['/commonName = "Adam"', 'Ada', '  "Ada"'],
    ['STANDARD → API', { from: 'STANDARD', to: 'API' }, ''],
    ['a = 1', { a: 1, b: 1 }, '  {"a":1,"b":1}'],
    ['without a body', {}, '  {}'],
    ['valid', undefined, ''],
  ])('%s: what its label names is not said twice', (caseLabel, given, more) => {
    const { case: _case, ...others } = FAILURE;
    const failure = { ...others, caseLabel, ...(given === undefined ? {} : { case: given }) };
    expect(failureFacts(failure)).toContainEqual(['case', `${caseLabel}${more}`]);
  });
});

describe('styleFor', () => {
  it('colours terminals only, and respects NO_COLOR', () => {
    expect(styleFor({ isTTY: true }, {})).toBe(COLOUR);
    expect(styleFor({ isTTY: true }, { NO_COLOR: '1' })).toBe(PLAIN);
    expect(styleFor({ isTTY: true }, { TERM: 'dumb' })).toBe(PLAIN);
    expect(styleFor({}, {})).toBe(PLAIN);
  });
});

describe('cluster', () => {
  it('keeps different statuses, sources and topics apart', () => {
    const one = result('fail', { failure: { ...FAILURE, actual: 'status 200 with 3 members' } });
    const clusters = cluster([
      one,
      { ...one, requirement: 'b', failure: { ...FAILURE, actual: 'status 200 with 7 members' } },
      { ...one, requirement: 'c', failure: { ...FAILURE, actual: 'status 500 with 7 members' } },
      { ...one, requirement: 'd', source: 'dialect' },
      { ...one, requirement: 'e', topic: 'credential' },
    ]);
    expect(clusters.map(({ first, others }) => [first.requirement, others.length])).toEqual([
      ['b', 1],
      ['c', 0],
      ['e', 0],
      ['d', 0],
    ]);
  });
});

describe('Progress', () => {
  function watch(isTTY: boolean, results: readonly Result[]): string {
    let written = '';
    const stream = { isTTY, columns: 60, write: (text: string) => (written += text) };
    const progress = new Progress(stream, PLAIN);
    progress.record(RUN);
    progress.record({ type: 'plan', requirements: results.map(({ requirement }) => requirement) });
    for (const one of results) progress.record(one);
    progress.stop();
    return written;
  }
  const passes = Array.from({ length: 100 }, (_, i) => result('pass', { requirement: `r${i}` }));

  it('writes few lines where lines stay', () => {
    const lines = watch(false, passes).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toMatch(/^100 % 100\/100 requirements/);
    expect(lines.join('')).not.toContain(ESCAPE);
  });

  it('rewrites one line on a terminal and takes it away', () => {
    const text = watch(true, passes);
    expect(text).not.toContain('\n');
    expect(text.endsWith('\r\u001b[2K')).toBe(true);
    for (const line of text.split('\r\u001b[2K')) expect(line.length).toBeLessThanOrEqual(60);
  });

  describe('on a terminal of', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: 0 });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** The last line, 20 s after the start of a run of which 1,638 of 2,730 requirements have a result. */
    function lineAt(columns: number, pulse: Pulse): string {
      let written = '';
      const stream = { isTTY: true, columns, write: (text: string) => (written += text) };
      const progress = new Progress(stream, PLAIN);
      progress.record({ type: 'plan', requirements: Array.from({ length: 2730 }, (_, i) => `r${i}`) });
      for (let i = 0; i < 1638; i++) progress.record(result(i === 0 ? 'fail' : 'pass', { requirement: `r${i}` }));
      vi.advanceTimersByTime(20_000);
      progress.feel(pulse);
      return written.split('\r\u001b[2K').at(-1) ?? '';
    }
    const busy = { sent: 13_060, inFlight: 2 };
    const waiting = { ...busy, waiting: { check: 'person.update.parameter.id', since: 8_000 } };

    it.each([
      [
        140,
        busy,
        '━━━━━━━━━━━━━━──────────  1638/2730 requirements, 1 bad, 20.0 s, about 13 s left, SSL certificates, 653 requests/s, 2 in flight',
      ],
      [
        120,
        busy,
        '━━━━━━━━━━━━━━──────────  1638/2730, 1 bad, 20.0 s, 13 s left, 653/s, 2 in flight, SSL certificates',
      ],
      [80, busy, '60 % 1638/2730, 1 bad, 20.0 s, 13 s left, 653/s, 2 in flight, SSL certificates'],
      [80, waiting, '60 % 1638/2730, 1 bad, 20.0 s, 13 s left, waiting 12.0 s for person.update.parameter.id'],
      [50, busy, '60 % 1638/2730, 1 bad, 20.0 s, 13 s left, 653/s, 2 in flight'],
    ])('%i columns tells the time left, the speed and what it waits for', (columns, pulse, line) => {
      expect(lineAt(columns, pulse)).toBe(line.length < columns ? line : line.slice(0, columns - 1));
    });
  });

  it('names no area before one has a result', () => {
    let written = '';
    const progress = new Progress({ isTTY: true, columns: 120, write: (text: string) => (written += text) }, PLAIN);
    progress.record({ type: 'plan', requirements: ['a', 'b'] });
    progress.feel({ sent: 9, inFlight: 3 });
    expect(written.split('\r\u001b[2K').at(-1)).toMatch(/ 0\/2 requirements, [^,]+s, \d+ requests\/s, 3 in flight$/);
  });

  it('tells a failure at once, but not hundreds', () => {
    const many = Array.from({ length: 50 }, (_, i) => result('fail', { requirement: `r${i}` }));
    const text = watch(false, many);
    expect(text).toContain('✗ r0: expected status 400, got status 200');
    expect(text.match(/✗/g)).toHaveLength(8);
    expect(text).toContain('more failures will be in the summary');
  });
});
