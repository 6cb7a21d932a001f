/** Target profiles of a reading: one that tells all it can, and a bare one that claims nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOf } from './claims.ts';
import { examplesOf } from './examples.ts';
import { fixturesOf } from './fixtures.ts';
import { LOGINS } from './legacy/logins.ts';
import { describe } from './openapi.ts';
import type { Reading } from './readings/reading.ts';
import { TOKENS } from './server/tokens.ts';

export interface Addresses {
  readonly url: string;
  readonly secureUrl: string;
}
export type Extent = 'told' | 'bare';

/**
 * The profile as data. Its paths are relative to where `writeProfile` puts it.
 * @param extent how much it says of itself and of its fixtures
 */
export function profileOf(reading: Reading, { url, secureUrl }: Addresses, extent: Extent): Record<string, unknown> {
  const partner = LOGINS[0];
  const connection = {
    name: `reading ${reading.id}, ${extent}`,
    admin: { url, bearer: TOKENS.bearer, ...(extent === 'told' ? told : {}) },
    legacy: {
      url: secureUrl,
      plainUrl: url,
      loginName: partner?.name,
      loginPassword: partner?.password,
      wrongLoginLimit: 40,
      provokeRateLimit: extent === 'told',
    },
    tls: { selfSigned: true },
    effects: 'destroy',
    limits: { leaseWait: '2s' },
    fixtures: fixturesOf(reading, extent),
  };
  if (extent === 'bare') return connection;
  return {
    ...connection,
    examples: examplesOf(reading),
    dialect: { name: `reading ${reading.id}`, base: 'none', openapi: './openapi.json', answers: answersOf(reading) },
  };
}

const told = {
  role: 'MRAO',
  second: { bearer: TOKENS.second, role: 'RAO' },
  foreign: TOKENS.foreign,
  expired: TOKENS.expired,
  forged: TOKENS.forged,
};

/** Writes the profile and what it refers to; returns the path of the profile. */
export function writeProfile(folder: string, reading: Reading, addresses: Addresses, extent: Extent): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${reading.id}-${extent}.json`);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describe(reading), null, 1));
  writeFileSync(path, JSON.stringify(profileOf(reading, addresses, extent), null, 1));
  return path;
}
