/** Requests as they came, and replies as they will go. */
import type { Json } from '../contract/types.ts';

export interface Incoming {
  method: string;
  /** The path as it was sent, percent-encoded. */
  path: string;
  /** Names and values of the query in their order, decoded; undefined when it cannot be decoded. */
  query: [string, string][] | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The Authorization header; apart, so that a planted fault may turn it. */
  authorization: string | undefined;
  body: Buffer;
  secure: boolean;
}

/** What goes as a body: JSON, text of a type, or nothing. */
export type Body = { readonly json: Json } | { readonly text: string; readonly type: string } | undefined;

/** How an answer is put on the wire where HTTP and JSON leave the choice. */
export interface Wire {
  /** In pieces, with a trailer. */
  readonly chunked?: boolean;
  /** After answers in between (1xx). */
  readonly interim?: boolean;
  /** JSON over several lines, its characters beyond ASCII escaped. */
  readonly spread?: boolean;
  readonly gzip?: boolean;
  readonly reason?: string;
  /** Milliseconds that it takes. */
  readonly after?: number;
}

export interface Reply {
  status: number;
  body?: Body;
  headers?: Readonly<Record<string, string>>;
  wire?: Wire;
  /** The connection is closed instead of an answer. */
  closed?: boolean;
}

/** Decodes `application/x-www-form-urlencoded` text; undefined when an escape or its UTF-8 is broken. */
export function pairsOf(text: string): [string, string][] | undefined {
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  try {
    return text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
      });
  } catch {
    return undefined;
  }
}
