/** Throttling is told from refusals, waited for in bounds, and never taken for an answer (contract 7.2). */
import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { Throttle } from '../../../suites/legacy/throttle.ts';
import type { WireRequest } from '../../../target/types.ts';
import { json } from './answers.ts';

const PATIENCE = { firstPause: 1, longestPause: 4, request: 60, all: 600 };

/** A service that is asked for `good` (accepted) or `bad` (refused with -3), and throttles with -18 as told. */
class Service {
  readonly asked: string[] = [];
  readonly #throttles: (count: number) => boolean;

  constructor(throttles: (count: number) => boolean) {
    this.#throttles = throttles;
  }

  readonly send = (request: WireRequest): Promise<Exchange> => {
    this.asked.push(String(request.body));
    const throttled = this.#throttles(this.asked.length);
    const error = (errorCode: number): Exchange => json({ errorCode, errorMessage: 'No.' });
    if (throttled) return Promise.resolve(error(-18));
    return Promise.resolve(request.body === 'good' ? json({ errorCode: 0, errorMessage: '', data: {} }) : error(-3));
  };
}

const request = (body: string): WireRequest => ({ service: 'legacy', method: 'POST', target: '/x', body });
const good = request('good');
const bad = request('bad');

function throttle(standing?: 'claimed' | 'assumed'): Throttle {
  const answer: Contract['answer'] = (id) =>
    id === 'legacy.codes' && standing !== undefined ? { value: { 'rate-limited': -18 }, standing } : undefined;
  const made = new Throttle({ answer }, PATIENCE);
  made.trust(good, 'json');
  return made;
}

describe.each([
  ['declared', 'claimed'],
  ['assumed', 'assumed'],
  ['not named', undefined],
] as const)('the code is %s', (_what, standing) => {
  test('a good request is repeated until it is accepted', async () => {
    const service = new Service((count) => count <= 4);
    const { reading, throttled } = await throttle(standing).send(service.send, good, 'json');
    expect([reading?.outcome, throttled]).toEqual(['success', false]);
  });

  test('a bad request is repeated until it gets its own answer', async () => {
    const service = new Service((count) => count <= 4);
    const { reading, throttled } = await throttle(standing).send(service.send, bad, 'json');
    expect([reading?.code, throttled]).toEqual([-3, false]);
  });

  test('throttled answers are kept as evidence once their code is known', async () => {
    const service = new Service((count) => count <= 4);
    const made = throttle(standing);
    await made.send(service.send, bad, 'json');
    await made.send(new Service((count) => count === 1).send, bad, 'json');
    expect(made.met.length).toBeGreaterThan(0);
  });

  test('a service that never lets anything through again ends the wait', async () => {
    const service = new Service(() => true);
    const made = throttle(standing);
    expect((await made.send(service.send, bad, 'json')).throttled).toBe(true);
    const before = service.asked.length;
    expect(before).toBeLessThan(60);
    expect((await made.send(service.send, bad, 'json')).throttled).toBe(true);
    // After one wait in vain the next request does not wait as long again.
    expect(service.asked.length - before).toBeLessThan(8);
  });

  test('a wrong login is never sent twice', async () => {
    const service = new Service((count) => count === 1);
    await throttle(standing).send(service.send, bad, 'json', true);
    expect(service.asked.filter((body) => body === 'bad')).toEqual(['bad']);
  });
});

test('a refusal is taken as it is, and soon without asking the witness', async () => {
  const service = new Service(() => false);
  const made = throttle();
  for (let i = 0; i < 6; i++) expect((await made.send(service.send, bad, 'json')).reading?.code).toBe(-3);
  expect(service.asked.filter((body) => body === 'good').length).toBe(2);
});

test('a condition that shares its code with throttling is believed in the end', async () => {
  const service = {
    send: (sent: WireRequest) =>
      Promise.resolve(
        json(
          sent.body === 'good' ? { errorCode: 0, errorMessage: '', data: {} } : { errorCode: -18, errorMessage: 'No.' },
        ),
      ),
  };
  const { reading, throttled } = await throttle('claimed').send(service.send, bad, 'json');
  expect([reading?.code, throttled]).toEqual([-18, false]);
});

test('without a witness a refusal is a refusal', async () => {
  const made = new Throttle({ answer: () => undefined }, PATIENCE);
  const { reading, throttled } = await made.send(new Service(() => true).send, bad, 'json');
  expect([reading?.code, throttled]).toEqual([-18, false]);
});
