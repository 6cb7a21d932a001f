/** The owner's example of a request, as the content of one for an entity in hand. */
import { jsonSchemaOf, type Operation, type Parameter, valueAt, variantsOf } from '../../spec/index.ts';
import type { Example, Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { pointerSet } from '../judges/index.ts';
import { typeOf } from '../subject/search.ts';
import { namesOwnEntity } from './compose.ts';
import type { ContentCandidate } from './content.ts';
import { namingPlaces } from './references.ts';

/**
 * The owner's example; it is vouched for unless it is for entities of one type and nobody says which this one is of. Where its body
 * names another fixture of the kind, also, or only, the same with this entity's id. Of such an example it is not known whether it is
 * valid here.
 */
export function fromExample(
  session: Session,
  operation: Operation,
  example: Example,
  fixture: Fixture | undefined,
): ContentCandidate[] {
  const written = asWritten(operation, example);
  const given =
    isForOneType(operation) && (fixture === undefined || typeOf(fixture) === undefined)
      ? { ...written, vouched: false }
      : written;
  const body = given.body;
  if (fixture === undefined || body === undefined) return [given];
  const others = session.target.fixtures().filter((other) => other.kind === fixture.kind && other !== fixture);
  for (const other of others) {
    const renamed = withIdsOf(operation, body.value, other, fixture);
    if (renamed === undefined) continue;
    const label = `${given.label}, with the id of this entity`;
    const own = { ...given, vouched: false, label, body: { ...body, value: renamed } };
    // As it stands it would change another one, which may be in somebody else's hand, where nothing but the body names the entity.
    return namesOwnEntity(operation) ? [own] : [{ ...given, vouched: false }, own];
  }
  return [given];
}

/** True where a request says of which type its entity is: by the variant of its body, or in a parameter (silences account.variant.endpoint-mismatch, endpoint.type-change). */
function isForOneType(operation: Operation): boolean {
  const isType = ({ in: place, required, schema }: Parameter): boolean =>
    place === 'query' && required && typeof schema === 'object' && schema['enum'] !== undefined;
  return variantsOf(jsonSchemaOf(operation) ?? true).length > 0 || operation.parameters.some(isType);
}

/** The value with the id of `to` where it names `from`; undefined when it does not. */
function withIdsOf(operation: Operation, value: unknown, from: Fixture, to: Fixture): unknown {
  const names = Object.keys(from.ids).filter((name) => from.ids[name] !== to.ids[name]);
  const renamed = namingPlaces(operation, value, from.kind).flatMap((place) => {
    const name = names.find((one) => from.ids[one] === valueAt(value, place));
    return name === undefined ? [] : [[place, to.ids[name]] as const];
  });
  if (renamed.length === 0) return undefined;
  return renamed.reduce((whole, [place, id]) => pointerSet(whole, place, id), value);
}

function asWritten(operation: Operation, example: Example): ContentCandidate {
  const query = Object.entries(example.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value as string]).map((text): [string, string] => [
      name,
      text,
    ]),
  );
  return {
    label: `the profile's example for ${operation.id}`,
    vouched: true,
    ...(query.length === 0 ? {} : { query }),
    ...(example.body === undefined ? {} : { body: { mediaType: 'application/json', value: example.body } }),
  };
}
