/** How requests end that nobody waits for any more: cancelled, with the client closed, the run stopped, or the target dead. */
import { expect, test } from 'vitest';
import { serve, serveBytes } from './support/servers.ts';
import { get, targetOf } from './support/targets.ts';

test('a caller can cancel', async () => {
  const url = await serveBytes(() => undefined);
  const target = await targetOf(url);
  const controller = new AbortController();
  const sent = target.send(get('/'), { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  expect((await sent).error?.kind).toBe('cancelled');
  expect((await target.send(get('/'), { signal: controller.signal })).error?.kind).toBe('cancelled');
});

test('closing ends what is under way and what waits, and nothing is sent afterwards', async () => {
  let arrived = 0;
  const url = await serveBytes(() => {
    arrived += 1;
  });
  const target = await targetOf(url, { limits: { concurrency: 1 } });
  const sent = [target.send(get('/')), target.send(get('/'))];
  await expect.poll(() => arrived).toBe(1);
  await target.close();
  const kinds = (await Promise.all([...sent, target.send(get('/'))])).map(({ error }) => error?.kind);
  expect(kinds).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(arrived).toBe(1);
});

test('a stopped run sends nothing any more but what puts things back', async () => {
  const arrived: string[] = [];
  let answer = (): void => undefined;
  const url = await serve((request, response) => {
    request.resume();
    arrived.push(`${request.method} ${request.url}`);
    if (request.url === '/slow') answer = () => response.end('done');
    else if (request.url !== '/hangs') response.end('ok');
  });
  const stop = new AbortController();
  const target = await targetOf(url, { limits: { concurrency: 2 } }, { stop: stop.signal });
  const change = target.send({ service: 'admin', method: 'PUT', target: '/slow', body: '{}' });
  const read = target.send(get('/hangs'));
  const queued = target.send(get('/queued'));
  await expect.poll(() => arrived.length).toBe(2);
  stop.abort();
  expect((await read).error?.kind).toBe('cancelled');
  expect((await queued).error?.kind).toBe('cancelled');
  expect((await target.send({ service: 'admin', method: 'PUT', target: '/late' })).error?.kind).toBe('cancelled');
  answer();
  expect((await change).response?.body).toBe('done');
  expect((await target.send(get('/back'), { restoring: true })).response?.body).toBe('ok');
  expect(arrived.sort()).toEqual(['GET /back', 'GET /hangs', 'PUT /slow']);
});

test('a target that never answers does not hold up every request: only probes are sent, until it is back', async () => {
  let alive = false;
  let arrived = 0;
  const url = await serveBytes((socket) => {
    arrived += 1;
    if (alive) socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
  });
  const target = await targetOf(url, { limits: { concurrency: 4, timeout: { headers: '100ms', total: '150ms' } } });
  const request = { service: 'admin', method: 'PUT', target: '/' } as const;
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => target.send(request)));
  expect(outcomes.every((exchange) => exchange.error?.kind === 'timeout')).toBe(true);
  expect(arrived).toBeLessThan(25);
  expect(outcomes.at(-1)?.error?.message).toMatch(/^Not sent: the last \d+ requests got no answer/);
  alive = true;
  await expect.poll(async () => (await target.send(request)).response?.status).toBe(200);
  const after = await Promise.all(Array.from({ length: 8 }, () => target.send(request)));
  expect(after.every((exchange) => exchange.response?.status === 200)).toBe(true);
});
