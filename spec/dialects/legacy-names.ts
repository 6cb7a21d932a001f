/** Keeps the base's legacy overlay in step with a target's own answers and names (contract 4.13). */
import { mapActions } from './compose.ts';
import type { Overlay } from './overlays.ts';

type Properties = Readonly<Record<string, unknown>>;
type Answers = ReadonlyMap<string, { readonly value: unknown }>;

const FORM = '$.components.schemas.DcvUpdateRequest';

/**
 * The base's legacy overlays as they read under these answers: the parameters that play a role carry the answered
 * names and are none where nobody names them, the DCV methods are the answered ones, and members that the target's own
 * overlay describes are left to it.
 */
export function alignLegacy(base: readonly Overlay[], own: readonly Overlay[], answers: Answers): Overlay[] {
  const names = (answers.get('legacy.dcv.parameters')?.value ?? {}) as Readonly<Record<string, string>>;
  const methods = Object.values((answers.get('legacy.dcv.methods')?.value ?? {}) as Readonly<Record<string, string>>);
  const ownForm = propertiesOf(own, FORM);
  const ownRoles = new Set(Object.values(ownForm).map(roleOf));
  return mapActions(base, (action) => {
    const update = action.update as { properties?: Properties } | undefined;
    if (update?.properties === undefined) return action;
    const stated = propertiesOf(own, action.target);
    const properties: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(update.properties)) {
      const role = roleOf(schema);
      const wire = role === undefined ? name : names[role];
      if (wire === undefined || stated[wire] !== undefined || (role !== undefined && ownRoles.has(role))) continue;
      const described = withMethods(schema, methods);
      if (Object.keys(described as object).length > 0) properties[wire] = described;
    }
    if (Object.keys(properties).length === 0) return undefined;
    return { ...action, update: { ...update, properties } };
  });
}

/** Names of the role parameters in the target's own legacy overlay, by role. */
export function ownRoleNames(own: readonly Overlay[]): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [name, schema] of Object.entries(propertiesOf(own, FORM))) {
    const role = roleOf(schema);
    if (role !== undefined) names[role] = name;
  }
  return names;
}

function propertiesOf(overlays: readonly Overlay[], target: string): Properties {
  const found: Record<string, unknown> = {};
  for (const action of overlays.flatMap((overlay) => overlay.actions)) {
    const update = (action.update ?? {}) as Record<string, unknown>;
    if (action.target === target) Object.assign(found, update['properties']);
    if (action.target === `${target}.properties`) Object.assign(found, update);
    const single = action.target.startsWith(`${target}.properties.`) && action.target.slice(target.length + 12);
    if (single) found[single] = update;
  }
  return found;
}

function roleOf(schema: unknown): string | undefined {
  const role = (schema as { 'x-role'?: unknown } | null)?.['x-role'];
  return typeof role === 'string' ? role : undefined;
}

/** The form of the DCV action as a dialect that answers nothing has it: what the contract says of parameters that it does not name. */
export function formAlone(legacy: readonly Overlay[]): Overlay[] {
  return mapActions(legacy, (action) => (action.target === FORM ? action : undefined));
}

/** Replaces the enumeration of every part that is marked as made by the dialect; no methods make none. */
function withMethods(schema: unknown, methods: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withMethods(item, methods));
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withMethods(value, methods)]));
  const marked = (schema as { 'x-dialect'?: unknown })['x-dialect'];
  if (!Array.isArray(marked) || !marked.includes('enum')) return copy;
  const { enum: _, 'x-dialect': __, ...open } = copy;
  return methods.length === 0 ? open : { ...copy, enum: [...methods] };
}
