/** The certificates of those who are not deleted stay theirs when another administrator is replaced (contract 4.5). */
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const OTHERS = 'administrator-delete.others-stand';

interface Entry {
  readonly ids: { readonly id: number };
  readonly traits?: { readonly requester?: string };
}

/** Beside the outcome: the words by which requesters were looked for, and those of victim and successor. */
interface Told extends Outcome {
  readonly asked: ReadonlySet<string>;
  readonly apart: readonly string[];
}

/** After the first deletion in favour of somebody the list finds nothing for those whom `loses` names by the words of victim and successor. */
async function run(loses: (word: string, apart: readonly string[]) => boolean, gone = false): Promise<Told> {
  const words = new Map<string, string>();
  const apart: string[] = [];
  const asked = new Set<string>();
  const rewrite: Rewrite = (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://target');
    const id = pathname.split('/').at(-1) ?? '';
    const successor = searchParams.get('replacingRequesterId');
    if (passing.method === 'DELETE' && passing.status === 204 && successor !== null && apart.length === 0)
      apart.push(words.get(id) ?? '', words.get(successor) ?? '');
    asked.add(searchParams.get('requester') ?? '');
    if (passing.method !== 'GET' || passing.status !== 200 || apart.length === 0) return;
    const word = searchParams.get('requester');
    if (word !== null && loses(word, apart)) passing.body = '[]';
    if (gone && loses(words.get(id) ?? '', apart)) passing.status = 404;
  };
  const outcome = await runAgainst(ruleGroups, {
    only: ['administrator-delete.requester-replaced', OTHERS],
    checks: ['administrator-delete.replacement'],
    rewrite,
    profile: (profile) => {
      const { administrator = [] } = profile['fixtures'] as Record<string, Entry[]>;
      for (const { ids, traits } of administrator)
        if (traits?.requester !== undefined) words.set(String(ids.id), traits.requester);
      return profile;
    },
  });
  return { ...outcome, asked, apart };
}

test('bystanders whose certificates go elsewhere are seen, and told by their name', async () => {
  const outcome = await run((word, apart) => !apart.includes(word));
  expect(outcome.result(OTHERS).verdict).toBe('fail');
  expect(outcome.result(OTHERS).failure?.caseLabel).toMatch(/^certificates of .+, who is not deleted$/);
});

test('those next to the successor are asked about as well as those next to the deleted one', async () => {
  const { asked, apart } = await run(() => false);
  for (const word of apart) {
    const number = Number(/\d+/.exec(word)?.[0]);
    const beside = [number - 1, number + 1].map((next) => word.replace(String(number), String(next)));
    expect(
      beside.some((one) => asked.has(one)),
      beside.join(),
    ).toBe(true);
  }
});

test('what the deleted one had is nobody else’s business', async () => {
  const outcome = await run((word, [victim]) => word === victim);
  expect(outcome.result(OTHERS).verdict).toBe('pass');
});

test('a requester who was deleted by somebody else meanwhile says nothing', async () => {
  const outcome = await run((word, apart) => word !== '' && !apart.includes(word), true);
  expect(outcome.result(OTHERS).failure?.caseLabel ?? '').not.toMatch(/who is not deleted$/);
});
