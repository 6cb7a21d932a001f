/** A run in shards: together they are the whole, none touches what another may change, and what does not belong together is refused. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verifyFolder } from '../../cli/verify.ts';
import { readResults } from '../../reports/reader.ts';
import schema from '../../reports/statement.schema.json' with { type: 'json' };
import type { Statement } from '../../reports/statement.ts';
import { loadContract } from '../../spec/load.ts';
import { areasOfShards } from '../../suites/runner/shard.ts';
import { readTape } from '../../target/index.ts';
import { certconform, emulatorProcess, ROOT, temporaryFolder, writeProfile } from './support.ts';

const CLAIMS = ['person', 'notification', 'mark'];
const SHARDS = 2;
const { path: folder, remove } = temporaryFolder('shards');
const at = (name: string): string => join(folder, name);
let profile: string;

const judge = (shard: string, out: string): ReturnType<typeof certconform> =>
  certconform(['run', '--target', profile, '--shard', shard, '--depth', 'quick', '--no-html', '--out', at(out)]);

beforeAll(async () => {
  const emulator = await emulatorProcess(folder);
  try {
    const all = parse(readFileSync(emulator.profile, 'utf8')) as object;
    profile = writeProfile(folder, { ...all, claims: CLAIMS, limits: { settle: '50ms' } });
    const done = await Promise.all(
      Array.from({ length: SHARDS }, (_, index) => judge(`${index + 1}/2`, `${index + 1}`)),
    );
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual(done.map(({ stderr }) => [0, stderr]));
  } finally {
    await emulator.stop();
  }
});
afterAll(remove);

/** Paths of what a shard changed. */
function changed(out: string): Set<string> {
  const { exchanges } = readTape(at(out));
  return new Set(
    exchanges.flatMap(({ exchange }) => {
      const { method = 'GET', url = '' } = exchange?.request ?? {};
      const status = exchange?.response?.status ?? 0;
      return method !== 'GET' && status >= 200 && status < 300 ? [new URL(url).pathname] : [];
    }),
  );
}

describe('shards', () => {
  test('divide the claimed areas, each to one of them, at any number', async () => {
    const contract = await loadContract();
    const all = [...new Set(contract.operations.map(({ area }) => area))];
    for (const of of [1, 2, 3, 5, 8]) {
      const shards = areasOfShards(contract, all, of);
      expect(shards).toHaveLength(of);
      expect(shards.flat().toSorted()).toEqual(all.toSorted());
      expect(areasOfShards(contract, all, of)).toEqual(shards);
    }
    const both = areasOfShards(contract, all, 8).find((areas) => areas.includes('legacy-status'));
    expect(both, 'both actions are about orders').toContain('legacy-dcv');
  });

  test('that run at the same time change nothing in common', () => {
    const [one, two] = [changed('1'), changed('2')];
    expect(one.size).toBeGreaterThan(3);
    expect(two.size).toBeGreaterThan(3);
    expect([...one].filter((path) => two.has(path))).toEqual([]);
  });

  test('are one run when they are merged, and each can be verified', async () => {
    const { code, stdout, stderr } = await certconform(['merge', at('2'), at('1'), '--no-html', '--out', at('merged')]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('CONFORMANT');
    const merged = readResults(at('merged'));
    const parts = [readResults(at('1')), readResults(at('2'))];
    expect(merged.results).toHaveLength(parts.reduce((sum, { results }) => sum + results.length, 0));
    expect(new Set(merged.results.map(({ requirement }) => requirement))).toEqual(new Set(merged.plan?.requirements));
    expect(merged.run.selection).toBeUndefined();
    const statement = JSON.parse(readFileSync(at('merged/statement.json'), 'utf8')) as Statement;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate(schema, statement), ajv.errorsText()).toBe(true);
    expect(statement.shards?.map((shard) => shard.folder)).toEqual(['shards/1', 'shards/2']);
    const verified = await certconform(['verify', at('merged/shards/2')]);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('VERIFIED')]);
    const whole = await certconform(['verify', at('merged')]);
    expect([whole.code, whole.stdout]).toEqual([
      0,
      expect.stringContaining(`agree: ${merged.results.length} verdicts given again`),
    ]);
  });

  test("lose Allure's report and nothing else when an archive of its results is spoilt", async () => {
    cpSync(at('1'), at('spoilt'), { recursive: true });
    rmSync(at('spoilt/allure-results'), { recursive: true, force: true });
    writeFileSync(at('spoilt/allure-results.tar.gz'), 'no archive');
    const { code, stderr } = await certconform(['merge', at('spoilt'), at('2'), '--no-html', '--out', at('without')]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/no Allure report will be made: .*allure-results\.tar\.gz cannot be unpacked/);
    expect(existsSync(at('without/allure-results'))).toBe(false);
    expect(readResults(at('without')).results.length).toBeGreaterThan(0);
  });

  test.each([
    [
      'a verdict of the whole',
      'results.ndjson',
      '"verdict":"pass"',
      /^results\.ndjson: Its results are not those of the/,
    ],
    ['the seed of the whole', 'results.ndjson', '"seed":1', /^results\.ndjson: Its facts of the run are not those/],
    ['what was planned', 'results.ndjson', '"requirements":["', /^results\.ndjson: Its planned requirements are not/],
    ['the statement', 'statement.md', 'CONFORMANT', /^statement\.md: It does not say what the results say\.$/],
    ['a shard', 'shards/2/results.ndjson', '"verdict":"pass"', /^shards\/2\/results\.ndjson: It was altered/],
    ['a report of a shard', 'shards/1/junit.xml', 'tests=', /^shards\/1\/junit\.xml: It does not say/],
  ])('are told of when they were altered after the merge: %s', async (name, file, what, told) => {
    const out = at(`altered ${name}`);
    cpSync(at('merged'), out, { recursive: true });
    const path = join(out, file);
    const text = readFileSync(path, 'utf8');
    const instead = what === '"verdict":"pass"' ? '"verdict":"warn"' : `${what}1`;
    writeFileSync(path, text.replace(what, instead));
    const { findings } = await verifyFolder(out);
    expect(findings.map((finding) => `${finding.file}: ${finding.text}`)).toContainEqual(expect.stringMatching(told));
  });

  test.each([
    ['is missing', ['1'], /Shard 2\/2 is missing/],
    ['is given twice', ['1', '1', '2'], /Shard 1\/2 is given twice/],
    ['is of another seed', ['1', 'other'], /is a shard of another run: the seed is 7, in .* 1;/],
    ['is a whole run', ['1', 'whole'], /is no shard: the run was made without --shard/],
    ['did not end', ['1', 'cut'], /did not come to its end; run shard 2\/2 again/],
  ])('are refused where one %s', async (_, names, said) => {
    const altered = (name: string, change: (text: string) => string): void => {
      cpSync(at('2'), at(name), { recursive: true });
      const file = at(`${name}/results.ndjson`);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    };
    if (names.includes('other')) altered('other', (text) => text.replace('"seed":1', '"seed":7'));
    if (names.includes('whole')) altered('whole', (text) => text.replace(/"shard":\{[^}]*\},?/, ''));
    if (names.includes('cut')) altered('cut', (text) => text.replace(/\n\{"type":"end".*\n$/, '\n'));
    const { code, stdout, stderr } = await certconform(['merge', ...names.map(at), '--out', at('refused')]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
  });

  test.each([
    [['--shard', '1/9'], /fall into 3 parts/],
    [['--shard', '0/2'], /as 1\/4/],
    [['--shard', '1/2', '--only', 'person'], /leave out --only/],
  ])('that cannot be are refused: %j', async (options, said) => {
    const { code, stderr } = await certconform(['run', '--target', profile, ...options, '--out', at('none')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });
});

describe('the examples of shards', () => {
  const example = (name: string): unknown =>
    parse(readFileSync(join(ROOT, `docs/examples/shards-${name}.yaml`), 'utf8'));

  /** The `certconform` commands in a text, whose options must be there. */
  async function mustBeCommands(text: string): Promise<string[]> {
    const commands = [...text.matchAll(/certconform (run|merge) [^|\n]*/g)].map(([all]) => all);
    for (const command of commands) {
      const [, name = ''] = command.split(' ');
      const { stdout } = await certconform([name, '--help']);
      for (const [option] of command.matchAll(/--[a-z-]+/g)) expect(stdout, command).toContain(option);
    }
    return commands;
  }

  test('GitHub: as many jobs as shards, and a merge that needs them', async () => {
    const { jobs } = example('github') as {
      jobs: Record<string, { strategy?: { matrix: { shard: number[] } }; needs?: string; steps: { run?: string }[] }>;
    };
    const places = jobs['shard']?.strategy?.matrix.shard ?? [];
    const [run = ''] = await mustBeCommands(jobs['shard']?.steps.map((step) => step.run ?? '').join('\n') ?? '');
    expect(places).toEqual(Array.from(places, (_, index) => index + 1));
    expect(run).toContain(`--shard \${{ matrix.shard }}/${places.length} `);
    expect(jobs['merge']?.needs).toBe('shard');
    expect(await mustBeCommands(jobs['merge']?.steps.map((step) => step.run ?? '').join('\n') ?? '')).toHaveLength(1);
  });

  test('GitLab: its own variables say which of how many', async () => {
    const { stages, shard, merge } = example('gitlab') as Record<
      'shard' | 'merge',
      { stage: string; script: string[] }
    > & {
      stages: string[];
    };
    expect(stages).toEqual([shard.stage, merge.stage]);
    const [run = ''] = await mustBeCommands(shard.script.join('\n'));
    expect(run).toContain('--shard $CI_NODE_INDEX/$CI_NODE_TOTAL ');
    expect(await mustBeCommands(merge.script.join('\n'))).toHaveLength(1);
  });

  test('Kubernetes: an Indexed Job with as many completions as shards', async () => {
    const { apiVersion, kind, spec } = example('kubernetes') as {
      apiVersion: string;
      kind: string;
      spec: {
        completions: number;
        parallelism: number;
        completionMode: string;
        template: {
          spec: {
            restartPolicy: string;
            containers: { args: string[]; volumeMounts: { name: string }[] }[];
            volumes: { name: string }[];
          };
        };
      };
    };
    expect([apiVersion, kind, spec.completionMode]).toEqual(['batch/v1', 'Job', 'Indexed']);
    expect(spec.parallelism).toBe(spec.completions);
    const { containers, restartPolicy, volumes } = spec.template.spec;
    expect(['Never', 'OnFailure']).toContain(restartPolicy);
    const [run = ''] = await mustBeCommands(containers[0]?.args.join('\n') ?? '');
    expect(run).toContain(`--shard $((JOB_COMPLETION_INDEX + 1))/${spec.completions} `);
    const mounted = containers.flatMap((one) => one.volumeMounts.map(({ name }) => name));
    expect(mounted.toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
  });
});
