import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { Answer } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { factsOf, judgeKept, judgeLeftOut, judgeTrial } from '../../../suites/states/administrator/judge.ts';
import { type TypeKnowledge, typeKnowledge, wayOf } from '../../../suites/states/administrator/knowledge.ts';
import type { Trial } from '../../../suites/states/administrator/trial.ts';

const contract = await loadContract({ validate: false });
const base = typeKnowledge(contract) as TypeKnowledge;

function knowing(standing: Answer['standing'], changes: Partial<TypeKnowledge> = {}): TypeKnowledge {
  return {
    ...base,
    write: { pointer: '/type', standing },
    read: { pointer: '/type', standing },
    companionsStanding: standing,
    sameType: { value: 'accepted', standing },
    ...changes,
  };
}

function answered(status: number): Exchange {
  return {
    request: { method: 'PUT', url: 'http://t/', headers: [] },
    response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    startedAt: 0,
    durationMs: 1,
  };
}

function trial(from: string, to: string, status: number, more: Partial<Trial> = {}): Trial {
  const ok = status < 300;
  return {
    from,
    to,
    exchange: answered(status),
    shownBefore: from,
    shownAfter: ok ? to : from,
    changed: ok ? undefined : [],
    steps: [],
    ...more,
  };
}

/** Listed changes as a target makes them that keeps the table. */
const GOOD = base.machine.transitions.map(({ from, to }) => trial(from, to, 200));

function verdict(knowledge: TypeKnowledge, one: Trial, others: readonly Trial[] = GOOD): string {
  return judgeTrial(factsOf(knowledge, [...others, one], []), one).verdict;
}

describe('listed changes', () => {
  it('pass when they are accepted and show', () => {
    for (const one of GOOD) expect(verdict(knowing('claimed'), one), `${one.from} to ${one.to}`).toBe('pass');
    for (const one of GOOD) expect(verdict(knowing('assumed'), one), `${one.from} to ${one.to}`).toBe('pass');
  });

  it.each([
    ['refused', 'claimed', trial('STANDARD', 'API', 400), 'fail'],
    ['refused, in an assumed dialect', 'assumed', trial('STANDARD', 'API', 400), 'inconclusive'],
    ['accepted without effect', 'claimed', trial('STANDARD', 'API', 200, { shownAfter: 'STANDARD' }), 'fail'],
    ['accepted with another effect', 'claimed', trial('STANDARD', 'API', 200, { shownAfter: 'SAS' }), 'fail'],
    ['a server error', 'assumed', trial('STANDARD', 'API', 500), 'fail'],
    ['a redirect', 'assumed', trial('STANDARD', 'API', 302), 'fail'],
    ['throttled', 'claimed', trial('STANDARD', 'API', 429), 'inconclusive'],
  ] as const)('%s in a %s dialect', (_name, standing, one, expected) => {
    expect(verdict(knowing(standing), one)).toBe(expected);
  });

  it('are judged by an assumed place only once a change was seen to show there', () => {
    const silent = GOOD.map((one) => ({ ...one, shownAfter: one.from }));
    const one = trial('STANDARD', 'API', 200, { shownAfter: 'STANDARD' });
    expect(verdict(knowing('assumed'), one, silent)).toBe('inconclusive');
    expect(verdict(knowing('assumed'), one, GOOD)).toBe('fail');
  });

  it('say which answer would help when nothing shows the type', () => {
    const hidden = GOOD.map((one) => ({ ...one, shownBefore: undefined, shownAfter: undefined }));
    const facts = factsOf(knowing('assumed'), hidden, []);
    expect(judgeTrial(facts, hidden[0] as Trial)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('admin.type.write'),
    });
  });
});

describe('changes that are not listed', () => {
  it.each([
    ['refused without a trace', 'claimed', trial('API', 'IDP', 409), 'pass'],
    ['refused without a trace', 'assumed', trial('API', 'IDP', 400), 'pass'],
    ['refused, yet changed', 'assumed', trial('API', 'IDP', 400, { changed: ['/type'] }), 'fail'],
    ['accepted', 'claimed', trial('API', 'IDP', 200), 'fail'],
    ['accepted, and shown', 'assumed', trial('API', 'IDP', 200), 'fail'],
    ['accepted without effect', 'claimed', trial('API', 'IDP', 200, { shownAfter: 'API' }), 'fail'],
    ['a server error', 'claimed', trial('API', 'IDP', 500), 'fail'],
  ] as const)('%s in a %s dialect', (_name, standing, one, expected) => {
    expect(verdict(knowing(standing), one)).toBe(expected);
  });

  it('are inconclusive when no listed change to the same type was accepted either', () => {
    const others = GOOD.filter(({ to }) => to !== 'IDP');
    expect(verdict(knowing('claimed'), trial('API', 'IDP', 400), others)).toBe('inconclusive');
  });

  it('are inconclusive when accepted by a target that takes no notice of an assumed place', () => {
    const ignoring = GOOD.map((one) => ({ ...one, shownAfter: one.from }));
    expect(verdict(knowing('assumed'), trial('API', 'IDP', 200, { shownAfter: 'API' }), ignoring)).toBe('inconclusive');
  });
});

describe('the same type again', () => {
  it.each([
    ['accepted', 'assumed', trial('API', 'API', 200), 'observed'],
    ['refused', 'assumed', trial('API', 'API', 400), 'observed'],
    ['accepted as declared', 'claimed', trial('API', 'API', 200), 'observed'],
    ['refused against the declaration', 'claimed', trial('API', 'API', 400), 'fail'],
    ['accepted, and another type shows', 'assumed', trial('API', 'API', 200, { shownAfter: 'SAS' }), 'fail'],
    ['a server error', 'assumed', trial('API', 'API', 500), 'fail'],
  ] as const)('%s in a %s dialect', (_name, standing, one, expected) => {
    expect(verdict(knowing(standing), one)).toBe(expected);
  });
});

describe('where the type does not show', () => {
  const hidden = (one: Trial, probe: string, accepted: boolean): Trial => ({
    ...one,
    shownBefore: undefined,
    shownAfter: undefined,
    inferred: { probe, accepted, how: 'a further step' },
  });
  const knowledge = knowing('claimed', { read: undefined });
  const others = GOOD.map((one) => ({ ...one, shownBefore: undefined, shownAfter: undefined }));

  it('a listed change passes or fails by what the next step gives away', () => {
    // From API only STANDARD can be reached, from STANDARD also SAS.
    expect(verdict(knowledge, hidden(trial('STANDARD', 'API', 200), 'SAS', false), others)).toBe('pass');
    expect(verdict(knowledge, hidden(trial('STANDARD', 'API', 200), 'SAS', true), others)).toBe('fail');
  });

  it('a refused change fails when the next step shows that it was applied', () => {
    expect(verdict(knowledge, hidden(trial('API', 'IDP', 400), 'SAS', false), others)).toBe('pass');
    expect(verdict(knowledge, hidden(trial('API', 'IDP', 400), 'SAS', true), others)).toBe('fail');
  });

  it('blames no cell for what another cell does wrong', () => {
    // This target wrongly accepts API to SAS, so that SAS tells nothing about API and IDP.
    const faulty = [...others, { ...trial('API', 'SAS', 200), shownBefore: undefined, shownAfter: undefined }];
    expect(verdict(knowledge, hidden(trial('API', 'IDP', 400), 'SAS', true), faulty)).toBe('pass');
  });
});

describe('the read place', () => {
  const seen = (declared: string, shown: unknown) => ({ declared, shown });

  it('counts when it shows the declared types of two kinds of administrators', () => {
    const facts = (sightings: readonly { declared: string; shown: unknown }[]): boolean =>
      factsOf(knowing('assumed'), [], sightings).readable;
    expect(facts([seen('API', 'API'), seen('SAS', 'SAS')])).toBe(true);
    expect(facts([seen('API', 'API')])).toBe(false);
    expect(facts([seen('API', 'API'), seen('SAS', 'SAS'), seen('IDP', 'person')])).toBe(false);
  });
});

describe('ways through the table', () => {
  it('are the shortest, and avoid changes that do not work', () => {
    const { machine } = base;
    expect(wayOf(machine, 'API', 'SAS')).toEqual(['STANDARD', 'SAS']);
    expect(wayOf(machine, 'IDP', 'SAS')).toEqual(['SAS']);
    expect(wayOf(machine, 'IDP', 'SAS', (from, to) => `${from}>${to}` !== 'IDP>SAS')).toEqual(['STANDARD', 'SAS']);
    expect(wayOf(machine, 'API', 'IDP', (_from, to) => to !== 'STANDARD')).toBeUndefined();
  });
});

describe('the members beside the type', () => {
  const change = (lost: readonly string[] | undefined) => trial('STANDARD', 'API', 200, { lost });
  it('stay what they are where the place of each is declared', () => {
    expect(judgeKept(change([]), true)?.verdict).toBe('pass');
    expect(judgeKept(change(['/surname']), true)).toMatchObject({
      verdict: 'fail',
      actual: expect.stringContaining('/surname'),
    });
  });
  it('are observed where it is assumed, and tell nothing where none was there', () => {
    expect(judgeKept(change(['/surname']), false)?.verdict).toBe('observed');
    expect(judgeKept(change(undefined), true)).toBeUndefined();
  });
});

describe('a type that is left out', () => {
  const left = (shown: unknown, status = 200) => ({ from: 'IDP', shown, exchange: answered(status) });

  it('stays, where it shows and the update is accepted', () => {
    expect(judgeLeftOut({ readable: true }, left('IDP')).verdict).toBe('pass');
    expect(judgeLeftOut({ readable: true }, left('STANDARD')).verdict).toBe('fail');
    expect(judgeLeftOut({ readable: true }, left('STANDARD', 400)).verdict).toBe('observed');
    expect(judgeLeftOut({ readable: false }, left('STANDARD')).verdict).toBe('observed');
  });
});
