/** Certificates go over from requesters of every type, and again from whoever has taken over (contract 4.5): real servers, real requests. */
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';

const [PASSED, TYPES, TEMPLATE] = ['requester-replaced', 'each-type', 'template'].map(
  (end) => `administrator-delete.${end}`,
) as [string, string, string];

interface Entry {
  readonly ids: { readonly id: number };
  traits?: { readonly type?: string; readonly requester?: string; readonly template?: boolean };
  readonly allow: string;
}

interface Replaced {
  readonly type: string;
  /** Types of those who were replaced before, the first one first. */
  readonly before: readonly string[];
  readonly had: boolean;
}

/** Whose certificates `loses` names are found by the former requester after the replacement as well. */
async function run(
  loses: (one: Replaced) => boolean,
  refuses: (replacing: string, had: boolean) => boolean = () => false,
): Promise<Outcome> {
  const known = new Map<string, Entry>();
  const lists = new Map<string, string>();
  const lost = new Set<string>();
  const before: string[] = [];
  return runAgainst(ruleGroups, {
    checks: ['administrator-delete.replacement'],
    profile: (profile) => {
      const { administrator = [] } = profile['fixtures'] as Record<string, Entry[]>;
      for (const one of administrator) {
        one.traits = { requester: `admin-${one.ids.id}@example.test`, ...one.traits };
        known.set(String(one.ids.id), one);
      }
      return profile;
    },
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://target');
      const word = searchParams.get('requester');
      if (passing.method === 'GET' && word !== null && passing.status === 200) {
        if (lost.has(word)) passing.body = lists.get(passing.target) ?? '[]';
        else lists.set(passing.target, passing.body);
      }
      const victim = known.get(pathname.split('/').at(-1) ?? '');
      const replacing = searchParams.get('replacingRequesterId');
      if (passing.method !== 'DELETE' || victim === undefined || replacing === null) return;
      const { type = '', requester = '' } = victim.traits ?? {};
      const had = [...lists].some(([target, body]) => target.includes(encodeURIComponent(requester)) && body !== '[]');
      if (refuses(replacing, had)) passing.status = 400;
      if (passing.status !== 204) return;
      if (loses({ type, before, had })) lost.add(requester);
      before.push(type);
    },
  });
}

test('a server that hands over all passes', async () => {
  const outcome = await run(() => false);
  expect([PASSED, TYPES, TEMPLATE].map((id) => outcome.result(id).verdict)).toEqual(['pass', 'pass', 'pass']);
});

test('certificates of another type of administrator that are not handed over are seen', async () => {
  const outcome = await run(({ type, before, had }) => had && before.length > 0 && type !== before[0]);
  expect(outcome.result(PASSED).verdict).toBe('fail');
});

test('certificates that are handed over by some of a type only, late ones not, are seen', async () => {
  const outcome = await run(({ type, before, had }) => had && before.length > 3 && before.includes(type));
  expect(outcome.result(PASSED).verdict).toBe('fail');
});

test('a replacement that is refused where there is nothing to hand over is seen', async () => {
  const outcome = await run(
    () => false,
    (_, had) => !had,
  );
  expect(outcome.result(TYPES).verdict).toBe('fail');
});

test('who has taken over is not looked for by a login that is not shown any more', async () => {
  const words = new Map<string, string>();
  const outcome = await runAgainst(ruleGroups, {
    checks: ['administrator-delete.replacement'],
    profile: (profile) => {
      const { administrator = [] } = profile['fixtures'] as Record<string, Entry[]>;
      for (const { ids, traits, allow } of administrator)
        if (allow !== 'destroy' && traits?.requester !== undefined) words.set(String(ids.id), traits.requester);
      return profile;
    },
    // Another check has given them other logins for good: their certificates are there, under those.
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://target');
      if (passing.method !== 'GET') return;
      const word = words.get(pathname.split('/').at(-1) ?? '');
      if (word !== undefined) passing.body = passing.body.replaceAll(word, 'somebody-else');
      if ([...words.values()].includes(searchParams.get('requester') ?? '')) passing.body = '[]';
    },
  });
  expect(words.size).toBeGreaterThan(0);
  expect(outcome.result(PASSED).verdict).not.toBe('fail');
});
