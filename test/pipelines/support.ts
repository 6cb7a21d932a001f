/** What the tests of the files for pipelines share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../cli/support.ts';

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The YAML blocks below a heading of docs/ci.md, up to the next heading of the same level. */
export function blocksBelow(heading: string): string[] {
  const [, after] = textOf('docs/ci.md').split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`docs/ci.md has no heading "${heading}"`);
  const [part = ''] = after.split('\n## ');
  return [...part.matchAll(/```yaml\n(.*?)```/gs)].map(([, block]) => block ?? '');
}
