/** Takes out what is meant for this suite alone. */
import { mapped, type Tree } from './tree.ts';

/** The extensions of `spec/openapi/` and of the dialects that come with the suite; those of other people stay. */
const OURS: ReadonlySet<string> = new Set([
  'x-absence',
  'x-body',
  'x-choice',
  'x-comma-separated',
  'x-conditional',
  'x-counterexamples',
  'x-creates',
  'x-dialect',
  'x-documented-format',
  'x-documented-pattern',
  'x-effect',
  'x-entity',
  'x-lasting',
  'x-member',
  'x-partial',
  'x-presence',
  'x-prose',
  'x-reference',
  'x-role',
  'x-section',
  'x-semantic',
  'x-silence',
  'x-silences',
  'x-unnamed-parameters',
]);

/** A copy of the document without them. */
export function withoutExtensions(document: Tree): Tree {
  return mapped(document, (part) => Object.fromEntries(Object.entries(part).filter(([key]) => !OURS.has(key)))) as Tree;
}
