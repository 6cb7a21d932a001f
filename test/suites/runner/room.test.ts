import { expect, it } from 'vitest';
import { workInRoom } from '../../../suites/runner/room.ts';
import { engine, group } from './groups.ts';

it.each([
  ['one after the other where little is lent', true, 6, 1],
  ['side by side where there is enough', false, 6, 3],
  ['at most so many as are wanted', false, 2, 2],
])('works on groups that change the same kind of entity %s', async (_, modest, most, expected) => {
  const running = await engine({ spare: modest ? 1 : 9, modest });
  const changing = { effect: 'modify' } as const;
  const groups = ['one', 'two', 'three'].map((id) => group(id, ['admin.update.success.status'], [], changing));
  const done: string[] = [];
  let atWork = 0;
  let highest = 0;
  await workInRoom(running, groups, most, async ({ id }) => {
    atWork += 1;
    highest = Math.max(highest, atWork);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atWork -= 1;
    done.push(id);
  });
  expect(highest).toBe(expected);
  expect(done.toSorted()).toEqual(['one', 'three', 'two']);
  await running.target.close();
});

it('hands on what the work throws', async () => {
  const running = await engine();
  const one = group('one', ['admin.update.success.status'], []);
  await expect(workInRoom(running, [one], 1, () => Promise.reject(new Error('No space left.')))).rejects.toThrow(
    'No space left.',
  );
  await running.target.close();
});
