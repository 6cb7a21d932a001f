import { expect, test } from 'vitest';
import { retryAfter } from '../../target/client/gate.ts';
import { serve, serveBytes } from './support/servers.ts';
import { get, targetOf } from './support/targets.ts';

const put = { service: 'admin', method: 'PUT', target: '/x', body: '{}' } as const;

/** Answers with the given status and header until `good` of the requests were turned away, then with 200. */
async function turnsAway(status: number, times: number, retry?: string): Promise<{ url: string; arrived: number[] }> {
  const arrived: number[] = [];
  const url = await serve((request, response) => {
    request.resume();
    arrived.push(performance.now());
    if (arrived.length > times) return response.end('{}');
    if (retry !== undefined) response.setHeader('Retry-After', retry);
    return response.writeHead(status).end();
  });
  return { url, arrived };
}

test.each([
  ['429 with Retry-After', 429, '0'],
  ['429 without', 429, undefined],
  ['503 with Retry-After', 503, '0'],
] as const)('waits and repeats on %s, whatever the method', async (_, status, retry) => {
  const { url, arrived } = await turnsAway(status, 2, retry);
  const { response } = await (await targetOf(url)).send(put);
  expect(response?.status).toBe(200);
  expect(arrived).toHaveLength(3);
});

test('a 503 without Retry-After is an answer', async () => {
  const { url, arrived } = await turnsAway(503, 5);
  expect((await (await targetOf(url)).send(put)).response?.status).toBe(503);
  expect(arrived).toHaveLength(1);
});

test('waits as long as it is told, for all requests', async () => {
  const { url, arrived } = await turnsAway(429, 1, '1');
  const target = await targetOf(url);
  const first = target.send(put);
  await expect.poll(() => arrived.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const answers = await Promise.all([first, target.send(put), target.send(put)]);
  expect(answers.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
  const [turnedAway = 0, ...later] = arrived;
  expect(Math.min(...later) - turnedAway).toBeGreaterThanOrEqual(990);
});

test('a wait beyond the bound is not begun: the refusal is handed out', async () => {
  const { url, arrived } = await turnsAway(429, 99, '3600');
  const target = await targetOf(url);
  expect((await target.send(put)).response?.status).toBe(429);
  expect(arrived).toHaveLength(1);
});

test('a storm of refusals ends: after a few requests in vain nobody waits any more', async () => {
  const { url, arrived } = await turnsAway(429, Number.POSITIVE_INFINITY);
  const target = await targetOf(url, { limits: { throttleWait: '300ms' } });
  const answers = await Promise.all(Array.from({ length: 200 }, () => target.send(put)));
  expect(answers.every(({ response }) => response?.status === 429)).toBe(true);
  expect(arrived.length).toBeLessThan(230);
});

test('a caller may ask not to wait', async () => {
  const { url, arrived } = await turnsAway(429, 1, '0');
  const target = await targetOf(url);
  expect((await target.send(put, { repeat: false })).response?.status).toBe(429);
  expect(arrived).toHaveLength(1);
});

test('throttling that only the body tells is recognised by whoever knows the dialect', async () => {
  let arrived = 0;
  const url = await serve((request, response) => {
    request.resume();
    arrived += 1;
    response.end(arrived < 3 ? 'errorCode=-99' : 'errorCode=0');
  });
  const throttled = (exchange: { response?: { body: string } }) =>
    exchange.response?.body === 'errorCode=-99' ? 20 : undefined;
  const target = await targetOf(url, {}, { throttled });
  expect((await target.send(put)).response?.body).toBe('errorCode=0');
});

test.each([
  ['seconds', '7', 7000],
  ['a date', new Date(1_800_000_010_000).toUTCString(), 10_000],
  ['a date gone by', new Date(0).toUTCString(), 0],
  ['nonsense', 'soon', undefined],
  ['nothing', undefined, undefined],
])('reads Retry-After: %s', (_, value, wait) => {
  expect(retryAfter(value, 1_800_000_000_000)).toBe(wait);
});

test('keeps to the rate in any span of its length', async () => {
  const arrived: number[] = [];
  const url = await serve((_, response) => {
    arrived.push(performance.now());
    response.end();
  });
  const target = await targetOf(url, { limits: { rate: '10/s', concurrency: 16 } });
  await Promise.all(Array.from({ length: 25 }, () => target.send(get('/'))));
  expect(arrived).toHaveLength(25);
  // The tenth request after any one comes no sooner than the span, less what the way to the server varies.
  for (let i = 10; i < arrived.length; i++) expect((arrived[i] ?? 0) - (arrived[i - 10] ?? 0)).toBeGreaterThan(850);
});

test.each([
  ['alone', undefined, 3],
  ['as one of several workers, which share', 3, 1],
])('never has more requests in flight than the profile allows: %s', async (_, workers, limit) => {
  let inFlight = 0;
  let most = 0;
  const url = await serve((_, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      response.end();
    }, 10);
  });
  const target = await targetOf(url, { limits: { concurrency: 3 } }, workers === undefined ? {} : { workers });
  await Promise.all(Array.from({ length: 30 }, () => target.send(get('/'))));
  expect(most).toBe(limit);
});

test('a GET whose connection breaks is tried again, another method is not', async () => {
  let arrived = 0;
  const url = await serveBytes((socket) => {
    arrived += 1;
    if (arrived % 2 === 1) socket.resetAndDestroy();
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const target = await targetOf(url);
  expect((await target.send(get('/'))).response?.status).toBe(200);
  expect(arrived).toBe(2);
  expect((await target.send(put)).error?.kind).toBe('reset');
  expect(arrived).toBe(3);
  arrived = 0;
  expect((await target.send(get('/'), { repeat: false })).error?.kind).toBe('reset');
});
