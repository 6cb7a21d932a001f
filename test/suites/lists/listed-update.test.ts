/** An accepted SSL update changes what the list shows of this certificate alone, and nothing of it that it does not name (contract 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
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
