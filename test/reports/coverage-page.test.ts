import { expect, test } from 'vitest';
import { coveragePage } from '../../reports/coverage-page.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { outcomeBanner } from '../../reports/outcome-banner.ts';
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

test('the banner tells the outcome and the count of each of the seven verdicts', () => {
  const results = [result('pass'), result('pass', { requirement: 'other' }), result('fail', { requirement: 'bad' })];
  const text = outcomeBanner(finished(results), outcomeOf(results), [['coverage', '../coverage.html']]);
  expect(text).toContain('NON-CONFORMANT');
  expect(text.match(/<li[^>]*><b>\d+<\/b>/g)).toHaveLength(VERDICTS.length);
  expect(text).toContain('<b>2</b> pass');
  expect(text).toContain('<b>1</b> fail');
  expect(text).toContain('<a href="../coverage.html">coverage</a>');
});
