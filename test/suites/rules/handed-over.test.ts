/** Certificates with a new requester show him where the profile says, and all that they are made of as before (contract 4.2, 4.5). */
import { describe, expect, test } from 'vitest';
import type { Answer, Contract } from '../../../spec/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { judgeHandedOver, showsRequester } from '../../../suites/rules/handed-over.ts';
import type { Requested } from '../../../suites/rules/requesters.ts';

const contract = await loadContract({ validate: false });
const MEMBERS = {
  requester: { pointer: '/by', match: 'exact' },
  serialNumber: { pointer: '/serial', match: 'exact' },
  status: { pointer: '/status', match: 'exact' },
};

/** The contract with a dialect that says where entries show what filters look at. */
function saying(standing: Answer['standing'], value: object = MEMBERS): Contract {
  const answer = (id: string): Answer | undefined =>
    id === 'ssl.list.filter-members' ? { value, standing } : contract.answer(id);
  return Object.create(contract, { answer: { value: answer } }) as Contract;
}

const of = (word: string, ...entries: Record<string, unknown>[]): Requested => ({
  word,
  keys: entries.map(({ id }) => String(id)),
  entries: new Map(entries.map((entry) => [String(entry['id']), entry])),
  last: { exchange: {} as never, status: 200, items: entries, total: undefined },
});
const before = of('ann', { id: 1, by: 'ann', serial: 'a1', status: 'Applied' }, { id: 2, by: 'ann', serial: '' });

describe('certificates that were handed over', () => {
  test.each([
    ['as they should', { by: 'ben', serial: 'a1', status: 'Issued' }, 'pass'],
    ['with the former requester', { by: 'ann', serial: 'a1' }, 'fail'],
    ['with another serial number', { by: 'ben', serial: '00' }, 'fail'],
    ['without their serial number', { by: 'ben' }, 'fail'],
  ])('show %s: %s', (_, shown, verdict) => {
    const now = of('ben', { id: 1, ...shown }, { id: 2, by: 'ben', serial: 'b2' });
    expect(judgeHandedOver(saying('claimed'), before, now).verdict).toBe(verdict);
    expect(judgeHandedOver(saying('assumed'), before, now).verdict).toBe('pass');
    expect(judgeHandedOver(saying('claimed', {}), before, now).verdict).toBe('pass');
  });

  test('are looked at until they show the new requester', () => {
    expect(showsRequester(saying('claimed'), of('ben', { id: 1, by: 'ann' }), ['1'])).toBe(false);
    expect(showsRequester(saying('claimed'), of('ben', { id: 1, by: 'ben' }), ['1'])).toBe(true);
    expect(showsRequester(saying('assumed'), of('ben', { id: 1, by: 'ann' }), ['1'])).toBe(true);
  });
});
