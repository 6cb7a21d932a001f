/** Judges a run on tape again. */
import type { Result } from '../../reports/model.ts';
import { type Contract, loadContract } from '../../spec/index.ts';
import { type Missing, type Tape, TapeTarget } from '../../target/index.ts';
import { catalogue } from '../catalogue.ts';
import type { CheckGroup, Engine, Relied } from '../engine/index.ts';
import { allotmentOf, areasOf, callOf, noting, runGroups } from '../engine/index.ts';
import { affordedBy, fixturesWithin } from './budget.ts';
import { presentFixtures } from './engine.ts';
import { selection } from './sources.ts';
import type { TapedRun } from './tape.ts';

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
