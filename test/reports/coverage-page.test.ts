import { expect, test } from 'vitest';
import { coveragePage } from '../../reports/coverage-page.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { outcomeBanner } from '../../reports/outcome-banner.ts';
import { outcomeRing, RING_STYLE } from '../../reports/outcome-ring.ts';
import { loadContract } from '../../spec/load.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { finished, result } from './made-up.ts';

const contract = await loadContract({ validate: false });
const [first, second] = contract.requirements.filter(({ operation }) => operation === 'person.read');

function page(...results: Parameters<typeof outcomeOf>[0]): string {
  return coveragePage(finished(results as ReturnType<typeof result>[]), outcomeOf(results), contract);
}

test('each requirement of the contract stands on the page, with its worst verdict or none', () => {
  const id = first?.id ?? '';
  const text = page(result('pass', { requirement: id }), result('fail', { requirement: id }));
  for (const requirement of contract.requirements) expect(text).toContain(` ${requirement.id}</dt>`);
  expect(text).toContain(`<span class="fail">fail</span> ${id}</dt>`);
  expect(text).toContain(`<span class="none">not run</span> ${second?.id}</dt>`);
  expect(text).toContain(`1 of ${contract.requirements.length} requirements were judged`);
  expect(text).toContain('GET /api/person/v2/{id}');
});

test('it loads nothing, runs nothing, and shows what came from outside as text', () => {
  const text = page(result('inconclusive', { requirement: first?.id ?? '', reason: '<img src=x onerror=alert(1)>' }));
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).not.toMatch(/<(script|img|link|iframe)\b|<[^<>]*\ssrc=|url\(/);
});

test('the ring is green for a conformant run alone, and one failure of thousands is seen in it', () => {
  const counts = { pass: 2630, fail: 1, warn: 0, observed: 83, inconclusive: 16, 'not-applicable': 0, broken: 0 };
  const lengths = (ring: string): Record<string, number> =>
    Object.fromEntries(
      [...ring.matchAll(/cc-arc-([a-z-]+)"[^>]*stroke-dasharray="([\d.]+)/g)].map(([, name, length]) => [
        name,
        Number(length),
      ]),
    );
  const bad = outcomeRing({ outcome: 'non-conformant', exitCode: 1, counts });
  const arcs = lengths(bad);
  expect(Object.keys(arcs)).toEqual(['fail', 'inconclusive', 'observed', 'pass']);
  expect(arcs['fail']).toBeGreaterThanOrEqual(5);
  expect(Object.values(arcs).reduce((sum, one) => sum + one, 0)).toBeCloseTo(100 - 4, 1);
  expect(bad).toMatch(/>1<\/text>/);
  expect(bad).toContain('aria-label="non-conformant: 1 fail, 16 inconclusive, 83 observed, 2630 pass"');
  expect(bad).not.toContain('%');
  expect(RING_STYLE.match(/[^}]*cc-good[^{]*\{/g)?.map((one) => one.trim())).toEqual(['.cc-good .cc-arc-pass {']);
  const good = outcomeRing({ outcome: 'conformant', exitCode: 0, counts: { ...counts, fail: 0, inconclusive: 0 } });
  expect(good).toMatch(/>✓<\/text>/);
  const whole = outcomeRing({
    outcome: 'conformant',
    exitCode: 0,
    counts: { ...counts, fail: 0, inconclusive: 0, observed: 0 },
  });
  expect(lengths(whole)).toEqual({ pass: 100 });
});

test('the banner tells the outcome and the count of each of the seven verdicts', () => {
  const results = [result('pass'), result('pass', { requirement: 'other' }), result('fail', { requirement: 'bad' })];
  const text = outcomeBanner(finished(results), outcomeOf(results), [['coverage', '../coverage.html']]);
  expect(text).toContain('NON-CONFORMANT');
  expect(text.match(/<li[^>]*><b>\d+<\/b>/g)).toHaveLength(VERDICTS.length);
  expect(text).toContain('<b>2</b> pass');
  expect(text).toContain('<b>1</b> fail');
  expect(text).toContain('<a href="../coverage.html">coverage</a>');
});
