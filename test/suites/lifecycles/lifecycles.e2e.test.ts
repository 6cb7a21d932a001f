import { describe, expect, it } from 'vitest';
import { differences } from '../../../suites/judges/documents.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { machineGroups } from '../../../suites/machines/groups.ts';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';
import { applying, clearing, forgetful, late, moving, racing, spreading } from './rewrites.ts';

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
      const groups = (contract: Parameters<typeof machineGroups>[0]) => [
        ...machineGroups(contract),
        ...ruleGroups(contract),
        ...lifecycleGroups(contract),
      ];
      const outcome = await runAgainst(groups, { rewrite, checks: TIMED });
      expect(outcome.failures()).toEqual([]);
      expect(new Set(outcome.results.map(({ check }) => check))).toEqual(new Set(TIMED));
    },
    TIMEOUT,
  );

  it.each(['default', 'alternate'] as const)(
    'is left as it was, but for what may be used up (%s dialect)',
    async (speaks) => {
      const groups = (contract: Parameters<typeof machineGroups>[0]) => [
        ...machineGroups(contract),
        ...ruleGroups(contract),
        ...lifecycleGroups(contract),
      ];
      const outcome = await runAgainst(groups, { speaks, depth: 'standard' });
      // Who replaces a deleted administrator becomes the requester of certificates (contract 4.5): which its fixture allows.
      const differing = changedForGood(outcome).filter(
        (place) => !/^\/sslCertificates\/\d+\/requester(Id)?$/.test(place),
      );
      expect(differing).toEqual([]);
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

/** Places of the emulator's state that differ, without entities that may be used up. */
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
