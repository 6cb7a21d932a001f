import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import {
  earlierStep,
  judgeAbsent,
  judgeAfterRefusal,
  judgeAlike,
  judgeNeighbour,
  judgeRacingRead,
  judgeSecondDelete,
  judgeUpdateAfterDelete,
} from '../../../suites/lifecycles/lifecycle-judges.ts';
import { answered, unanswered } from '../judges/support.ts';

const DEAD = unanswered('refused');

const contract = await loadContract();

describe('one DELETE among others of its kind', () => {
  it.each([
    [200, [200, 200], 'pass'],
    [204, [200, 204], 'fail'],
    [200, [200, 204], 'pass'],
    [204, [204, 204], 'pass'],
  ])('status %d among %j: %s', (status, all, verdict) => {
    expect(
      judgeAlike(
        answered(status),
        all.map((one) => answered(one)),
        contract.operation('organization.delete'),
      ).verdict,
    ).toBe(verdict);
  });

  it('is a failure where the server breaks', () => {
    expect(earlierStep(answered(500)).verdict).toBe('fail');
    expect(earlierStep(answered(409)).verdict).toBe('inconclusive');
  });
});

describe('what is left of a deleted entity', () => {
  it.each([
    [404, 'pass'],
    [200, 'fail'],
    [410, 'fail'],
    [500, 'fail'],
    [429, 'inconclusive'],
  ])('its GET answers %i', (status, expected) => {
    expect(judgeAbsent(answered(status)).verdict).toBe(expected);
  });

  it.each([
    [404, false, 'pass'],
    [204, false, 'fail'],
    [400, false, 'fail'],
    [404, true, 'observed'],
    [200, true, 'observed'],
    [500, true, 'fail'],
  ])('a second DELETE answers %i (not documented: %s)', (status, silent, expected) => {
    expect(judgeSecondDelete(answered(status), silent).verdict).toBe(expected);
  });

  it.each([
    [404, true, false, 'pass'],
    [404, false, false, 'pass'],
    [400, true, false, 'fail'],
    [400, false, false, 'inconclusive'],
    [200, false, false, 'fail'],
    [500, true, false, 'fail'],
    [400, true, true, 'pass'],
    [400, false, true, 'inconclusive'],
    [200, true, true, 'fail'],
  ])('an update answers %i (accepted before: %s, not documented: %s)', (status, control, silent, expected) => {
    expect(judgeUpdateAfterDelete(answered(status), control, silent).verdict).toBe(expected);
  });

  it('reads that race the DELETE may see either, but break nothing', () => {
    expect(judgeRacingRead(answered(200)).verdict).toBe('pass');
    expect(judgeRacingRead(answered(404)).verdict).toBe('pass');
    expect(judgeRacingRead(answered(500)).verdict).toBe('fail');
  });

  it('a deletion that was refused for want of a credential has deleted nothing', () => {
    expect(judgeAfterRefusal(answered(401), answered(200)).verdict).toBe('pass');
    expect(judgeAfterRefusal(answered(403), answered(404)).verdict).toBe('fail');
    // Where nothing can be read it is the first good deletion that tells.
    expect(judgeAfterRefusal(answered(401), answered(204)).verdict).toBe('pass');
    // That it was not refused at all is told elsewhere; a dead target shows nothing.
    expect(judgeAfterRefusal(answered(204), answered(404)).verdict).toBe('inconclusive');
    expect(judgeAfterRefusal(answered(429), answered(404)).verdict).toBe('inconclusive');
  });

  it('its neighbours stand', () => {
    expect(judgeNeighbour('person 2', answered(200)).verdict).toBe('pass');
    expect(judgeNeighbour('person 2', answered(404)).verdict).toBe('fail');
  });

  it('a dead target shows nothing', () => {
    for (const judge of [judgeAbsent, judgeRacingRead, earlierStep]) expect(judge(DEAD).verdict).toBe('broken');
  });
});
