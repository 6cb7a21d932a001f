import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startEmulator } from '../../emulator/index.ts';
import { OTHER_READINGS } from '../../emulator/readings.ts';
import { builtIn } from '../../spec/dialects/built-in.ts';
import { loadContract } from '../../spec/load.ts';
import { judge, linesOf } from './support.ts';

const [from, to, depth, modes = 'claimed,assumed,none'] = process.argv.slice(2);
function rng(seed: number) { let a = seed >>> 0; return () => { a |= 0; a = (a + 0x6d2b79f5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const { answers: D } = await builtIn('default');
const { answers: A } = await builtIn('alternate');
const silences = parse(readFileSync('spec/silences.yaml', 'utf8')).silences;
for (let seed = Number(from); seed <= Number(to); seed++) {
  const r = rng(seed * 7919);
  const base = seed % 2 ? 'default' : 'alternate';
  const answers: Record<string, unknown> = {};
  for (const { id, answer } of silences) {
    if (answer === undefined) continue;
    const pool = [...new Set([D[id], A[id], ...(answer.enum ?? [])].filter((x) => x !== undefined).map((x) => JSON.stringify(x)))];
    if (pool.length > 1 && !/readback|filter-members|identity|type.read|type.write|companions|delegation-mode.read/.test(id)) answers[id] = JSON.parse(pool[Math.floor(r() * pool.length)]!);
  }
  const otherwise = OTHER_READINGS.filter(() => r() < 0.4);
  const dialect = { base, claimed: true, answers };
  try {
    const contract = await loadContract({ dialect, validate: false } as never);
    const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false, otherwise } as never);
    for (const mode of modes.split(',')) {
      emulator.reset();
      const { dialect: _c, ...profile } = emulator.profile() as any;
      const t = Date.now();
      const d = mode === 'claimed' ? dialect : mode === 'assumed' ? undefined : 'none';
      const results = await judge({ profile: { ...profile, ...(d === undefined ? {} : { dialect: d }) }, seed, depth: depth as never });
      const bad = linesOf(results, 'fail', 'warn', 'broken').filter((l) => !/integral-fraction/.test(l));
      console.log(`seed ${seed} ${mode} ${((Date.now() - t) / 1000).toFixed(0)}s pass ${results.filter((x) => x.verdict === 'pass').length} bad ${bad.length}`);
      for (const b of bad.slice(0, 40)) console.log('   ', JSON.stringify(b).slice(0, 400));
    }
    await emulator.close();
  } catch (e) { console.log(`seed ${seed} ERROR`, String((e as Error).message).slice(0, 600)); }
}
process.exit(0);
