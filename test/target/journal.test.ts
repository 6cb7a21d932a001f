import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedactor, type JournalEntry, pending, restore, type WireRequest } from '../../target/index.ts';
import { compare } from '../../target/journal/restore.ts';
import { FileJournal } from '../../target/journal.ts';
import { bodyOf, serve } from './support/servers.ts';
import { targetOf, temporaryFolder } from './support/targets.ts';

const get: WireRequest = { service: 'admin', method: 'GET', target: '/api/person/v2/1' };
const put = (body: string): WireRequest => ({ ...get, method: 'PUT', body });
const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  fixture: { kind: 'person', ids: { id: 1 }, traits: {}, allow: 'modify' },
  check: 'person.update',
  restore: [put('{"name":"before"}')],
  verify: get,
  before: '{"name":"before"}',
  ...more,
});

/** A server of persons. `status` overrides what a PUT is answered with; a refused one changes nothing. */
async function persons(
  status: () => number = () => 200,
): Promise<{ url: string; state: Map<string, string>; puts: string[] }> {
  const state = new Map(['1', '2', '3'].map((id) => [id, `{"name":"before","id":${id}}`]));
  const puts: string[] = [];
  const url = await serve(async (request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    if (request.method === 'PUT') {
      const body = await bodyOf(request);
      puts.push(`${id} ${body}`);
      if (status() === 200) state.set(id, body);
      response.writeHead(status()).end();
    } else {
      response.writeHead(state.has(id) ? 200 : 404).end(state.get(id));
    }
  });
  return { url, state, puts };
}

describe('the journal', () => {
  test('has an entry on disk, for its owner only, before it is promised, until it is done', async () => {
    const folder = join(temporaryFolder(), 'run');
    const journal = new FileJournal(folder, createRedactor([]));
    const id = await journal.begin(entry());
    expect(pending(folder)).toEqual([{ ...entry(), id, at: expect.any(Number), incomplete: false }]);
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await journal.done(id);
    expect(pending(folder)).toEqual([]);
    journal.close();
  });

  test('tells the pending changes newest first, over all processes of the run', async () => {
    const folder = temporaryFolder();
    const journals = [new FileJournal(folder, createRedactor([])), new FileJournal(folder, createRedactor([]))];
    const ids = [];
    for (const journal of [...journals, ...journals]) ids.push(await journal.begin(entry()));
    await journals[0]?.done(ids[2] ?? '');
    expect(pending(folder).map(({ id }) => id)).toHaveLength(3);
    expect(pending(folder).at(0)?.id).not.toBe(ids[0]);
    for (const journal of journals) journal.close();
  });

  test('is readable though a kill cut its last line off', async () => {
    const folder = temporaryFolder();
    const journal = new FileJournal(folder, createRedactor([]));
    await journal.begin(entry());
    journal.close();
    const [name = ''] = readdirSync(folder);
    appendFileSync(join(folder, name), '{"op":"begin","id":"x","fixt');
    expect(pending(folder)).toHaveLength(1);
  });

  test('keeps bodies of bytes', async () => {
    const folder = temporaryFolder();
    const journal = new FileJournal(folder, createRedactor([]));
    await journal.begin(entry({ restore: [{ ...get, method: 'PUT', body: new Uint8Array([0, 255, 10]) }] }));
    journal.close();
    expect(pending(folder)[0]?.restore[0]?.body).toEqual(new Uint8Array([0, 255, 10]));
  });

  test('holds no secret, and says so where one had to be taken out of the way back', async () => {
    const folder = temporaryFolder();
    const journal = new FileJournal(folder, createRedactor(['a-secret-password']));
    await journal.begin(entry({ restore: [put('p={{loginPassword}}')] }));
    await journal.begin(entry({ restore: [put('p=a-secret-password')] }));
    journal.close();
    expect(
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join(),
    ).not.toContain('a-secret');
    expect(pending(folder).map(({ incomplete }) => incomplete)).toEqual([true, false]);
    const target = await targetOf((await persons()).url);
    const [broken] = await restore(folder, target);
    expect(broken).toMatchObject({
      restored: false,
      note: expect.stringContaining('hold secrets, which are not kept on disk'),
    });
  });

  test('of a run that never changed anything is empty', () => {
    expect(pending(join(temporaryFolder(), 'none'))).toEqual([]);
  });
});

test('after a kill in the middle of changes everything is put back, and only what must be', async () => {
  const { url, state, puts } = await persons();
  const before = new Map(state);
  const runDirectory = temporaryFolder();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./support/change-child.ts', import.meta.url)), url, runDirectory],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(state).not.toEqual(before);
  puts.length = 0;

  const target = await targetOf(url, {}, { runDirectory });
  const results = await restore(runDirectory, target);
  expect(results.map(({ restored, note }) => [restored, note])).toEqual([
    [true, 'person {"id":3} was put back.'],
    [true, 'person {"id":1} was put back.'],
  ]);
  expect(state).toEqual(before);
  expect(puts.map((line) => line.slice(0, 1))).toEqual(['3', '1']);
  expect(pending(runDirectory)).toEqual([]);
  expect(await restore(runDirectory, target)).toEqual([]);
});

describe('restoring', () => {
  /** Restores one entry against a server and returns what came of it. */
  async function attempt(
    journalled: JournalEntry,
    server: { url: string },
  ): Promise<{ restored: boolean; note: string; left: number }> {
    const runDirectory = temporaryFolder();
    const target = await targetOf(server.url, {}, { runDirectory });
    await target.journal.begin(journalled);
    const [result] = await restore(runDirectory, target);
    return { restored: result?.restored ?? false, note: result?.note ?? '', left: pending(runDirectory).length };
  }
  const changed = entry({ before: '{"name":"earlier","id":1}', restore: [put('{"id":1,"name":"earlier"}')] });

  test('sends nothing where the fixture is as it was', async () => {
    const server = await persons();
    expect(await attempt(entry({ before: '{"id":1,"name":"before"}' }), server)).toEqual({
      restored: true,
      note: 'person {"id":1} is as it was.',
      left: 0,
    });
    expect(server.puts).toEqual([]);
  });

  test('counts JSON as equal whatever the order of its members', async () => {
    expect(await attempt(changed, await persons())).toMatchObject({ restored: true, left: 0 });
  });

  test.each([
    ['the way back is refused', changed, 409, 'PUT /api/person/v2/1 was answered with 409.'],
    [
      'nothing is as it should be afterwards',
      { ...changed, restore: [put('{"id":1,"name":"else"}')] },
      200,
      'These members are not as they were: name.',
    ],
    [
      'no way back is known',
      { ...changed, restore: [] },
      200,
      'check person.update knew no way back. These members are not as they were: name.',
    ],
    [
      'the fixture is gone',
      { ...changed, verify: { ...get, target: '/api/person/v2/99' }, restore: [] },
      200,
      'GET /api/person/v2/99 was answered with 404.',
    ],
  ])('reports what could not be put back, and keeps it pending: %s', async (_, journalled, status, why) => {
    const result = await attempt(journalled, await persons(() => status));
    expect(result).toMatchObject({ restored: false, left: 1 });
    expect(result.note).toContain(`person {"id":1} could not be put back: `);
    expect(result.note).toContain(why);
  });

  test('without a request to verify by trusts the answer to the way back', async () => {
    const { verify, before, ...blind } = changed;
    expect(verify && before).toBeTruthy();
    expect(await attempt(blind, await persons())).toMatchObject({ restored: true, left: 0 });
  });

  test('waits for a look that shows the state: a refusal of the look is no state', async () => {
    const answers = ['{"code":-18}', '{"code":-18}', '{"code":0,"name":"before"}'];
    const url = await serve((_request, response) => void response.end(answers.shift() ?? '{"code":-18}'));
    const before = '{"code":0,"name":"before"}';
    const journalled = entry({ before, restore: [], shown: { '/code': 0 }, compare: ['/name'] });
    expect(await attempt(journalled, { url })).toMatchObject({ restored: true, left: 0 });
  });

  test('reports a target that does not answer', async () => {
    const result = await attempt(changed, { url: 'http://127.0.0.1:9' });
    expect(result).toMatchObject({
      restored: false,
      note: expect.stringContaining('got no answer (Nothing accepts connections'),
      left: 1,
    });
  });
});

test.each([
  ['the same text', 'a', 'a', undefined],
  ['the same JSON', '{"a":[1,{"b":2}]}', '{ "a": [1, {"b": 2}] }', undefined],
  ['other text', 'a', 'b', 'Its state is not what it was.'],
  ['a member less', '{"a":1,"b":2}', '{"a":1}', 'These members are not as they were: b.'],
  ['another order of a list', '{"a":[1,2]}', '{"a":[2,1]}', 'These members are not as they were: a.'],
  ['a time that nobody asked about', '{"a":1,"t":2}', '{"a":1,"t":3}', undefined, ['/a']],
  ['one that was asked about', '{"a":{"b":1}}', '{"a":{"b":2}}', 'These members are not as they were: /a/b.', ['/a/b']],
] as const)('compares states: %s', (_, before, now, difference, pointers?: readonly string[]) => {
  expect(compare(before, now, pointers)).toBe(difference);
});
