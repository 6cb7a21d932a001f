/** Stands in for the target while a run is rehearsed: the reference emulator, with exactly the fixtures of the profile. */
import type { Emulator } from '../../emulator/index.ts';
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract, FixtureKind } from '../../spec/types.ts';
import { type Effect, permits } from '../../spec/vocabulary.ts';
import type { Fixture, Profile } from '../../target/index.ts';

/** A running stand-in. Nothing that is sent to it leaves this machine. */
export interface StandIn {
  /** The user's profile as if the stand-in were the target. */
  readonly profile: object;
  /** The user's fixture for which the stand-in's fixture with these ids stands. */
  original(fixture: Fixture): Fixture | undefined;
  /** Kinds of which the profile states more than the stand-in has. */
  readonly short: ReadonlySet<FixtureKind>;
  close(): Promise<void>;
}

interface StatedFixture {
  readonly ids: Fixture['ids'];
  readonly traits?: Fixture['traits'];
  readonly allow: Effect;
}

/** Starts the stand-in of a profile: same claims, effect and dialect, credentials only where the profile has some. */
export async function standInFor(profile: Profile, contract: Contract): Promise<StandIn> {
  const emulator = await start(profile, contract);
  const own = emulator.profile() as { fixtures: Record<string, StatedFixture[]> };
  const { fixtures, originals, short } = pairUp(profile, own.fixtures);
  return {
    profile: {
      name: profile.name,
      ...(profile.admin === undefined ? {} : { admin: adminOf(profile.admin, emulator) }),
      ...(profile.legacy === undefined ? {} : { legacy: legacyOf(profile.legacy, emulator) }),
      ...(profile.dialect === undefined ? {} : { dialect: profile.dialect }),
      claims: profile.claims,
      effects: profile.effect,
      fixtures,
      // What the stand-in accepts shows at once,
      // and so many requests go at a time that one which waits does so for another answer.
      limits: { settle: '1ms', concurrency: 64 },
      examples: profile.examples,
      tls: { selfSigned: true },
    },
    original: (fixture) => originals.get(keyOf(fixture)),
    short,
    close: () => emulator.close(),
  };
}

/** A target that answers open points in a way that the emulator cannot show is rehearsed against its default dialect. */
async function start(profile: Profile, contract: Contract): Promise<Emulator> {
  const limit = profile.legacy?.provokeRateLimit === true ? {} : { rateLimit: false as const };
  try {
    return await startEmulator({ contract, ...limit });
  } catch {
    return startEmulator({ contract: await loadContract({ validate: false }), ...limit });
  }
}

function adminOf(admin: NonNullable<Profile['admin']>, { adminUrl, credentials }: Emulator): object {
  const token = (role: string | undefined): string => (role === 'MRAO' ? credentials.bearer : credentials.secondBearer);
  return {
    url: adminUrl,
    role: admin.role,
    ...(admin.bearer === undefined ? {} : { bearer: token(admin.role) }),
    ...(admin.second === undefined
      ? {}
      : {
          second: {
            bearer: token(admin.second.role),
            ...(admin.second.role === undefined ? {} : { role: admin.second.role }),
          },
        }),
  };
}

function legacyOf(legacy: NonNullable<Profile['legacy']>, emulator: Emulator): object {
  return {
    url: emulator.legacyUrl,
    ...(legacy.plainUrl === undefined ? {} : { plainUrl: emulator.legacyPlainUrl }),
    ...(legacy.loginName === undefined ? {} : { loginName: emulator.credentials.loginName }),
    ...(legacy.loginPassword === undefined ? {} : { loginPassword: emulator.credentials.loginPassword }),
    wrongLoginLimit: legacy.wrongLoginLimit,
    provokeRateLimit: legacy.provokeRateLimit,
  };
}

/** For each fixture of the profile one of the emulator's with the same traits; with a provisioning module all that are left too. */
function pairUp(
  profile: Profile,
  available: Readonly<Record<string, readonly StatedFixture[]>>,
): { fixtures: Record<string, StatedFixture[]>; originals: Map<string, Fixture>; short: Set<FixtureKind> } {
  const used = new Set<StatedFixture>();
  const fixtures: Record<string, StatedFixture[]> = {};
  const originals = new Map<string, Fixture>();
  const short = new Set<FixtureKind>();
  for (const fixture of profile.fixtures) {
    const twin = twinOf(
      fixture,
      (available[fixture.kind] ?? []).filter((candidate) => !used.has(candidate)),
    );
    if (twin === undefined) {
      short.add(fixture.kind);
      continue;
    }
    used.add(twin);
    fixtures[fixture.kind] = [
      ...(fixtures[fixture.kind] ?? []),
      // The suite knows of a fixture only what the profile states, so neither traits nor permission are added.
      { ids: twin.ids, traits: fixture.traits, allow: fixture.allow },
    ];
    originals.set(keyOf({ kind: fixture.kind, ids: twin.ids }), fixture);
  }
  if (profile.provision !== undefined) {
    for (const [kind, all] of Object.entries(available)) {
      fixtures[kind] = [...(fixtures[kind] ?? []), ...all.filter((candidate) => !used.has(candidate))];
    }
  }
  return { fixtures, originals, short };
}

/** The likest: equal in the traits that both know, and made for what the profile permits. */
function twinOf(fixture: Fixture, candidates: readonly StatedFixture[]): StatedFixture | undefined {
  const differences = (candidate: StatedFixture): number =>
    Object.entries(candidate.traits ?? {}).filter(
      ([name, value]) => fixture.traits[name] !== undefined && fixture.traits[name] !== value,
    ).length;
  const cost = (candidate: StatedFixture): number =>
    differences(candidate) * 4 +
    (permits(candidate.allow, fixture.allow) ? 0 : 2) +
    (candidate.allow === fixture.allow ? 0 : 1);
  return candidates.toSorted((a, b) => cost(a) - cost(b))[0];
}

function keyOf({ kind, ids }: Pick<Fixture, 'kind' | 'ids'>): string {
  return `${kind} ${JSON.stringify(Object.entries(ids).map(([name, id]) => [name, String(id)]))}`;
}
