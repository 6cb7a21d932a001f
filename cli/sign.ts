/** `certconform sign DIR --key FILE`: an attestation that others can hold against the files of a run. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attestedResult, ENVELOPE_FILE, type Subject, signed, whyNotSigned } from '../reports/attestation.ts';
import type { Statement } from '../reports/statement.ts';
import { NoRegularFile, readHandedIn, whyUnread } from '../spec/handed-in.ts';
import { TAPE_FILE } from '../target/index.ts';
import { sha256 } from './digests.ts';
import { UserError } from './user-error.ts';
import { brokenDigests, readStatement } from './verify-files.ts';

export interface SignOptions {
  readonly key: string;
}

/** Signs statement, results and tape of a run. Returns 0. @throws UserError for a key of another kind, or files that do not belong together. */
export async function signCommand(path: string, { key }: SignOptions): Promise<number> {
  const folder = resolve(path);
  const statement = readStatement(folder, path);
  const [altered] = brokenDigests(folder, statement);
  if (altered !== undefined) throw new UserError(`sign ${path}: ${altered.file}: ${altered.text} Nothing was signed.`);
  const file = join(folder, ENVELOPE_FILE);
  const envelope = signed(statement, subjectsOf(folder, statement), keyIn(key, createPrivateKey));
  // Of an earlier signature, or a link that somebody else has put there: nothing is written through it.
  rmSync(file, { force: true });
  writeFileSync(file, envelope, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${attestedResult(statement)}  ${file}\n`);
  return 0;
}

/** Why the envelope of a folder does not speak for its files; undefined when it does. */
export function whyUnsigned(folder: string, statement: Statement, key: string): string | undefined {
  let text: string;
  try {
    text = readHandedIn(join(folder, ENVELOPE_FILE), 'utf8');
  } catch (error) {
    if (error instanceof NoRegularFile) return `It is ${error.what}, no regular file.`;
    return 'It is missing; "certconform sign" makes it.';
  }
  return whyNotSigned(text, { statement, subject: subjectsOf(folder, statement), key: keyIn(key, createPublicKey) });
}

function subjectsOf(folder: string, { shards }: Statement): Subject[] {
  const tapes = shards?.map((shard) => `${shard.folder}/${TAPE_FILE}`) ?? [TAPE_FILE];
  return ['statement.json', 'results.ndjson', ...tapes].map((name) => ({
    name,
    digest: { sha256: sha256(readHandedIn(join(folder, name))) },
  }));
}

function keyIn(file: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read(readHandedIn(file, 'utf8'));
  } catch (error) {
    if (error instanceof NoRegularFile) throw new UserError(`--key ${file}: ${whyUnread(error)}; name a file.`);
    // Else said below.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new UserError(
    `--key ${file}: it holds no Ed25519 key in PEM; "openssl genpkey -algorithm ed25519" makes a private one.`,
  );
}
