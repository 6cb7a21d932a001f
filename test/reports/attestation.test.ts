import { generateKeyPairSync, sign } from 'node:crypto';
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
  ['one that was given up', { outcome: 'aborted' }, 'FAILED'],
  ['one that never ended', { finishedAt: undefined as unknown as string }, 'FAILED'],
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
  for (const none of ['{', 'null', '7', '"x"']) expect(whyNotSigned(none, own)).toBe('It is no JSON.');
  for (const bare of ['{}', '[]', '{"payload":{},"signatures":null}', '{"signatures":[null,[]]}'])
    expect(whyNotSigned(bare, own)).toMatch(/No signature/);
});

test('no byte of an envelope is changed unseen', () => {
  const bytes = Buffer.from(signed(whole, SUBJECT, keys.privateKey));
  const own = { statement: whole, subject: SUBJECT, key: keys.publicKey };
  for (let at = 0; at < bytes.length - 1; at++) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    expect(whyNotSigned(flipped.toString('utf8'), own), `byte ${at}`).toBeDefined();
  }
});

/** An envelope around anything, with a good signature. */
function sealed(payload: string): string {
  const type = 'application/vnd.in-toto+json';
  const bytes = Buffer.from(payload);
  const sealing = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${bytes.length} `), bytes]);
  const sig = sign(null, sealing, keys.privateKey).toString('base64');
  return JSON.stringify({ payloadType: type, payload: bytes.toString('base64'), signatures: [{ sig }] });
}

test('other things that the key has signed do not speak for a run', () => {
  const own = { statement: whole, subject: SUBJECT, key: keys.publicKey };
  const { payload } = JSON.parse(signed(whole, SUBJECT, keys.privateKey)) as { payload: string };
  const text = Buffer.from(payload, 'base64').toString('utf8');
  expect(whyNotSigned(sealed(text), own)).toBeUndefined();
  const others = [
    'no JSON',
    'null',
    text.replace('attestation/test-result/v0.1', 'attestation/release/v0.1'),
    text.replace('in-toto.io/Statement/v1', 'in-toto.io/Statement/v0.1'),
  ];
  for (const other of others) expect(whyNotSigned(sealed(other), own), other).toMatch(/no in-toto attestation/);
  const forNothing = text.replace(/"subject":\[[^\]]*\]/, '"subject":null');
  expect(whyNotSigned(sealed(forNothing), own)).toBe('It was signed for another statement.json.');
  const saysNothing = JSON.stringify({ ...JSON.parse(text), predicate: null });
  expect(whyNotSigned(sealed(saysNothing), own)).toMatch(/^It was signed as undefined/);
});
