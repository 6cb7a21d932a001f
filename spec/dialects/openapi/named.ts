/** Puts what a vendor says in several places about one named schema of the contract together. */
import type { OverlayAction } from '../overlays.ts';
import type { SchemaConverter } from './convert.ts';
import type { Notices } from './notices.ts';
import type { Place } from './places.ts';
import { same } from './same.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the vendor says at one of the contract's places. */
export interface Finding {
  readonly place: Place;
  /** Pointer of the schema in the vendor's document. */
  readonly pointer: string;
  readonly schema: Schema;
}

/** How a named schema is to be described in the contract's document. */
export interface Description {
  readonly component: Schema;
  /** For places that say more than the component. */
  readonly actions: readonly OverlayAction[];
}

/**
 * One description of a named schema. Where the places differ, the component says only what they share and each place
 * says the rest: an operation is judged by what the vendor says about it.
 *
 * @param places all places of the contract that the name stands at.
 * @param findings what the vendor says, in the contract's order; at least one.
 */
export function describe(
  name: string,
  places: readonly Place[],
  findings: readonly Finding[],
  converter: SchemaConverter,
  notices: Notices,
): Description | undefined {
  const [first, ...others] = findings;
  if (first === undefined) return undefined;
  if (others.every(({ schema }) => same(first.schema, schema, converter.helpers)))
    return { component: first.schema, actions: [] };
  const neutral = (finding: Finding): unknown => converter.root(finding.pointer, 'any');
  for (const other of others) {
    if (same(neutral(first), neutral(other), converter.helpers)) continue;
    notices.add(
      `${name} is described otherwise for ${other.place.operation} than for ${first.place.operation} (at ${first.pointer}); each operation is judged by its own.`,
      other.pointer,
    );
  }
  const actions = places.flatMap((place) => {
    const finding =
      findings.find((one) => one.place === place) ??
      findings.find((one) => one.place.direction === place.direction) ??
      first;
    const under = place.form === 'list' ? '.items' : '';
    return place.targets.map((target) => ({ target: target + under, update: finding.schema }));
  });
  return { component: shared(findings), actions };
}

/** What holds at every place: the type where it is the same, and which members there are at all. */
function shared(findings: readonly Finding[]): Schema {
  const types = new Set(findings.map(({ schema }) => JSON.stringify(schema['type'])));
  const type = types.size === 1 ? findings[0]?.schema['type'] : undefined;
  const members = new Set(findings.flatMap(({ schema }) => Object.keys((schema['properties'] ?? {}) as object)));
  return {
    ...(type === undefined ? {} : { type }),
    ...(members.size === 0 ? {} : { properties: Object.fromEntries([...members].map((name) => [name, true])) }),
  };
}
