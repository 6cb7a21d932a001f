/** Takes out what nothing leads to: a description should hold no part that no request and no answer ever meets. */
import { valueAt } from '../json.ts';
import { partsOf, type Tree, within } from './tree.ts';

/** A copy without components that no operation refers to, and without tags that none carries. */
export function withoutUnused(document: Tree): Tree {
  const copy = structuredClone(document);
  const used = referencesFrom(copy['paths'], copy);
  const components = within(copy, 'components');
  for (const [kind, entries] of Object.entries(components)) {
    if (kind === 'securitySchemes') continue;
    const kept = Object.entries(entries as Tree).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    if (kept.length === 0) delete components[kind];
    else components[kind] = Object.fromEntries(kept);
  }
  const tags = new Set(partsOf(copy['paths']).flatMap(({ tags }) => (Array.isArray(tags) ? (tags as string[]) : [])));
  copy['tags'] = (copy['tags'] as Tree[]).filter(({ name }) => tags.has(String(name)));
  return copy;
}

/** References that a part makes, also by way of what it refers to. */
export function referencesFrom(part: unknown, document: Tree): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (from: unknown): void => {
    for (const { $ref } of partsOf(from)) {
      if (typeof $ref !== 'string' || found.has($ref)) continue;
      found.add($ref);
      follow(valueAt(document, $ref.slice(1)));
    }
  };
  follow(part);
  return found;
}
