/**
 * Looks for requests that the target accepts, by trying, and only on entities that may be used up: a body that was guessed may
 * empty an entity, and nobody knows yet how to write it back. What a run finds by itself is not looked for.
 */
import { isSuccess } from '../../spec/status.ts';
import type { FixtureKind, Operation } from '../../spec/types.ts';
import { permits } from '../../spec/vocabulary.ts';
import { Session } from '../../suites/engine/session.ts';
import { ifAvailable } from '../../suites/engine/unavailable.ts';
import { saidIn } from '../../suites/judges/body.ts';
import { type Tried, tryOn } from '../../suites/requests/control.ts';
import { inHand } from '../../suites/subject/subject.ts';
import type { Fixture, Target } from '../../target/index.ts';
import { type Evidence, idsText, type Trial } from './evidence.ts';
import type { Known } from './guesses.ts';
import { withoutPersonal } from './personal.ts';
import { Repair } from './repair.ts';

/** Requests that are tried for one operation: a body of some twenty members, each of which may be named twice. */
const MOST_TRIES = 40;

type Source = Pick<Evidence, 'contract' | 'readings'> & { readonly target: Target };

/** Tries each update with a body whose ordinary request is refused. What was accepted, and what the last refusal said. */
export async function tryUpdates(source: Source): Promise<Trial[]> {
  const { contract, target } = source;
  if (!permits(target.facts.effect, 'destroy')) return [];
  const updates = contract.operations.filter(
    ({ id, body, effect, interface: own }) =>
      own === 'admin' && body !== undefined && effect === 'modify' && target.facts.examples[id] === undefined,
  );
  const trials: Trial[] = [];
  for (const operation of updates) {
    const session = new Session(
      { contract, target, seed: 1 },
      { id: 'learn', area: operation.area, parallel: false, checks: [] },
    );
    try {
      const trial = await tryUpdate(session, operation, source);
      if (trial !== undefined) trials.push(trial);
    } finally {
      await session.close();
    }
  }
  return trials;
}

async function tryUpdate(session: Session, operation: Operation, source: Source): Promise<Trial | undefined> {
  const kind = operation.entity;
  if (kind === undefined) return undefined;
  const need = { kind, effect: operation.effect, where: ({ allow }: Fixture) => allow === 'destroy' };
  const fixture = await ifAvailable(session.fixture(need));
  if (fixture === undefined) return undefined;
  const subject = inHand(session, operation, fixture);
  const first = await tryOn(subject);
  if (first === undefined || first.accepted || !isRefusal(first)) return undefined;
  const before = await subject.before();
  const start = before === undefined ? {} : withoutPersonal(before.value);
  const repair = new Repair(start, knownOf(source, fixture));
  let answer: { status?: number; said?: string } = {};
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const body = { mediaType: 'application/json', value: repair.body };
    const exchange = await session.send(subject.request({ body, label: 'learn' }));
    const status = exchange.response?.status;
    const said = saidIn(exchange);
    answer = { ...(status === undefined ? {} : { status }), ...(said === undefined ? {} : { said }) };
    const accepted = isSuccess(status);
    if (accepted || status !== 400 || said === undefined || !repair.mend(said))
      return { operation, example: { body: repair.body }, accepted, on: idsText(fixture), ...answer };
  }
  return { operation, example: { body: repair.body }, accepted: false, on: idsText(fixture), ...answer };
}

/** A refusal of the content, and none of the credential or for the number of requests. */
function isRefusal({ exchange }: Tried): boolean {
  return [400, 409, 422].includes(exchange.response?.status ?? 0);
}

function knownOf({ readings, target }: Source, fixture: Fixture): Known {
  const ids = new Map<FixtureKind, string | number>();
  for (const one of [...target.fixtures(), fixture]) {
    const id = Object.values(one.ids).at(-1);
    if (id !== undefined && one.kind !== 'login' && (!ids.has(one.kind) || one === fixture)) ids.set(one.kind, id);
  }
  const shown = new Map<string, unknown[]>();
  for (const { value } of readings) {
    const clean = withoutPersonal(Array.isArray(value) ? (value as unknown[])[0] : value);
    if (typeof clean !== 'object' || clean === null) continue;
    for (const [name, member] of Object.entries(clean)) {
      if (member !== null) shown.set(name, [...(shown.get(name) ?? []), member].slice(0, 3));
    }
  }
  return { entity: fixture.kind, ids, shown };
}
