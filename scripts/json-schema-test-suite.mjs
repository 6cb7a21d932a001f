/**
 * Brings the JSON Schema Test Suite to where `test/generators/corpus.test.ts` looks for it, unless it lies there already.
 *
 * No npm package of that suite can be installed from the registry alone: `@json-schema-org/tests` depends on a Git
 * repository. The source distribution of PyPI's `jsonschema` has all of it; its digest is pinned.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARCHIVE =
  'https://files.pythonhosted.org/packages/b3/fc/e067678238fa451312d4c62bf6e6cf5ec56375422aee02f9cb5f909b3047/jsonschema-4.26.0.tar.gz';
const SHA256 = '0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326';
const INSIDE = 'jsonschema-4.26.0/json';
const PATIENCE_MS = 60_000;

const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
const home = join(cache, 'json-schema-test-suite');

try {
  if (!existsSync(home)) await bring();
  console.log(`The JSON Schema Test Suite lies at ${home}`);
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
  console.error(
    `The JSON Schema Test Suite could not be brought here (${why}); name a checkout of it in JSON_SCHEMA_TEST_SUITE.`,
  );
  process.exitCode = 1;
}

async function bring() {
  const response = await fetch(ARCHIVE, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${ARCHIVE} answers ${response.status}`);
  const archive = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha256').update(archive).digest('hex');
  if (digest !== SHA256) throw new Error(`${ARCHIVE} has the digest ${digest} instead of ${SHA256}`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpack-'));
  try {
    writeFileSync(join(work, 'archive.tar.gz'), archive);
    execFileSync('tar', ['-xzf', 'archive.tar.gz', INSIDE], { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });
    renameSync(join(work, ...INSIDE.split('/')), home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
