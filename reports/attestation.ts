/** A statement as an in-toto attestation (Statement v1, predicate test-result) in a DSSE envelope, signed with Ed25519. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { narrowingOf } from './headline.ts';
import type { Statement } from './statement.ts';

/** Name of the envelope inside the folder of a run. */
export const ENVELOPE_FILE = 'statement.dsse.json';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** A file that the attestation speaks for, by its SHA-256 in hexadecimal. */
export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/**
 * What a signature may say of an outcome: PASSED is for a whole run that was conformant. What is narrowed, partial, unsteady or has
 * known failures is WARNED; all else FAILED.
 */
export function attestedResult(statement: Statement): 'PASSED' | 'WARNED' | 'FAILED' {
  const { outcome, interrupted, finishedAt, warnings } = statement;
  if (interrupted || finishedAt === undefined || outcome === 'aborted' || outcome === 'non-conformant') return 'FAILED';
  const steady = warnings.every(({ unsteady }) => unsteady === undefined);
  return outcome === 'conformant' && steady && narrowingOf(statement) === undefined ? 'PASSED' : 'WARNED';
}

/** The signed envelope, as it stands on disk. */
export function signed(statement: Statement, subject: readonly Subject[], key: KeyObject): string {
  const { tool, toolVersion, contract, target, outcome, depth, effect, seed, claims } = statement;
  const payload = {
    _type: STATEMENT_TYPE,
    subject,
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: attestedResult(statement),
      configuration: [
        { name: `${tool} ${toolVersion}`, annotations: { contract, depth, effect, seed, claims, outcome } },
      ],
      target: target.name,
      warnedTests: statement.warnings.map(({ requirement }) => requirement),
      failedTests: statement.failures.map(({ requirement }) => requirement),
    },
  };
  const bytes = Buffer.from(JSON.stringify(payload));
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: bytes.toString('base64'),
    signatures: [{ keyid: keyId(key), sig: sign(null, encoded(bytes), key).toString('base64') }],
  };
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** Why an envelope does not speak for these files, or says of them what the statement does not; undefined when it does. */
export function whyNotSigned(
  text: string,
  {
    statement,
    subject,
    key,
  }: { readonly statement: Statement; readonly subject: readonly Subject[]; readonly key: KeyObject },
): string | undefined {
  const envelope = jsonOf(text) as Partial<Envelope> | undefined;
  if (envelope === undefined) return 'It is no JSON.';
  const bytes = bytesOf(envelope.payload);
  const good =
    envelope.payloadType === PAYLOAD_TYPE &&
    bytes !== undefined &&
    [envelope.signatures].flat().some((one) => isSignedBy(one, bytes, key));
  if (!good) return 'No signature in it was made with this key.';
  const payload = jsonOf(bytes.toString('utf8')) as Partial<Payload> | undefined;
  // A key may have signed other things about the same files.
  if (payload?._type !== STATEMENT_TYPE || payload.predicateType !== PREDICATE_TYPE)
    return 'What was signed is no in-toto attestation of a test result.';
  const { subject: signedFor, predicate } = payload;
  const other = subject.find(
    ({ name, digest }) => ![signedFor].flat().some((one) => one?.name === name && one.digest?.sha256 === digest.sha256),
  );
  if (other !== undefined) return `It was signed for another ${other.name}.`;
  const result = attestedResult(statement);
  // Whoever has the key can sign anything.
  if (predicate?.result === result) return undefined;
  return `It was signed as ${String(predicate?.result)}, and by the statement the run is ${result}.`;
}

/** What is signed, as far as it is looked at. */
interface Payload {
  readonly _type: unknown;
  readonly predicateType: unknown;
  readonly subject: readonly Partial<Subject>[];
  readonly predicate: { readonly result?: unknown };
}

/** A value of JSON that has members; undefined for everything else. */
function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes in base64; undefined where they are not written as they are by whoever encodes them: no byte may differ unseen. */
function bytesOf(base64: unknown): Buffer | undefined {
  const bytes = Buffer.from(String(base64), 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}

/** DSSE allows a signature without a key's id, and none that is another key's. */
function isSignedBy(signature: unknown, payload: Buffer, key: KeyObject): boolean {
  const { keyid = '', sig, ...others } = (signature ?? {}) as Readonly<Record<string, unknown>>;
  const bytes = bytesOf(sig);
  const isNamed = (keyid === '' || keyid === keyId(key)) && Object.keys(others).length === 0;
  return isNamed && bytes !== undefined && verify(null, encoded(payload), key, bytes);
}

/** Pre-authentication encoding of DSSE: what is signed is the type and the bytes, each with its length. */
function encoded(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);
}

function keyId(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  const spki = open.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}
