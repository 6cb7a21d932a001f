/** OpenAPI Overlays: reading and applying them, and which schemas they describe. */
import { resolve } from 'node:path';
import openapiFormat from 'openapi-format';
import { readHandedIn } from '../handed-in.ts';
import { additions } from './additions.ts';
import { DialectError } from './error.ts';
import { parseFinite } from './finite.ts';
import { checkSchemas } from './overlay-schemas.ts';
import { checkReferences } from './references.ts';

/** One step of an overlay. */
export interface OverlayAction {
  readonly target: string;
  readonly description?: string;
  readonly update?: unknown;
  readonly remove?: boolean;
}

/** An OpenAPI Overlay 1.0 document; `x-file` says whence it comes, `x-by-hand` that the target's owner wrote it. */
export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly OverlayAction[];
  readonly 'x-file': string;
  readonly 'x-by-hand'?: boolean;
}

/** Overlays by the document that they apply to. */
export interface Overlays {
  readonly admin: readonly Overlay[];
  readonly legacy: readonly Overlay[];
}

/** The overlay of a file, as a list; empty without a file. */
export async function readOptional(
  file: string | undefined,
  directory: string,
  read = readYaml,
): Promise<readonly Overlay[]> {
  return file === undefined ? [] : [await readOverlay(resolve(directory, file), read)];
}

/**
 * Reads an overlay file (YAML or JSON).
 *
 * @throws DialectError when the file is missing or is not an overlay.
 */
async function readOverlay(file: string, read: typeof readYaml): Promise<Overlay> {
  let content: unknown;
  try {
    content = await read(file);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'there is no such file' : ((error as Error).message.split('\n')[0] ?? '');
    throw new DialectError(`The overlay cannot be read: ${why}.`, { file });
  }
  const overlay = (content ?? {}) as Partial<Overlay>;
  if (typeof overlay.overlay !== 'string' || !/^1\.[01]\.\d+$/.test(overlay.overlay)) {
    throw new DialectError('This is not an OpenAPI Overlay: "overlay" must say its version, 1.0.0.', { file });
  }
  if (!Array.isArray(overlay.actions) || overlay.actions.length === 0) {
    throw new DialectError('An overlay needs a list of actions.', { file, pointer: '/actions' });
  }
  overlay.actions.forEach((action, index) => {
    checkAction(action, file, index);
  });
  return { ...(overlay as Overlay), 'x-file': file, 'x-by-hand': read === readYaml };
}

async function readYaml(file: string): Promise<unknown> {
  return parseFinite(readHandedIn(file, 'utf8'));
}

function checkAction(action: Partial<OverlayAction> | null, file: string, index: number): void {
  const pointer = `/actions/${index}`;
  if (typeof action?.target !== 'string' || !action.target.startsWith('$')) {
    throw new DialectError('An action needs a target, a JSONPath that starts with "$".', { file, pointer });
  }
  if (action.update === undefined && action.remove !== true) {
    throw new DialectError('An action needs an update, or "remove: true".', { file, pointer });
  }
}

/**
 * Applies overlays to a contract document, in order, and returns a new document. What the contract gives stays: an
 * overlay may only add to what it leaves open. Repeats in `required`, `enum` and `type` lists are folded, since
 * overlays append to lists.
 *
 * @throws DialectError when an action's target matches nothing, or when an action changes or removes what the contract
 * gives, refers to what is no component of the result, or leaves no schema to judge by; it names file and action.
 */
export async function applyOverlays(document: object, overlays: readonly Overlay[]): Promise<object> {
  let result = structuredClone(document);
  for (const overlay of overlays) {
    const actions = overlay.actions.map((action) => ({ ...action }));
    const { overlay: version, info } = overlay;
    // The library's types want a whole OpenAPI document where its code takes any object.
    const options = { overlaySet: { overlay: version, info, actions } } as never;
    const applied = await openapiFormat.openapiOverlay(result as never, options);
    result = applied.data as object;
    const unused = (applied.resultData as { unusedActions?: OverlayAction[] }).unusedActions ?? [];
    const index = actions.findIndex((action) => unused.includes(action));
    if (index >= 0) throw unmatched(overlay, index);
    const changed = additions(document, result);
    if (changed !== undefined) {
      throw new DialectError(
        `The overlay changes ${changed}, which the contract gives; an overlay may only add what the contract leaves open.`,
        { file: overlay['x-file'] },
      );
    }
  }
  checkReferences(result, overlays);
  checkSchemas(
    result,
    overlays.filter((one) => one['x-by-hand']),
  );
  return result;
}

function unmatched(overlay: Overlay, index: number): DialectError {
  const target = overlay.actions[index]?.target ?? '';
  return new DialectError(`The target ${target} matches nothing in the contract's document.`, {
    file: overlay['x-file'],
    pointer: `/actions/${index}`,
  });
}
