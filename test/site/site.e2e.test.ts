/** The documentation as a site: every link leads somewhere, nothing is asked of another place, all is found by the search. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { finished, ROOT } from '../run/support.ts';

const SITE = join(ROOT, 'site');
const missing = existsSync(join(ROOT, 'scripts/site/node_modules/vitepress'))
  ? ''
  : ' (npm ci --prefix scripts/site installs its tools)';

describe.skipIf(missing !== '')(`the site${missing}`, () => {
  let pages: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const { code, stderr } = await finished(process.execPath, [join(ROOT, 'scripts/site/build.mjs')], ROOT);
    expect(code, stderr).toBe(0);
    const names = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    pages = new Map(names.map((name) => [join(SITE, name), readFileSync(join(SITE, name), 'utf8')]));
  }, 300_000);

  test.each([
    'index',
    ...['start', 'profile', 'dialects', 'certifying', 'ci', 'reports', 'emulator', 'verdicts', 'security'].map(
      (name) => `docs/${name}`,
    ),
    ...['run', 'emulator', 'generators'].map((name) => `docs/library/${name}`),
    ...['spec/requirements/4.6', 'spec/silences/4.1', 'docs/api/index', 'docs/api/index/functions/run'],
  ])('has the page %s', (name) => {
    expect(pages.get(join(SITE, `${name}.html`))?.match(/<h1[\s>]/g)).toHaveLength(1);
  });

  test('each link leads to a page, and to what is named on it', () => {
    let followed = 0;
    const dead = [...pages].flatMap(([file, text]) =>
      [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return [];
        followed += 1;
        const [path = '', anchor = ''] = link.split('#');
        const place =
          path === '' ? file : placeOf(resolve(path.startsWith('/') ? `${SITE}${path}` : join(dirname(file), path)));
        const known =
          place !== undefined && (anchor === '' || idsOf(pages.get(place) ?? '').has(decodeURIComponent(anchor)));
        return known ? [] : [`${file.slice(SITE.length)}: ${link}`];
      }),
    );
    expect([...new Set(dead)]).toEqual([]);
    expect(followed).toBeGreaterThan(5_000);
  });

  test('no page loads anything from another place', () => {
    const styles = readdirSync(join(SITE, 'assets'))
      .filter((name) => name.endsWith('.css'))
      .map((name) => [name, readFileSync(join(SITE, 'assets', name), 'utf8')] as const);
    const foreign = [...pages, ...styles].flatMap(([file, text]) =>
      [
        ...text.matchAll(
          /<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\/[^"]*"|(?:url\(|@import )["']?(?:https?:)?\/\/[^)]*/g,
        ),
      ].map(([found]) => `${file}: ${found}`),
    );
    expect(foreign).toEqual([]);
    expect(styles.length).toBeGreaterThan(0);
  });

  test('the search finds requirements, silences and words of the pages', () => {
    const chunks = join(SITE, 'assets/chunks');
    const index = readdirSync(chunks).filter((name) => name.includes('localSearchIndex'));
    expect(index).toHaveLength(1);
    const text = readFileSync(join(chunks, index[0] ?? ''), 'utf8');
    for (const place of [
      '/spec/silences/2.1.html#identifierzero-without-minimum',
      '/spec/requirements/4.13.html#legacydcv-update',
      '/docs/verdicts.html#from-results-to-an-outcome',
      '/docs/api/index/functions/run.html#function-run',
    ]) {
      expect(text, place).toContain(`":"${place}"`);
    }
    for (const word of ['startemulator', 'fixtures', 'inconclusive']) expect(text, word).toContain(`"${word}"`);
  });
});

/** The file that an address stands for. */
function placeOf(path: string): string | undefined {
  const candidates = [path, `${path}.html`, join(path, 'index.html')];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
}

const known = new Map<string, ReadonlySet<string>>();

function idsOf(text: string): ReadonlySet<string> {
  const ids = known.get(text) ?? new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
  known.set(text, ids);
  return ids;
}
