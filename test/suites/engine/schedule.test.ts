import { describe, expect, it } from 'vitest';
import { explain } from '../../../reports/explain.ts';
import type { Result } from '../../../reports/model.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckContext, CheckGroup } from '../../../suites/engine/check.ts';
import { Chronicle, type Unrest } from '../../../suites/engine/chronicle.ts';
import { runGroups, Schedule } from '../../../suites/engine/schedule.ts';
import type { FixtureNeed } from '../../../target/types.ts';
import { EXCHANGE } from '../../reports/made-up.ts';
import { engine, group } from '../runner/groups.ts';

/** A group of one check whose cases fail at the times that `fails` says; each time is told to `log`. */
function failing(
  requirement: string,
  fails: readonly (boolean | 'open')[],
  log: string[],
  labels: readonly string[] = ['it'],
): CheckGroup {
  let time = 0;
  const check = {
    id: requirement,
    title: requirement,
    requirements: [requirement],
    effect: 'observe' as const,
    run: async (context: CheckContext) => {
      const now = fails[Math.min(time++, fails.length - 1)];
      log.push(`${requirement} ${now}`);
      const verdict = now === 'open' ? 'inconclusive' : now === true ? 'fail' : 'pass';
      const status = now === true ? 500 : 200;
      const response = { ...EXCHANGE.response, status } as NonNullable<Exchange['response']>;
      const told = { expected: '200', actual: String(status), reason: { what: 'answered', status } as const };
      const label = labels[Math.min(time, labels.length) - 1] ?? 'it';
      context.record(requirement, { verdict, ...told }, { label, exchange: { ...EXCHANGE, response } });
    },
  };
  return { id: requirement, area: 'admin', parallel: false, checks: [check] };
}

describe('what failed is asked again', () => {
  const ID = 'admin.read.success.status';
  const judged = async (
    fails: readonly (boolean | 'open')[],
    repeatFailures?: number,
    unrest: readonly Unrest[] = [],
    labels: readonly string[] = ['it'],
  ): Promise<[string[], Result]> => {
    const log: string[] = [];
    const told: Result[] = [];
    const running = await engine();
    const times = repeatFailures === undefined ? {} : { repeatFailures };
    for (const one of unrest) Chronicle.of(running.contract, running.target).unrest.add(one);
    await runGroups({ ...running, ...times }, [failing(ID, fails, log, labels)], (result) => told.push(result));
    await running.target.close();
    expect(told.length).toBe(1);
    return [log, told[0] as Result];
  };

  it.each([
    ['not at all unless the run says so, or the target is restless', [true, false], undefined, 1, 'fail', undefined],
    ['and again, while it fails each time', [true], 2, 3, 'fail', undefined],
    ['until it does not fail, which warns', [true, true, false], 3, 3, 'warn', { failed: 2, of: 3 }],
    ['and stays a failure where it could not be shown again', [true, 'open'], 2, 3, 'fail', undefined],
    ['but not what is good', [false, true], 2, 1, 'pass', undefined],
  ] as const)('%s', async (_, fails, times, asked, verdict, unsteady) => {
    const [log, result] = await judged(fails, times);
    expect([log.length, result.verdict]).toEqual([asked, verdict]);
    if (unsteady === undefined) expect(result.failure?.unsteady).toBeUndefined();
    else expect(result.failure?.unsteady).toMatchObject(unsteady);
  });

  it('but no more of them once twenty in a row have failed again', async () => {
    const log: string[] = [];
    const running = await engine();
    const ids = running.contract.requirements.filter(({ topic }) => topic === 'success').map(({ id }) => id);
    const groups = ids.slice(0, 30).map((id) => failing(id, [true], log));
    await runGroups({ ...running, repeatFailures: 1 }, groups, () => undefined);
    expect(log.length).toBe(30 + 20);
    await running.target.close();
  });

  it.each(['late', 'locked', 'moving'] as const)('once, of a target that is restless (%s)', async (unrest) => {
    expect((await judged([true, false], undefined, [unrest]))[1].verdict).toBe('warn');
    expect((await judged([true], undefined, [unrest]))[0].length).toBe(2);
    expect((await judged([true, false], 0, [unrest]))[1].verdict).toBe('fail');
  });

  it('in the same case, where others are at work', async () => {
    const verdict = async (unrest: Unrest, labels: readonly string[]) =>
      (await judged([true], undefined, [unrest], labels))[1].verdict;
    expect(await verdict('moving', ['STANDARD to API of admin 5', 'STANDARD to SAS of admin 5'])).toBe('warn');
    expect(await verdict('moving', ['STANDARD to API of admin 5', 'STANDARD to API of admin 17'])).toBe('fail');
    const buckets = ['11111111-2222-4333-8444-abcdefabcdef', 'abcdef11-2222-4333-9444-55555555555a'];
    expect(
      await verdict(
        'moving',
        buckets.map((id) => `the reset of bucket ${id}`),
      ),
    ).toBe('fail');
    expect(await verdict('late', ['STANDARD to API of admin 5', 'STANDARD to SAS of admin 5'])).toBe('fail');
  });

  it('and both exchanges are told', async () => {
    const [, result] = await judged([true, false], 1);
    expect(result.failure?.exchange?.response?.status).toBe(500);
    expect(result.failure?.unsteady?.exchange?.response?.status).toBe(200);
    expect(explain(result)).toMatch(/it failed 1 of 2 times[\s\S]*answered +200/);
  });

  it('when all else is done', async () => {
    const log: string[] = [];
    const running = await engine();
    const held = Promise.withResolvers<void>();
    const other = group('other', ['domain.activate.success.status'], log, { gate: held.promise });
    setTimeout(() => held.resolve(), 20);
    await runGroups({ ...running, repeatFailures: 1 }, [failing(ID, [true], log), other], () => undefined);
    expect(log.indexOf('other ends')).toBeLessThan(log.lastIndexOf(`${ID} true`));
    await running.target.close();
  });
});

describe('the schedule of a run', () => {
  it('works on several areas at a time and tells results that nobody waits for yet', async () => {
    const log: string[] = [];
    const told: Result[] = [];
    const held = Promise.withResolvers<void>();
    const running = await engine();
    const first = group('first', ['admin.read.success.body', 'admin.read.success.status'], log, { gate: held.promise });
    const second = group('second', ['domain.activate.success.status'], log);
    const schedule = new Schedule(running, [first, second], (result) => told.push(result));

    expect(schedule.begin()).toEqual([first, second]);
    await schedule.done(second);

    expect(log).toEqual(['first begins', 'second begins', 'second ends']);
    expect(told.map(({ requirement, verdict }) => [requirement, verdict])).toEqual([
      ['domain.activate.success.status', 'pass'],
    ]);
    held.resolve();
    await schedule.done(first);
    expect((await schedule.result(first, 'admin.read.success.status', 'admin.read.success.status')).verdict).toBe(
      'pass',
    );
    expect(told).toHaveLength(3);
    await running.target.close();
  });

  it.each([
    ['begins early with what uses up fixtures of its own', 9, -1],
    ['begins last with what uses up fixtures that others may want', 2, 1],
  ])('%s', async (_, spare, sign) => {
    const running = await engine({ only: ['person'], spare });
    const begun: string[] = [];
    const onGroup = (name: string): number => begun.push(name);
    await runGroups({ ...running, onGroup }, catalogue(running.contract), () => undefined);
    await running.target.close();
    const [reading, deleting] = ['person.read', 'lifecycle.person'].map((id) => begun.indexOf(id));
    expect(Math.min(reading ?? -1, deleting ?? -1)).toBeGreaterThanOrEqual(0);
    expect(Math.sign((deleting ?? 0) - (reading ?? 0))).toBe(sign);
  });

  it('leaves out what the run is not about', async () => {
    const log: string[] = [];
    const told: Result[] = [];
    const running = await engine({ only: ['admin.read.success.status'] });
    const both = group('both', ['admin.read.success.body', 'admin.read.success.status'], log);
    // One check of both promises: it runs for the one and must not tell of the other.
    const [first, ...rest] = both.checks;
    if (first === undefined) throw new Error('The group has no checks.');
    const twofold = { ...both, checks: [{ ...first, requirements: both.checks.flatMap((one) => one.requirements) }] };
    expect(rest).toHaveLength(1);
    const other = group('other', ['domain.activate.success.status'], log);
    const schedule = new Schedule(running, [twofold, other], (result) => told.push(result));

    expect(schedule.begin()).toEqual([twofold]);
    await schedule.done(twofold);

    expect(told.map(({ requirement }) => requirement)).toEqual(['admin.read.success.status']);
    expect(() => schedule.done(other)).toThrow('no group other');
    await running.target.close();
  });

  it.each([
    ['last of its area where fixtures are few', 1, ['reads begins', 'reads ends', 'deletes begins', 'deletes ends']],
    ['with the others where there is enough', 9, ['reads begins', 'deletes begins', 'deletes ends', 'reads ends']],
  ])('starts what uses fixtures up %s', async (_, spare, expected) => {
    const log: string[] = [];
    const running = await engine({ spare });
    const held = Promise.withResolvers<void>();
    const deletes = group('deletes', ['admin.delete.success.status'], log, { effect: 'destroy' });
    const reads = group('reads', ['admin.read.success.status'], log, { gate: held.promise });
    const schedule = new Schedule(running, [deletes, reads], () => undefined);

    schedule.begin();
    if (spare > 1) await schedule.done(deletes);
    held.resolve();
    await Promise.all([schedule.done(deletes), schedule.done(reads)]);

    expect(log).toEqual(expected);
    await running.target.close();
  });

  it.each([
    ['one after the other where fixtures are few', 1, ['one begins', 'one ends', 'two begins', 'two ends']],
    ['side by side where there is enough', 9, ['one begins', 'two begins']],
  ])('starts groups that change entities of a kind %s', async (_, spare, expected) => {
    const log: string[] = [];
    const running = await engine({ spare, modest: spare === 1 });
    const held = Promise.withResolvers<void>();
    const options = { effect: 'modify', gate: held.promise } as const;
    const groups = ['one', 'two'].map((id) => group(id, ['admin.update.success.status'], log, options));
    const schedule = new Schedule(running, groups, () => undefined);

    schedule.begin();
    held.resolve();
    await Promise.all(groups.map((one) => schedule.done(one)));

    expect(log.slice(0, expected.length)).toEqual(expected);
    await running.target.close();
  });

  it('looks once more at the end at what went short of a fixture that others used', async () => {
    const log: string[] = [];
    const told: Result[] = [];
    const running = await engine();
    const only = running.target.fixtures().find(({ kind, allow }) => kind === 'administrator' && allow === 'modify');
    const need: FixtureNeed = { kind: 'administrator', effect: 'modify', where: (one) => one === only };
    const short = Promise.withResolvers<void>();
    const holder = group('holder', ['domain.activate.success.status'], log, { need, gate: short.promise });
    const id = 'admin.read.success.status';
    const wanting = group('wanting', [id], log, { need });
    const schedule = new Schedule(running, [holder, wanting], (result) => told.push(result));

    schedule.begin();
    await schedule.done(wanting);
    expect(log).toEqual(['holder begins', 'wanting begins', 'wanting goes short', 'wanting ends']);
    expect(told).toEqual([]);
    short.resolve();

    expect((await schedule.result(wanting, id, id)).verdict).toBe('pass');
    expect(log.slice(4)).toEqual(['holder ends', 'wanting begins', 'wanting ends']);
    expect(told.map(({ requirement, verdict }) => [requirement, verdict])).toEqual([
      ['domain.activate.success.status', 'pass'],
      [id, 'pass'],
    ]);
    await running.target.close();
  });

  it('hands on that a result could not be told', async () => {
    const running = await engine();
    const one = group('one', ['admin.read.success.status'], []);
    const schedule = new Schedule(running, [one], () => {
      throw new Error('No space left.');
    });

    schedule.begin();

    await expect(schedule.result(one, 'admin.read.success.status', 'admin.read.success.status')).rejects.toThrow(
      'No space left.',
    );
    await schedule.done(one);
    await running.target.close();
  });

  it('goes on when a group breaks', async () => {
    const running = await engine();
    const wrong = group('wrong', ['admin.read.no-such-promise'], []);
    const others = [1, 2, 3].map((n) => group(`other ${n}`, ['admin.read.success.status'], []));
    const schedule = new Schedule(running, [wrong, ...others], () => undefined);

    schedule.begin();

    await expect(schedule.result(wrong, 'admin.read.no-such-promise', '')).rejects.toThrow('no-such-promise');
    await Promise.all([wrong, ...others].map((one) => schedule.done(one)));
    await running.target.close();
  });
});

describe('groups that are run to their end', () => {
  it('have engines of their own where some are given, and all are done', async () => {
    const log: string[] = [];
    const running = await engine();
    const groups = ['one', 'two'].map((id) => group(id, ['admin.read.success.status'], log));
    const given: string[] = [];
    const told: Result[] = [];

    await runGroups(
      running,
      groups,
      (result) => told.push(result),
      ({ id }) => {
        given.push(id);
        return { ...running };
      },
    );

    expect(given).toEqual(['one', 'two']);
    expect(told).toHaveLength(2);
    expect(log).toHaveLength(4);
    await running.target.close();
  });

  it('hand on what is thrown when a result is told', async () => {
    const running = await engine();
    const one = group('one', ['admin.read.success.status'], []);
    const failing = (): never => {
      throw new Error('No space left.');
    };
    await expect(runGroups(running, [one], failing)).rejects.toThrow('No space left.');
    await running.target.close();
  });
});
