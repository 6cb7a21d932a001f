/** Looks at a target: the SSL list, and each entity of the profile by every GET that its ids fill. Only reads. */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { toWire } from '../../suites/engine/wire.ts';
import { compose, pathOf, pathParameters } from '../../suites/requests/compose.ts';
import type { Fixture, Target, WireRequest } from '../../target/index.ts';
import type { Evidence } from './evidence.ts';
import { namedIn } from './found.ts';

/** Entities of one kind that are looked at: enough for the traits of all that a profile states, and never a whole account. */
const MOST_OF_A_KIND = 100;
/** Pages of the list, each of the largest size. */
const MOST_PAGES = 5;
const PAGE = 200;

type Source = Pick<Evidence, 'contract' | 'profile'> & { readonly target: Target };

/** All exchanges, in the order in which they were asked. */
export async function lookAround({ contract, profile, target }: Source): Promise<Exchange[]> {
  const send = (request: WireRequest): Promise<Exchange> => target.send({ ...request, check: 'learn' });
  const exchanges: Exchange[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `${contract.operation('ssl.list').path}?size=${PAGE}&position=${page * PAGE}`;
    const exchange = await send({ service: 'admin', method: 'GET', target: path });
    exchanges.push(exchange);
    if (exchange.response?.status !== 200 || exchange.response.body.length < PAGE) break;
  }
  const byKind = Map.groupBy(profile.fixtures, ({ kind }) => kind);
  const some = [...byKind.values()].flatMap((all) => all.slice(0, MOST_OF_A_KIND));
  const asked = some.flatMap((fixture) =>
    readersOf(contract.operations, fixture).map((reader) =>
      send(toWire(compose(reader, { path: pathOf(reader, fixture), label: 'look' }))),
    ),
  );
  return [...exchanges, ...(await Promise.all(asked))];
}

/** The GETs whose path the ids of an entity fill. */
function readersOf(operations: readonly Operation[], { kind, ids }: Pick<Fixture, 'kind' | 'ids'>): Operation[] {
  return operations.filter(
    (one) =>
      one.method === 'GET' &&
      one.entity === kind &&
      one.path.includes('{') &&
      pathParameters(one).every(({ name }) => name in ids),
  );
}

/** Entities that bodies name and the profile does not, of which a GET shows that they are there. */
export async function findNamed(evidence: Evidence, target: Target): Promise<Evidence['found']> {
  const { contract } = evidence;
  const found: Omit<Fixture, 'allow'>[] = [];
  for (const one of namedIn(evidence)) {
    const [reader] = readersOf(contract.operations, one);
    if (reader === undefined) continue;
    const path = pathOf(reader, one);
    const { response } = await target.send({ ...toWire(compose(reader, { path, label: 'look' })), check: 'learn' });
    if (response?.status === 200) found.push(one);
  }
  return found;
}
