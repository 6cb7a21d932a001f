/** What an HTTP Archive says of exchanges that did not go as most do. */
import { expect, test } from 'vitest';
import { harOf } from '../../reports/har.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { EXCHANGE } from './made-up.ts';

interface Entry {
  readonly startedDateTime: string;
  readonly request: { readonly queryString: unknown; readonly postData?: unknown; readonly bodySize: number };
  readonly response: { readonly status: number; readonly content: object; readonly _error?: string };
  readonly comment: string;
}

function entryOf(exchange: Exchange): Entry {
  const { log } = harOf([{ check: 'person.read', exchange }], { name: 'certconform', version: '1' }) as {
    log: { readonly entries: readonly [Entry] };
  };
  return log.entries[0];
}

test('what was not answered has status 0 and says why', () => {
  const { response: _, ...unanswered } = EXCHANGE;
  const error = { kind: 'timeout', message: 'No answer in time.' } as const;
  const { response, comment } = entryOf({ ...unanswered, error });
  expect(response).toMatchObject({ status: 0, _error: 'No answer in time.', content: { size: 0, text: '' } });
  expect(comment).toBe('person.read');
});

test('what was too long is shown as far as it was read, with the reason', () => {
  const { response } = entryOf({
    ...EXCHANGE,
    response: { status: 200, headers: [], body: 'xx', encoding: 'utf8', bytes: 9999, truncated: true },
    error: { kind: 'too-large', message: 'Too long.' },
  });
  expect(response).toMatchObject({ status: 200, _error: 'Too long.', content: { size: 9999, text: 'xx' } });
});

test('bytes are in base64, and a query is taken apart as far as it can be read', () => {
  const entry = entryOf({
    ...EXCHANGE,
    startedAt: Date.UTC(2026, 10, 22, 1, 2, 3, 4),
    request: {
      method: 'PUT',
      url: 'http://h/p?a=%20b+c&c&d=%zz',
      headers: [['Content-Type', 'text/plain']],
      body: 'x',
    },
    response: { status: 200, headers: [['Content-Type', 'image/png']], body: '/w==', encoding: 'base64', bytes: 1 },
  });
  expect(entry.startedDateTime).toBe('2026-11-22T01:02:03.004Z');
  expect(entry.request).toMatchObject({
    queryString: [
      { name: 'a', value: ' b c' },
      { name: 'c', value: '' },
      { name: 'd', value: '%zz' },
    ],
    postData: { mimeType: 'text/plain', text: 'x' },
    bodySize: -1,
  });
  expect(entry.response.content).toEqual({ size: 1, mimeType: 'image/png', text: '/w==', encoding: 'base64' });
});
