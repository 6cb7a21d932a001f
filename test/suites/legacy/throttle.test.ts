/** Throttling is told from refusals, waited for in bounds, and never taken for an answer (contract 7.2). */
import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { Throttle } from '../../../suites/legacy/throttle.ts';
import type { WireRequest } from '../../../target/types.ts';
import { json } from './answers.ts';

const PATIENCE = { firstPause: 1, longestPause: 4, request: 60, all: 600, looks: [1] };

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

function throttle(standing?: 'claimed' | 'assumed', others: Readonly<Record<string, number>> = {}): Throttle {
  const answer: Contract['answer'] = (id) =>
    id === 'legacy.codes' && standing !== undefined
      ? { value: { 'rate-limited': -18, ...others }, standing }
      : undefined;
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
    await throttle(standing).send(service.send, bad, 'json', { once: true });
    expect(service.asked.filter((body) => body === 'bad')).toEqual(['bad']);
  });
});

test('a declared code that other conditions have as well does not make their refusals throttled ones', async () => {
  const made = throttle('claimed', { 'argument-invalid': -18 });
  const send = (sent: WireRequest): Promise<Exchange> =>
    Promise.resolve(
      json(
        sent.body === 'good' ? { errorCode: 0, errorMessage: '', data: {} } : { errorCode: -18, errorMessage: 'No.' },
      ),
    );
  // So many that the patience would be at its end if each of them were waited for.
  for (let i = 0; i < 200; i++) {
    const { reading, throttled } = await made.send(send, bad, 'json');
    expect([reading?.code, throttled]).toEqual([-18, false]);
  }
});

test('a refusal is taken as it is, and soon without asking the witness', async () => {
  const service = new Service(() => false);
  const made = throttle();
  for (let i = 0; i < 6; i++) expect((await made.send(service.send, bad, 'json')).reading?.code).toBe(-3);
  expect(service.asked.filter((body) => body === 'good').length).toBe(3);
});

test('a witness that gets the only free request at the edge of a window proves nothing', async () => {
  const service = new Service((count) => count % 2 === 1 && count <= 4);
  const { reading, throttled } = await throttle().send(service.send, bad, 'json');
  expect([reading?.code, throttled]).toEqual([-3, false]);
});

describe('a call that was accepted before', () => {
  test('is throttled whatever it is refused with, although the witness passes', async () => {
    const made = throttle();
    const other = request('good ');
    made.trust(other, 'json');
    const service = {
      send: (sent: WireRequest) =>
        Promise.resolve(
          json(
            sent.body === 'good'
              ? { errorCode: 0, errorMessage: '', data: {} }
              : { errorCode: -18, errorMessage: 'No.' },
          ),
        ),
    };
    expect((await made.send(service.send, other, 'json')).throttled).toBe(true);
    expect(made.met).not.toEqual([]);
  });

  test('is another call under another media type', async () => {
    const service = {
      send: (sent: WireRequest) =>
        new Service(() => false).send({ ...sent, body: sent.headers === undefined ? 'good' : 'bad' }),
    };
    const { reading, throttled } = await throttle().send(
      service.send,
      { ...good, headers: [['Content-Type', 'text/plain']] },
      'json',
    );
    expect([reading?.code, throttled]).toEqual([-3, false]);
  });

  test('is throttled by a code that other refusals have, too', async () => {
    const made = throttle();
    await made.send(new Service(() => false).send, bad, 'json');
    const send = (): Promise<Exchange> => Promise.resolve(json({ errorCode: -3, errorMessage: 'No.' }));
    expect((await made.send(send, good, 'json')).throttled).toBe(true);
  });
});

test('a valid call is doubted although its code is known from other refusals, and believed in the end', async () => {
  const made = throttle();
  await made.send(new Service(() => false).send, bad, 'json');
  const service = new Service(() => false);
  const { reading, throttled } = await made.send(service.send, request('another'), 'json', { valid: true });
  expect([reading?.code, throttled]).toEqual([-3, false]);
  expect(service.asked.filter((body) => body === 'another').length).toBe(3);
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
