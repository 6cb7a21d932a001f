/**
 * A small server of the two actions that conforms and chooses unlike the emulator wherever the contract is silent: other
 * codes, HTTP statuses, method names and members, login before arguments, the last of repeated values, no second path, no
 * change to the method in use, partial updates of lists, and a redirect in place of plain HTTP.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Host,
  type Limit,
  NAMES,
  type Orders,
  record,
  type UnlikeOrder,
  update,
  type Ways,
} from './unlike-orders.ts';

/** The login that it knows; without letters, so that it has no other letter case. */
export const LOGIN = { loginName: '4711', loginPassword: '0815 1234' };
/** Of somebody else, who may not log in. */
export const ANOTHER = { loginName: '4712', loginPassword: '1234 0815' };

const CODES = {
  auth: -1000,
  unknown: -1001,
  missing: -1002,
  invalid: -1003,
  method: -1004,
  order: -1005,
  state: -1006,
  wildcard: -1006,
};
export interface Unlike {
  readonly url: string;
  readonly plainUrl: string;
  /** Methods in use by order. */
  chosen(): string;
  close(): Promise<void>;
}

const PATHS = {
  '/products/!getPostPaymentStatus': 'sample',
  '/products/download/!getPostPaymentStatus': 'heading',
} as const;

/** Starts it on two free ports of this machine. */
export async function startUnlike(ways: Ways = {}): Promise<Unlike> {
  const mailed = (fqdn: string): Host => ({ fqdn, chosen: 'mail', past: [] });
  const hosts = (...names: string[]): Host[] => names.map((fqdn) => ({ fqdn, chosen: 'file', past: [] }));
  const orders = new Map<string, UnlikeOrder>([
    ['1', { hosts: hosts('one.example.test') }],
    ['2', { hosts: hosts('a.two.example.test', 'b.two.example.test') }],
    ['3', { hosts: [...hosts('c.three.example.test', 'd.three.example.test'), mailed('e.three.example.test')] }],
    ['4', { hosts: hosts('*.four.example.test').map((host) => ({ ...host, chosen: 'dns-cname' })) }],
    ['5', { hosts: hosts('five.example.test'), closed: true }],
    ['7', { hosts: hosts('seven.example.test'), first: '6' }],
    ['8', { hosts: hosts(...['a', 'b', 'c', 'd'].map((one) => `${one}.8.test`)) }],
    ['9'.repeat(64), { hosts: hosts('nine.example.test') }],
  ]);
  const admit = limiter(ways.limit);
  const main = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(orders, request, body, response, ways, admit));
  });
  const plain = createServer((request, response) => {
    if (ways.proxied && request.headers['x-forwarded-proto'] === 'https') {
      main.emit('request', request, response);
      return;
    }
    request.resume();
    response.writeHead(308, { Location: `https://localhost${request.url}` }).end();
  });
  const ports = await Promise.all([main, plain].map(listen));
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    plainUrl: `http://127.0.0.1:${ports[1]}`,
    chosen: () =>
      JSON.stringify([...orders], (name, value: unknown) => (['past', 'times'].includes(name) ? undefined : value)),
    close: async () => {
      for (const server of [main, plain]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** Counts accepted calls in a sliding window. Gives false for one too many. */
function limiter(limit: Limit | undefined): () => boolean {
  const times = limit?.usedUp === true ? Array<number>(limit.requests).fill(Date.now()) : [];
  return () => {
    if (limit === undefined) return true;
    while (times[0] !== undefined && times[0] <= Date.now() - limit.windowMs) times.shift();
    if (times.length >= limit.requests) return false;
    times.push(Date.now());
    return true;
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function notServed(response: ServerResponse, elsewhere: Ways['elsewhere']): void {
  const json = { 'Content-Type': 'application/json' };
  if (elsewhere === 'record')
    response.writeHead(404, json).end(JSON.stringify({ errorCode: -404, errorMessage: 'No such action' }));
  else if (elsewhere === 'odd-record') response.writeHead(404, json).end(JSON.stringify({ errorCode: 404, data: [] }));
  else if (elsewhere === 'nothing')
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<div id="app"></div>');
  else if (elsewhere === 'failure') response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Failed</h1>');
  else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Nothing here</h1>');
}

function answer(
  orders: Orders,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  given: Ways,
  admit: () => boolean,
): void {
  if (given.knows?.includes(request.method ?? '') === false) {
    response.writeHead(501, { 'Content-Type': 'text/html' }).end('<h1>Unsupported method</h1>');
    return;
  }
  const { served = ['sample'], elsewhere, takes, agreement, limit } = given;
  const path = (request.url ?? '').split('?')[0] as keyof typeof PATHS;
  const way = PATHS[path];
  const status = way !== undefined && served.includes(way);
  if (!status && request.url !== '/products/!AutoUpdateDCV') {
    notServed(response, elsewhere);
    return;
  }
  if (given.drops !== undefined && body.includes(given.drops)) {
    request.socket.destroy();
    return;
  }
  const form = new URLSearchParams(body);
  const written = new Map([...form]);
  const values = given.letters === 'ignored' ? inKnownLetters(written) : written;
  const password = values.get('loginPassword') ?? '';
  if (given.trims) for (const [name, value] of values) values.set(name, value.trim());
  if (takes === 'blanks') values.set('loginPassword', password.trim());
  if (takes === 'another' && password === ANOTHER.loginPassword) values.set('loginPassword', LOGIN.loginPassword);
  if (takes === 'more' && password.startsWith(LOGIN.loginPassword)) values.set('loginPassword', LOGIN.loginPassword);
  if (limit !== undefined && status && request.method === 'POST' && login(values) === undefined && !admit()) {
    response.writeHead(limit.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ errorCode: limit.code, errorMessage: 'Later, please.' }));
    return;
  }
  const outcome =
    request.method !== 'POST'
      ? 'method'
      : (login(values) ?? (status ? record(orders, values, given) : update(orders, values, given)));
  const code = typeof outcome === 'string' ? CODES[outcome as keyof typeof CODES] : 0;
  const text = code === 0 ? '' : `Failed: ${String(outcome)} & more`;
  if (status) {
    const own = agreement === undefined ? {} : { agreementStatus: agreement };
    const data = typeof outcome === 'object' ? { ...outcome, ...own } : {};
    response.writeHead(code === 0 ? 200 : 422, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ data, errorMessage: text, errorCode: code, took: Math.random() }));
  } else {
    response.writeHead(code === 0 ? 200 : 409, { 'Content-Type': 'text/plain' });
    response.end(
      `${new URLSearchParams({ took: String(Math.random()), errorMessage: code === 0 ? 'done' : text, errorCode: String(code) })}\r\n`,
    );
  }
}

/** Names in whatever letters as those that it knows. */
function inKnownLetters(values: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...values].map(([name, value]) => [NAMES.find((one) => isAlike(one, name)) ?? name, value]));
}

function isAlike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function login(values: ReadonlyMap<string, string>): string | undefined {
  const good = values.get('loginName') === LOGIN.loginName && values.get('loginPassword') === LOGIN.loginPassword;
  return good ? undefined : 'auth';
}
