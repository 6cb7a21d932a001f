/** When the delegations of an endpoint show what was put (contract 4.9). */
import { expect, test } from 'vitest';
import { Tracks } from '../../../suites/machines/delegations/tracks.ts';

const showing = (...delegations: number[]) => ({ name: 'Desk', delegations });

/** Tracks of an endpoint to which organization 1 was delegated first. */
function afterFirst(adds = false): Tracks {
  const tracks = new Tracks(adds);
  tracks.learn([1], showing(), showing(1));
  tracks.step({ to: 'custom', label: 'put', organizations: [1] }, showing(1), true, 'global');
  return tracks;
}

test('an organization that was never put before shows as soon as it is there', () => {
  expect(afterFirst().isShown([2], showing(2))).toBe(true);
  expect(afterFirst().isShown([2], showing(1, 2))).toBe(true);
  expect(afterFirst(true).isShown([2], showing(1, 2))).toBe(true);
});

test('an organization that is not there yet is waited for, and so is the end of what was there before', () => {
  expect(afterFirst().isShown([2], showing(1))).toBe(false);
  expect(afterFirst().isShown([1, 2], showing(1))).toBe(false);
  const tracks = afterFirst();
  tracks.learn([2], showing(1), showing(1, 2));
  tracks.step({ to: 'custom', label: 'put', organizations: [2] }, showing(1, 2), true, 'custom');
  expect(tracks.isShown([1], showing(1, 2))).toBe(false);
  expect(tracks.isShown([1], showing(1))).toBe(true);
});

test('what was put before is waited for where a PUT adds', () => {
  expect(afterFirst(true).isShown([2], showing(2))).toBe(false);
  expect(afterFirst(false).isShown([2], showing(2))).toBe(true);
});

test('nothing is waited for while nobody knows where delegations show', () => {
  expect(new Tracks(false).isShown([1], showing())).toBe(true);
});

test('what puts nothing that was not there is told from what does', () => {
  const idle = (organizations: number[], from = 'custom') =>
    afterFirst().step({ to: 'custom', label: 'put', organizations }, showing(1), false, from).idle;
  expect([idle([1]), idle([2]), idle([1, 2]), idle([1], 'global')]).toEqual([true, false, false, false]);
});

test('a count that is by chance the number of an organization is no place of delegations', () => {
  const tracks = new Tracks(false);
  tracks.learn([1], { ...showing(1), revision: 0 }, { ...showing(1), revision: 1 });
  expect(tracks.known).toBe(false);
  tracks.learn([2], { ...showing(1), revision: 1 }, { ...showing(1, 2), revision: 2 });
  expect(tracks.listed({ delegations: [], revision: 2 })).toEqual([]);
  expect(tracks.listed({ delegations: [2], revision: 3 })).toEqual([2]);
});
