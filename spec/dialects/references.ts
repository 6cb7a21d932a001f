/** What an overlay refers to is a component of the document that it is laid over: nothing else is opened, on this machine or elsewhere. */
import { isObject, token, valueAt } from '../json.ts';
import { DialectError } from './error.ts';
import type { Overlay } from './overlays.ts';

const COMPONENT = /^#(\/components\/[^/]+\/[^/]+)$/;

/**
 * Looks at every `$ref` of the overlays.
 *
 * @param document what they were applied to
 * @throws DialectError for a reference that leaves the document, or that names nothing in it
 */
export function checkReferences(document: unknown, overlays: readonly Overlay[]): void {
  for (const { actions, 'x-file': file } of overlays) {
    for (const [pointer, reference] of referencesIn(actions, '/actions')) {
      const [, component] = COMPONENT.exec(reference) ?? [];
      if (component !== undefined && valueAt(document, component) !== undefined) continue;
      const why =
        component === undefined
          ? 'is none to a component; an overlay refers to "#/components/schemas/<Name>" and the like, never to files or addresses'
          : 'names nothing that this dialect describes; describe it there, or say "claimed: true" if its base holds';
      throw new DialectError(`The reference "${reference}" ${why}.`, { file, pointer });
    }
  }
}

function* referencesIn(value: unknown, pointer: string): Generator<readonly [pointer: string, reference: string]> {
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = `${pointer}${token(name)}`;
    if (name === '$ref' && typeof inner === 'string') yield [at, inner];
    else yield* referencesIn(inner, at);
  }
}
