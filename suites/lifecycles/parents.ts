/** What contains something is as it was when that is changed or deleted: it stands, and shows what it was given (contract 3.3, 4.1, claim update.readback). */

import type { RequestCase } from '../../generators/index.ts';
import {
  type Contract,
  counterpart,
  isObject,
  jsonSchemaOf,
  modePlace,
  placesIn,
  shownMode,
  valueAt,
} from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, sameValue } from '../judges/index.ts';
import type { Look } from '../subject/read.ts';
import { isClaimed, readbacks, stillReadbacks } from '../subject/returned.ts';
import { lostDelegations } from './delegations.ts';
import { judgeNeighbour } from './lifecycle-judges.ts';
import type { Watched } from './neighbours.ts';

/**
 * Whether a neighbour stands after another entity was changed or deleted, by a look; one that contains it, also as it was. `part`: what
 * was changed is a part of the neighbour itself, by this request, and by nobody else as long as the asker has it in hand.
 */
export async function judgeLeft(
  context: CheckContext,
  watched: Watched,
  look: Look,
  part?: RequestCase,
): Promise<Judgement> {
  const first = judgeNeighbour(watched.name, look.exchange);
  const changed = (now: Look): Promise<Change | undefined> => changeOf(context, watched, now, part);
  if (!watched.parent || first.verdict !== 'pass' || (await changed(look)) === undefined) return first;
  const { session } = context;
  // Whoever is changing it at this moment is answered by then, and the chronicle knows.
  await session.pause(session.target.facts.settleMs);
  const again = await watched.after();
  const isOthers = part === undefined && !wasLeftAlone(context, watched);
  const change = again === undefined || isOthers ? undefined : await changed(again);
  if (again === undefined || change === undefined) return first;
  const { judgement } = answerOf(again.exchange);
  if (judgement !== undefined) return judgement;
  const { place, was, is } = change;
  return fail(
    `the ${watched.name} is as it was: ${place} ${JSON.stringify(was) ?? 'nothing'}`,
    `it shows ${JSON.stringify(is) ?? 'nothing'}`,
  );
}

/** True where nothing of this run can have changed it since it was first looked at, however late that may show. */
export function wasLeftAlone({ session }: CheckContext, { reader, ids, before }: Watched): boolean {
  if (reader.entity === undefined) return false;
  const written = session.chronicle.writtenAt({ kind: reader.entity, ids, traits: {}, allow: 'observe' });
  return (written ?? Number.NEGATIVE_INFINITY) + session.target.facts.settleMs < before.exchange.startedAt;
}

interface Change {
  readonly place: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** What it shows otherwise than before, of that of which somebody says where it shows: counts and dates may change, and members of a part with it. */
export async function changeOf(
  context: CheckContext,
  { reader, before }: Watched,
  now: Look,
  part?: RequestCase,
): Promise<Change | undefined> {
  const { contract } = context;
  const update = counterpart(contract.operations, reader, 'PUT');
  const known = update === undefined || !isClaimed(contract) ? [] : stillReadbacks(context, update);
  const its = new Set(part === undefined ? [] : membersOf(contract, part).map(lastName));
  const places = known.filter(({ write, read }) => !its.has(lastName(write)) && !its.has(lastName(read)));
  const [changed] = places.filter(({ read }) => {
    const [was, is] = [valueAt(before.value, read) ?? null, valueAt(now.value, read) ?? null];
    return !sameValue(was, is) && !(isEmpty(was) && isEmpty(is));
  });
  if (changed !== undefined)
    return { place: changed.read, was: valueAt(before.value, changed.read), is: valueAt(now.value, changed.read) };
  const mode = reader.entity === 'endpoint' ? modePlace(contract) : undefined;
  if (mode?.standing !== 'claimed') return undefined;
  const [was, is] = [shownMode(mode, before.value), shownMode(mode, now.value)];
  if (was !== is) return { place: 'its delegation mode', was, is };
  const [lost] = await lostDelegations(context, before, now);
  return lost === undefined ? undefined : { place: 'its delegations, with', was: lost, is: undefined };
}

/** The places that a request writes, sends or might send. */
function membersOf(contract: Contract, { operation, body }: RequestCase): string[] {
  const schema = jsonSchemaOf(operation);
  return [
    ...readbacks(contract, operation).map(({ write }) => write),
    ...(schema === undefined ? [] : placesIn(schema)),
    ...(isObject(body?.value) ? Object.keys(body.value) : []),
  ];
}

/** What a member is called, wherever it stands: `config.contactName` of a query and `/contactName` of a body are one. */
export function lastName(place: string): string {
  return /[^./?]*$/.exec(place)?.[0] ?? place;
}

/** Many servers show nothing, null and an empty list for one another. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
