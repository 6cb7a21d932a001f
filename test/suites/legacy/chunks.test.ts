/** A form in chunks that one action alone does not read is no matter of how the server reads forms (contract 4.12, 4.13; RFC 9112, section 7.1). */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import { contractFor } from '../../../suites/runner/sources.ts';
import { createTarget, profileFrom } from '../../../target/index.ts';

const LOGIN = { loginName: 'shop', loginPassword: 'Secret Word 1' };

/** A server of both actions that knows one order, and finds nothing in a form in chunks at the paths that fit `unread`. */
async function serve(unread: RegExp): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url = '' } = request;
    const isUnread = request.headers['transfer-encoding'] !== undefined && unread.test(url);
    const form = new URLSearchParams(isUnread ? '' : Buffer.concat(chunks).toString('utf8'));
    const [code, said] = !(form.has('loginName') && form.has('orderNumber'))
      ? [-3, 'Missing']
      : form.get('loginName') !== LOGIN.loginName || form.get('loginPassword') !== LOGIN.loginPassword
        ? [-16, 'Not logged in']
        : form.get('orderNumber') === '1'
          ? [0, '']
          : [-20, 'No such order'];
    if (url.endsWith('DCV')) {
      response.writeHead(200, { 'Content-Type': 'application/x-www-form-urlencoded' });
      response.end(`errorCode=${code}&errorMessage=${encodeURIComponent(said)}`);
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const data = code === 0 ? { orderNumber: '1', orderStatus: 0 } : {};
      response.end(JSON.stringify({ errorCode: code, errorMessage: said, data }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const ID = 'legacy.order-status.encoding.content-type';

async function verdictOf(unread: RegExp): Promise<string | undefined> {
  const server = await serve(unread);
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-chunks-'));
  try {
    const order = { ids: { orderNumber: '1' }, traits: { order: 'single', state: 'pending' }, allow: 'modify' };
    const legacy = { url: server.url, ...LOGIN };
    const data = {
      name: 'two actions',
      legacy,
      dialect: { base: 'default', claimed: true },
      effects: 'modify',
      fixtures: { order: [order] },
    };
    const profile = profileFrom(data, { set: [] });
    const target = await createTarget(profile, { runDirectory, seed: 1, workers: 1 });
    const contract = await contractFor(profile, false);
    const results: Result[] = [];
    const only = (requirement: string): boolean => requirement === ID;
    const engine = { contract, target, seed: 1, depth: 'standard' as const, only, replay: (check: string) => check };
    await runGroups(engine, legacyGroups(contract), (result) => results.push(result));
    await target.close();
    return results.find(({ requirement }) => requirement === ID)?.verdict;
  } finally {
    server.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

test.each([
  ['nowhere', /^$/, 'pass'],
  ['at both actions', /./, 'warn'],
  ['at the status action alone', /Status$/, 'fail'],
])('a server that does not read forms in chunks %s', { timeout: 120_000 }, async (_, unread, verdict) => {
  expect(await verdictOf(unread)).toBe(verdict);
});
