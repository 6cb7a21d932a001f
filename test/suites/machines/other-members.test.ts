/** What a change of type may not touch: texts, booleans, and lists that it would empty (contract 4.5). */
import { describe, expect, test } from 'vitest';
import type { Answer, Contract } from '../../../spec/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { judgeWith, type MemberStep, OtherMembers } from '../../../suites/machines/member/others.ts';

const contract = await loadContract({ validate: false });
const NAMES = ['type', 'title', 'active', 'roles'];
const lines = NAMES.map((name) => ({ write: `/${name}`, read: `/${name}` }));
const answer = (id: string): Answer | undefined =>
  id === 'update.readback' ? { value: { 'admin.update': lines }, standing: 'claimed' } : contract.answer(id);
const told = Object.create(contract, { answer: { value: answer } }) as Contract;
const WHOLE = { type: 'SAS', title: 'Officer', active: true, roles: ['MRAO', 'RAO'] };

/** Knows of one that has all members, and of one of the other type. */
function knowing(usual: object): OtherMembers {
  const others = new OtherMembers(told, contract.operation('admin.update'), new Set(['/type']));
  others.note('STANDARD', usual);
  return others;
}

describe('other members', () => {
  test.each([
    [{}, []],
    [{ active: false }, ['/active']],
    [{ roles: [] }, ['/roles']],
    [{ roles: undefined }, ['/roles']],
    [{ roles: ['RAO'] }, []],
    [{ title: '' }, ['/title']],
    [{ type: 'STANDARD' }, []],
  ])('that show %j have lost %j', (change, lost) => {
    expect(knowing(WHOLE).lost('STANDARD', WHOLE, { ...WHOLE, ...change })).toEqual(lost);
  });

  test('are lost only where those of the new type have such', () => {
    const others = knowing({ title: 'Clerk' });
    expect(others.lost('STANDARD', WHOLE, { title: '', roles: [] })).toEqual(['/title']);
    expect(others.lost('API', WHOLE, { title: '', roles: [] })).toBeUndefined();
  });

  test('are lost by nobody where they change by themselves', () => {
    const change = { ...WHOLE, title: 'somebody else', active: false };
    expect(knowing(WHOLE).lost('STANDARD', WHOLE, change, (place) => place === '/title')).toEqual(['/active']);
  });

  test('are touched: texts changed, booleans turned round', () => {
    const touched = knowing(WHOLE).touched(WHOLE);
    expect(touched?.body).toMatchObject({ active: false });
    expect(touched?.body).not.toHaveProperty('type');
    expect(touched?.written.map(({ write }) => write)).toEqual(expect.arrayContaining(['/title', '/active']));
  });

  test.each([
    ['a number of a phone without its spaces', '+44 1', 'q+44 1', 'q+441', 'warn'],
    ['words in other letters', 'Officer', 'qOfficer', 'qofficer', 'fail'],
    ['the former value', '+44 1', 'q+44 1', '+44 1', 'fail'],
  ])('that come with a step and show as %s', (_what, before, value, shown, verdict) => {
    const one = { write: '/title', read: '/title', before, value, shown };
    const step = { from: 'API', ask: { to: 'STANDARD', label: '→ STANDARD' }, told: { written: [one] }, exchange: {} };
    expect(judgeWith(step as unknown as MemberStep, true)?.verdict).toBe(verdict);
  });
});
