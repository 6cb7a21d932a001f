/** What stands right beside a fixture and no profile names keeps what it shows when the fixture is changed; that somebody takes it away is nobody's fault. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'person.update.nothing-else';

type Fixtures = Readonly<Record<string, readonly { readonly ids: { readonly id: number } }[]>>;

/** The persons of the profile but those right beside the first; what is asked of it, and what comes of that. */
async function verdictOf(reaches: (own: number) => number | undefined, takesAway = false): Promise<string> {
  let own = 0;
  let written = '';
  let times = 0;
  const rewrite: Rewrite = (passing) => {
    const id = Number(/^\/api\/person\/v2\/(\d+)(?:\?|$)/.exec(passing.target)?.[1]);
    if (passing.method === 'PUT' && id === own && passing.status === 200) {
      written = passing.sent;
      times += 1;
    }
    if (passing.method !== 'GET' || passing.status !== 200 || written === '' || id !== reaches(own)) return;
    if (takesAway && times > 1) Object.assign(passing, { status: 404, body: '{"code":-1,"description":"Nothing"}' });
    else if (!takesAway) passing.body = JSON.stringify({ ...(JSON.parse(written) as object), id });
  };
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite,
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Fixtures;
      const all = (fixtures['person'] ?? []).filter((one) => 'allow' in one && one.allow !== 'observe');
      const [one] = all.filter(({ ids }) => all.some((other) => other.ids.id === ids.id + 1));
      if (one === undefined) throw new Error('no two persons side by side');
      own = one.ids.id;
      return { ...profile, fixtures: { ...fixtures, person: [one] } };
    },
  });
  return result(ID).verdict;
}

test('what is written to one and shows in the next is found', async () => {
  expect(await verdictOf((own) => own + 1)).toBe('fail');
});

test.each([
  ['where nothing reaches it', () => undefined, false, 'pass'],
  // There is nobody left by whom to tell.
  ['where somebody takes it away', (own: number) => own + 1, true, 'inconclusive'],
] as const)('nobody is blamed %s', async (_what, reaches, takesAway, verdict) => {
  expect(await verdictOf(reaches, takesAway)).toBe(verdict);
});
