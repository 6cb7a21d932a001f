/** Puts a target's own overlays over those of the dialect that it starts from. */
import { DialectError } from './error.ts';
import type { Overlay, OverlayAction } from './overlays.ts';

const SCHEMAS = '$.components.schemas';

type Schemas = Readonly<Record<string, unknown>>;

/** The component that a target lies in, and what of the path remains below it. */
interface Place {
  readonly schema: string;
  readonly below: string;
}

function placeOf(target: string): Place | undefined {
  const match = /^\$\.components\.schemas(?:\.([A-Za-z0-9_-]+)|\[(['"])([^'"]+)\2\])(.*)$/.exec(target);
  if (match === null) return undefined;
  return { schema: match[1] ?? match[3] ?? '', below: match[4] ?? '' };
}

/** Schemas that an action describes as a map: `$.components.schemas` itself, or something above it. */
function mapOf(action: OverlayAction): Schemas {
  const update = action.update as { components?: { schemas?: Schemas }; schemas?: Schemas } | undefined;
  if (action.target === SCHEMAS) return (update ?? {}) as Schemas;
  if (action.target === '$.components') return update?.schemas ?? {};
  if (action.target === '$') return update?.components?.schemas ?? {};
  return {};
}

/**
 * Names of the component schemas that overlays describe.
 *
 * @throws DialectError for a wildcard below `$.components.schemas`: what it describes cannot be told from the overlay.
 */
export function schemasOf(overlays: readonly Overlay[]): Set<string> {
  const names = new Set<string>();
  for (const overlay of overlays) {
    overlay.actions.forEach((action, index) => {
      const place = placeOf(action.target);
      if (place !== undefined) names.add(place.schema);
      else if (/^\$(\.\.|\.\*|\[\*|\.components(\.\.|\.\*|\[\*|\.schemas[.[]))/.test(action.target)) {
        throw new DialectError(
          `The target ${action.target} does not name one schema; give each schema an action of its own, ${SCHEMAS}.<Name>.`,
          { file: overlay['x-file'], pointer: `/actions/${index}` },
        );
      }
      for (const name of Object.keys(mapOf(action))) names.add(name);
    });
  }
  return names;
}

/**
 * The base's overlays without the schemas that the target's own overlays describe: a mixture of a guess and a
 * statement would be judged as if all of it had been stated.
 *
 * @throws DialectError when an own action reaches into a schema that only the base describes.
 */
export function withoutOwn(base: readonly Overlay[], own: readonly Overlay[], baseName: string): Overlay[] {
  const stated = schemasOf(own);
  const whole = new Set<string>();
  for (const overlay of own) {
    overlay.actions.forEach((action, index) => {
      const place = placeOf(action.target);
      if (place?.below === '') whole.add(place.schema);
      for (const name of Object.keys(mapOf(action))) whole.add(name);
      if (place !== undefined && place.below !== '' && !whole.has(place.schema)) {
        throw new DialectError(
          `The action changes a part of ${place.schema}, whose rest would only be assumed from the dialect "${baseName}". Describe ${place.schema} as a whole, or say "claimed: true" if all of "${baseName}" holds.`,
          { file: overlay['x-file'], pointer: `/actions/${index}` },
        );
      }
    });
  }
  return mapActions(base, (action) => {
    const place = placeOf(action.target);
    if (place !== undefined) return stated.has(place.schema) ? undefined : action;
    if (action.target !== SCHEMAS) return action;
    const kept = Object.entries(mapOf(action)).filter(([name]) => !stated.has(name));
    return kept.length === 0 ? undefined : { ...action, update: Object.fromEntries(kept) };
  });
}

/** A copy of the overlays with each action replaced by what `change` makes of it; undefined drops it. */
export function mapActions(
  overlays: readonly Overlay[],
  change: (action: OverlayAction) => OverlayAction | undefined,
): Overlay[] {
  return overlays
    .map((overlay) => ({
      ...overlay,
      actions: overlay.actions.map(change).filter((action): action is OverlayAction => action !== undefined),
    }))
    .filter((overlay) => overlay.actions.length > 0);
}
