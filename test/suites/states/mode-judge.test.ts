import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../spec/vocabulary.ts';
import {
  judgeRemoval,
  judgeSecondPut,
  judgeStatuses,
  judgeStep,
  type ModeFacts,
  modeFacts,
} from '../../../suites/states/delegation/judge.ts';
import { judgeListings } from '../../../suites/states/delegation/listing.ts';
import { type ModeTrial, placesOf } from '../../../suites/states/delegation/trial.ts';
import { judgeWitness } from '../../../suites/states/delegation/witnesses.ts';

const FACTS: ModeFacts = {
  readable: true,
  telling: true,
  listed: true,
  entitled: true,
  puttable: true,
  removeInGlobal: undefined,
  otherLevel: [9],
};

function answered(status: number): Exchange {
  return {
    request: { method: 'PUT', url: 'http://t/', headers: [] },
    response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    startedAt: 0,
    durationMs: 1,
  };
}

function put(from: 'global' | 'custom', status: number, more: Partial<ModeTrial> = {}): ModeTrial {
  return {
    action: 'put',
    label: 'PUT [1]',
    from,
    exchange: answered(status),
    shownBefore: from,
    shownAfter: 'custom',
    put: [1],
    visible: [1],
    repeat: from === 'custom',
    changed: undefined,
    steps: [],
    ...more,
  };
}

function remove(from: 'global' | 'custom', status: number, more: Partial<ModeTrial> = {}): ModeTrial {
  return { ...put(from, status), action: 'remove', shownAfter: 'global', visible: [], repeat: false, ...more };
}

describe('steps', () => {
  it.each([
    ['a PUT that leads to custom mode', FACTS, put('global', 201), 'pass'],
    ['a PUT after which global mode shows', FACTS, put('global', 201, { shownAfter: 'global' }), 'fail'],
    ['a refused PUT', FACTS, put('global', 400, { shownAfter: 'global' }), 'fail'],
    ['a refused PUT where all are refused', { ...FACTS, puttable: false }, put('global', 400), 'inconclusive'],
    [
      'a refused PUT of a department where organizations are taken',
      FACTS,
      put('global', 400, { put: [9] }),
      'inconclusive',
    ],
    [
      'an accepted PUT of a department that has no effect',
      FACTS,
      put('global', 201, { put: [9], shownAfter: 'global' }),
      'fail',
    ],
    ['a refused PUT without the role', { ...FACTS, entitled: false }, put('global', 403), 'inconclusive'],
    ['a DELETE that leads to global mode', FACTS, remove('custom', 204), 'pass'],
    ['a DELETE after which custom mode shows', FACTS, remove('custom', 204, { shownAfter: 'custom' }), 'fail'],
    ['a DELETE in global mode', FACTS, remove('global', 204), 'observed'],
    ['a refused DELETE in global mode', FACTS, remove('global', 409), 'observed'],
    [
      'a DELETE in global mode that leads to custom mode',
      FACTS,
      remove('global', 204, { shownAfter: 'custom' }),
      'fail',
    ],
    ['a server error', FACTS, remove('global', 500), 'fail'],
  ] as const)('%s', (_name, facts, trial, expected) => {
    expect(judgeStep(facts, trial).verdict).toBe(expected);
  });

  it('that show nothing are judged by the delegations, or by the statuses, or not at all', () => {
    const hidden = put('global', 201, { shownBefore: undefined, shownAfter: undefined });
    const blind = { ...FACTS, readable: false };
    expect(judgeStep(blind, hidden).verdict).toBe('pass');
    expect(judgeStep({ ...blind, listed: false }, { ...hidden, visible: undefined }).verdict).toBe('pass');
    expect(judgeStep({ ...blind, listed: false, telling: false }, { ...hidden, visible: undefined })).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('endpoint.delegation-mode.read'),
    });
  });

  it('a refused PUT must leave the endpoint as it was', () => {
    const bad = put('global', 400, { action: 'bad-put', changed: [] });
    expect(judgeStep(FACTS, bad).verdict).toBe('pass');
    expect(judgeStep(FACTS, { ...bad, changed: ['/delegationMode'] }).verdict).toBe('fail');
    expect(judgeStep(FACTS, { ...bad, exchange: answered(204) }).verdict).toBe('observed');
  });

  it('keep to what is declared about global mode', () => {
    const declared = { ...FACTS, removeInGlobal: { value: 'refused', standing: 'claimed' } as const };
    expect(judgeStep(declared, remove('global', 204)).verdict).toBe('fail');
    expect(judgeStep(declared, remove('global', 409)).verdict).toBe('observed');
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
      [put('global', 201), put('custom', 204), put('custom', 201, { repeat: false })],
      'pass',
    ],
    ['never accepted', [put('global', 400)], 'inconclusive'],
  ] as const)('%s', (_name, trials, expected) => {
    expect(judgeStatuses(FACTS, trials).verdict).toBe(expected);
  });

  it('swapped ones only warn where the mode was never seen', () => {
    expect(judgeStatuses({ ...FACTS, readable: false }, [put('global', 204), put('custom', 201)]).verdict).toBe('warn');
  });
});

describe('delegations', () => {
  it('are gone after a DELETE', () => {
    expect(judgeRemoval(FACTS, remove('custom', 204)).verdict).toBe('pass');
    expect(judgeRemoval(FACTS, remove('custom', 204, { visible: [1] })).verdict).toBe('fail');
    expect(judgeRemoval({ ...FACTS, listed: false }, remove('custom', 204)).verdict).toBe('inconclusive');
  });

  it('are added to or replaced as declared', () => {
    const adds = put('custom', 204, { put: [1, 2], visible: [1, 2], repeat: false });
    const replaces = { ...adds, visible: [2] };
    const answer = { value: 'adds', standing: 'claimed' } as const;
    expect(judgeSecondPut(answer, FACTS, adds).verdict).toBe('pass');
    expect(judgeSecondPut(answer, FACTS, replaces).verdict).toBe('fail');
    expect(judgeSecondPut({ ...answer, standing: 'assumed' }, FACTS, replaces).verdict).toBe('observed');
    expect(judgeSecondPut(answer, FACTS, { ...adds, visible: [1] }).verdict).toBe('fail');
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
  const place = { pointer: '/mode', global: 'ALL', custom: 'SOME', standing: 'assumed' } as const;
  const known = { entitled: true, removeInGlobal: undefined, otherLevel: [] };

  it('counts once it showed both modes', () => {
    expect(modeFacts(place, [put('global', 201)], [], known).readable).toBe(true);
    expect(modeFacts(place, [put('global', 201, { shownAfter: undefined })], [], known).readable).toBe(false);
    const both = [
      { declared: 'global', shown: 'global' },
      { declared: 'custom', shown: 'custom' },
    ] as const;
    expect(modeFacts(place, [], both, known).readable).toBe(true);
    expect(modeFacts(place, [], both.slice(0, 1), known).readable).toBe(false);
  });
});

describe('several organizations at once', () => {
  const alone = [put('global', 201), put('global', 201, { put: [2], visible: [2] })];
  const both = (more: Partial<ModeTrial>): ModeTrial => put('global', 201, { put: [1, 2], visible: [1, 2], ...more });
  it.each([
    ['all of them show', [...alone, both({})], ['pass']],
    ['one of them is missing', [...alone, both({ visible: [1] })], ['fail']],
    ['one that did not show alone is missing', [put('global', 201), both({ visible: [1] })], []],
    ['nothing shows', [put('global', 201, { visible: undefined }), both({ visible: undefined })], []],
    ['the mode stays global', [...alone, both({ visible: [], shownAfter: 'global' })], []],
    ['the PUT was refused', [...alone, { ...both({ visible: [] }), exchange: answered(400) }], []],
    ['they were added one by one', [...alone, { ...both({ visible: [2] }), from: 'custom' as const }], []],
  ])('%s', (_, trials, verdicts) => {
    expect(judgeListings(trials).map(({ judgement }) => judgement.verdict)).toEqual(verdicts);
  });
});
