/** Results that no server gave: raw material for the tests of the reports. */
import type { Failure, Result, RunRecord } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import type { RunResults } from '../../reports/reader.ts';
import type { Exchange, Verdict } from '../../spec/vocabulary.ts';

export const RUN: RunRecord = {
  type: 'run',
  format: 1,
  tool: 'certconform',
  toolVersion: '0.1.0',
  contractVersion: '26.7.1',
  dialect: 'default',
  target: { name: 'staging', urls: ['https://admin.example.org', 'https://legacy.example.org'] },
  seed: 42,
  depth: 'standard',
  effect: 'modify',
  startedAt: 1_700_000_000_000,
  node: '24.0.0',
  claims: ['ssl', 'domain'],
};

export const EXCHANGE: Exchange = {
  request: {
    method: 'GET',
    url: 'https://admin.example.org/api/ssl/v2?size=201',
    headers: [
      ['Authorization', 'Bearer [redacted]'],
      ['X-Conformance-Check', 'ssl.list.size'],
    ],
  },
  response: {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: '[{"sslId":1,"commonName":"<b>&]]></b>"}]',
    encoding: 'utf8',
    bytes: 40,
  },
  startedAt: 1_700_000_000_100,
  durationMs: 3.5,
};

export const FAILURE: Failure = {
  expected: 'status 400',
  actual: 'status 200 with a JSON array of 1',
  caseLabel: 'size = 201, one above the maximum',
  case: { query: { size: 201 } },
  violation: {
    operator: 'above',
    keyword: 'maximum',
    pointer: '',
    old: 200,
    new: 201,
    certainty: 'definite',
    where: 'size',
  },
  shrunkFrom: { query: { size: 94_113, status: 'Issued' } },
  exchange: EXCHANGE,
  curl: `curl -sS -i 'https://admin.example.org/api/ssl/v2?size=201' -H "Authorization: Bearer \${CERTCONFORM_BEARER}"`,
  replay: 'certconform replay ssl.list.size.maximum.refuses --seed 42 --path 3:0:1',
};

/** A result with the given verdict; `over` replaces what matters to a test. */
export function result(verdict: Verdict, over: Partial<Result> = {}): Result {
  return {
    type: 'result',
    requirement: `ssl.list.${verdict}`,
    level: 'MUST',
    source: 'contract',
    section: '4.2',
    sentence: 'The list refuses a size above 200.',
    interface: 'admin',
    area: 'ssl',
    operation: 'ssl.list',
    topic: 'parameter',
    check: 'ssl.list.size',
    effect: 'observe',
    verdict,
    cases: { judged: 4, passed: verdict === 'fail' ? 3 : 4, unsent: 1 },
    observations: [],
    exchanges: [EXCHANGE],
    startedAt: 1_700_000_000_100,
    durationMs: 12,
    ...(verdict === 'pass' ? {} : { reason: `made up to be ${verdict}` }),
    ...(verdict === 'fail' ? { failure: FAILURE, path: '3:0:1' } : {}),
    ...(verdict === 'not-applicable' ? { cause: 'effect-not-permitted' as const } : {}),
    ...over,
  };
}

/** A finished run with these results. */
export function finished(results: readonly Result[], over: Partial<RunRecord> = {}): RunResults {
  const { outcome, counts, reason } = outcomeOf(results);
  return {
    run: { ...RUN, ...over },
    results,
    notices: [],
    end: {
      type: 'end',
      outcome,
      counts,
      startedAt: RUN.startedAt,
      finishedAt: RUN.startedAt + 12_345,
      ...(reason === undefined ? {} : { reason }),
    },
    torn: 0,
  };
}
