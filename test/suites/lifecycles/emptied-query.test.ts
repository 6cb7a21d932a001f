/** A text that a query empties is empty afterwards, where the owner says that an empty value is one (contract 4.9). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'endpoint.update.shows';
const WRITTEN = 'config.enrollmentHelp';
const READ = 'enrollmentHelp';

/** Keeps what the query writes, of an emptied text what was there before where `isLeft`. */
function keeping(isLeft: boolean): Rewrite {
  const kept = new Map<string, string>();
  return (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://localhost');
    if (!/^\/api\/endpoint\/v1\/\d+$/.test(pathname) || passing.status >= 300) return;
    const sent = searchParams.get(WRITTEN);
    if (passing.method === 'PUT' && sent !== null && !(isLeft && sent === '')) kept.set(pathname, sent);
    if (passing.method !== 'GET') return;
    const shown = JSON.parse(passing.body) as Record<string, unknown>;
    passing.body = JSON.stringify({ ...shown, [READ]: kept.get(pathname) ?? 'Ask the service desk' });
  };
}

test.each<[string, Rewrite, 'value' | 'absent', string]>([
  ['is emptied', keeping(false), 'value', 'pass'],
  ['is left', keeping(true), 'value', 'fail'],
  ['is left where an empty value counts as none', keeping(true), 'absent', 'pass'],
])('what %s', async (_, rewrite, meaning, verdict) => {
  const readback = { 'endpoint.update': [{ write: `?${WRITTEN}`, read: `/${READ}` }] };
  const answers = { 'request.empty-value': meaning, 'update.readback': readback };
  const outcome = await runAgainst(catalogue, {
    speaks: { base: 'default', answers },
    told: { base: 'default', claimed: true, answers },
    rewrite,
    only: [ID],
  });
  expect(verdictOf(outcome.result(ID))).toBe(verdict);
});

const SHOWN = 'Ask the service desk';

/** Takes no text but the one that shows, and an empty one for none. */
const takesNoOther: Rewrite = (passing) => {
  const { pathname, searchParams } = new URL(passing.target, 'http://localhost');
  if (!/^\/api\/endpoint\/v1\/\d+$/.test(pathname) || passing.status >= 300) return;
  const sent = searchParams.get(WRITTEN);
  if (passing.method === 'PUT' && sent !== null && sent !== '' && sent !== SHOWN)
    Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Not this."}' });
  if (passing.method === 'GET')
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), [READ]: SHOWN });
};

test('an empty text is no text where the owner says so, even if none but that is accepted', async () => {
  const readback = { 'endpoint.update': [{ write: `?${WRITTEN}`, read: `/${READ}` }] };
  const answers = { 'request.empty-value': 'absent', 'update.readback': readback };
  const outcome = await runAgainst(catalogue, {
    speaks: { base: 'default', answers },
    told: { base: 'default', claimed: true, answers },
    rewrite: takesNoOther,
    depth: 'standard',
    only: [ID],
  });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).not.toBe('fail');
});
