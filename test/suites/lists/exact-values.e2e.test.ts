/** Filters by numbers and words find what has exactly that value, as the profile declares it or as the entries show it. */
import { describe, expect, it } from 'vitest';
import { DEPARTMENTS, ORGANIZATIONS } from '../../../emulator/state/seed/organizations.ts';
import { pick } from '../../../emulator/state/seed/values.ts';
import { listGroups } from '../../../suites/lists/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';
import { type Rewrite, rewriteJson } from '../proxy.ts';

const TIMEOUT = 180_000;
const LIST = /^\/api\/ssl\/v2(\?|$)/;
const KNOWN = 'ssl.list.filter.known';
const KEEPS = 'ssl.list.filter.keeps';

describe('a filter by a number', () => {
  it.each(['orgId', 'sslTypeId'])(
    '%s whose digits are compared is found by a value that nothing has, unless such a value is refused',
    async (name) => {
      const setup = { switches: [['ssl.list', `filter-by-digits:${name}`]], only: [KNOWN] } as const;
      expect(failed(await runAgainst(listGroups, setup))).toEqual([KNOWN]);
      const refusing = await runAgainst(listGroups, { ...setup, speaks: 'alternate' });
      expect(refusing.result(KNOWN).verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it(
    'orgId may find what departments of the organization have, too',
    async () => {
      const profile = withTraits({ 1001: { orgId: orgIdOf(1001) }, 1025: { orgId: orgIdOf(1025) } });
      const outcome = await runAgainst(listGroups, { rewrite: embracing(), profile, only: [KNOWN] });
      expect(outcome.result(KNOWN).verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it.each(['filter-at-least:orgId', 'filter-at-most:orgId', 'filter-by-digits:sslTypeId'])(
    '(%s) is tried with the numbers that entries show, where the profile says nothing of certificates',
    async (name) => {
      const setup = { told: NUMBERED, profile: withTraits({}), rewrite: numbered(), only: [KEEPS] };
      expect(failed(await runAgainst(listGroups, { ...setup, switches: [['ssl.list', name]] }))).toEqual([KEEPS]);
      expect((await runAgainst(listGroups, setup)).result(KEEPS).verdict).toBe('pass');
    },
    TIMEOUT,
  );
});

describe('a declared value', () => {
  it(
    'that the certificate is not listed for is no evidence about another one',
    async () => {
      // More than are looked for by their own values; the last says by mistake what its 51 is the beginning of.
      const right = Object.fromEntries([51, 52, 53, 54].map((sslTypeId, i) => [1001 + i, { sslTypeId }]));
      const profile = withTraits({ ...right, 1006: { sslTypeId: 510 } });
      const outcome = await runAgainst(listGroups, { profile, only: [KNOWN] });
      expect(outcome.result(KNOWN).verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it(
    'of an enumeration drops what is declared to have another one',
    async () => {
      const profile = withTraits({ 1030: { status: 'Issued' }, 1031: { status: 'Revoked' } });
      const outcome = await runAgainst(listGroups, { rewrite: crossing('Issued', 1031), profile, only: [KNOWN] });
      expect(failed(outcome)).toEqual([KNOWN]);
      expect((await runAgainst(listGroups, { profile, only: [KNOWN] })).result(KNOWN).verdict).toBe('pass');
    },
    TIMEOUT,
  );
});

describe('expiresIn', () => {
  it(
    'that finds what has expired before is worth a warning, where the profile says what has',
    async () => {
      const expired = 'ssl.list.filter.expired';
      const setup = { only: [expired, KNOWN, 'ssl.list.filter.expiresIn.grows'] };
      const past = { ...setup, switches: [['ssl.list', 'filter-past:expiresIn']] } as const;
      const outcome = await runAgainst(listGroups, past);
      expect(failed(outcome)).toEqual([]);
      expect(outcome.result(expired)).toMatchObject({ level: 'SHOULD', verdict: 'warn' });
      const untold = await runAgainst(listGroups, { ...past, profile: withTraits({ 1030: { expiresIn: 20 } }) });
      expect(untold.result(expired).verdict).toBe('observed');
      expect((await runAgainst(listGroups, setup)).result(expired).verdict).toBe('pass');
    },
    TIMEOUT,
  );
});

const NUMBERED = {
  base: 'default',
  claimed: true,
  answers: {
    'ssl.list.filter-members': {
      orgId: { pointer: '/orgId', match: 'exact' },
      sslTypeId: { pointer: '/sslTypeId', match: 'exact' },
    },
  },
};

function failed(outcome: Outcome): string[] {
  return outcome.results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
}

/** As the emulator's seed gives it. */
function orgIdOf(sslId: number): number {
  const i = sslId - 1001;
  return i % 5 === 4 ? pick(DEPARTMENTS, i) : pick(ORGANIZATIONS, i);
}

/** The profile says this of certificates, by their ids, and nothing of others. */
function withTraits(traits: Readonly<Record<number, object>>) {
  return (profile: Record<string, unknown>): Record<string, unknown> => {
    const fixtures = profile['fixtures'] as Record<string, { ids: { sslId: number } }[]>;
    const certificates = (fixtures['ssl-certificate'] ?? []).map((one) => ({
      ...one,
      traits: traits[one.ids.sslId] ?? {},
    }));
    return { ...profile, fixtures: { ...fixtures, 'ssl-certificate': certificates } };
  };
}

/** Entries show what organization and what profile they have. */
function numbered(): Rewrite {
  return rewriteJson(LIST, (list: { sslId: number }[]) =>
    list.map((one) => ({ ...one, orgId: orgIdOf(one.sslId), sslTypeId: 51 + ((one.sslId - 1001) % 5) })),
  );
}

/** An organization is asked for, and its departments are meant, too. */
function embracing(): Rewrite {
  const entries = new Map<number, { sslId: number }>();
  return (passing) => {
    if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
    const list = JSON.parse(passing.body) as { sslId: number }[];
    for (const one of list) entries.set(one.sslId, one);
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    const at = ORGANIZATIONS.indexOf(Number(query.get('orgId')));
    if (at < 0 || query.get('position') !== '0') return;
    const below = [...entries.values()].filter(({ sslId }) => orgIdOf(sslId) === DEPARTMENTS[at]);
    const all = [...list, ...below].sort((a, b) => a.sslId - b.sslId);
    passing.body = JSON.stringify(all);
    passing.headers['x-total-count'] = String(all.length);
  };
}

/** A status finds a certificate that has another one, too. */
function crossing(status: string, sslId: number): Rewrite {
  let other: object | undefined;
  return (passing) => {
    if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    const list = JSON.parse(passing.body) as { readonly sslId: number }[];
    other ??= list.find((one) => one.sslId === sslId);
    if (query.get('status') !== status || other === undefined || query.get('position') !== '0') return;
    passing.body = JSON.stringify([...list, other]);
    passing.headers['x-total-count'] = String(list.length + 1);
  };
}
