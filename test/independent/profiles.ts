/** Target profiles of a reading: one that tells all it can, and a bare one that claims nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOf } from './claims.ts';
import { examplesOf } from './examples.ts';
import { fixturesOf } from './fixtures.ts';
import { LOGINS } from './legacy/logins.ts';
import { lots } from './lots.ts';
import { describe } from './openapi.ts';
import type { Reading } from './readings/reading.ts';
import { TOKENS } from './server/tokens.ts';

export interface Addresses {
  readonly url: string;
  readonly secureUrl: string;
}
/** How much a profile says: all it can, nothing of itself, or of each point by lot (the number is the seed). */
export type Extent = 'told' | 'bare' | number;

/**
 * The profile as data. Its paths are relative to where `writeProfile` puts it.
 * @param extent how much it says of itself and of its fixtures
 */
export function profileOf(reading: Reading, { url, secureUrl }: Addresses, extent: Extent): Record<string, unknown> {
  const partner = LOGINS[0];
  const tells = tellerOf(extent);
  const described = !reading.quirks.some(({ undescribed }) => undescribed);
  const openapi = described && tells('openapi') ? { openapi: './openapi.json' } : {};
  return {
    name: `reading ${reading.id}, ${extent}`,
    admin: { url, bearer: TOKENS.bearer, ...some(told, tells) },
    legacy: {
      url: secureUrl,
      plainUrl: url,
      loginName: partner?.name,
      loginPassword: partner?.password,
      wrongLoginLimit: 40,
      provokeRateLimit: tells('rate limit'),
    },
    tls: { selfSigned: true },
    effects: 'destroy',
    limits: { leaseWait: '2s' },
    fixtures: fixturesOf(reading, tells),
    ...(tells('examples') ? { examples: some(examplesOf(reading), tells) } : {}),
    ...(extent === 'bare'
      ? {}
      : {
          dialect: {
            name: `reading ${reading.id}`,
            base: 'none',
            ...openapi,
            answers: some(answersOf(reading), tells),
          },
        }),
  };
}

/** Says of each point whether the profile tells it. */
export type Teller = (point: string) => boolean;

/** What is told by lot is told or not of every fixture alike, as by a person who knows a trait or does not. */
function tellerOf(extent: Extent): Teller {
  if (typeof extent !== 'number') return () => extent === 'told';
  const next = lots(extent);
  const known = new Map<string, boolean>();
  return (point) => {
    const told = known.get(point) ?? next() < 0.6;
    known.set(point, told);
    return told;
  };
}

const some = (members: Readonly<Record<string, unknown>>, tells: Teller): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => tells(name)));

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
