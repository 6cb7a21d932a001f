import { describe, expect, it } from 'vitest';
import { differences } from '../../../suites/judges/difference.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { stateGroups } from '../../../suites/states/groups.ts';
import { type Outcome, runAgainst } from '../states/harness.ts';
import { type Rewrite, rewriteJson } from '../states/proxy.ts';

const TIMEOUT = 180_000;

/** Checks that look again and again: at least one of each way to look. */
const TIMED = [
  'administrator-type.table',
  'administrator-delete.replacement',
  'delegation-mode.table',
  'delegation-mode.walks',
  'lifecycle.person',
  'lifecycle.account',
  'person.update.afterwards',
  'admin.update.afterwards',
  'endpoint.update.afterwards',
];

describe('a conforming target', () => {
  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect and declares it keeps every promise',
    async (speaks) => {
      const outcome = await runAgainst(lifecycleGroups, { speaks, depth: 'standard' });
      expect(outcome.failures()).toEqual([]);
      const open = outcome.results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed');
      expect(open.map(({ requirement, reason }) => `${requirement}: ${reason}`)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect without saying so is not told that it is wrong',
    async (speaks) => {
      const outcome = await runAgainst(lifecycleGroups, { speaks, told: 'default' });
      expect(outcome.failures()).toEqual([]);
    },
    TIMEOUT,
  );

  it.each<[string, Rewrite]>([
    ['whose answers show a clock and a counter', moving()],
    ['that shows changes a moment later', late(100)],
  ])(
    '%s is not told that it is wrong',
    async (_name, rewrite) => {
      const groups = (contract: Parameters<typeof stateGroups>[0]) => [
        ...stateGroups(contract),
        ...lifecycleGroups(contract),
      ];
      const outcome = await runAgainst(groups, { rewrite, checks: TIMED });
      expect(outcome.failures()).toEqual([]);
      expect(new Set(outcome.results.map(({ check }) => check))).toEqual(new Set(TIMED));
    },
    TIMEOUT,
  );

  it.each(['default', 'alternate'] as const)(
    'is left as it was, but for what was lent to be used up (%s dialect)',
    async (speaks) => {
      const groups = (contract: Parameters<typeof stateGroups>[0]) => [
        ...stateGroups(contract),
        ...lifecycleGroups(contract),
      ];
      const outcome = await runAgainst(groups, { speaks, depth: 'standard' });
      expect(changedForGood(outcome)).toEqual([]);
      expect(outcome.restoreFailures).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'of which nothing is known is not written to where it could not be put back',
    async () => {
      const outcome = await runAgainst(lifecycleGroups, { speaks: 'alternate', told: 'default' });
      expect(changedForGood(outcome)).toEqual([]);
    },
    TIMEOUT,
  );
});

/** Dialect, operation, switch of the emulator, checks that run, and exactly the requirements that fail. */
const FAULTS: readonly (readonly ['default' | 'alternate', string, string, string, readonly string[]])[] = [
  ...(
    [
      ['ssl.location', 'ssl-location'],
      ['client', 'client-certificate'],
      ['client.location', 'client-location'],
      ['admin', 'administrator'],
      ['person', 'person'],
      ['organization', 'organization'],
      ['endpoint', 'endpoint'],
      ['account', 'account'],
      ['bucket', 'bucket'],
    ] as const
  ).flatMap(([operation, kind]) => [
    ['default', `${operation}.delete`, 'not-applied', `lifecycle.${kind}`, [`lifecycle.${kind}.absent`]] as const,
    [
      'alternate',
      `${operation}.delete`,
      'neighbour-deleted',
      `lifecycle.${kind}`,
      [`lifecycle.${kind}.nothing-else`],
    ] as const,
  ]),
  [
    'default',
    'notification.delete',
    'not-applied',
    'lifecycle.notification',
    ['lifecycle.notification.update-after-delete'],
  ],
  [
    'alternate',
    'notification.delete',
    'neighbour-deleted',
    'lifecycle.notification',
    ['lifecycle.notification.nothing-else'],
  ],
  ['default', 'account.delete', 'applied-without-credential', 'lifecycle.account', ['lifecycle.account.refused']],
  ['default', 'person.update', 'not-applied', 'person.update.afterwards', ['person.update.shows']],
  ['alternate', 'person.update', 'second-not-applied', 'person.update.afterwards', ['person.update.shows']],
  ['default', 'admin.update', 'forgets:surname', 'admin.update.afterwards', ['admin.update.shows']],
  ['default', 'admin.update', 'forgets:privileges', 'admin.update.afterwards', ['admin.update.shows']],
  [
    'default',
    'organization.update',
    'forgets:sslCertsApiEnabled',
    'organization.update.afterwards',
    ['organization.update.shows'],
  ],
  [
    'alternate',
    'endpoint.update',
    'forgets:?config.webFormAuthTypes',
    'endpoint.update.afterwards',
    ['endpoint.update.shows'],
  ],
  ['default', 'person.update', 'forgets:organizationId', 'person.update.afterwards', ['person.update.shows']],
];

describe('a single fault', () => {
  it.each(FAULTS)(
    '(%s) %s %s',
    async (speaks, operation, name, check, expected) => {
      const outcome = await runAgainst(lifecycleGroups, { speaks, switches: [[operation, name]], checks: [check] });
      expect(failed(outcome)).toEqual([...expected]);
    },
    TIMEOUT,
  );

  it(
    'fails also where the dialect is only assumed, once a change was seen to show',
    async () => {
      const switches = [['person.update', 'forgets:lastName']] as const;
      const checks = ['person.update.afterwards'];
      // Seen once, forgotten from then on: the place is proven, and the target wrong.
      const outcome = await runAgainst(lifecycleGroups, { told: 'default', rewrite: forgetful('lastName'), checks });
      expect(failed(outcome)).toEqual(['person.update.shows']);
      // Never seen: the place may be another one.
      const never = await runAgainst(lifecycleGroups, { told: 'default', switches, checks });
      expect(failed(never)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each([undefined, 'email'])(
    'in members that an update leaves out is found, also when it depends on the one that is there (%s)',
    async (only) => {
      const setup = { rewrite: clearing(only), checks: ['admin.update.afterwards'] };
      expect(failed(await runAgainst(lifecycleGroups, setup))).toContain('admin.update.omitted-stay');
    },
    TIMEOUT,
  );

  it(
    'of an update that reaches another entity too is found',
    async () => {
      const outcome = await runAgainst(lifecycleGroups, { rewrite: spreading(), checks: ['bucket.update.afterwards'] });
      expect(failed(outcome)).toContain('bucket.update.nothing-else');
    },
    TIMEOUT,
  );

  it(
    'of a refused update that is applied all the same is found',
    async () => {
      const outcome = await runAgainst(lifecycleGroups, { rewrite: applying(), checks: ['person.update.afterwards'] });
      expect(failed(outcome)).toContain('person.update.refused-unchanged');
    },
    TIMEOUT,
  );

  it(
    'that only simultaneous updates meet is found',
    async () => {
      const outcome = await runAgainst(lifecycleGroups, { rewrite: racing(), checks: ['person.update.afterwards'] });
      expect(failed(outcome)).toContain('person.update.concurrent');
    },
    TIMEOUT,
  );
});

function failed(outcome: Outcome): string[] {
  return outcome.results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
}

/** Places of the emulator's state that differ, without entities that were lent to be used up. */
function changedForGood({ dumpBefore, dumpAfter, fixtures }: Outcome): string[] {
  const spent = new Set(
    Object.values(fixtures).flatMap((list) =>
      list.filter(({ allow }) => allow === 'destroy').map(({ ids }) => String(Object.values(ids).at(-1))),
    ),
  );
  const kept = (dump: unknown): unknown =>
    Object.fromEntries(
      Object.entries(dump as Record<string, { id: unknown; details?: Record<string, unknown> }[]>).map(
        ([kind, all]) => [
          kind,
          Object.fromEntries(
            all.filter(({ id }) => !spent.has(String(id))).map((one) => [String(one.id), withoutEmpty(one)]),
          ),
        ],
      ),
    );
  // Members that are undefined are not there for anybody who asks.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
  return differences(plain(kept(dumpBefore)), plain(kept(dumpAfter)));
}

/** A list of custom fields that is empty shows as one that was never set. */
function withoutEmpty<T extends { details?: Record<string, unknown> }>(entity: T): T {
  const { customFields, ...details } = entity.details ?? {};
  return Array.isArray(customFields) && customFields.length === 0 ? { ...entity, details } : entity;
}

function moving(): Rewrite {
  let reads = 0;
  return rewriteJson(/^\/api\/(?!ssl\/v2(\?|$))/, (value: object) => ({
    ...value,
    servedAt: new Date().toISOString(),
    reads: ++reads,
  }));
}

/** Answers a GET with what it answered before, until so many milliseconds after the first write that changed it. */
function late(ms: number): Rewrite {
  const shown = new Map<string, { fresh: number; status: number; body: string }>();
  const writes: { at: number; path: string }[] = [];
  return (passing) => {
    const now = Date.now();
    const [path = ''] = passing.target.split('?');
    if (passing.method !== 'GET') {
      writes.push({ at: now, path });
      return;
    }
    const old = shown.get(passing.target);
    const { status, body } = passing;
    const since = old === undefined || old.body === body ? undefined : firstWrite(writes, path, old.fresh);
    if (old !== undefined && since !== undefined && now - since < ms) {
      passing.status = old.status;
      passing.body = old.body;
    } else {
      shown.set(passing.target, { fresh: now, status, body });
    }
  };
}

/** When something at or above a path, or below it, was first written after a moment. */
function firstWrite(writes: readonly { at: number; path: string }[], path: string, after: number): number | undefined {
  const related = (other: string): boolean => other.startsWith(path) || path.startsWith(other);
  return writes.find((write) => write.at >= after && related(write.path))?.at;
}

/** Shows the first value that is written to a member, and never another one. */
function forgetful(member: string): Rewrite {
  const shown = new Map<string, unknown[]>();
  return rewriteJson(/^\/api\/person\//, (value: Record<string, unknown>, { target }) => {
    const values = shown.get(target) ?? [];
    if (!values.includes(value[member]) && values.length < 2) values.push(value[member]);
    shown.set(target, values);
    return { ...value, [member]: values.includes(value[member]) ? value[member] : values.at(-1) };
  });
}

/** An administrator's surname shows no more after an update of one other member, whichever or only this one. */
function clearing(only?: string): Rewrite {
  const mentioned = new Map<string, string[]>();
  return (passing) => {
    if (passing.method === 'PUT' && passing.status === 200) {
      mentioned.set(passing.target, Object.keys(JSON.parse(passing.sent) as object));
    }
    const last = mentioned.get(passing.target);
    if (passing.method !== 'GET' || passing.status !== 200 || last === undefined || last.length > 1) return;
    if (only !== undefined && last[0] !== only) return;
    const { surname: _surname, ...rest } = JSON.parse(passing.body) as Record<string, unknown>;
    passing.body = JSON.stringify(rest);
  };
}

/** The name of every bucket is what was last written to any of them. */
function spreading(): Rewrite {
  let name: unknown;
  return (passing) => {
    if (!passing.target.startsWith('/api/discovery/v1/bucket/') || passing.status !== 200) return;
    if (passing.method === 'PUT') name = (JSON.parse(passing.sent) as { name?: unknown }).name ?? name;
    if (passing.method !== 'GET' || name === undefined) return;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), name });
  };
}

/** A refused update of a person is applied as far as it can be read. */
function applying(): Rewrite {
  const applied = new Map<string, object>();
  return (passing) => {
    if (!passing.target.startsWith('/api/person/')) return;
    if (passing.method === 'PUT') {
      applied.delete(passing.target);
      if (passing.status !== 400) return;
      try {
        applied.set(passing.target, JSON.parse(passing.sent) as object);
      } catch {
        // Nothing in it can be read.
      }
    } else if (passing.status === 200) {
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), ...applied.get(passing.target) });
    }
  };
}

/** The second of two updates that are under way together breaks. */
function racing(): Rewrite {
  let under = 0;
  return async (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/person/')) return;
    under += 1;
    const alone = under === 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    under -= 1;
    if (alone) return;
    passing.status = 500;
    passing.body = '{}';
  };
}
