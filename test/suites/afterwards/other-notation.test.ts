/** Who understands another notation of an id deletes what it names: that is gone because it was deleted (silence request.number-form). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.delete.stays';

/** A number in any notation that reads as one, as plain digits; all else as it stands. */
function inDigits(target: string): string {
  return target.replace(/(?<=^\/api\/person\/v2\/)[^/?]+/, (text) => {
    const is = Number(decodeURIComponent(text));
    return Number.isInteger(is) && is > 0 ? String(is) : text;
  });
}

test('a person deleted as 646.0 is not missed', { timeout: 60_000 }, async () => {
  const understood = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID, 'person.delete.success.status', 'person.delete.path.id.type.refuses'],
    depth: 'standard',
    surveyed: true,
    // So few that each is looked at again in the end.
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Readonly<Record<string, readonly { readonly allow: string }[]>>;
      const person = (fixtures['person'] ?? []).filter(({ allow }) => allow === 'destroy').slice(0, 9);
      return { ...profile, fixtures: { ...fixtures, person } };
    },
    aim: ({ method, target }) => {
      const plain = inDigits(target);
      if (method === 'DELETE' && plain !== target) understood.add(plain);
      return plain;
    },
  });
  expect(understood.size).toBeGreaterThan(0);
  expect(result(ID).verdict).toBe('pass');
});
