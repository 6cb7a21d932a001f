/** A run on tape: what must be known to judge it again, and the judging. */
import { basename, isAbsolute } from 'node:path';
import type { Result } from '../../reports/model.ts';
import { type Contract, type Depth, type LoadedDialect, loadContract, loadDialect } from '../../spec/index.ts';
import { type Missing, type Profile, type Tape, TapeTarget } from '../../target/index.ts';
import type { SecretSource } from '../../target/profile/types.ts';
import { catalogue } from '../catalogue.ts';
import type { CheckGroup, Engine, Relied } from '../engine/index.ts';
import { allotmentOf, areasOf, callOf, noting, runGroups } from '../engine/index.ts';
import type { Found } from '../lists/found.ts';
import { affordedBy, fixturesWithin } from './budget.ts';
import { presentFixtures, selection } from './engine.ts';
import type { Shard } from './shard.ts';

/** What the head of a tape says about the run. */
export interface TapedRun {
  readonly tool: string;
  readonly toolVersion: string;
  readonly contract: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly runs?: number;
  readonly repeatFailures?: number;
  /** Requests that it might send. */
  readonly budget?: number;
  readonly only: readonly string[];
  /** Which part of a run in several it is. */
  readonly shard?: Shard;
  readonly found: readonly Found[];
  readonly dialect: SavedDialect;
  /** Without secrets and the places of files: what the statement's digest of the profile is of. */
  readonly profile: unknown;
}

/** A dialect with all that its files said. */
export type SavedDialect = Omit<LoadedDialect, 'answers'> & {
  readonly answers: readonly (readonly [
    string,
    LoadedDialect['answers'] extends ReadonlyMap<string, infer A> ? A : never,
  ])[];
};

/** The profile's dialect as it can be kept. */
export async function saveDialect({ dialect }: Pick<Profile, 'dialect'>): Promise<SavedDialect> {
  const loaded = await loadDialect(dialect ?? 'default');
  return withoutPlaces({ ...loaded, answers: [...loaded.answers], notices: [] });
}

/** The profile as others may see it: of secrets the sort alone, of files the name. The dialect stands beside it. */
export function saveProfile(profile: Profile): unknown {
  const { dialect: _, folder: __, file: ___, logins: ____, warnings: _____, ...told } = profile;
  const text = JSON.stringify(told, (_key, value: unknown) => {
    if (typeof value === 'string') return isAbsolute(value) && !value.startsWith('//') ? basename(value) : value;
    const kind = (value as { readonly kind?: unknown } | null)?.kind;
    return typeof kind === 'string' && SOURCES.has(kind) ? { secret: kind } : value;
  });
  return JSON.parse(text) as unknown;
}

/** Where a profile's secrets come from. */
const SOURCES: ReadonlySet<string> = new Set(['value', 'file', 'command', 'oauth2'] satisfies SecretSource['kind'][]);

/** Of the files that it was made from the names alone: a tape is for others, and where they lay is nothing to judge by. */
function withoutPlaces(dialect: SavedDialect): SavedDialect {
  const text = JSON.stringify(dialect, (key, value: unknown) =>
    key === 'x-file' && typeof value === 'string' ? basename(value) : value,
  );
  return JSON.parse(text) as SavedDialect;
}

/** The contract under the dialect of a tape. */
export async function contractOfTape({ head }: Tape<TapedRun>): Promise<Contract> {
  const { dialect } = head.about;
  return noting(await loadContract({ validate: false, loaded: { ...dialect, answers: new Map(dialect.answers) } }));
}

/** What came of judging a tape. */
export interface Rejudged {
  readonly results: readonly Result[];
  /** What the checks asked for and the tape does not hold. */
  readonly missing: readonly Missing[];
  /** Exchanges that the tape holds and nothing asked for. */
  readonly unasked: readonly Missing[];
  /** Checks that hung on a body of which the tape holds the digest alone, by id. */
  readonly cut: ReadonlySet<string>;
  /** These, and checks that what is missing, or was not asked for, leaves without ground: they cannot be judged from this tape. */
  readonly groundless: ReadonlySet<string>;
}

/** Judges a tape as the run did: all of it, for what one check leases depends on those before it. */
export async function judgeTape(tape: Tape<TapedRun>, contract: Contract): Promise<Rejudged> {
  const { about } = tape.head;
  const { budget } = about;
  const { fixtures } = tape.head;
  const had = budget === undefined ? fixtures : fixturesWithin(contract, fixtures, budget);
  const target = new TapeTarget({ ...tape, head: { ...tape.head, fixtures: had } });
  for (const fixture of about.found) target.learn(fixture);
  const wanted = selection(contract, about.only);
  const groups = catalogue(contract);
  const reliances: (readonly [check: string, Relied])[] = [];
  const engine: Engine = {
    contract,
    target,
    seed: about.seed,
    depth: about.depth,
    ...(about.runs === undefined ? {} : { runs: about.runs }),
    ...(about.repeatFailures === undefined ? {} : { repeatFailures: about.repeatFailures }),
    ...(wanted === undefined ? {} : { only: wanted }),
    ...(budget === undefined ? {} : { affords: affordedBy(groups, budget, wanted) }),
    allot: (group) => allotmentOf(contract, groups, group),
    order: tape.groups,
    stopped: () => target.stopped(),
    onCheck: (check, relied) => reliances.push([check, relied]),
    replay: (check) => `certconform replay --tape DIR ${check}`,
  };
  await presentFixtures(engine, groups);
  const results: Result[] = [];
  await runGroups(engine, groups, (result) => results.push(result));
  const { missing, shortened, unasked } = target;
  const without = (gaps: readonly Missing[], others: readonly Missing[] = []): Set<string> =>
    groundless({ contract, groups, reliances }, gaps, others);
  const cut = without(shortened);
  return { results, missing, unasked, cut, groundless: without([...missing, ...shortened], unasked) };
}

interface Judging {
  readonly contract: Contract;
  readonly groups: readonly CheckGroup[];
  readonly reliances: readonly (readonly [check: string, Relied])[];
}

/**
 * Checks that saw less than those of the run: a group shares what it asks for, so all of it where some of that is missing; and
 * whatever looked back on an area of which something is missing, or was seen by the run and by nobody now.
 */
function groundless(
  { contract, groups, reliances }: Judging,
  gaps: readonly Missing[],
  unseen: readonly Missing[],
): Set<string> {
  const askers = new Set(gaps.map(({ check }) => check));
  const poorer = groups.filter(({ id, checks }) => askers.has(id) || checks.some((check) => askers.has(check.id)));
  const asked = [...gaps, ...unseen].flatMap(({ request }) => request ?? []);
  const about = asked.flatMap((request) => callOf(contract, request)?.operation ?? []);
  // The legacy actions are asked about the same orders.
  const legacy = contract.operations.filter((one) => one.interface === 'legacy');
  const isLegacy = asked.some(({ service }) => service === 'legacy');
  const areas = new Set([...poorer, ...about, ...(isLegacy ? legacy : [])].map(({ area }) => area));
  const lookers = reliances.filter(([, relied]) => [...areasOf(relied)].some((area) => areas.has(area)));
  return new Set([...poorer.flatMap(({ checks }) => checks.map(({ id }) => id)), ...lookers.map(([check]) => check)]);
}
