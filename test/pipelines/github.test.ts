/** The GitHub Action, and the workflows of the documentation: read by GitHub's own parser, and the action's script run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { blocksBelow, textOf } from './support.ts';
import { actionFaults, workflowFaults } from './workflow-parser.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const TEXT = textOf('action.yml');
const action = parse(TEXT) as Action;

test('the action is one by the schema of GitHub', () => {
  expect(actionFaults(TEXT)).toEqual([]);
  expect(actionFaults(TEXT.replace('shell: bash', 'shel: bash'))).not.toEqual([]);
});

test('it uses each of its inputs, and no other', () => {
  const used = [...TEXT.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
});

const workflows = [...blocksBelow('GitHub Actions'), textOf('docs/examples/shards-github.yaml')];

test.each(workflows.map((text, at) => [at, text] as const))('workflow %i of the documentation is one', (_, text) => {
  // A page shows the jobs alone, where what starts them is no matter.
  const whole = /^on:/m.test(text) ? text : `on: push\n${text}`;
  expect(workflowFaults(whole)).toEqual([]);
  const { jobs } = parse(whole) as { jobs: Record<string, { steps: readonly Step[] }> };
  for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
    if (step.uses?.includes('/certconform@'))
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  }
});

/** Runs the step that judges, as GitHub does: each input in its variable, the outputs in a file. */
function judge(given: Readonly<Record<string, string>>): { code: number | null; outputs: string; text: string } {
  const cwd = temporaryFolder();
  const step = action.runs.steps.find(({ id }) => id === 'run');
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default ?? ''])),
    ...given,
  };
  const value = (expression: string): string =>
    expression
      .replace(/\$\{\{ github\.action_path \}\}/, ROOT)
      .replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  const variables = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, text]) => [name, value(text)]));
  const { PATH, HOME, XDG_STATE_HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'false'],
    {
      cwd,
      env: { PATH, HOME, XDG_STATE_HOME, ...variables, GITHUB_OUTPUT: join(cwd, 'outputs') },
      encoding: 'utf8',
    },
  );
  return { code: status, outputs: readFileSync(join(cwd, 'outputs'), 'utf8'), text: stdout + stderr };
}

const FEW = { only: 'person.read domain', depth: 'quick', options: '--no-html --runs 1' };

test('the script judges what it is told to judge, and tells outcome and exit code', () => {
  const { code, outputs, text } = judge(FEW);
  expect([code, outputs]).toEqual([0, 'outcome=conformant\nexit-code=0\n']);
  expect(text).toContain('Only person.read, domain');
  expect(text).toContain('depth quick');
});

test('an aborted run has an outcome, too', () => {
  const { code, outputs } = judge({ ...FEW, target: 'no such profile.yaml' });
  expect([code, outputs]).toEqual([2, 'outcome=aborted\nexit-code=2\n']);
});

test('a faulty server is told by the exit code', () => {
  const { code, outputs } = judge({ ...FEW, options: `${FEW.options} --fault person.read.success.status-201` });
  expect([code, outputs]).toEqual([1, 'outcome=non-conformant\nexit-code=1\n']);
});
