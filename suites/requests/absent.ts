/** Ids that name no entity, and texts that not even a careless server takes for the id of one that is no fixture (design rule 6). */
import { type Contract, counterpart, type FixtureKind, type Operation, type Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { compose, pathParameters } from './compose.ts';

const ABSENT_UUID = '6f1d2c3b-0a9e-4c57-8d46-f0e1a2b3c4d5';

/** An id that nothing has: what the profile names, else one near the end of the int32 range and far from all that it knows, or an unknown UUID. */
export function absentId(session: Session, kind: FixtureKind, parameter: Parameter): string {
  const named = session.target.facts.absent[kind]?.[parameter.name];
  if (named !== undefined) return String(named);
  const schema = parameter.schema;
  if (typeof schema === 'object' && schema['format'] === 'uuid') return ABSENT_UUID;
  // Stays below 2^31 for any seed; different seeds try different ids.
  const guesses = SPOTS.map((spot) => spot + (Math.abs(session.seed) % 100_000));
  let id = guesses.find((guess) => !isNearFixture(session, guess, FAR)) ?? guesses[0] ?? SPOTS[0];
  while (isNearFixture(session, id, 0)) id += 1;
  return String(id);
}

/** Where ids are guessed: where there is something, there is more. */
const SPOTS = [2_147_000_000, 2_120_000_000, 2_090_000_000, 2_060_000_000, 2_030_000_000] as const;
const [FAR, NEAR] = [10_000_000, 100_000];

/** What else there is, as far as the profile knows. */
interface Beside {
  readonly target: { fixtures(): readonly Pick<Fixture, 'ids'>[] };
}

/** True for a number close to one by which the profile names something, of whatever kind. */
function isNearFixture({ target }: Beside, id: number, distance: number): boolean {
  return target.fixtures().some(({ ids }) => Object.values(ids).some((own) => Math.abs(Number(own) - id) <= distance));
}

/** Ids of more digits lie too near to such as begin with them. */
const FEW_DIGITS = 5;

/** An id that begins as this one does and that, like guessed ones, nothing is taken to have; undefined where none is far enough from what there is. */
export function absentAlike(session: Beside, id: string): string | undefined {
  if (!/^[1-9]\d*$/.test(id) || id.length > FEW_DIGITS) return undefined;
  const guess = `${id.padEnd(8, '0')}1`;
  return isNearFixture(session, Number(guess), FAR) ? undefined : guess;
}

/** Path values that name nothing at all. */
export function absentPath(session: Session, operation: Operation): Record<string, string> {
  const kind = operation.entity;
  if (kind === undefined) return {};
  return Object.fromEntries(
    pathParameters(operation).map((parameter) => [parameter.name, absentId(session, kind, parameter)]),
  );
}

/** The name of a parameter that the operation does not have, and that its path has for the entity; undefined where such are refused. */
export function misnamingParameter(contract: Contract, operation: Operation): string | undefined {
  const unknown = contract.answer('request.unknown-parameters');
  if (unknown?.standing === 'claimed' && unknown.value === 'refused') return undefined;
  const name = pathParameters(operation).at(-1)?.name;
  return operation.parameters.some((one) => one.in === 'query' && one.name === name) ? undefined : name;
}

/** Ids above this are taken to be unused. */
const UNUSED_FROM = 2_000_000_000;

/** From here on nothing is an id (2.1). */
const INT32 = 2 ** 31;

/** False when some careless reading of `text` could name a real entity that the operation would change. */
export function harmless(session: Beside, operation: Operation, text: string): boolean {
  if (operation.effect === 'observe') return true;
  // Whoever goes by Unicode reads a number in the digits of any script.
  if (/\p{Nd}/u.test(text.replace(/[0-9]/g, ''))) return false;
  return readings(text).every(
    (id) => Number.isNaN(id) || id <= 0 || (id > UNUSED_FROM && (id >= INT32 || !isNearFixture(session, id, NEAR))),
  );
}

/** True where an operation that changes something finds nothing by a good id, as far as the profile and the GET of the path know. */
export async function mayHitNothing(session: Session, operation: Operation, id: string): Promise<boolean> {
  if (!harmless(session, operation, id)) return false;
  const reader =
    operation.effect === 'observe' ? undefined : counterpart(session.contract.operations, operation, 'GET');
  const [parameter, ...others] = reader === undefined ? [] : pathParameters(reader);
  if (reader === undefined || parameter === undefined || others.length > 0) return true;
  const look = compose(reader, { path: { [parameter.name]: id }, label: 'an id at its bound' });
  return !isAccepted(await session.send(look));
}

/** What servers are known to make of a malformed integer: its digits without a sign, its prefix, its rounding, its low 32 bits. */
function readings(text: string): number[] {
  const digits = text.replace(/\D+/g, '');
  const prefix = Number.parseInt(text, 10);
  const whole = Math.trunc(Number(text.trim() === '' ? Number.NaN : text));
  const wrapped = /^[+-]?\d+$/.test(text.trim())
    ? Number(BigInt.asIntN(32, BigInt(text.trim().replace('+', ''))))
    : Number.NaN;
  return [digits === '' ? Number.NaN : Number(digits), prefix, whole, wrapped];
}
