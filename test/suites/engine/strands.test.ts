/** Several entities of one group in hand at a time: strands of checks, and pieces of work of one check. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../emulator/index.ts';
import type { Result } from '../../../reports/model.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { beside } from '../../../suites/engine/beside.ts';
import type { Check, CheckContext, CheckGroup } from '../../../suites/engine/check.ts';
import { startGroup } from '../../../suites/engine/execute.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { chainOf } from '../../../suites/engine/worth.ts';
import { engineOf } from '../../../suites/runner/engine.ts';
import { temporaryFolder } from '../../run/support.ts';

const folder = temporaryFolder('strands');
let contract: Contract;
let emulator: Emulator;

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false, latencyMs: 2 });
});

afterAll(async () => {
  await emulator.close();
  folder.remove();
});

function engine(concurrency: number): ReturnType<typeof engineOf> {
  const data = { ...emulator.profile(), limits: { concurrency } };
  return engineOf({
    profile: { data, set: [] },
    runDirectory: folder.path,
    seed: 1,
    depth: 'standard',
    only: [],
    replayCommand: '',
  });
}

describe('strands', () => {
  const log: string[] = [];
  const check = (id: string, strand?: string): Check => ({
    id,
    title: id,
    requirements: contract.requirements.slice(0, 1).map((one) => one.id),
    effect: 'observe',
    ...(strand === undefined ? {} : { strand }),
    run: async ({ session }) => {
      log.push(`${id} begins`);
      await session.pause(20);
      log.push(`${id} ends`);
    },
  });
  const groupOf = (...checks: Check[]): CheckGroup => ({ id: 'made-up', area: 'ssl', parallel: false, checks });
  const whole = (): CheckGroup =>
    groupOf(check('head'), check('a1', 'a'), check('b1', 'b'), check('a2', 'a'), check('tail'), check('c1', 'c'));

  test('go side by side, each in order, between what stands before and after them', async () => {
    const running = await engine(4);
    log.length = 0;
    await startGroup(running, whole()).done;
    await running.target.close();
    const at = (what: string): number => log.indexOf(what);
    expect([at('a1 begins'), at('b1 begins')].every((place) => place > at('head ends'))).toBe(true);
    expect(at('b1 begins')).toBeLessThan(at('a1 ends'));
    expect(at('a2 begins')).toBeGreaterThan(at('a1 ends'));
    expect(at('tail begins')).toBeGreaterThan(Math.max(at('a2 ends'), at('b1 ends')));
    expect(at('c1 begins')).toBeGreaterThan(at('tail ends'));
  });

  test('are as long as the longest of them', () => {
    const alone = chainOf(groupOf(check('alone')));
    expect(alone).toBeGreaterThan(0);
    expect(chainOf(whole())).toBe(5 * alone);
  });
});

describe('pieces of work', () => {
  const told: string[] = [];
  const context = { record: (requirement: string) => told.push(requirement) } as unknown as CheckContext;
  const good = { verdict: 'pass' } as const;

  test('are told of in their order, whichever ends first', async () => {
    const first = Promise.withResolvers<void>();
    await beside(context, [
      async (own) => {
        await first.promise;
        own.record('first', good, { label: '' });
      },
      async (own) => {
        own.record('second', good, { label: '' });
        first.resolve();
      },
    ]);
    expect(told.splice(0)).toEqual(['first', 'second']);
  });

  test('of the first are told of at once, and of one after it when it has ended', async () => {
    const rest = Promise.withResolvers<void>();
    const works = beside(context, [
      async (own) => {
        own.record('first', good, { label: '' });
        await rest.promise;
        own.record('first again', good, { label: '' });
      },
      async (own) => {
        own.record('second', good, { label: '' });
        await rest.promise;
        own.record('second again', good, { label: '' });
      },
    ]);
    await Promise.resolve();
    expect(told).toEqual(['first']);
    rest.resolve();
    await works;
    expect(told.splice(0)).toEqual(['first', 'first again', 'second', 'second again']);
  });

  test('tell what they have seen when one of them breaks off', async () => {
    const works = beside(context, [
      async () => {
        throw new Error('broken off');
      },
      async (own) => {
        await Promise.resolve();
        own.record('seen', good, { label: '' });
      },
    ]);
    await expect(works).rejects.toThrow('broken off');
    expect(told.splice(0)).toEqual(['seen']);
  });
});

describe('groups with several entities in hand', () => {
  test.each(['administrator-type', 'account.update', 'person.update.afterwards', 'legacy.dcv-update'])(
    '%s sends the same however many requests may be in flight, and finds nothing wrong',
    async (id) => {
      const sent: string[][] = [];
      for (const concurrency of [1, 8, 64]) {
        emulator.reset();
        const running = await engine(concurrency);
        const { target } = running;
        const requests: string[] = [];
        const send = target.send.bind(target);
        target.send = (request, options) => {
          const { method, target: path, body, check } = request;
          requests.push(`${check} ${method} ${path} ${String(body)}`);
          return send(request, options);
        };
        const results: Result[] = [];
        const group = catalogue(contract).filter((one) => one.id === id);
        await runGroups(running, group, (result) => results.push(result));
        await target.close();
        sent.push(requests.sort());
        expect(results.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))).toEqual([]);
      }
      expect(sent[0]?.length).toBeGreaterThan(100);
      expect(sent[1]).toEqual(sent[0]);
      expect(sent[2]).toEqual(sent[0]);
    },
  );
});
