/** The site: search and all else come from its own files, nothing is asked of another place. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf, PAGES, REGISTERS } from '../pages.mjs';

const source = new URL('../src', import.meta.url).pathname;
const address = (file) => `/${file.replace(/\.md$/, '')}`;

/** Numbers of sections in their order: 4.2 before 4.10. */
const sections = (folder) =>
  existsSync(join(source, folder))
    ? readdirSync(join(source, folder))
        .map((name) => name.replace(/\.md$/, ''))
        .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    : [];

export default defineConfig({
  title: 'certconform',
  description: 'Conformance suite for a certificate-management service',
  lang: 'en',
  srcDir: 'src',
  outDir: '../../site',
  rewrites: { 'README.md': 'index.md' },
  markdown: { html: false, linkify: false, anchor: { slugify: anchorOf } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/docs/start' },
      { text: 'Reference', link: '/docs/api/' },
      { text: 'Requirements', link: '/spec/REQUIREMENTS' },
      { text: 'Silences', link: '/spec/SILENCES' },
    ],
    sidebar: [
      ...PAGES.map(([text, group]) => ({
        text,
        items: group.map(([name, file]) => ({ text: name, link: address(file) })),
      })),
      { text: 'Reference of the library', link: '/docs/api/' },
      ...REGISTERS.map(([text, file, folder]) => ({
        text,
        link: address(file),
        collapsed: true,
        items: sections(folder).map((number) => ({ text: `Section ${number}`, link: `/${folder}/${number}` })),
      })),
    ],
  },
});
