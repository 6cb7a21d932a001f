import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { wayOf } from '../../../spec/machines.ts';
import type { StateMachine } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { factsOf, judgeStep, refusalsOf } from '../../../suites/machines/judge.ts';
import { type MemberKnowledge, memberExcuse, memberKnowledge } from '../../../suites/machines/member/adapter.ts';
import { judgeKept, judgeLeftOut, type MemberStep } from '../../../suites/machines/member/others.ts';
import type { ObservedState, Trust } from '../../../suites/machines/model.ts';

const contract = await loadContract({ validate: false });
const machine = contract.machines.find(({ id }) => id === 'administrator-type') as StateMachine;
const base = memberKnowledge(contract, machine) as MemberKnowledge;

/** What a walk knows: how far the places are trusted, and what is claimed of asking for the present type. */
interface Knowing {
  readonly trust: Trust;
  readonly read?: boolean;
}

function known({ trust, read = true }: Knowing) {
  const place = { pointer: '/type', trust };
  const knowledge: MemberKnowledge = { ...base, write: place, read: place, companionsTrust: trust };
  return {
    machine,
    asking: trust,
    reading: read ? trust : undefined,
    excuse: (facts: Parameters<typeof memberExcuse>[1], step: MemberStep) => memberExcuse(knowledge, facts, step),
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

function trial(from: string, to: string, status: number, more: Partial<MemberStep> = {}): MemberStep {
  const ok = status < 300;
  return {
    from,
    ask: { to, label: `→ ${to}`, beside: 'nothing' },
    exchange: answered(status),
    shownBefore: from,
    shownAfter: ok ? to : from,
    changed: ok ? undefined : [],
    told: {},
    steps: [],
    ...more,
  };
}

/** Listed changes as a target makes them that keeps the table. */
const GOOD = machine.transitions.map(({ from, to }) => trial(from, to, 200));

function verdict(knowing: Knowing, one: MemberStep, others: readonly MemberStep[] = GOOD): string {
  const of = known(knowing);
  const staying = knowing.trust === 'claimed' ? 'accepted' : undefined;
  return judgeStep(of, factsOf(of, [...others, one], [], staying), one).verdict;
}

describe('listed changes', () => {
  it('pass when they are accepted and show', () => {
    for (const one of GOOD) expect(verdict({ trust: 'claimed' }, one), `${one.from} ${one.ask.label}`).toBe('pass');
    for (const one of GOOD) expect(verdict({ trust: 'assumed' }, one), `${one.from} ${one.ask.label}`).toBe('pass');
  });

  it.each([
    ['refused', 'claimed', trial('STANDARD', 'API', 400), 'fail'],
    ['refused, in an assumed dialect', 'assumed', trial('STANDARD', 'API', 400), 'inconclusive'],
    ['refused, though one other type may become it so', 'assumed', trial('IDP', 'SAS', 400), 'warn'],
    ['refused, though all other types may become it so', 'assumed', trial('SAS', 'STANDARD', 400), 'fail'],
    ['accepted without effect', 'claimed', trial('STANDARD', 'API', 200, { shownAfter: 'STANDARD' }), 'fail'],
    ['accepted with another effect', 'claimed', trial('STANDARD', 'API', 200, { shownAfter: 'SAS' }), 'fail'],
    ['a server error', 'assumed', trial('STANDARD', 'API', 500), 'fail'],
    ['a redirect', 'assumed', trial('STANDARD', 'API', 302), 'fail'],
    ['throttled', 'claimed', trial('STANDARD', 'API', 429), 'inconclusive'],
  ] as const)('%s in a %s dialect', (_name, standing, one, expected) => {
    expect(verdict({ trust: standing }, one)).toBe(expected);
  });

  it('are judged by an assumed place only once a change was seen to show there', () => {
    const silent = GOOD.map((one) => ({ ...one, shownAfter: one.from }));
    const one = trial('STANDARD', 'API', 200, { shownAfter: 'STANDARD' });
    expect(verdict({ trust: 'assumed' }, one, silent)).toBe('inconclusive');
    expect(verdict({ trust: 'assumed' }, one, GOOD)).toBe('fail');
  });

  it('say which answer would help when nothing shows the type', () => {
    const hidden = GOOD.map((one) => ({ ...one, shownBefore: undefined, shownAfter: undefined }));
    const of = known({ trust: 'assumed' });
    expect(judgeStep(of, factsOf(of, hidden, []), hidden[0] as MemberStep)).toMatchObject({
      verdict: 'inconclusive',
      reason: { answer: ['admin.type.read', 'admin.type.write'] },
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
    expect(verdict({ trust: standing }, one)).toBe(expected);
  });

  it('are inconclusive when no listed change to the same type was accepted either', () => {
    const others = GOOD.filter(({ ask }) => ask.to !== 'IDP');
    expect(verdict({ trust: 'claimed' }, trial('API', 'IDP', 400), others)).toBe('inconclusive');
  });

  it('are inconclusive when accepted by a target that takes no notice of an assumed place', () => {
    const ignoring = GOOD.map((one) => ({ ...one, shownAfter: one.from }));
    expect(verdict({ trust: 'assumed' }, trial('API', 'IDP', 200, { shownAfter: 'API' }), ignoring)).toBe(
      'inconclusive',
    );
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
    expect(verdict({ trust: standing }, one)).toBe(expected);
  });
});

describe('where the type does not show', () => {
  const hidden = (one: MemberStep, probe: string, accepted: boolean): MemberStep => ({
    ...one,
    shownBefore: undefined,
    shownAfter: undefined,
    inferred: { probe, accepted, how: 'a further step' },
  });
  const knowledge = { trust: 'claimed', read: false } as const;
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
    const facts = (observed: readonly ObservedState[]): boolean =>
      factsOf(known({ trust: 'assumed' }), [], observed).readable;
    expect(facts([seen('API', 'API'), seen('SAS', 'SAS')])).toBe(true);
    expect(facts([seen('API', 'API')])).toBe(false);
    expect(facts([seen('API', 'API'), seen('SAS', 'SAS'), seen('IDP', 'person')])).toBe(false);
  });
});

describe('ways through the table', () => {
  it('are the shortest, and avoid changes that do not work', () => {
    expect(wayOf(machine, 'API', 'SAS')).toEqual(['STANDARD', 'SAS']);
    expect(wayOf(machine, 'IDP', 'SAS')).toEqual(['SAS']);
    expect(wayOf(machine, 'IDP', 'SAS', (from, to) => `${from}>${to}` !== 'IDP>SAS')).toEqual(['STANDARD', 'SAS']);
    expect(wayOf(machine, 'API', 'IDP', (_from, to) => to !== 'STANDARD')).toBeUndefined();
  });
});

describe('the members beside the type', () => {
  const change = (lost: readonly string[] | undefined) =>
    trial('STANDARD', 'API', 200, { told: lost === undefined ? {} : { lost } });
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
  const left = (shownAfter: unknown, status = 200): MemberStep =>
    trial('IDP', 'IDP', status, {
      ask: { to: undefined, label: 'and an update without it', beside: 'touched' },
      shownAfter,
    });
  const judged = (readable: boolean, step: MemberStep): string | undefined =>
    judgeLeftOut({ readable, machine }, step)?.verdict;

  it('stays, where it shows and the update is accepted', () => {
    expect(judged(true, left('IDP'))).toBe('pass');
    expect(judged(true, left('STANDARD'))).toBe('fail');
    expect(judged(true, left('STANDARD', 400))).toBe('observed');
    expect(judged(false, left('STANDARD'))).toBe('observed');
    expect(judged(true, trial('IDP', 'SAS', 200))).toBeUndefined();
  });
});

it('a step that carries more tells how changes are refused once such a one was taken', () => {
  const plain = trial('API', 'IDP', 409);
  const laden = trial('API', 'IDP', 400, { ask: { to: 'IDP', label: 'laden', beside: 'touched', laden: true } });
  const taken = trial('API', 'STANDARD', 200, { ask: { ...laden.ask, to: 'STANDARD' } });
  expect(refusalsOf(machine, [...GOOD, plain, laden])).toEqual([plain]);
  expect(refusalsOf(machine, [...GOOD, plain, laden, taken])).toEqual([plain, laden]);
});
