import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { filterKind, filtersOf } from '../../../spec/requirements/lists.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { spread } from '../../../suites/lists/declared-values.ts';
import { contrasts, expectations } from '../../../suites/lists/filter-values.ts';
import { judgeIncludes } from '../../../suites/lists/includes-check.ts';
import {
  ambiguous,
  distinguishingPairs,
  fits,
  isUnmistakable,
  madeOf,
  nearMisses,
  valuesOfMember,
} from '../../../suites/lists/members.ts';
import { judgeOpenPoint } from '../../../suites/lists/open-points-check.ts';
import { judgeSight } from '../../../suites/lists/refused-update-check.ts';
import { identityOf, notEqual, notWithin, overlap, sameSet } from '../../../suites/lists/relations.ts';

const contract = await loadContract({ validate: false });

describe('relations between lists', () => {
  it('a part is within its whole, counted as often as it comes', () => {
    expect(notWithin(['a', 'b'], ['b', 'a', 'c'])).toBeUndefined();
    expect(notWithin(['a', 'a'], ['a'])).toContain('1 of 2');
    expect(notWithin([], [])).toBeUndefined();
  });

  it('overlapping lists are told by the entry that both have', () => {
    expect(
      overlap(
        new Map([
          ['x', ['a']],
          ['y', ['b']],
        ]),
      ),
    ).toBeUndefined();
    expect(overlap(new Map([['x', ['a', 'a']]]))).toBeUndefined();
    expect(
      overlap(
        new Map([
          ['x', ['a']],
          ['y', ['b', 'a']],
        ]),
      ),
    ).toBe('a is listed for x and for y');
  });

  it('unequal lists are told by the first difference', () => {
    expect(notEqual(['a', 'b'], ['a', 'b'])).toBeUndefined();
    expect(notEqual(['a'], ['a', 'b'])).toBe('b, entry 1, is missing');
    expect(notEqual(['a', 'a'], ['a', 'b'])).toBe('a comes twice');
    expect(notEqual(['b', 'a'], ['a', 'b'])).toBe('entry 0 is b and not a');
    expect(notEqual(['a', 'b', 'c'], ['a', 'b'])).toBe('1 entries too many');
  });

  it('any way of cutting a list into pages gives the list again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 9 }), (list, size) => {
        const pages = Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
          list.slice(at * size, (at + 1) * size),
        );
        return notEqual(pages.flat(), list) === undefined && sameSet([...list].reverse(), list);
      }),
    );
  });

  it('any page that is cut one off is noticed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 3 }), (list) => {
        const off = [list[0], ...list.slice(0, -1)].map(String);
        return notEqual(off, list) !== undefined;
      }),
    );
  });
});

describe('the identity of entries', () => {
  const answer = (standing: 'claimed' | 'assumed') => ({ value: '/sslId', standing });

  it('is the declared member, also when it repeats: then something is listed twice', () => {
    const identity = identityOf([{ sslId: 1 }, { sslId: 1 }], answer('claimed'));
    expect(identity).toMatchObject({ pointer: '/sslId', unique: true });
  });

  it('is another member that tells the entries apart where the assumed one does not', () => {
    const entries = [
      { name: 'a', number: 7 },
      { name: 'a', number: 8 },
    ];
    expect(identityOf(entries, answer('assumed')).pointer).toBe('/number');
    expect(identityOf(entries, undefined).key(entries[1])).toBe('8');
  });

  it('is the whole entry where no member is, and then repeats prove nothing', () => {
    const identity = identityOf([{ kind: 'x' }, { kind: 'x' }], undefined);
    expect(identity).toMatchObject({ pointer: undefined, unique: false });
    expect(identity.key({ a: 1, b: { d: 1, c: 2 } })).toBe(identity.key({ b: { c: 2, d: 1 }, a: 1 }));
  });
});

describe('members that filters look at', () => {
  const entries = [
    { name: 'host-1.test', alt: ['host-1.test', 'www.test'] },
    { name: 'HOST-2.test', alt: [] },
    { name: 'host-2.test', alt: ['x'] },
  ];
  const member = (pointer: string, match: 'exact' | 'contains' | 'any-element') => ({ pointer, match });

  it('are compared as declared', () => {
    expect(fits(entries[0], 'host-1.test', member('/name', 'exact'))).toBe(true);
    expect(fits(entries[0], 'host-1', member('/name', 'exact'))).toBe(false);
    expect(fits(entries[0], 'host-1', member('/name', 'contains'))).toBe(true);
    expect(fits(entries[0], 'www.test', member('/alt', 'any-element'))).toBe(true);
    expect(fits(entries[0], 'www', member('/alt', 'any-element'))).toBe(false);
    expect(fits({}, 'x', member('/alt', 'contains'))).toBe(false);
  });

  it('give values to filter by, without those that differ from another in letter case only', () => {
    expect(valuesOfMember(entries, member('/alt', 'any-element'))).toEqual(['host-1.test', 'x', 'www.test']);
    expect(ambiguous(entries, 'host-2.test', member('/name', 'exact'))).toBe(true);
    expect(ambiguous(entries, 'host-1.test', member('/name', 'exact'))).toBe(false);
  });

  it('are asked for with another character, and for parts of them', () => {
    expect(nearMisses('host-1.test')).toEqual(['host-1.tesq', 'qost-1.test']);
    expect(nearMisses('0aF3 "')).toEqual(['0aF8 "', '5aF3 "']);
    expect(nearMisses('deadbeef')).toEqual(['deadbeea', 'aeadbeef']);
    expect(nearMisses('EC')).toEqual([]);
    for (const miss of nearMisses('Sample CA')) expect('Sample CA').not.toContain(miss);
    expect(madeOf('host-1.test')).toEqual(['host-1.tesq', 'qost-1.test', 'ost-1.test', 'host-1.tes', 'ost-1.tes']);
  });

  it('are asked for what any comparison finds alike where nobody says how they are compared', () => {
    const known = member('/name', 'exact');
    expect(isUnmistakable(entries, 'host-1.test', known)).toBe(true);
    expect(isUnmistakable(entries, 'host-1.tesq', known)).toBe(true);
    expect(isUnmistakable(entries, 'ost-1.test', known)).toBe(false);
  });
});

describe('facts that a profile declares of a certificate', () => {
  const filter = (name: string) => {
    const found = filtersOf(contract.operation('ssl.list')).find((one) => one.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const fixture = (traits: Record<string, string | number | boolean>) =>
    ({ kind: 'ssl-certificate', ids: { sslId: 1 }, traits, allow: 'observe' }) as const;

  it('say which values keep it and which drop it', () => {
    expect(expectations(filter('status'), fixture({ status: 'Issued' }))).toEqual([{ value: 'Issued', kept: true }]);
    expect(expectations(filter('renewed'), fixture({ renewed: true }))).toEqual([
      { value: 'true', kept: true },
      { value: 'false', kept: false },
    ]);
    expect(expectations(filter('vendor'), fixture({ status: 'Issued' }))).toEqual([]);
  });

  const dropped = (name: string, values: readonly (string | number)[], organizations: object[] = []) =>
    contrasts(
      filter(name),
      values.map((value) => fixture({ [name]: value })),
      organizations as never,
    ).map(({ instead, value, made }) => `${instead} is not ${value}${made ? ', made' : ''}`);

  it('drop it for another number, those that are declared before those that are made', () => {
    expect(dropped('sslTypeId', [51, 52, 5])).toEqual(['51 is not 5', '51 is not 52']);
    expect(dropped('sslTypeId', [51])).toEqual(['51 is not 50, made', '51 is not 52, made', '51 is not 5, made']);
    expect(dropped('sslTypeId', [1])).toEqual(['1 is not 2, made']);
    expect(dropped('sslTypeId', ['some', 1.5])).toEqual([]);
  });

  it('drop it for another organization only where the one cannot be a part of the other', () => {
    const levels = (...all: string[]) => all.map((level, i) => ({ ids: { id: 7 + i }, traits: { level } }));
    expect(dropped('orgId', [7, 8])).toEqual([]);
    expect(dropped('orgId', [7, 8], levels('organization', 'department'))).toEqual(['7 is not 6, made', '7 is not 8']);
    expect(dropped('orgId', [7, 8], levels('department', 'department'))).toEqual(['8 is not 7', '7 is not 8']);
  });

  it('drop it for another word of the contract, but not where it may have several, or the filter no effect', () => {
    expect(dropped('status', ['Issued', 'Revoked'])).toEqual(['Issued is not Revoked', 'Revoked is not Issued']);
    expect(dropped('status', ['Issued'])).toEqual(['Issued is not Invalid']);
    expect(dropped('status', ['issued'])).toEqual([]);
    expect(dropped('installStatus', ['Completed', 'Not started'])).toEqual([]);
    expect(dropped('discoveryStatus', ['Deployed', 'NotDeployed'])).toEqual([]);
    expect(dropped('keySize', [2048, 4096])).toEqual([]);
    expect(dropped('commonName', ['a.test', 'b.test'])).toEqual([]);
  });

  it('leave a margin where days are counted, and stay within the documented range', () => {
    expect(expectations(filter('issuedIn'), fixture({ issuedIn: 50 }))).toEqual([
      { value: '48', kept: false },
      { value: '52', kept: true },
    ]);
    expect(expectations(filter('issuedIn'), fixture({ issuedIn: 2 }))).toEqual([{ value: '4', kept: true }]);
    expect(expectations(filter('issuedIn'), fixture({ issuedIn: 199 }))).toEqual([{ value: '197', kept: false }]);
    expect(expectations(filter('issuedIn'), fixture({ issuedIn: 300 }))).toEqual([{ value: '200', kept: false }]);
  });

  it('are of certificates that can be asked for on both sides of their days, and of one that is beyond all days', () => {
    const days = filtersOf(contract.operation('ssl.list'));
    const issued = [300, 299, 298, 297, 296, 5, 60, 190].map((issuedIn) => fixture({ issuedIn }));
    const both = [...issued, fixture({ issuedIn: 100, requestedIn: 160 })];
    const chosen = spread(days, filter('issuedIn'), both).map(({ traits }) => traits['issuedIn']);
    expect(chosen.toSorted()).toEqual([100, 190, 5, 60, 296].toSorted());
  });
});

describe('numbers that tell comparisons apart', () => {
  it('are some that a comparison by order or by digits takes, and the same number never', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1 }), (numbers) => {
        const pairs = distinguishingPairs(numbers, 1);
        const most = Math.max(...numbers);
        return (
          pairs.every(({ asked, had }) => asked !== had && asked >= 1 && numbers.includes(had)) &&
          pairs.some(({ asked, had }) => asked > had) &&
          (most === 1 || pairs.some(({ asked, had }) => asked < had)) &&
          (most < 10 || pairs.some(({ asked, had }) => String(had).startsWith(String(asked))))
        );
      }),
    );
  });
});

describe('filters', () => {
  it('are the query parameters but those of pages, each of a kind', () => {
    const kinds = filtersOf(contract.operation('ssl.list')).map((one) => `${one.name} ${filterKind(one)}`);
    expect(kinds).toHaveLength(28);
    expect(kinds).toContain('status enum');
    expect(kinds).toContain('renewed boolean');
    expect(kinds).toContain('issuedIn days');
    expect(kinds).toContain('orgId number');
    expect(kinds).toContain('vendor text');
  });

  it('that are deprecated promise no effect', () => {
    const level = (id: string) => contract.requirement(id).level;
    expect(level('ssl.list.filter.keySize.selects')).toBe('SHOULD');
    expect(level('ssl.list.filter.discoveryStatus.disjoint')).toBe('SHOULD');
    expect(level('ssl.list.filter.status.disjoint')).toBe('MUST');
  });
});

describe('points that a dialect answers', () => {
  it('are judged only where they are declared', () => {
    expect(judgeOpenPoint({ value: 'empty', standing: 'claimed' }, 'empty').verdict).toBe('pass');
    expect(judgeOpenPoint({ value: 'empty', standing: 'claimed' }, 'default').verdict).toBe('fail');
    expect(judgeOpenPoint({ value: 'empty', standing: 'assumed' }, 'default').verdict).toBe('observed');
    expect(judgeOpenPoint(undefined, 'default').verdict).toBe('observed');
    expect(judgeOpenPoint({ value: 'empty', standing: 'claimed' }, undefined).verdict).toBe('observed');
  });
});

describe('other reads', () => {
  const exchange: Exchange = {
    request: { method: 'GET', url: 'http://t/', headers: [] },
    response: { status: 200, headers: [], body: '{}', encoding: 'utf8', bytes: 2 },
    startedAt: 0,
    durationMs: 1,
  };
  const look = (value: unknown) => ({ exchange, status: 200, value });

  it('with includes show no less', () => {
    expect(judgeIncludes(look({ a: 1 }), look({ a: 1, usage: {} }), look({ a: 1 })).verdict).toBe('pass');
    expect(judgeIncludes(look({ a: 1, usage: null }), look({ a: 1, usage: {} }), look({ a: 1 })).verdict).toBe('pass');
    for (const empty of [null, {}, []]) {
      const filled = judgeIncludes(look({ a: 1, usage: empty }), look({ a: 1, usage: { n: [1] } }), look({ a: 1 }));
      expect(filled.verdict).toBe('pass');
    }
    const within = { of: { seat: null, some: [{ n: 1 }] } };
    const more = { of: { seat: { used: 1 }, kind: 'x', some: [{ n: 1, at: 2 }, { n: 3 }] } };
    expect(judgeIncludes(look(within), look(more), look(within)).verdict).toBe('pass');
    const other = { of: { seat: null, some: [{ n: 2 }] } };
    expect(judgeIncludes(look(within), look(other), look(within)).verdict).toBe('fail');
    expect(judgeIncludes(look(within), look({ of: null }), look(within)).verdict).toBe('fail');
    expect(judgeIncludes(look({ a: 1, b: 2 }), look({ b: 2 }), look({ a: 1, b: 2 })).verdict).toBe('fail');
    expect(judgeIncludes(look({ at: 1 }), look({ at: 2 }), look({ at: 3 })).verdict).toBe('pass');
  });

  it('of the list show no trace of a refused update', () => {
    const was = { entry: { id: 1, name: 'a', term: 7, reads: 4 }, total: 5 };
    const tried = [
      { at: '/name', value: 'xa' },
      { at: '/term', value: 5 },
    ];
    const judge = (change: object | undefined): string =>
      judgeSight(was, { ...was, entry: change && { ...was.entry, ...change } }, tried, 400).verdict;
    expect(judge({})).toBe('pass');
    expect(judge({ name: 'xa' })).toBe('fail');
    expect(judge({ called: 'xa' })).toBe('fail');
    expect(judge({ name: 'b' })).toBe('observed');
    expect(judge({ term: 5 })).toBe('fail');
    expect(judge({ reads: 5 })).toBe('observed');
    expect(judge(undefined)).toBe('fail');
  });
});
