/** What can be told of the site without the tools that build it: it has every page, and each link and picture of a page leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** What `scripts/site/pages.mjs` exports. */
interface Site {
  readonly PAGES: readonly (readonly [title: string, pages: readonly (readonly [title: string, file: string])[]])[];
  readonly REGISTERS: readonly (readonly [title: string, file: string, folder: string])[];
}
const { PAGES, REGISTERS } = (await import(join(ROOT, 'scripts/site/pages.mjs'))) as Site;
const pages = ['README.md', ...PAGES.flatMap(([, group]) => group.map(([, file]) => file))];
const known = new Set([...pages, ...REGISTERS.map(([, file]) => file)]);

test('every page of the documentation is a page of the site, once', () => {
  const written = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')));
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((name) => !known.has(name))).toEqual([]);
  expect(known.size).toBe(pages.length + REGISTERS.length);
});

test.each(pages)('each link of %s leads to a page of the site, or to a file', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
  const inside = links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => posix.join(posix.dirname(page), link));
  const dead = inside.filter((file) => (file.endsWith('.md') ? !known.has(file) : !existsSync(join(ROOT, file))));
  expect(dead).toEqual([]);
});
