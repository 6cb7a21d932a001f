/** What a run loads before it asks its first question: nothing that only reports, or the validation of what others describe, need. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type LoadedDialect, loadDialect } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Loads what judges a target, and the contract; prints the addresses of all modules. */
const SCRIPT = `
import { registerHooks } from 'node:module';
const all = [];
registerHooks({ load: (url, context, next) => { all.push(url); return next(url, context); } });
const { chooseDriver } = await import(${JSON.stringify(folder('cli/driver.ts'))});
chooseDriver(true, () => {});
await import(${JSON.stringify(folder('cli/judge.ts'))});
const { contractFor } = await import(${JSON.stringify(folder('suites/runner/sources.ts'))});
await contractFor({ dialect: { base: 'default', claimed: true } }, true);
console.log(all.join('\\n'));
`;

test('neither Vitest nor Allure nor the validator of OpenAPI documents nor any check is loaded before the first request', () => {
  const args = ['--input-type=module', '--eval', SCRIPT];
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
  expect(loaded.some((url) => url.endsWith('/cli/judge.ts'))).toBe(true);
  const packages = ['vitest', 'allure-vitest', 'allure-js-commons', '@apidevtools/swagger-parser'];
  expect(packages.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)))).toEqual([]);
  // The thread of the checks loads them meanwhile.
  expect(loaded.filter((url) => /\/suites\/(catalogue\.ts|(checks|lifecycles|machines|rules)\/)/.test(url))).toEqual(
    [],
  );
});

test('what somebody else describes is validated all the same', async () => {
  const own = { base: 'default', answers: { 'legacy.dcv.methods': { http: 'A', https: 'B', cname: 'C', email: 'D' } } };
  expect((await loadDialect('alternate')).describes).toBe(false);
  expect((await loadDialect(own)).describes).toBe(true);
  const loaded = await loadDialect('default');
  const overlay = { actions: [{ target: '$.info', update: { license: 7 } }] };
  const broken = { ...loaded, overlays: { ...loaded.overlays, admin: [...loaded.overlays.admin, overlay] } };
  const load = (describes: boolean): ReturnType<typeof loadContract> =>
    loadContract({ loaded: { ...broken, describes } as LoadedDialect, validate: 'own' });
  await expect(load(true)).rejects.toThrow(/license|OpenAPI|schema/i);
  expect((await load(false)).operations.length).toBeGreaterThan(40);
});
