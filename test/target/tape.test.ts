/** A tape answers what the target answered, in the order in which it did, however long anything took. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  packTape,
  readTape,
  recorded,
  TAPE_FILE,
  TAPE_FORMAT,
  TapeTarget,
  TapeWriter,
  type Target,
  tapeLines,
} from '../../target/index.ts';
import { passOn } from '../../target/pass-on.ts';
import type { TapeHead } from '../../target/tape/format.ts';
import { serve } from './support/servers.ts';
import { get, targetOf, temporaryFolder } from './support/targets.ts';

const PEOPLE = { person: [{ ids: { id: 1 }, allow: 'modify' }] };

/** Records what `work` does with the target of a server, and returns the tape as a target. */
async function taped(
  url: string,
  work: (target: Target) => Promise<unknown>,
  over: Partial<Target> = {},
): Promise<TapeTarget> {
  const folder = temporaryFolder();
  const target = await targetOf(url, { fixtures: PEOPLE });
  const writer = new TapeWriter(folder);
  const { facts } = target;
  const head: TapeHead = { type: 'tape', format: TAPE_FORMAT, facts, fixtures: target.fixtures(), urls: {}, about: {} };
  writer.write(head);
  await work(recorded({ ...passOn(target), ...over }, writer));
  writer.flush();
  await packTape(folder);
  return new TapeTarget(readTape(folder));
}

/** Answers each request after the milliseconds that its path names. */
const slowly = (): Promise<string> =>
  serve((request, response) => {
    const ms = Number(/\d+/.exec(request.url ?? '')?.[0]);
    setTimeout(() => response.end(`after ${ms}`), ms);
  });

test('the lines of a tape come one by one, and one that is cut off is refused as such', async () => {
  const folder = temporaryFolder();
  const writer = new TapeWriter(folder);
  const head = { type: 'tape', format: TAPE_FORMAT, urls: {}, about: {} } as unknown as TapeHead;
  writer.write(head);
  for (let at = 0; at < 5000; at += 1) writer.write({ type: 'group', group: randomUUID() });
  writer.flush();
  await packTape(folder);
  const count = async (): Promise<number> => {
    let lines = 0;
    for await (const _ of tapeLines(folder)) lines += 1;
    return lines;
  };
  expect(await count()).toBe(5001);
  const file = join(folder, TAPE_FILE);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  await expect(count()).rejects.toThrow(/was altered or cut off/);
  writeFileSync(file, gzipSync('{"type":"wait"}\n'));
  await expect(count()).rejects.toThrow(/it has no head/);
  rmSync(file);
  await expect(count()).rejects.toThrow(/There is no tape at/);
});

test('what was waited for side by side comes in the order in which it came', async () => {
  const order = async (target: Target): Promise<string[]> => {
    const came: string[] = [];
    const note = (name: string) => (): number => came.push(name);
    await Promise.all([
      target.send(get('/300', { check: 'a' })).then(note('slow')),
      target.pause(150, 'a').then(note('pause')),
      target.send(get('/10', { check: 'b' })).then(note('quick')),
      target.lease({ kind: 'person', effect: 'observe', by: 'a' }).then(note('lease')),
    ]);
    return came;
  };
  let then: string[] = [];
  const tape = await taped(await slowly(), async (target) => {
    then = await order(target);
  });
  expect(then.toSorted()).toEqual(['lease', 'pause', 'quick', 'slow']);
  expect(await order(tape)).toEqual(then);
  expect([tape.missing, tape.unasked]).toEqual([[], []]);
});

test('who goes on first has come to his next wait before those go on that came at the same time', async () => {
  const steps = async (target: Target): Promise<string> => {
    const came: string[] = [];
    const work = async (name: string): Promise<void> => {
      await target.pause(0, name);
      // As far as anybody gets without waiting for something that takes its time.
      for (let step = 0; step < 9; step++) {
        came.push(name);
        await undefined;
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(work));
    return came.join('');
  };
  // All are over at once.
  const over = { pause: (): Promise<void> => Promise.resolve() };
  let then = '';
  const tape = await taped(
    'http://127.0.0.1:9',
    async (target) => {
      then = await steps(target);
    },
    over,
  );
  expect(then).toBe('abcd'.replace(/./g, (name) => name.repeat(9)));
  expect(await steps(tape)).toBe(then);
});

test('the same request is answered as it was each time, and differs by credential, body and who asks', async () => {
  let count = 0;
  const url = await serve((_, response) => response.end(String(++count)));
  const asks = [
    get('/x', { check: 'a' }),
    get('/x', { check: 'a' }),
    get('/x', { check: 'b' }),
    get('/x', { check: 'a', credential: 'none' }),
    get('/x', { check: 'a', method: 'PUT', body: '1' }),
    get('/x', { check: 'a', method: 'PUT', body: '2' }),
  ];
  const tape = await taped(url, async (target) => {
    for (const ask of asks) await target.send(ask);
  });
  const bodies: (string | undefined)[] = [];
  for (const at of [5, 2, 0, 4, 3, 1]) bodies[at] = (await tape.send(asks[at] ?? get('/'))).response?.body;
  expect(bodies).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('what it does not hold is told, and so is what nobody asked for', async () => {
  const tape = await taped(await slowly(), (target) => target.send(get('/1', { check: 'a' })));
  const { error } = await tape.send(get('/2', { check: 'b' }));
  expect(error?.message).toBe('The tape holds no GET /2 of this check.');
  expect(tape.missing).toMatchObject([{ check: 'b', what: 'GET /2' }]);
  expect(tape.unasked).toMatchObject([{ check: 'a', what: expect.stringMatching(/^GET http:.*\/1$/) }]);
  expect(await tape.lease({ kind: 'order', effect: 'observe', by: 'c' })).toHaveProperty('why');
  expect(tape.missing[1]).toEqual({ check: 'c', what: 'a lease of order' });
});

test('a body that is too long is kept as digest and length, which is told', async () => {
  const long = 'x'.repeat((1 << 20) + 1);
  const url = await serve((request, response) => response.end(request.url === '/long' ? long : 'short'));
  const tape = await taped(url, async (target) => {
    for (const path of ['/short', '/long']) await target.send(get(path, { check: 'a' }));
  });
  const body = async (path: string): Promise<string | undefined> =>
    (await tape.send(get(path, { check: 'a' }))).response?.body;
  expect([await body('/short'), tape.shortened]).toEqual(['short', []]);
  expect(await body('/long')).toMatch(/^SHA-256 [0-9a-f]{64} of 1048577 characters$/);
  expect(tape.shortened).toMatchObject([{ check: 'a', what: 'GET /long' }]);
});

test('holds no token', async () => {
  const folder = temporaryFolder();
  const url = await serve((request, response) => response.end(request.headers.authorization));
  const target = await targetOf(url);
  const writer = new TapeWriter(folder);
  await recorded(target, writer).send(get('/echo'));
  writer.flush();
  await packTape(folder);
  const text = gunzipSync(readFileSync(join(folder, TAPE_FILE))).toString('utf8');
  expect(text).toContain('Bearer');
  expect(text).not.toContain('primary-token');
});

test('a tape keeps lines of any length and of any characters, in their order', async () => {
  const folder = temporaryFolder();
  const writer = new TapeWriter(folder);
  const target = await targetOf('http://127.0.0.1:9');
  const { facts } = target;
  writer.write({ type: 'tape', format: TAPE_FORMAT, facts, fixtures: [], urls: {}, about: {} });
  const lengths = [1, 40, 349_000, 349_600, 3, 1_100_000, 2, 700_000, 700_000, 5];
  const groups = lengths.flatMap((length) => ['x', '\u00e9', '\u20ac', '\u{1f600}'].map((one) => one.repeat(length)));
  for (const group of groups) writer.write({ type: 'group', group });
  writer.flush();
  writer.flush();
  await packTape(folder);
  const read = readTape(folder).groups;
  expect(read.map((group) => group.length)).toEqual(groups.map((group) => group.length));
  expect(read.every((group, at) => group === groups[at])).toBe(true);
});

test('lines are made many at a time, and sooner where long bodies wait', () => {
  const writer = new TapeWriter(temporaryFolder());
  let made = 0;
  const note = (characters: number): void => {
    writer.note(() => ({ type: 'wait', key: '', at: made++ }), characters);
  };
  for (const characters of [10, 10, 10]) note(characters);
  expect([writer.came, made]).toEqual([3, 0]);
  note(1 << 20);
  expect([writer.came, made]).toEqual([4, 4]);
  for (let count = 0; count < 1000; count++) note(10);
  expect(made).toBeGreaterThan(800);
  writer.flush();
  expect([writer.came, made]).toEqual([1004, 1004]);
});
