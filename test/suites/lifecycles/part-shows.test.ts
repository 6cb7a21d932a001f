/** Settings that an update of an endpoint brings show with its configuration as they were written, once they are seen to show there (contract 4.9). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst, type Setup } from '../against.ts';

type Members = Readonly<Record<string, unknown>>;

/** What becomes of a run in which configurations show `shows` of what they have. */
async function verdictOf(shows: (members: Members) => Members, contract?: Setup['contract']): Promise<string> {
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['endpoint.update.afterwards'],
    only: ['endpoint.update.shows'],
    depth: 'standard',
    ...(contract === undefined ? {} : { contract }),
    rewrite: (passing) => {
      if (passing.method !== 'GET' || passing.status !== 200 || !/\/endpoint\/v1\/\d+\/config$/.test(passing.target))
        return;
      passing.body = JSON.stringify(shows(JSON.parse(passing.body) as Members));
    },
  });
  return result('endpoint.update.shows').verdict;
}

const text =
  (name: string, change: (text: string) => string) =>
  (members: Members): Members => {
    const value = members[name];
    return typeof value === 'string' ? { ...members, [name]: change(value) } : members;
  };

test.each([
  ['keeps settings', text('enrollmentHelp', (help) => help), 'pass'],
  ['cuts off what is longer than the half', text('enrollmentHelp', (help) => help.slice(0, 1024)), 'fail'],
  ['never stores one of several', text('contactPhone', () => '+44 20 7946 0000'), 'fail'],
  [
    'shows settings of its own',
    (members: Members) => Object.fromEntries(Object.keys(members).map((name) => [name, 'Something else'])),
    'pass',
  ],
  [
    'leaves out what stands behind a question mark',
    text('enrollmentLinkAddress', (link) => link.split('?')[0] ?? ''),
    'fail',
  ],
])('a server that %s', async (_what, shows, verdict) => {
  expect(await verdictOf(shows)).toBe(verdict);
});

/** The owner says of no link where it shows. */
function withoutLinks(contract: Contract): Contract {
  return {
    ...contract,
    answer: (silence) => {
      const answer = contract.answer(silence);
      if (silence !== 'update.readback' || answer === undefined) return answer;
      const value = answer.value as Readonly<Record<string, readonly { readonly write: string }[]>>;
      const left = Object.entries(value).map(([update, lines]) => [
        update,
        lines.filter(({ write }) => !write.endsWith('enrollmentLinkAddress')),
      ]);
      return { ...answer, value: Object.fromEntries(left) };
    },
  };
}

test.each([
  ['is lost in part', (link: string) => link.split('?')[0] ?? '', 'fail'],
  ['never shows', () => 'https://www.example.test/', 'pass'],
])('a link of which nobody says where it shows, and that %s', async (_what, change, verdict) => {
  expect(await verdictOf(text('enrollmentLinkAddress', change), withoutLinks)).toBe(verdict);
});

const spelt = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The owner spells the members of configurations otherwise than the query does. */
function speltOtherwise(contract: Contract): Contract {
  return {
    ...contract,
    answer: (silence) => {
      const answer = contract.answer(silence);
      if (silence !== 'update.readback' || answer === undefined) return answer;
      const value = answer.value as Readonly<Record<string, readonly { write: string; read: string }[]>>;
      const lines = (value['endpoint.config.update'] ?? []).map(({ write, read }) => ({
        write: spelt(write),
        read: spelt(read),
      }));
      return { ...answer, value: { ...value, 'endpoint.config.update': lines } };
    },
  };
}

test.each([
  ['whole', (help: string) => help, 'pass'],
  ['by half', (help: string) => help.slice(0, 1024), 'fail'],
])('settings in another spelling that are kept %s', async (_what, change, verdict) => {
  const shows = (members: Members): Members =>
    Object.fromEntries(
      Object.entries(text('enrollmentHelp', change)(members)).map(([name, value]) => [spelt(name), value]),
    );
  expect(await verdictOf(shows, speltOtherwise)).toBe(verdict);
});
