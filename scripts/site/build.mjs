/**
 * Builds the documentation as a site, in `site/`: the pages of the repository, the registers by section, and the reference of the
 * library out of its sources. Whatever is linked and not there ends it with an error. Read it with `npm run docs -- --serve`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGES, REGISTERS, sectionsOf } from './pages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const source = join(here, 'src');

if (!existsSync(join(here, 'node_modules/vitepress'))) {
  console.error('The tools of the site are not installed: run "npm ci --prefix scripts/site" first.');
  process.exit(1);
}

rmSync(source, { recursive: true, force: true });
const pages = ['README.md', ...PAGES.flatMap(([, group]) => group.map(([, file]) => file))];
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8');
  write(page, text);
  bringLinked(page, text);
}
for (const [title, file, folder] of REGISTERS) {
  const { head, sections } = sectionsOf(readFileSync(join(root, file), 'utf8'));
  const links = sections.map(([number]) => `- [Section ${number}](${posix.basename(folder)}/${number}.md)`);
  write(file, `${head}\n\n## By section\n\n${links.join('\n')}\n`);
  for (const [number, text] of sections) write(`${folder}/${number}.md`, `# ${title}: section ${number}\n\n${text}`);
}
const require = createRequire(import.meta.url);
execFileSync(process.execPath, [join(dirname(require.resolve('typedoc')), '../bin/typedoc')], {
  cwd: here,
  stdio: 'inherit',
});
const { build, serve } = await import('vitepress');
await build(here);
if (process.argv.includes('--serve')) await serve({ root: here, port: 4173 });

function write(page, text) {
  const file = join(source, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Brings the files that a page links to and that are no pages, such as examples and schemas; pictures are built in from beside it. */
function bringLinked(page, text) {
  for (const [, picture, link] of text.matchAll(/(!?)\[[^\]]*\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(link) || link.endsWith('.md')) continue;
    const file = posix.join(posix.dirname(page), link);
    if (!existsSync(join(root, file))) continue;
    cpSync(join(root, file), join(source, picture === '' ? 'public' : '', file), { recursive: true });
  }
}
