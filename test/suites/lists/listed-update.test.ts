/** An accepted SSL update changes what the list shows of this certificate alone, and nothing of it that it does not name (contract 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import { LIST } from './rewrites.ts';

type Entry = Record<string, unknown>;

/** What the list shows in place of an entry, after an update of a certificate. */
type Change = (entry: Entry, updated: { readonly sslId: number; readonly sent: Entry }) => Entry;

test.each<[string, string, Change]>([
  ['shows what was sent', 'pass', (entry) => entry],
  [
    'shows it of another certificate, too',
    'fail',
    (entry, { sslId, sent }) =>
      entry['sslId'] === sslId ? entry : { ...entry, externalRequester: sent['externalRequester'] },
  ],
  [
    'shows another serial number',
    'warn',
    (entry, { sslId }) => (entry['sslId'] === sslId ? { ...entry, serialNumber: `${entry['serialNumber']}0` } : entry),
  ],
])('the list %s: %s', async (_, verdict, change) => {
  let updated: { sslId: number; sent: Entry } | undefined;
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.kept-update'],
    depth: 'standard',
    told: { base: 'default', claimed: true },
    rewrite: (passing) => {
      if (!LIST.test(passing.target) || passing.status !== 200) return;
      if (passing.method === 'PUT') {
        const sent = JSON.parse(passing.sent) as Entry;
        if (passing.sent.includes(`k${sent['sslId']}`) && 'externalRequester' in sent)
          updated = { sslId: Number(sent['sslId']), sent };
      }
      const now = updated;
      if (passing.method !== 'GET' || now === undefined) return;
      const list = JSON.parse(passing.body) as Entry[];
      passing.body = JSON.stringify(list.map((entry) => change(entry, now)));
    },
  });
  expect(result('ssl.list.kept-update').verdict).toBe(verdict);
});

/** Where nothing but a filter shows what was written. */
const HIDDEN = ['externalRequester', 'comments'];

test.each<[string, string, (keys: readonly number[], updated: readonly number[]) => readonly number[]]>([
  ['this certificate alone', 'pass', (keys) => keys],
  ['another one, too', 'fail', (keys) => keys.flatMap((sslId) => [sslId, sslId === 1001 ? 1002 : 1001])],
  ['nothing', 'pass', () => []],
  [
    'another one for others than the first',
    'fail',
    (keys, [first]) => keys.flatMap((key) => (key === first ? [key] : [key, 1])),
  ],
  ['none but the first that was written to', 'fail', (keys, [first]) => keys.filter((key) => key === first)],
])('what was written finds %s: %s', { timeout: 60_000 }, async (_, verdict, finds) => {
  const updated: number[] = [];
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.kept-update'],
    depth: 'standard',
    told: { base: 'default', claimed: true },
    rewrite: (passing) => {
      if (!LIST.test(passing.target) || passing.status !== 200) return;
      if (passing.method === 'PUT') updated.push(Number((JSON.parse(passing.sent) as Entry)['sslId']));
      if (passing.method !== 'GET') return;
      const list = JSON.parse(passing.body) as Entry[];
      const marked = /[?&]externalRequester=[ks]\d/.test(passing.target);
      const keys = list.map((entry) => Number(entry['sslId']));
      const found = marked ? finds(keys, updated).map((sslId) => ({ ...list[0], sslId })) : list;
      passing.body = JSON.stringify(
        found.map((entry) => ({ ...entry, ...Object.fromEntries(HIDDEN.map((name) => [name, undefined])) })),
      );
      if (marked) passing.headers['x-total-count'] = String(found.length);
    },
  });
  expect(result('ssl.list.kept-update').verdict).toBe(verdict);
});

test.each<[string, string, (text: string) => number]>([
  ['is not found beyond 64 characters', 'fail', (text) => (text.length > 64 ? 0 : 200)],
  ['is not found with letters beyond the BMP', 'fail', (text) => (/[\u{10000}-\u{10ffff}]/u.test(text) ? 0 : 200)],
  ['is not found with letters beyond ASCII', 'fail', (text) => (/[^\x20-\x7e]/.test(text) ? 0 : 200)],
  // A filter may have rules of its own.
  ['is not looked for beyond 64 characters', 'pass', (text) => (text.length > 64 ? 400 : 200)],
  ['is looked for by ASCII alone', 'pass', (text) => (/[^\x20-\x7e]/.test(text) ? 400 : 200)],
])('what was written %s: %s', { timeout: 60_000 }, async (_, verdict, statusOf) => {
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.kept-update'],
    depth: 'standard',
    told: { base: 'default', claimed: true },
    rewrite: (passing) => {
      if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
      const asked = new URL(passing.target, 'http://localhost').searchParams.get('externalRequester') ?? '';
      const status = statusOf(asked);
      if (status === 200) return;
      passing.status = status || 200;
      passing.body = status === 0 ? '[]' : '{}';
      passing.headers['x-total-count'] = '0';
    },
  });
  expect(result('ssl.list.kept-update').verdict).toBe(verdict);
});

test.each<[string, string, (times: { readonly ofCertificate: number; readonly ofBody: number }) => boolean]>([
  ['the second update of each certificate', 'fail', ({ ofCertificate }) => ofCertificate === 2],
  // As whoever takes longer than is waited for.
  ['whatever was not sent twice', 'pass', ({ ofBody }) => ofBody === 1],
])('a server that loses %s: %s', { timeout: 60_000 }, async (_, verdict, isLost) => {
  const times = new Map<unknown, number>();
  const count = (of: unknown): number => {
    times.set(of, (times.get(of) ?? 0) + 1);
    return times.get(of) ?? 0;
  };
  const nowhere = '/api/nowhere';
  let wasLost = false;
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.kept-update'],
    depth: 'standard',
    told: { base: 'default', claimed: true },
    aim: ({ method, target, sent }) => {
      if (method !== 'PUT' || !LIST.test(target)) return target;
      const { sslId } = JSON.parse(sent) as Entry;
      wasLost = isLost({ ofCertificate: count(sslId), ofBody: count(sent) });
      return wasLost ? nowhere : target;
    },
    rewrite: (passing) => {
      if (passing.method === 'PUT' && wasLost) Object.assign(passing, { status: 200, body: '{}' });
    },
  });
  expect(result('ssl.list.kept-update').verdict).toBe(verdict);
});

/** A certificate has a renewal, or none. */
const RENEWAL = {
  anyOf: [{ type: 'object', required: ['enabled'], properties: { enabled: { type: 'boolean' } } }, { type: 'null' }],
};

const overlay = overlayFile('a renewal', [
  { target: '$.components.schemas.SslInfo.properties', update: { renewal: RENEWAL } },
]);

test('what is refused stands there already, beside a member without a value: it was not written', async () => {
  const shown = new Map<unknown, object>();
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.kept-update'],
    depth: 'standard',
    told: { base: 'default', claimed: true, overlay },
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || !LIST.test(passing.target) || passing.status !== 200) return;
      const { sslId, renewal } = JSON.parse(passing.sent) as Entry;
      if (typeof renewal === 'object' && renewal !== null && 'enabled' in renewal)
        shown.set(sslId, { ...renewal, at: null });
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as Entry), renewal: shown.get(sslId) ?? null });
    },
  });
  expect(shown.size).toBeGreaterThan(0);
  expect(result('ssl.list.kept-update').verdict, result('ssl.list.kept-update').reason).toBe('pass');
});
