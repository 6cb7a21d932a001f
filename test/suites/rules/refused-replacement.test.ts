/** A deletion that is refused for its replacement hands nothing over (contract 4.5). */
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { runAgainst } from '../against.ts';

type Named = {
  readonly ids: { readonly id: number };
  readonly traits?: { readonly requester?: string; readonly template?: boolean };
};

test.each([
  ['no', 'pass', 'pass'],
  ['a template', 'fail', 'pass'],
  ['the deleted one', 'pass', 'fail'],
])('where %s replacement takes over certificates though it is refused', async (heir, template, own) => {
  const requesters = new Map<string, string>();
  const templates = new Set<string>();
  const taken = new Set<string>();
  const { result } = await runAgainst(ruleGroups, {
    checks: ['administrator-delete.replacement'],
    profile: (profile) => {
      const { administrator = [] } = profile['fixtures'] as Record<string, Named[]>;
      for (const { ids, traits } of administrator) {
        if (traits?.template === true) templates.add(String(ids.id));
        if (traits?.requester !== undefined) requesters.set(String(ids.id), traits.requester);
      }
      return profile;
    },
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://target');
      const [id, word] = [pathname.split('/').at(-1) ?? '', searchParams.get('requester')];
      if (passing.method === 'GET' && word !== null && taken.has(word)) {
        passing.body = '[]';
        passing.headers['x-total-count'] = '0';
      }
      const replacing = searchParams.get('replacingRequesterId') ?? '';
      const isTaken = heir === 'a template' ? templates.has(replacing) : heir !== 'no' && replacing === id;
      if (passing.method === 'DELETE' && passing.status >= 400 && isTaken) taken.add(requesters.get(id) ?? '');
    },
  });
  expect(result('administrator-delete.template').verdict).toBe(template);
  expect(result('administrator-delete.own-id').verdict).toBe(own);
});
