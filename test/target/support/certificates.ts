/** Certificates made for the test at hand. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Identity {
  readonly cert: string;
  readonly key: string;
}

interface Wish {
  /** Host names and addresses. Default localhost and 127.0.0.1. */
  readonly names?: readonly string[];
  readonly notAfter?: Date;
  /** Who signs it; itself by default. */
  readonly by?: Identity;
  readonly authority?: boolean;
}

/** A certificate and its key, as PEM. */
export async function identity(wish: Wish = {}): Promise<Identity> {
  const names = wish.names ?? ['localhost', '127.0.0.1'];
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    notAfterDate: wish.notAfter ?? new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: wish.authority ?? false, critical: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
    ...(wish.by === undefined ? {} : { ca: wish.by }),
  });
  return { cert: made.cert, key: made.private };
}

/** Writes a PEM file and returns its path. */
export function pem(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
