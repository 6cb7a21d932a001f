/**
 * Walks through the Containerfile without a container: its very instructions, in order, in a folder that stands for the image. What a base
 * image brings is this machine's; what the instructions say is done as they say it, and what they start is started as they say.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { emulatorProcess, profileData, ROOT, temporaryFolder, writeProfile } from '../cli/support.ts';
import { weigh } from '../run/installed.ts';
import { type Instruction, stages } from './containerfile.ts';

const isRoot = process.getuid?.() === 0;
/** Folders that instructions name, apart from those of the system. */
const PLACES = /(?<![\w.~/-])\/(src|pack|profile|out|root)(?![\w-])/g;
const CLEAN = Object.entries(process.env).filter(
  ([name]) => !/^(VITEST|NODE_OPTIONS|npm_|NPM_|FORCE_COLOR|TEST|CERTCONFORM|XDG)/.test(name),
);

/** What a build is given: all that is kept in the repository, but for what `.dockerignore` leaves out. */
function context(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const left = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n');
  const files = stdout.split('\0').filter((name) => name !== '');
  for (const file of files)
    if (!left.some((one) => file === one || file.startsWith(`${one}/`))) cpSync(join(ROOT, file), join(to, file));
}

/** An image in the making: where its files lie, and what its instructions have set. */
class Image {
  /** What stands for its root. */
  readonly folder: string;
  readonly #env: Record<string, string>;
  #cwd: string;
  user: { uid?: number; gid?: number } = {};

  constructor(folder: string) {
    this.folder = folder;
    this.#cwd = folder;
    const bin = join(folder, 'usr/bin');
    // npm takes its own files from where it was told to: nothing of this machine's is changed, nor cleaned away.
    this.#env = {
      PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: join(folder, 'root'),
      npm_config_prefix: join(folder, 'usr'),
      npm_config_cache: join(folder, 'root/.npm'),
      NO_COLOR: '1',
    };
    for (const place of ['root', 'usr/bin', 'usr/lib']) mkdirSync(join(folder, place), { recursive: true });
  }

  /** A place of the image as one of this machine. */
  at(text: string): string {
    return text.replace(PLACES, (place) => join(this.folder, place));
  }

  follow({ keyword, words }: Instruction, before: Image | undefined): void {
    if (keyword === 'WORKDIR') {
      this.#cwd = this.at(words);
      mkdirSync(this.#cwd, { recursive: true });
    } else if (keyword === 'COPY' && words === '. .') context(this.#cwd);
    else if (keyword === 'COPY') {
      const [from = '', to = ''] = words.replace(/^--from=\S+ /, '').split(' ');
      cpSync(before?.at(from) ?? '', this.at(to), { recursive: true });
    } else if (keyword === 'RUN') {
      // Whoever is not root cannot give a folder away; it is its own already.
      const { status, stderr } = this.run(['sh', '-c', isRoot ? words : words.replace(/&& \\?\s*chown .*$/m, '')]);
      expect(status, `${words}\n${stderr}`).toBe(0);
    } else if (keyword === 'ENV') {
      const [name = '', value = ''] = words.split('=');
      this.#env[name] = this.at(value);
    } else if (keyword === 'USER' && isRoot) {
      const [uid, gid] = words.split(':').map(Number);
      this.user = { uid: uid ?? 0, gid: gid ?? 0 };
    } else expect(['FROM', 'VOLUME', 'ENTRYPOINT', 'CMD', 'USER']).toContain(keyword);
  }

  run(command: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    const [program = '', ...rest] = command.map((word) => this.at(word));
    return spawnSync(program, rest, {
      cwd: this.#cwd,
      env: { ...Object.fromEntries(CLEAN), ...this.#env },
      encoding: 'utf8',
      ...this.user,
    });
  }
}

test('each step does what it says, and what comes of it judges a server, without root, from a profile that it cannot write', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const built: Image[] = [];
  for (const [place, instructions] of stages().entries()) {
    const image = new Image(join(folder, String(place)));
    for (const one of instructions) image.follow(one, built.at(-1));
    built.push(image);
  }
  const [image, last] = [built.at(-1), stages().at(-1) ?? []];
  if (image === undefined) throw new Error('The Containerfile has no stage.');
  // Nothing of the build is left, and it is small.
  expect(readdirSync(image.folder).sort()).toEqual(['out', 'profile', 'root', 'usr']);
  expect(weigh(join(image.folder, 'usr/lib')).bytes).toBeLessThan(30e6);

  const { profile } = await emulatorProcess(folder);
  const mounted = writeProfile(image.at('/profile'), { ...profileData(profile), claims: ['mark'] }, 'certconform.yaml');
  chmodSync(mounted, 0o444);
  chmodSync(image.at('/profile'), 0o555);
  const words = (keyword: string) => last.find((one) => one.keyword === keyword)?.json ?? [];
  const { status, stdout, stderr } = image.run([...words('ENTRYPOINT'), ...words('CMD')]);
  expect(status, stdout + stderr).toBe(0);
  expect(readdirSync(image.at('/out')).sort()).toEqual(['conformance', 'history.jsonl', 'state']);
  expect(readResults(image.at('/out/conformance')).results.length).toBeGreaterThan(50);
  // What it says of itself can be said again, after the name of the image.
  const doctor = image.run([...words('ENTRYPOINT'), 'doctor', '--target', '/profile/certconform.yaml']);
  expect(doctor.status, doctor.stdout + doctor.stderr).toBe(0);
});
