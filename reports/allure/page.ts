/**
 * Makes the report's one file small and silent. Allure's page carries each of its parts in base64 and asks a service of others
 * to count its readers; here the parts are packed together, the page unpacks itself, and nobody hears of it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { htmlPage } from '../page.ts';
import { TEST_OF } from './failures.ts';

/** The script that loads the counter, and the one that reports to it. */
const COUNTER = /<script[^>]*\ssrc="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/g;

/** The application, as a script whose address is its content. */
const INLINE = /<script\s+src="data:text\/javascript;base64,([A-Za-z0-9+/=]*)"\s*><\/script>/g;

/** One part of the data: its name, and its content in base64. */
const PART = /\bd\("([^"\\]+)","([A-Za-z0-9+/=]*)"\)/g;

/** Turns text into what Allure's page expects of a part: base64 of its UTF-8. What several parts hold is written once. */
const ENCODE =
  '<script>const parts={};function encodePart(text){const bytes=new TextEncoder().encode(text);let all="";' +
  'for(let i=0;i<bytes.length;i+=8192)all+=String.fromCharCode(...bytes.subarray(i,i+8192));return btoa(all)}</script>';

/** Keeps the beginning in sight: Allure's page scrolls to its first test as soon as it is there. The reader's first move ends that. */
const FROM_THE_TOP = `<script>
if (location.hash.length < 2) {
  const upwards = (event) => { if (location.hash.length < 2 && event.target.scrollTop > 0) event.target.scrollTop = 0; };
  const end = () => document.removeEventListener('scroll', upwards, true);
  document.addEventListener('scroll', upwards, true);
  for (const move of ['wheel', 'keydown', 'pointerdown', 'touchstart']) document.addEventListener(move, end, { capture: true, once: true });
  setTimeout(end, 5000);
}
</script>`;

/** The first page of the report, and no other. */
const OVERVIEW = '[data-testid="base-layout"]:has([data-testid="report-header"])';

/**
 * The environment once, after the results; no tabs for what a run never has, no error for a second time below its exchanges, and no
 * labels on the page of a test: each stands in its way from the beginning, its head or its description. No ring of Allure's, which counts
 * what passed against what failed: of a server that breaks one promise of thousands it is green, with a hundred per cent. The head has its own.
 */
const LAYOUT = `
${OVERVIEW} div:has(> div > div > [data-testid="metadata-list"]) { display: flex; flex-direction: column; }
${OVERVIEW} div:has(> div > [data-testid="metadata-list"]) { display: contents; }
${OVERVIEW} div:has(> [data-testid="metadata-list"]) { order: 9; padding: 16px 24px; }
${OVERVIEW} div:has(> div > [data-testid="report-header"]) > div:has(> article > svg),
div:has(> button):has(+ [data-testid="test-result-description"]),
[data-testid="test-result-tab-retries"], [data-testid="test-result-tab-environments"],
[data-testid="nav-tab-qualityGate"], [data-testid="nav-tab-globalAttachments"], [data-testid="nav-tab-globalErrors"],
[data-testid="test-result-step"]:has(> [data-tr-focus-id^="__test-error__"]) { display: none; }`;

/** What a page is given besides: markup for its head, above everything else, which may link to tests (`TEST_OF`), and the styles of that. */
export interface PageHead {
  readonly markup: string;
  readonly style: string;
}

/**
 * Packs the page that `generateHtml` has written, in place, with a head above what Allure shows.
 *
 * @returns its size in bytes
 */
export function packPage(path: string, head?: PageHead): number {
  const page = readFileSync(path, 'utf8');
  const packed = packedPage(
    head === undefined ? page : withHead(page, { ...head, markup: withTests(head.markup, page) }),
  );
  writeFileSync(path, packed, { mode: 0o600 });
  return Buffer.byteLength(packed);
}

/** The page as one that unpacks itself; needs a browser with `DecompressionStream` (all since 2023). */
export function packedPage(page: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(page)?.[1]?.trim() ?? 'Conformance report';
  const payload = gzipSync(plainPage(page), { level: 9 }).toString('base64');
  const style = 'body { font: 16px/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem; }';
  const body = `<noscript>This report is a program for the browser: let this page run scripts.</noscript>
<p id="state">Unpacking the report …</p>
<script type="text/plain" id="payload">${payload}</script>
<script>
const packed = Uint8Array.from(atob(document.getElementById('payload').textContent), (c) => c.charCodeAt(0));
new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text().then(
  (page) => { document.open(); document.write(page); document.close(); },
  (error) => { document.getElementById('state').textContent = 'The report could not be unpacked: ' + error.message; },
);
</script>`;
  return htmlPage({ title, style, body });
}

/** Markup whose links to tests lead to where Allure has put them; what it has not stays at the beginning. */
function withTests(markup: string, page: string): string {
  if (!markup.includes(TEST_OF)) return markup;
  const tests = new Map<string, string>();
  for (const [, name = '', content = ''] of page.matchAll(PART)) {
    if (!name.startsWith('data/test-results/')) continue;
    const { id, fullName, status } = JSON.parse(textOf(content) ?? '{}') as Partial<Record<string, string>>;
    // Several checks may judge one requirement: the link is to what is wrong.
    if (fullName !== undefined && id !== undefined && (status !== 'passed' || !tests.has(fullName)))
      tests.set(fullName, id);
  }
  return markup.replace(/#test-of:([\w.-]+)/g, (_, name: string) => `#${tests.get(name) ?? ''}`);
}

/** The page with markup above the application, and the application as a report of a run needs it. */
function withHead(page: string, { markup, style }: PageHead): string {
  return page
    .replace('<head>', () => `<head>${FROM_THE_TOP}`)
    .replace('</head>', () => `<style>${style}${LAYOUT}</style></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${markup}`);
}

/** Allure's page without the counter, with its parts as text, which packs better. */
export function plainPage(page: string): string {
  const silent = page.replace(COUNTER, '');
  const open = silent.replace(INLINE, (whole, content: string) => {
    const script = textOf(content);
    return script === undefined ? whole : `<script>${script.replaceAll(/<\/(script)/gi, '<\\/$1')}</script>`;
  });
  const known = new Map<string, string>();
  const data = open.replace(PART, (whole, name: string, content: string) => {
    const text = textOf(content);
    if (text === undefined) return whole;
    const same = name.startsWith(WIDGETS) ? membersOf(text) : text;
    const first = known.get(same);
    if (first !== undefined) return `d("${name}",parts["${first}"])`;
    known.set(same, name);
    return `d("${name}",parts["${name}"]=encodePart(${quoted(text)}))`;
  });
  return data.replace('<head>', `<head>${ENCODE}`);
}

/** The lists and trees of the page: for the one environment of a run, and once more for all, in another order. */
const WIDGETS = 'widgets/';

/** What a list or a tree holds, whatever the order. */
function membersOf(text: string): string {
  return JSON.stringify(sorted(JSON.parse(text)));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

/** What base64 holds, where that is text. */
function textOf(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** A text as a literal that ends no script. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
