import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { certconform, ROOT, temporaryFolder } from './support.ts';

const source = readFileSync(join(ROOT, 'cli/main.ts'), 'utf8');

/** What a Node of this version says to `certconform list areas`. */
function under(version: string): ReturnType<typeof certconform> {
  const disguise = join(temporaryFolder(), 'disguise.mjs');
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  return certconform(['list', 'areas'], { env: { NODE_OPTIONS: `--import=${pathToFileURL(disguise).href}` } });
}

test.each(['14.21.3', '18.20.8', '20.20.2', '22.18.0'])('Node %s gets one clear sentence', async (version) => {
  const { code, stdout, stderr } = await under(version);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^certconform: Node 22\\.19 or newer is needed, and this is Node ${version}; .+\\n$`),
  );
});

test.each(['22.19.0', '23.0.0', '24.21.0', '100.1.0'])('Node %s is let in', async (version) => {
  const { code, stdout } = await under(version);
  expect(code).toBe(0);
  expect(stdout).toContain('ssl\n');
});

test('the entry loads nothing and uses no syntax that an old Node does not know before it has looked', () => {
  expect(source).not.toMatch(/^\s*import\s[^(]|^\s*export\s/m);
  expect(source).not.toMatch(/\bawait\b|\?\?|\?\.|\bas\s+\w|: (string|number)\b/);
});

test('it asks for the version that package.json asks for', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${/NEEDED = '([\d.]+)'/.exec(source)?.[1]}`);
});
