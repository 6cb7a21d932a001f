/** Nobody who is deleted takes over for himself, and no template for anybody, of whatever type he is (contract 4.5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'administrator-delete.own-id';

type Admins = Readonly<
  Record<
    string,
    readonly { readonly ids: unknown; readonly traits?: { readonly type?: string; readonly template?: boolean } }[]
  >
>;

test.each([
  ['nobody', 'pass'],
  ['SAS', 'fail'],
])('where it is accepted of %s: %s', async (type, verdict) => {
  const ids = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID, 'administrator-delete.each-type'],
    profile: (profile) => {
      for (const one of (profile['fixtures'] as Admins)['administrator'] ?? [])
        if (one.traits?.type === type) ids.add(/\d+/.exec(JSON.stringify(one.ids))?.[0] ?? '');
      return profile;
    },
    rewrite: (passing) => {
      const own = /\/admin\/v1\/(\d+)\?replacingRequesterId=(\d+)$/.exec(passing.target);
      if (passing.method === 'DELETE' && own?.[1] === own?.[2] && ids.has(own?.[1] ?? '')) passing.status = 204;
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});

test.each([
  ['nobody', 'pass'],
  ['SAS', 'fail'],
  ['API', 'fail'],
])('where a template is accepted in the place of %s: %s', async (type, verdict) => {
  const template = 'administrator-delete.template';
  const ids = new Set<string>();
  const templates = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [template, 'administrator-delete.each-type', 'administrator-delete.requester-kept'],
    profile: (profile) => {
      for (const { ids: own, traits } of (profile['fixtures'] as Admins)['administrator'] ?? []) {
        const id = /\d+/.exec(JSON.stringify(own))?.[0] ?? '';
        if (traits?.template === true) templates.add(id);
        else if (traits?.type === type) ids.add(id);
      }
      return profile;
    },
    rewrite: (passing) => {
      const [, id = '', heir = ''] = /\/admin\/v1\/(\d+)\?replacingRequesterId=(\d+)$/.exec(passing.target) ?? [];
      if (passing.method === 'DELETE' && ids.has(id) && templates.has(heir)) passing.status = 204;
    },
  });
  expect(result(template).verdict).toBe(verdict);
});

test('a template that this run has deleted is nobody', async () => {
  const template = 'administrator-delete.template';
  const templates = new Set<string>();
  const deleted = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: ['lifecycle.administrator.alike', 'lifecycle.administrator.absent', template],
    depth: 'standard',
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, { traits?: { template?: boolean } }[]>;
      const all = fixtures['administrator'] ?? [];
      const some = all.filter(({ traits }) => traits?.template === true);
      for (const one of some) templates.add(/\d+/.exec(JSON.stringify(one))?.[0] ?? '');
      return {
        ...profile,
        fixtures: {
          ...fixtures,
          administrator: all.map((one) => (some.includes(one) ? { ...one, allow: 'destroy' } : one)),
        },
      };
    },
    aim: ({ method, target }) => {
      const [, own = '', heir = ''] = /\/admin\/v1\/(\d+)(?:\?replacingRequesterId=(\d+))?$/.exec(target) ?? [];
      if (method !== 'DELETE') return target;
      if (templates.has(own)) deleted.add(own);
      return deleted.has(heir) ? target.replace(/\?.*/, '') : target;
    },
  });
  expect(deleted.size).toBeGreaterThan(0);
  expect(result(template).verdict).not.toBe('fail');
});
