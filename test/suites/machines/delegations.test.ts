import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { Contract, StateMachine } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { CheckContext } from '../../../suites/engine/check.ts';
import { delegationAdapter } from '../../../suites/machines/delegations/adapter.ts';
import {
  judgeBadPut,
  judgeComebacks,
  judgeListings,
  judgeRemoval,
  judgeRemovals,
  judgeStatuses,
  type ModeAsk,
  type ModeStep,
  type ModeTold,
  placesOf,
} from '../../../suites/machines/delegations/judge.ts';
import { judgeSecondPut, judgeUpdates } from '../../../suites/machines/delegations/second-puts.ts';
import { judgeWitness } from '../../../suites/machines/delegations/witnesses.ts';
import { factsOf, judgeStep } from '../../../suites/machines/judge.ts';
import type { Adapter, Facts } from '../../../suites/machines/model.ts';

const contract = await loadContract({ validate: false });
const machine = contract.machines.find(({ id }) => id === 'delegation-mode') as StateMachine;

/** The adapter where the organizations 1 and 2 are fixtures, and the department 9, or these. */
async function adapterFor(
  role = 'MRAO',
  of: Contract = contract,
  ids: readonly number[] = [1, 2, 9],
): Promise<Adapter<ModeAsk, ModeTold>> {
  const fixtures = ids.map((id) => ({
    kind: 'organization',
    ids: { id },
    allow: 'observe',
    traits: { level: id < 9 ? 'organization' : 'department' },
  }));
  const session = {
    target: { fixtures: () => fixtures },
    fixture: async ({ where }: { where?: (one: unknown) => boolean }) => fixtures.find((one) => where?.(one) !== false),
  };
  const context = { contract: of, target: { role, examples: {}, absent: {} }, session };
  return (await delegationAdapter(context as unknown as CheckContext, machine)) as Adapter<ModeAsk, ModeTold>;
}

const adapter = await adapterFor();
const claimed: Adapter<ModeAsk, ModeTold> = { ...adapter, reading: 'claimed' };

function answered(status: number): Exchange {
  return {
    request: { method: 'PUT', url: 'http://t/', headers: [] },
    response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    startedAt: 0,
    durationMs: 1,
  };
}

type More = Partial<Omit<ModeStep, 'told'>> & { readonly told?: Partial<ModeTold> };

function put(from: 'global' | 'custom', status: number, { told, ...more }: More = {}): ModeStep {
  return {
    from,
    ask: { to: 'custom', label: 'PUT', organizations: told?.put ?? [1] },
    exchange: answered(status),
    shownBefore: from,
    shownAfter: 'custom',
    changed: undefined,
    told: { put: [1], visible: [1], idle: false, repeat: from === 'custom', moved: [], ...told },
    steps: [],
    ...more,
  };
}

function remove(from: 'global' | 'custom', status: number, more: More = {}): ModeStep {
  const told = { visible: [], repeat: false, ...more.told };
  return { ...put(from, status, { shownAfter: 'global', ...more, told }), ask: { to: 'global', label: 'DELETE' } };
}

/** Steps of a target that keeps the table, and tells a first PUT from a repeated one. */
const GOOD = [put('global', 201), put('custom', 204), remove('custom', 204)];

function factsBy(
  of: Adapter<ModeAsk, ModeTold>,
  one: ModeStep,
  others = GOOD,
  staying?: string,
): Facts<ModeAsk, ModeTold> {
  return factsOf(of, [...others, one], [], staying) as Facts<ModeAsk, ModeTold>;
}

describe('steps', () => {
  it.each([
    ['a PUT that leads to custom mode', put('global', 201), 'pass'],
    ['a PUT after which global mode shows', put('global', 201, { shownAfter: 'global' }), 'fail'],
    ['a refused PUT', put('global', 400, { shownAfter: 'global' }), 'fail'],
    [
      'a refused PUT of a department where organizations are taken',
      put('global', 400, { told: { put: [9] } }),
      'inconclusive',
    ],
    ['a refused PUT in custom mode', put('custom', 400, { shownAfter: 'custom' }), 'fail'],
    ['a refused PUT of what is delegated already', put('custom', 400, { told: { idle: true } }), 'inconclusive'],
    [
      'an accepted PUT of a department that has no effect',
      put('global', 201, { told: { put: [9] }, shownAfter: 'global' }),
      'fail',
    ],
    ['a DELETE that leads to global mode', remove('custom', 204), 'pass'],
    ['a DELETE after which custom mode shows', remove('custom', 204, { shownAfter: 'custom' }), 'fail'],
    ['a DELETE in global mode', remove('global', 204), 'observed'],
    ['a refused DELETE in global mode', remove('global', 409), 'observed'],
    ['a DELETE in global mode that leads to custom mode', remove('global', 204, { shownAfter: 'custom' }), 'fail'],
    ['a server error', remove('global', 500), 'fail'],
  ] as const)('%s', (_name, step, expected) => {
    expect(judgeStep(claimed, factsBy(claimed, step), step).verdict).toBe(expected);
  });

  it('a refused PUT says nothing where all are refused, or a role may be missing', async () => {
    const refused = put('global', 400, { shownAfter: 'global' });
    expect(judgeStep(claimed, factsBy(claimed, refused, []), refused).verdict).toBe('inconclusive');
    const other: Adapter<ModeAsk, ModeTold> = { ...(await adapterFor('RAO')), reading: 'claimed' };
    expect(judgeStep(other, factsBy(other, refused), refused).verdict).toBe('inconclusive');
  });

  it('a department that is refused says nothing, but several of which none is taken do', async () => {
    const two: Adapter<ModeAsk, ModeTold> = {
      ...(await adapterFor('MRAO', contract, [1, 2, 9, 10])),
      reading: 'claimed',
    };
    const refused = (id: number): ModeStep => put('global', 400, { told: { put: [id] }, shownAfter: 'global' });
    const judged = (...others: readonly ModeStep[]): unknown =>
      judgeStep(two, factsBy(two, refused(9), [...GOOD, ...others]), refused(9)).verdict;
    expect(judged(refused(10))).toBe('fail');
    expect(judged()).toBe('inconclusive');
    expect(judged(put('global', 201, { told: { put: [10] } }))).toBe('inconclusive');
  });

  it('that show nothing are judged by the delegations, or by the statuses, or not at all', () => {
    const nothing = { shownBefore: undefined, shownAfter: undefined };
    const hidden = put('global', 201, nothing);
    const silent = put('global', 201, { ...nothing, told: { visible: undefined } });
    const blind: Adapter<ModeAsk, ModeTold> = { ...adapter, reading: undefined };
    expect(judgeStep(blind, factsBy(blind, hidden), hidden).verdict).toBe('pass');
    expect(judgeStep(blind, factsBy(blind, silent), silent).verdict).toBe('pass');
    expect(judgeStep(blind, factsBy(blind, silent, []), silent)).toMatchObject({
      verdict: 'inconclusive',
      reason: { answer: ['endpoint.delegation-mode.read'] },
    });
  });

  it('a refused PUT must leave the endpoint as it was', () => {
    const bad = put('global', 400, { changed: [] });
    expect(judgeBadPut(bad).verdict).toBe('pass');
    expect(judgeBadPut({ ...bad, changed: ['/delegationMode'] }).verdict).toBe('fail');
    expect(judgeBadPut({ ...bad, exchange: answered(204) }).verdict).toBe('observed');
    expect(judgeBadPut({ ...bad, exchange: answered(500) }).verdict).toBe('fail');
  });

  it('keep to what is declared about global mode', () => {
    const judged = (step: ModeStep): string =>
      judgeStep(claimed, factsBy(claimed, step, GOOD, 'refused'), step).verdict;
    expect(judged(remove('global', 204))).toBe('fail');
    expect(judged(remove('global', 409, { changed: [] }))).toBe('observed');
  });
});

describe('statuses of PUT', () => {
  it.each([
    ['as documented', [put('global', 201), put('custom', 204)], 'pass'],
    ['always 204, which is left open', [put('global', 204), put('custom', 204)], 'observed'],
    ['always 201, which is left open', [put('global', 201), put('custom', 201)], 'observed'],
    ['swapped', [put('global', 204), put('custom', 201)], 'fail'],
    ['neither', [put('global', 200), put('custom', 204)], 'fail'],
    [
      '201 for another organization',
      [put('global', 201), put('custom', 204), put('custom', 201, { told: { repeat: false } })],
      'pass',
    ],
    ['never accepted', [put('global', 400)], 'inconclusive'],
  ] as const)('%s', (_name, trials, expected) => {
    expect(judgeStatuses(true, trials).verdict).toBe(expected);
  });

  it('swapped ones only warn where the mode was never seen', () => {
    expect(judgeStatuses(false, [put('global', 204), put('custom', 201)]).verdict).toBe('warn');
  });
});

describe('delegations', () => {
  it('are gone after a DELETE', () => {
    expect(judgeRemoval(remove('custom', 204)).verdict).toBe('pass');
    expect(judgeRemoval(remove('custom', 204, { told: { visible: [1] } })).verdict).toBe('fail');
    expect(judgeRemoval(remove('custom', 204, { told: { visible: undefined } })).verdict).toBe('inconclusive');
  });

  it('that went before it was known where they show tell nothing, where others do', () => {
    const blind = remove('custom', 204, { told: { visible: undefined } });
    const refused = remove('custom', 409);
    const verdicts = (steps: readonly ModeStep[]): string[] => judgeRemovals(steps).map(([, { verdict }]) => verdict);
    expect(verdicts([blind, ...GOOD, remove('global', 204)])).toEqual(['pass']);
    expect(verdicts([blind, remove('custom', 204, { told: { visible: [1] } })])).toEqual(['fail']);
    expect(verdicts([blind, refused])).toEqual(['inconclusive', 'inconclusive']);
  });

  it('do not come back with the next PUT, unless one belongs to the other', () => {
    const alone = (own: number, visible: readonly number[]): ModeStep => ({
      ...put('global', 201, { told: { put: [own], visible, repeat: false } }),
      ask: { to: 'custom', label: 'PUT', organizations: [own] },
    });
    const verdicts = (...steps: ModeStep[]): string[] => judgeComebacks(steps).map(([, { verdict }]) => verdict);
    expect(verdicts(alone(1, [1]), alone(2, [2]), alone(1, [1]))).toEqual([]);
    expect(verdicts(alone(1, [1]), alone(2, [2, 1]), alone(1, [1]))).toEqual([]);
    expect(verdicts(alone(1, [1]), alone(2, [2, 1]), alone(1, [1, 2]))).toEqual(['fail', 'fail']);
  });

  it('are added to or replaced as declared', () => {
    const second = (visible: readonly number[]): ModeStep => ({
      ...put('custom', 204, { told: { put: [1, 2], visible, former: [1], repeat: false } }),
      ask: { to: 'custom', label: 'PUT', organizations: [2] },
    });
    const answer = { value: 'adds', standing: 'claimed' } as const;
    expect(judgeSecondPut(answer, true, second([1, 2])).verdict).toBe('pass');
    expect(judgeSecondPut(answer, true, second([2])).verdict).toBe('fail');
    expect(judgeSecondPut({ ...answer, standing: 'assumed' }, true, second([2])).verdict).toBe('observed');
    expect(judgeSecondPut(answer, true, second([1])).verdict).toBe('fail');
  });

  describe('in custom mode', () => {
    const single = (own: number, visible: readonly number[] = [own]): ModeStep => ({
      ...put('global', 201, { told: { put: [own], visible, repeat: false } }),
      ask: { to: 'custom', label: 'PUT', organizations: [own] },
    });
    const update = (
      organizations: readonly number[],
      former: readonly number[],
      visible?: readonly number[],
    ): ModeStep => ({
      ...put('custom', 204, { told: { put: [...former, ...organizations], visible, former, repeat: false } }),
      ask: { to: 'custom', label: 'PUT', organizations },
    });
    const alone = [single(1), single(2), single(3)];
    const adds = { value: 'adds', standing: 'claimed' } as const;
    const replaces = { value: 'replaces', standing: 'claimed' } as const;
    it.each([
      ['what is put comes', replaces, [...alone, update([2, 3], [1], [2, 3])], ['pass']],
      ['and what was there stays, where it is added', adds, [...alone, update([2], [1, 3], [1, 2, 3])], ['pass']],
      ['one does not come', adds, [...alone, update([2, 3], [1], [1, 2])], ['fail']],
      ['none comes, and nobody says what becomes of others', undefined, [...alone, update([2], [1], [])], ['fail']],
      ['one of the former is lost', adds, [...alone, update([2], [1, 3], [1, 2])], ['fail']],
      ['one of the former stays', replaces, [...alone, update([1], [1, 2, 3], [1, 2])], ['fail']],
      ['nobody says what becomes of others', undefined, [...alone, update([1], [2], [1, 2])], []],
      [
        'one that stays shows beside the one that is put',
        replaces,
        [...alone, single(1, [1, 2]), update([1], [2], [1, 2])],
        [],
      ],
      ['one that was never seen to show does not come', adds, [single(1), update([2], [1], [1])], []],
      ['nothing shows', adds, [...alone, update([2], [1])], []],
    ])('%s', (_, answer, steps, verdicts) => {
      expect(judgeUpdates(answer, true, steps).map(([, { verdict }]) => verdict)).toEqual(verdicts);
    });
  });

  it('are found by where an organization appears, whatever its place in a list', () => {
    const body = { id: 7, organizations: [{ id: 3 }, { id: 4 }], note: '4' };
    expect(placesOf(body, 4)).toEqual(['/organizations/*/id', '/note']);
  });
});

describe('another endpoint', () => {
  const witness = { id: '7', before: 'custom', after: 'custom', exchange: answered(200) } as const;
  it.each([
    ['that stays in its mode', witness, true, 'pass'],
    ['that loses it', { ...witness, after: 'global' }, true, 'fail'],
    [
      'that seems to lose it at a place that was never seen to show it',
      { ...witness, after: 'global' },
      false,
      'inconclusive',
    ],
    ['that shows no mode', { ...witness, before: undefined }, true, 'inconclusive'],
  ] as const)('%s', (_name, seen, readable, expected) => {
    expect(judgeWitness(seen, readable).verdict).toBe(expected);
  });
});

describe('the read place of the mode', () => {
  it('counts once it showed both modes', () => {
    const readable = (steps: readonly ModeStep[], observed: Parameters<typeof factsOf>[2]): boolean =>
      factsOf({ ...adapter, reading: 'assumed' }, steps, observed).readable;
    expect(readable([put('global', 201)], [])).toBe(true);
    expect(readable([put('global', 201, { shownAfter: undefined })], [])).toBe(false);
    const both = [
      { declared: 'global', shown: 'global' },
      { declared: 'custom', shown: 'custom' },
    ];
    expect(readable([], both)).toBe(true);
    expect(readable([], both.slice(0, 1))).toBe(false);
  });
});

describe('several organizations at once', () => {
  const alone = [put('global', 201), put('global', 201, { told: { put: [2], visible: [2] } })];
  const both = ({ told, ...more }: More): ModeStep =>
    put('global', 201, { ...more, told: { put: [1, 2], visible: [1, 2], ...told } });
  it.each([
    ['all of them show', [...alone, both({})], ['pass']],
    ['one of them is missing', [...alone, both({ told: { visible: [1] } })], ['fail']],
    ['one that did not show alone is missing', [put('global', 201), both({ told: { visible: [1] } })], []],
    [
      'nothing shows',
      [put('global', 201, { told: { visible: undefined } }), both({ told: { visible: undefined } })],
      [],
    ],
    ['the mode stays global', [...alone, both({ told: { visible: [] }, shownAfter: 'global' })], []],
    ['the PUT was refused', [...alone, { ...both({ told: { visible: [] } }), exchange: answered(400) }], []],
    ['they were added one by one', [...alone, { ...both({ told: { visible: [2] } }), from: 'custom' as const }], []],
  ])('%s', (_, steps, verdicts) => {
    expect(judgeListings(steps).map(([, judgement]) => judgement.verdict)).toEqual(verdicts);
  });
});
