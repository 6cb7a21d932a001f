/** An exchange in the forms that the Allure report shows: its own exchange viewer, and text. */

import type { HttpExchange, HttpExchangeBody } from 'allure-js-commons/http';
import { ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION } from 'allure-js-commons/http';
import type { Exchange, HeaderList } from '../../spec/vocabulary.ts';
import { header } from '../../spec/vocabulary.ts';
import { STATUS_CODES } from '../status-codes.ts';

/** Characters of a body that an attachment shows; the results file keeps more. */
const BODY_LIMIT = 16_384;

/** The exchange as Allure's viewer reads it. */
export function toHttpExchange(exchange: Exchange): HttpExchange {
  const { request, response, error } = exchange;
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method: request.method,
      url: request.url,
      headers: pairs(request.headers),
      ...(request.body === undefined ? {} : { body: body(request.body, request.encoding, request.headers) }),
    },
    ...(response
      ? {
          response: {
            status: response.status,
            statusText: STATUS_CODES[response.status] ?? '',
            headers: pairs(response.headers),
            ...(response.body === ''
              ? {}
              : { body: { ...body(response.body, response.encoding, response.headers), size: response.bytes } }),
          },
        }
      : {}),
    ...(error ? { error: { name: error.kind, message: error.message } } : {}),
    // The viewer shows the difference as it is, with all the digits that it has.
    start: Math.round(exchange.startedAt),
    stop: Math.round(exchange.startedAt) + Math.round(exchange.durationMs),
  };
}

/** `GET /api/ssl/v2?size=201 → 400`: names an exchange in a list. */
export function exchangeName(exchange: Exchange): string {
  const target = exchange.request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const shown = target.length > 80 ? `${target.slice(0, 80)}…` : target;
  return `${exchange.request.method} ${shown} → ${exchange.response?.status ?? exchange.error?.kind ?? 'nothing'}`;
}

function body(text: string, encoding: 'utf8' | 'base64' | undefined, headers: HeaderList): HttpExchangeBody {
  const type = header(headers, 'content-type');
  const limit = encoding === 'base64' ? BODY_LIMIT - (BODY_LIMIT % 4) : BODY_LIMIT;
  return {
    ...(type === undefined ? {} : { contentType: type }),
    encoding: encoding ?? 'utf8',
    value: text.slice(0, limit),
    ...(text.length > limit ? { truncated: true } : {}),
  };
}

function pairs(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}
