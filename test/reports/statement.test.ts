import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { badge } from '../../reports/badge.ts';
import { coverageOf, outcomeOfRun } from '../../reports/coverage.ts';
import { junitXml } from '../../reports/junit.ts';
import { assessKnown } from '../../reports/known.ts';
import type { EndRecord } from '../../reports/model.ts';
import schema from '../../reports/statement.schema.json' with { type: 'json' };
import { type Statement, statementOf } from '../../reports/statement.ts';
import { statementJson, statementMarkdown, writeStatement } from '../../reports/statement-markdown.ts';
import { summarise } from '../../reports/summary.ts';
import type { Requirement, Silence } from '../../spec/types.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { finished, result } from './made-up.ts';

const results = [
  ...VERDICTS.filter((verdict) => verdict !== 'observed').map((verdict) => result(verdict)),
  result('observed', { observations: [{ silence: 'size', value: 25 }] }),
  result('observed', { requirement: 'again', observations: [{ silence: 'size', value: 25 }] }),
  result('pass', { source: 'dialect', area: 'domain' }),
];
const silences: Silence[] = ['size', 'unseen'].map((id) => ({
  id,
  section: '8',
  open: `${id} is open`,
  readings: ['any'],
}));
const contract = { silences, answer: () => ({ value: 20, standing: 'claimed' }) as const };

const fits = (() => {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  formats.default(ajv);
  return ajv.compile(schema);
})();

describe('the published schema', () => {
  const known = [
    { requirement: 'ssl.list.fail', seen: 'status 200', reason: 'old', ticket: 'X-1', expires: '2030-01-01' },
  ];
  const DIGEST = 'ab'.repeat(32);
  const digests = { tape: DIGEST, results: DIGEST, dialect: DIGEST, profile: DIGEST };

  it.each([
    ['a whole run', statementOf(finished(results), contract, digests)],
    ['one without a contract at hand', statementOf(finished([]))],
    ['one that was killed', statementOf({ ...finished(results), end: undefined } as never, contract)],
    [
      'one with known failures',
      statementOf(
        {
          ...finished(results),
          end: {
            ...(finished(results).end as EndRecord),
            known: assessKnown(results, known, '2026-01-01'),
            interrupted: true,
          },
        },
        contract,
      ),
    ],
  ])('takes the statement of %s', (_, statement) => {
    fits(JSON.parse(statementJson(statement)));
    expect(fits.errors ?? []).toEqual([]);
  });

  it('takes nothing else', () => {
    const good = JSON.parse(statementJson(statementOf(finished(results), contract))) as Record<string, unknown>;
    expect(fits({ ...good, outcome: 'fine' })).toBe(false);
    expect(fits({ ...good, remark: 'by hand' })).toBe(false);
    const { seed: _, ...without } = good;
    expect(fits(without)).toBe(false);
  });
});

describe('the badge', () => {
  const svg = (extra: object): string => badge({ ...statementOf(finished([result('pass')])), ...extra } as Statement);

  it('says outcome, contract and day, and is an XML document', () => {
    const text = svg({ finishedAt: '2026-11-22T01:02:03.000Z' });
    expect(text).toMatch(/>contract [^<]+<.*>conformant · 2026-11-22</);
    expect(XMLValidator.validate(text)).toBe(true);
  });

  it('never looks better than the run was', () => {
    const good = /fill="(#2e7d32)"/;
    expect(svg({})).toMatch(good);
    expect(svg({ interrupted: true })).toContain('interrupted');
    for (const less of [
      { depth: 'quick' },
      { outcome: 'partial' },
      { outcome: 'aborted' },
      { outcome: 'non-conformant' },
    ])
      expect(svg(less)).not.toMatch(good);
  });
});

describe('statementOf', () => {
  it('says of each area what it shows by itself', () => {
    const { areas } = statementOf(finished(results), contract);
    expect(areas.map(({ area, outcome }) => [area, outcome])).toEqual([
      ['ssl', 'non-conformant'],
      ['domain', 'conformant'],
    ]);
  });

  it('counts the verdicts that lean on an answer of the dialect', () => {
    const leaning = ['a', 'b'].map((requirement) => result('pass', { requirement, relied: ['unseen'] }));
    const open = result('inconclusive', { requirement: 'c', relied: ['unseen'] });
    const statement = statementOf(finished([...leaning, open]), contract);
    expect(statement.silences.map(({ silence, relied }) => [silence, relied])).toEqual([
      ['size', undefined],
      ['unseen', { by: 2, first: 'a' }],
    ]);
    expect(statementMarkdown(statement)).toContain('relied on by 2 verdicts, first a');
  });

  it('says what the results say', () => {
    const statement = statementOf(finished(results), contract);
    expect(statement).toMatchObject({
      outcome: 'non-conformant',
      seed: 42,
      cases: { judged: 36, passed: 35, unsent: 9 },
      counts: { pass: 2, fail: 1, warn: 1, observed: 2, inconclusive: 1, 'not-applicable': 1, broken: 1 },
      bySource: { contract: { pass: 1 }, dialect: { pass: 1, fail: 0 } },
      failures: [{ requirement: 'ssl.list.fail', expected: 'status 400', case: { query: { size: 201 } } }],
      broken: [{ requirement: 'ssl.list.broken' }],
    });
    expect(statement.areas.map(({ area }) => area)).toEqual(['ssl', 'domain']);
    expect(statement.unproven.flatMap(({ requirements }) => requirements)).toEqual([
      'ssl.list.inconclusive',
      'ssl.list.not-applicable',
    ]);
  });

  it('registers every silence: answered, seen or not', () => {
    const { silences: register } = statementOf(finished(results), contract);
    expect(register).toEqual([
      {
        silence: 'size',
        section: '8',
        open: 'size is open',
        answer: { value: 20, standing: 'claimed' },
        observed: [{ value: 25, seenBy: ['ssl.list.observed', 'again'] }],
      },
      {
        silence: 'unseen',
        section: '8',
        open: 'unseen is open',
        answer: { value: 20, standing: 'claimed' },
        observed: [],
      },
    ]);
  });

  it('has a digest of what was found, in whatever order it was found', () => {
    const digest = statementOf(finished(results)).resultsDigest;
    expect(statementOf(finished(results.toReversed())).resultsDigest).toBe(digest);
    expect(statementOf(finished(results.slice(1))).resultsDigest).not.toBe(digest);
  });

  it('is written for machines and for people', () => {
    const folder = mkdtempSync(join(tmpdir(), 'certconform-statement-'));
    try {
      const statement = statementOf(finished(results), contract);
      const { json, markdown } = writeStatement(statement, folder);
      expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(JSON.parse(JSON.stringify(statement)));
      expect(readFileSync(markdown, 'utf8')).toBe(statementMarkdown(statement));
      expect(statSync(json).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('agrees with the JUnit report and the summary of the same run', () => {
    const run = { ...finished(results), plan: { type: 'plan', requirements: ['lost'] } as const };
    const { counts, missing } = statementOf(run);
    const junit = junitXml(run);
    expect(junit.match(/<failure /g)).toHaveLength(counts.fail);
    expect(junit.match(/<error /g)).toHaveLength(counts.broken + missing.length);
    expect(junit.match(/<skipped /g)).toHaveLength(counts.observed + counts.inconclusive + counts['not-applicable']);
    const total = summarise(run, outcomeOfRun(run))
      .split('\n')
      .find((line) => line.startsWith('Total'));
    const shown = ['pass', 'fail', 'warn', 'observed', 'inconclusive', 'not-applicable', 'broken'] as const;
    expect(total?.match(/\d+/g)?.map(Number)).toEqual(shown.map((verdict) => counts[verdict]));
  });

  it('is not led astray by markup in what the target said', () => {
    const text = statementMarkdown(statementOf(finished([result('broken', { reason: '| <b>x</b> `y` \u001b[0m' })])));
    expect(text).toContain('\\| \\<b\\>x\\</b\\> \\`y\\` \\\\u{1b}\\[0m');
    expect(text).toContain('# Conformance statement: ABORTED');
  });
});

describe('coverageOf', () => {
  const requirements = ['ssl.list.pass', 'forgotten'].map((id) => ({ id }) as Requirement);

  it('finds requirements without a result and results without a requirement', () => {
    const coverage = coverageOf(requirements, [result('pass'), result('warn')]);
    expect(coverage.missing.map(({ id }) => id)).toEqual(['forgotten']);
    expect(coverage.unknown).toEqual(['ssl.list.warn']);
  });

  it('folds several results on one requirement to the worst', () => {
    const { verdicts } = coverageOf(requirements, [result('pass'), result('fail', { requirement: 'ssl.list.pass' })]);
    expect(verdicts.get('ssl.list.pass')).toBe('fail');
  });

  it('lets no planned requirement vanish from the outcome', () => {
    const run = { results: [result('pass')], plan: { type: 'plan', requirements: ['ssl.list.pass', 'lost'] } as const };
    expect(outcomeOfRun(run, { allowPartial: true })).toMatchObject({ outcome: 'partial', exitCode: 3 });
  });
});
