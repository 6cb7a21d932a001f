/** Guards the contract against overlays that say otherwise. */
import { token } from '../json.ts';

/** Members that only explain; an overlay may word them anew. */
const ANNOTATIONS = new Set(['description', 'summary', 'title', 'example', 'examples', 'info']);

/** Lists that an overlay may lengthen; every other list stands as the contract gives it. */
const GROWING = new Set(['required', 'parameters', 'tags', 'servers', 'allOf']);

/** Lists in which a repeat means nothing, and is forbidden by JSON Schema. */
const SETS = new Set(['required', 'enum', 'type', 'x-silences']);

/**
 * Folds repeats in the lists of `result` (in place) and compares it with what it was made from.
 *
 * @returns the JSON Pointer of the first thing that `core` says and `result` says otherwise; undefined when `result`
 * only adds.
 */
export function additions(core: unknown, result: unknown, pointer = '', key = ''): string | undefined {
  if (ANNOTATIONS.has(key) || key.startsWith('x-') || core === true) {
    fold(result);
    return undefined;
  }
  if (Array.isArray(core)) {
    if (!Array.isArray(result)) return pointer;
    if (SETS.has(key)) foldList(result);
    if (result.length < core.length || (result.length > core.length && !GROWING.has(key))) return pointer;
    result.slice(core.length).forEach(fold);
    return first(core.map((item, index) => () => additions(item, result[index], `${pointer}/${index}`)));
  }
  if (core === null || typeof core !== 'object') return core === result ? undefined : pointer;
  if (result === null || typeof result !== 'object') return pointer;
  const from = core as Record<string, unknown>;
  const to = result as Record<string, unknown>;
  for (const [name, value] of Object.entries(to)) if (!(name in from)) fold({ [name]: value });
  return first(
    Object.entries(from).map(([name, value]) => () => {
      const at = `${pointer}${token(name)}`;
      return name in to ? additions(value, to[name], at, name) : at;
    }),
  );
}

function first(steps: readonly (() => string | undefined)[]): string | undefined {
  for (const step of steps) {
    const found = step();
    if (found !== undefined) return found;
  }
  return undefined;
}

function fold(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    if (Array.isArray(child) && SETS.has(key)) foldList(child);
    fold(child);
  }
}

function foldList(list: unknown[]): void {
  const kept = list.filter((item, index) => typeof item === 'object' || list.indexOf(item) === index);
  list.splice(0, list.length, ...kept);
}
