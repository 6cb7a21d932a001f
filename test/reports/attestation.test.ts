import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { attestedResult, type Subject, signed, whyNotSigned } from '../../reports/attestation.ts';
import { type Statement, statementOf } from '../../reports/statement.ts';
import { finished, result } from './made-up.ts';

const keys = generateKeyPairSync('ed25519');
const SUBJECT: Subject[] = [{ name: 'statement.json', digest: { sha256: 'ab'.repeat(32) } }];
const whole: Statement = {
  ...statementOf(finished([result('pass')], { depth: 'standard' })),
  finishedAt: '2026-11-22T00:00:00.000Z',
};

const STATED = {
  requirement: 'ssl.list.order',
  level: 'MUST',
  source: 'contract',
  section: '4.2',
  sentence: 'made up',
  actual: 'status 500',
} as const;

test.each<[string, Partial<Statement>, string]>([
  ['a whole conformant run', {}, 'PASSED'],
  ['a quick one', { depth: 'quick' }, 'WARNED'],
  ['one with fewer cases', { runs: 1 }, 'WARNED'],
  [
    'one of some areas',
    { scope: { areas: { judged: 3, all: 12 }, requirements: { judged: 5, all: 9 }, whole: true } },
    'WARNED',
  ],
  ['an unsteady one', { warnings: [{ ...STATED, unsteady: { failed: 1, of: 2 } }] }, 'WARNED'],
  ['one with warnings', { warnings: [STATED] }, 'PASSED'],
  ['a partial one', { outcome: 'partial' }, 'WARNED'],
  ['one with known failures', { outcome: 'known-failures' }, 'WARNED'],
  ['a failed one', { outcome: 'non-conformant' }, 'FAILED'],
  ['an interrupted one', { interrupted: true }, 'FAILED'],
])('%s is never signed as better than it is', (_, over, expected) => {
  const statement = { ...whole, outcome: 'conformant', ...over } as Statement;
  expect(attestedResult(statement)).toBe(expected);
  const { payload } = JSON.parse(signed(statement, SUBJECT, keys.privateKey)) as { payload: string };
  expect(JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicate: { result: expected },
  });
});

test('an envelope holds for its files, its key and its content alone', () => {
  const text = signed(whole, SUBJECT, keys.privateKey);
  const own = { statement: whole, subject: SUBJECT, key: keys.publicKey };
  expect(whyNotSigned(text, own)).toBeUndefined();
  expect(whyNotSigned(text, { ...own, key: generateKeyPairSync('ed25519').publicKey })).toMatch(/No signature/);
  const other = [{ name: 'statement.json', digest: { sha256: 'cd'.repeat(32) } }];
  expect(whyNotSigned(text, { ...own, subject: other })).toBe('It was signed for another statement.json.');
  expect(whyNotSigned(text, { ...own, statement: { ...whole, outcome: 'partial' } })).toBe(
    'It was signed as PASSED, and by the statement the run is WARNED.',
  );
  const envelope = JSON.parse(text) as { payload: string };
  const forged = Buffer.from(envelope.payload, 'base64')
    .toString('utf8')
    .replace(/"result":"\w+"/, '"result":"PASSED!"');
  const altered = JSON.stringify({ ...envelope, payload: Buffer.from(forged).toString('base64') });
  expect(whyNotSigned(altered, own)).toMatch(/No signature/);
  expect(whyNotSigned('{', own)).toBe('It is no JSON.');
});
