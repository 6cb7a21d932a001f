/** The GitLab component and the pipelines of the documentation: held against GitLab's schema by a runner that knows it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../cli/support.ts';
import { blocksBelow, textOf } from './support.ts';

const COMPONENT = 'templates/conformance.yml';

interface Read {
  readonly code: number | null;
  /** Jobs by name, with what was inherited and included put in; empty where the pipeline is refused. */
  readonly jobs: Readonly<Record<string, { readonly script?: readonly string[] } | undefined>>;
  readonly said: string;
}

/** What a project with these files would run. */
function read(files: Readonly<Record<string, string>>): Read {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.email=a@example.test', '-c', 'user.name=a', ...words], { cwd });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'as it is');
  const runner = createRequire(import.meta.url).resolve('gitlab-ci-local');
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, '--preview'], { cwd, encoding: 'utf8' });
  const [document] = status === 0 ? parseAllDocuments(stdout) : [];
  return { code: status, jobs: (document?.toJS() ?? {}) as Read['jobs'], said: stderr };
}

const withInputs = (inputs: string): Record<string, string> => ({
  [COMPONENT]: textOf(COMPONENT),
  '.gitlab-ci.yml': `include:\n  - local: ${COMPONENT}\n    inputs: ${inputs}\n`,
});

test('the component is a pipeline by the schema of GitLab, and runs what it is told to run', () => {
  const { code, jobs, said } = read(withInputs('{ target: staging.yaml, job: judge, options: "--depth quick" }'));
  expect(code, said).toBe(0);
  expect(jobs['judge']).toMatchObject({
    stage: 'test',
    allow_failure: { exit_codes: [3] },
    artifacts: { when: 'always', paths: ['conformance'], reports: { junit: 'conformance/junit.xml' } },
  });
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  expect(jobs['judge']?.script).toEqual([
    `npx --yes certconform@${version} run --target "staging.yaml" --out "conformance" --depth quick`,
  ]);
});

test('without a profile, or with a fault in it, the component is refused', () => {
  expect(read(withInputs('{ job: judge }')).code).not.toBe(0);
  const files = withInputs('{ target: staging.yaml }');
  const faulty = textOf(COMPONENT).replace('when: always\n    expire_in', 'when: sometimes\n    expire_in');
  expect(faulty).not.toBe(textOf(COMPONENT));
  expect(read({ ...files, [COMPONENT]: faulty }).code).not.toBe(0);
});

const pipelines = [...blocksBelow('GitLab'), textOf('docs/examples/shards-gitlab.yaml')].filter(
  // What includes the component from another project cannot be read without that project.
  (text) => !text.includes('component:'),
);

test.each(pipelines.map((text, at) => [at, text] as const))('pipeline %i of the documentation is one', (_, text) => {
  const { code, said } = read({ '.gitlab-ci.yml': text });
  expect(code, said).toBe(0);
});

test('what the documentation gives the component are inputs of it', () => {
  const given = blocksBelow('GitLab').flatMap((text) =>
    [...text.matchAll(/inputs: \{ (.*) \}/g)].map(([, all]) => all),
  );
  expect(given.length).toBeGreaterThan(0);
  for (const inputs of given) {
    const { code, said } = read(withInputs(`{ ${inputs} }`));
    expect(code, said).toBe(0);
  }
});
