/** What is asked of an entity that is there, on a server that looks for it before it reads anything else. */
import { expect, test } from 'vitest';
import { judge, linesOf } from '../../run/support.ts';
import { peopleServer } from './people.ts';

const ADA = { givenName: 'Ada', familyName: 'North', team: 7 };
const BEA = { givenName: 'Bea', familyName: 'South', team: 8 };
const fixtures = (allow: string, ...ids: number[]): object[] => ids.map((id) => ({ ids: { id }, allow }));

function profileOf(admin: object, person: readonly object[], more: object = {}): object {
  return { admin, effects: 'destroy', dialect: 'none', fixtures: { person }, limits: { settle: '100ms' }, ...more };
}

test('a body that breaks the server only when the person exists is found', async () => {
  const odd = (_id: number, _body: object, text: string): number | undefined => (text.includes('🧪') ? 500 : undefined);
  for (const [judged, failures] of [
    [odd, 1],
    [undefined, 0],
  ] as const) {
    const { admin } = await peopleServer({
      people: { 1: ADA, 2: BEA },
      ...(judged === undefined ? {} : { judge: judged }),
    });
    const results = await judge({
      profile: profileOf(admin, fixtures('destroy', 1, 2)),
      only: ['person.update.robust'],
    });
    expect(results.map(({ requirement }) => requirement)).toEqual(['person.update.robust']);
    expect(linesOf(results, 'fail')).toHaveLength(failures);
  }
});

test.each<[string, (id: number) => number | undefined, string]>([
  ['that one person takes and another does not counts as accepted', (id) => (id === 1 ? 409 : undefined), 'pass'],
  ['that every person refuses fails', () => 409, 'fail'],
])('an update %s', async (_what, judged, verdict) => {
  const { admin } = await peopleServer({ people: { 1: ADA, 2: BEA }, judge: judged });
  const examples = { 'person.update': { body: { givenName: 'Cy', familyName: 'East' } } };
  const results = await judge({
    profile: profileOf(admin, fixtures('destroy', 1, 2), { examples }),
    only: ['person.update.success.status'],
  });
  expect(results.map((result) => result.verdict)).toEqual([verdict]);
});

test('where nothing is known of the members, a person is updated with what it reads, and reads so again afterwards', async () => {
  const complete = (_id: number, body: object): number | undefined => ('team' in body ? undefined : 400);
  const { admin, people } = await peopleServer({ people: { 1: ADA }, judge: complete });
  const results = await judge({ profile: profileOf(admin, fixtures('modify', 1)), only: ['person.update'] });
  expect(results.find(({ requirement }) => requirement === 'person.update.success.status')?.verdict).toBe('pass');
  expect(people).toEqual({ 1: ADA });
});

test("what the owner's example wrote is taken back by the person's own body", async () => {
  const { admin, people } = await peopleServer({ people: { 1: ADA } });
  const examples = { 'person.update': { body: { givenName: 'Cy', familyName: 'East' } } };
  await judge({ profile: profileOf(admin, fixtures('modify', 1), { examples }), only: ['person.update', 'lifecycle'] });
  expect(people).toEqual({ 1: ADA });
});
