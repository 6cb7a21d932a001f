/** Tools of others take the exported description: rules, types and a mock server. `npm run description` installs them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { judge } from '../run/support.ts';
import { ALL, described, shelf, tool, toolsMissing } from './support.ts';

const run = promisify(execFile);
const files = shelf();
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  files.remove();
});

// Far from the types that this project brings.
const node = (...words: string[]) => run(process.execPath, words, { maxBuffer: 1e8, cwd: files.folder });

/** Prints what Spectral's recommended rules for OpenAPI find in a file, as JSON. */
const SPECTRAL = `
import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
const spectral = new core.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const found = await spectral.run(new core.Document(readFileSync(process.argv[1], 'utf8'), parsers.Json, process.argv[1]));
console.log(JSON.stringify(found.map(({ code, message, path }) => code + ': ' + message + ' ' + path.join('/'))));
`;

describe.skipIf(toolsMissing !== undefined)(
  `tools of others${toolsMissing === undefined ? '' : ` (${toolsMissing})`}`,
  () => {
    it.each(ALL)('Spectral, recommended: $dialect in OpenAPI $version', async ({ dialect, version }) => {
      const file = files.put(`spectral-${dialect}-${version}.json`, await described(dialect, version));
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', SPECTRAL, file], {
        cwd: tool('..'),
      });
      // Section 4.11 shows no response of reset-client-secret; a dialect does.
      const own = (JSON.parse(stdout) as string[]).filter((line) => !line.startsWith('operation-success-response'));
      expect(own).toEqual([]);
      expect((JSON.parse(stdout) as string[]).length).toBe(dialect === 'none' ? 1 : 0);
    });

    it('openapi-typescript makes types of each that compile under strict', async () => {
      const sources: string[] = [];
      for (const { dialect, version } of ALL) {
        const file = files.put(`types-${dialect}-${version}.json`, await described(dialect, version));
        const out = file.replace(/\.json$/, '.ts');
        await node(tool('openapi-typescript/bin/cli.js'), file, '-o', out);
        sources.push(out);
      }
      const compiled = await node(
        tool('typescript/bin/tsc'),
        '--strict',
        '--noEmit',
        '--target',
        'es2022',
        ...sources,
      ).catch((error: { stdout: string }) => error);
      expect(compiled.stdout).toBe('');
    });

    it('Prism serves it, and its answers are what the suite expects of a server that remembers nothing', async () => {
      const file = files.put('prism.json', await described('default'));
      const port = await freePort();
      const child = spawn(process.execPath, [
        tool('@stoplight/prism-cli/dist/index.js'),
        'mock',
        '-p',
        String(port),
        file,
      ]);
      started.push(child);
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (text: Buffer) => text.includes('is listening') && resolve());
        child.once('exit', () => reject(new Error('Prism ended')));
      });
      const results = await judge({
        profile: {
          name: 'Prism',
          admin: { url: `http://127.0.0.1:${port}`, bearer: 'any' },
          dialect: { base: 'default', claimed: true },
          effects: 'observe',
          fixtures: { person: [101], administrator: [101], 'mark-certificate': [101], 'client-certificate': [101] },
        },
        only: ['person.read', 'admin.read', 'mark.read', 'client.read'],
        depth: 'quick',
      });
      const verdict = (name: string): unknown => results.find(({ requirement }) => requirement === name)?.verdict;
      for (const operation of ['person.read', 'admin.read', 'mark.read', 'client.read'])
        for (const topic of [
          'success.status',
          'success.media-type',
          'success.body',
          'success.schema',
          'credential.missing',
        ])
          expect(verdict(`${operation}.${topic}`), `${operation}.${topic}`).toBe('pass');
      // A mock knows no entity, so none is ever absent, and it takes any token and reads the input first.
      const failed = results.filter(({ verdict: one }) => one === 'fail' || one === 'broken');
      const excused = /\.(absent\.status|credential\.invalid|credential\.elsewhere|precedence|declared\.[a-z.-]+)$/;
      expect(failed.map(({ requirement }) => requirement).filter((name) => !excused.test(name))).toEqual([]);
    });
  },
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
