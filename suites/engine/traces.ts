/** Keeps valid requests from setting what nobody could take out again on an entity that must be given back as it was. */
import {
  dereference,
  type Exchange,
  type JsonSchema,
  jsonIn,
  jsonSchemaOf,
  type Operation,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import { complaints, withhold } from '../judges/index.ts';

interface Guarded {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly schema: JsonSchema | undefined;
  readonly operation: Operation;
  /** Places of the request, JSON Pointers or `?names`, at which the entity has no value. */
  readonly places: readonly string[];
}

/** The places of one session's entities that are without a value, and must stay so. */
export class Traces {
  readonly #guarded: Guarded[] = [];

  /** Guards places of the requests of an operation on one entity. */
  guard(operation: Operation, path: string, fixture: Fixture, places: readonly string[]): void {
    if (fixture.allow === 'destroy' || places.length === 0) return;
    const json = jsonSchemaOf(operation);
    const schema = json === undefined ? undefined : dereference(json);
    const name = `${fixture.kind} ${Object.values(fixture.ids).join('/')}`;
    this.#guarded.push({ method: operation.method, path, name, schema, operation, places });
  }

  /**
   * An exchange that was not sent, where the request would set such a place; undefined where it may be sent. An invalid
   * request may: it is to be refused.
   */
  withheld(request: WireRequest): Exchange | undefined {
    const [path = '', query = ''] = request.target.split('?');
    for (const guarded of this.#guarded) {
      if (guarded.method !== request.method || guarded.path !== path) continue;
      const place = placeIn(guarded, query) ?? bodyPlaceIn(guarded, request.body);
      if (place === undefined) continue;
      return withhold(request, { what: 'open', of: `${place} of ${guarded.name}`, but: 'for-good' });
    }
    return undefined;
  }
}

function placeIn({ places, operation }: Guarded, query: string): string | undefined {
  const pairs = new URLSearchParams(query);
  return places.find((place) => {
    const texts = place.startsWith('?') ? pairs.getAll(place.slice(1)) : [];
    const schema = operation.parameters.find(
      ({ in: where, name }) => where === 'query' && `?${name}` === place,
    )?.schema;
    if (texts.length === 0 || schema === undefined) return false;
    return complaints(schema, texts[0]).length === 0 || complaints(schema, texts).length === 0;
  });
}

function bodyPlaceIn({ places, schema }: Guarded, body: WireRequest['body']): string | undefined {
  const value = jsonIn(body);
  const place = places.find((one) => one.startsWith('/') && (valueAt(value, one) ?? null) !== null);
  return place === undefined || (schema !== undefined && complaints(schema, value).length > 0) ? undefined : place;
}
