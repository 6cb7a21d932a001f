import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { machineGroups } from '../../../suites/machines/groups.ts';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const stateGroups = (contract: Contract): CheckGroup[] => [...machineGroups(contract), ...ruleGroups(contract)];

const TIMEOUT = 120_000;

const TYPES = ['administrator-type.table', 'administrator-type.two-steps', 'administrator-type.walks'];
const MODES = ['delegation-mode.table', 'delegation-mode.walks'];
const DELETION = ['administrator-delete.replacement'];
const ROLES = ['domain.suspend.role', 'domain.activate.role'];

describe('a conforming target', () => {
  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect and declares it keeps every promise',
    async (speaks) => {
      const outcome = await runAgainst(stateGroups, { speaks });
      expect(outcome.failures()).toEqual([]);
      const open = outcome.results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed');
      expect(open.map(({ requirement }) => requirement)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect without saying so is not told that it is wrong',
    async (speaks) => {
      const outcome = await runAgainst(stateGroups, { speaks, told: 'default', depth: 'standard' });
      expect(outcome.failures()).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'whose assumed dialect fits has each cell of the table judged, with the picture on each',
    async () => {
      const outcome = await runAgainst(stateGroups, { told: 'default', checks: ['administrator-type.table'] });
      const verdicts = outcome.results.map(({ verdict }) => verdict).sort();
      // The four cells of the diagonal, and the status of refusals, which nobody claims.
      expect(verdicts).toEqual([...Array<string>(5).fill('observed'), ...Array<string>(15).fill('pass')]);
      for (const { attachments, requirement } of outcome.results)
        if (requirement !== 'administrator-type.refusal-status')
          expect(attachments?.[0]).toMatchObject({ mediaType: 'image/svg+xml' });
    },
    TIMEOUT,
  );

  it(
    'that shows no type is judged by the next step, and the result says so',
    async () => {
      const outcome = await runAgainst(stateGroups, { speaks: 'alternate', checks: ['administrator-type.table'] });
      const cell = outcome.result('administrator-type.STANDARD-to-API');
      expect(cell.verdict).toBe('pass');
      expect(cell.observations).toContainEqual(expect.objectContaining({ silence: 'admin.type.read', value: null }));
    },
    TIMEOUT,
  );

  it(
    'one of whose endpoints is not in the mode that its owner says is judged by another one',
    async () => {
      let first: string | undefined;
      const rewrite: Rewrite = (passing) => {
        const { method, target } = passing;
        if (method !== 'GET' || passing.status !== 200 || !/^\/api\/endpoint\/v1\/\d+$/.test(target)) return;
        first ??= target;
        const body = JSON.parse(passing.body) as Record<string, unknown>;
        if (target === first) passing.body = JSON.stringify({ ...body, delegationMode: 'CUSTOMIZED' });
      };
      const outcome = await runAgainst(stateGroups, { rewrite, checks: ['delegation-mode.table'] });
      expect(first).toBeDefined();
      expect(outcome.result('delegation-mode.custom-to-global').verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it(
    'with one administrator of unknown type only is asked for more',
    async () => {
      const outcome = await runAgainst(stateGroups, {
        speaks: 'alternate',
        checks: TYPES,
        profile: (profile) => ({
          ...profile,
          fixtures: { administrator: [{ ids: { id: 411 }, allow: 'modify' }] },
        }),
      });
      for (const { verdict, reason } of outcome.results) {
        expect(verdict).toBe('inconclusive');
        expect(reason).toContain('trait type');
      }
    },
    TIMEOUT,
  );
});

const TO_CUSTOM = ['delegation-mode.global-to-custom'];

/** Dialect, operation, switch of the emulator, checks that run, and exactly the requirements that fail. */
const FAULTS: readonly (readonly ['default' | 'alternate', string, string, readonly string[], readonly string[]])[] = [
  ['default', 'admin.update', 'type-forgotten:STANDARD>API', TYPES, ['administrator-type.STANDARD-to-API']],
  ['alternate', 'admin.update', 'type-forgotten:STANDARD>API', TYPES, ['administrator-type.STANDARD-to-API']],
  ['default', 'admin.update', 'type-accepted:API>SAS', TYPES, ['administrator-type.API-to-SAS']],
  ['alternate', 'admin.update', 'type-accepted:API>SAS', TYPES, ['administrator-type.API-to-SAS']],
  [
    'default',
    'admin.update',
    'type-refused:IDP>SAS',
    TYPES,
    ['administrator-type.IDP-to-SAS', 'administrator-type.keeps-the-rest'],
  ],
  ['alternate', 'admin.update', 'type-refused:IDP>SAS', TYPES, ['administrator-type.IDP-to-SAS']],
  [
    'default',
    'admin.update',
    'refused-but-applied',
    TYPES,
    ['API-to-IDP', 'API-to-SAS', 'IDP-to-API', 'SAS-to-API', 'SAS-to-IDP'].map((cell) => `administrator-type.${cell}`),
  ],
  ['default', 'endpoint.delegations.delete', 'mode-forgotten', MODES, ['delegation-mode.custom-to-global']],
  ['alternate', 'endpoint.delegations.delete', 'mode-forgotten', MODES, ['delegation-mode.custom-to-global']],
  ['default', 'endpoint.delegations.delete', 'delegations-kept', MODES, ['delegation-mode.removes-all']],
  ['default', 'endpoint.delegations.update', 'statuses-swapped', MODES, ['delegation-mode.statuses']],
  ['default', 'endpoint.delegations.update', 'refused-but-applied', MODES, ['delegation-mode.refused-put']],
  ['default', 'endpoint.delegations.update', 'mode-forgotten', MODES, ['delegation-mode.global-to-custom']],
  ['default', 'endpoint.delegations.update', 'several-refused', MODES, TO_CUSTOM],
  [
    'alternate',
    'endpoint.delegations.update',
    'several-refused',
    MODES,
    ['delegation-mode.custom-to-custom', ...TO_CUSTOM],
  ],
  ['default', 'endpoint.delegations.update', 'several-mode-forgotten', MODES, TO_CUSTOM],
  ['default', 'admin.delete', 'replacing-own-id', DELETION, ['administrator-delete.own-id']],
  ['alternate', 'admin.delete', 'replacing-template', DELETION, ['administrator-delete.template']],
  ['default', 'domain.suspend', 'role-ignored', ROLES, ['domain.suspend.role']],
  ['alternate', 'domain.activate', 'role-ignored', ROLES, ['domain.activate.role']],
];

describe('a single fault', () => {
  it.each(FAULTS)(
    '(%s) %s %s',
    async (speaks, operation, name, checks, expected) => {
      const outcome = await runAgainst(stateGroups, { speaks, switches: [[operation, name]], checks });
      const failed = outcome.results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
      expect([...new Set(failed)].sort()).toEqual([...expected].sort());
    },
    TIMEOUT,
  );

  it(
    'of a request that is refused for want of the role, yet carried out, is found',
    async () => {
      const switches = [['domain.activate', 'role-ignored']] as const;
      const outcome = await runAgainst(stateGroups, {
        speaks: 'alternate',
        switches,
        rewrite: refusingOthers(),
        checks: ROLES,
      });
      expect(outcome.failures()).toEqual([expect.stringContaining('domain.activate.role')]);
    },
    TIMEOUT,
  );

  it(
    'fails also where the dialect is only assumed, once it was confirmed',
    async () => {
      const switches = [['admin.update', 'type-forgotten:SAS>STANDARD']] as const;
      const outcome = await runAgainst(stateGroups, {
        told: 'default',
        switches,
        checks: ['administrator-type.table'],
      });
      expect(outcome.result('administrator-type.SAS-to-STANDARD').verdict).toBe('fail');
    },
    TIMEOUT,
  );

  it(
    'that only a sequence meets is found, and told by its shortest form',
    async () => {
      const outcome = await runAgainst(stateGroups, { rewrite: forgetfulOfTheTable(), checks: TYPES, runs: 60 });
      const single = outcome.results.filter(({ check }) => check === 'administrator-type.table');
      expect(single.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      const walk = outcome.result('administrator-type.walks');
      expect(walk.verdict).toBe('fail');
      const steps = walk.failure?.steps ?? [];
      expect(steps.at(-1)).toBe('API → IDP: 200');
      expect(steps.length).toBeLessThanOrEqual(4);
    },
    TIMEOUT,
  );
});

/** Activations in another name than that of the first administrator are answered with 403, whatever became of them. */
function refusingOthers(): Rewrite {
  let first: string | undefined;
  return (passing) => {
    if (passing.method !== 'PUT' || !passing.target.endsWith('/activate')) return;
    first ??= passing.authorization;
    if (passing.authorization === first || passing.status >= 300) return;
    passing.status = 403;
    passing.body = '{}';
  };
}

/** After SAS, STANDARD, API in a row it answers a change to IDP as if it were accepted. */
function forgetfulOfTheTable(): Rewrite {
  const taken = new Map<string, string[]>();
  return (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/admin/')) return;
    const types = taken.get(passing.target) ?? [];
    const { type } = JSON.parse(passing.sent === '' ? '{}' : passing.sent) as { type?: string };
    if (type === undefined) return;
    if (passing.status === 200) taken.set(passing.target, [...types, type]);
    else if (type === 'IDP' && types.slice(-3).join() === 'SAS,STANDARD,API') {
      passing.status = 200;
      passing.body = '';
    }
  };
}
