/** Exchanges as an HTTP Archive (HAR 1.2), which the network panels of browsers and most HTTP tools open. */

import { formDecoded } from '../spec/percent.ts';
import { type Exchange, type HeaderList, header } from '../spec/vocabulary.ts';
import { STATUS_CODES } from './status-codes.ts';

/** An exchange and in whose name it was sent. */
export interface Named {
  readonly check: string;
  readonly exchange: Exchange;
}

/** The archive as JSON data. Sizes that nobody measured are -1, as the format wants it. */
export function harOf(all: readonly Named[], creator: { readonly name: string; readonly version: string }): object {
  return { log: { version: '1.2', creator, entries: all.map(entry) } };
}

function entry({ check, exchange }: Named): object {
  const { request, response, error, startedAt, durationMs } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: header(request.headers, 'content-type') ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : -1,
    },
    response: {
      status: response?.status ?? 0,
      statusText: STATUS_CODES[response?.status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response?.headers ?? []),
      content: {
        size: response?.bytes ?? 0,
        mimeType: header(response?.headers ?? [], 'content-type') ?? 'x-unknown',
        text: response?.body ?? '',
        ...(response?.encoding === 'base64' ? { encoding: 'base64' } : {}),
      },
      redirectURL: header(response?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: response?.bytes ?? -1,
      ...(error === undefined ? {} : { _error: error.message }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: check,
  };
}

function pairs(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

/** The query as it was sent: what cannot be decoded is shown as it is. */
function queryOf(url: string): { name: string; value: string }[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return { name: formDecoded(name), value: formDecoded(value) };
    });
}
