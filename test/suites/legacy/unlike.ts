/**
 * A small server of the two actions that conforms and chooses unlike the emulator wherever the contract is silent: other
 * codes, HTTP statuses, method names and members, login before arguments, the last of repeated values, no second path, no
 * change to the method in use, partial updates of lists, and a redirect in place of plain HTTP.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The login that it knows; without letters, so that it has no other letter case. */
export const LOGIN = { loginName: '4711', loginPassword: '0815 1234' };

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
const METHODS = ['mail', 'file', 'file-https', 'dns-cname'];

interface Host {
  readonly fqdn: string;
  chosen: string;
  /** What was chosen before, and until when that shows, in milliseconds since 1970; the oldest first. */
  readonly past?: { readonly chosen: string; readonly until: number }[];
}

interface UnlikeOrder {
  readonly first?: string;
  readonly closed?: true;
  readonly hosts: Host[];
}

export interface Unlike {
  readonly url: string;
  readonly plainUrl: string;
  /** Methods in use by order. */
  chosen(): string;
  close(): Promise<void>;
}

/** What it does about the two paths of the status action. */
export interface Ways {
  /** Those that are served, by the sample request's path and the heading's; the sample's alone when left out. */
  readonly served?: readonly ('sample' | 'heading')[];
  /** What one that is not served answers; a page with 404 when left out. */
  readonly elsewhere?: 'page' | 'record' | 'odd-record' | 'nothing' | 'failure';
  /** Takes an order number that is too long for that of the first order. */
  readonly long?: true;
  /** The agreement step of every order; there is none when left out. */
  readonly agreement?: object;
  /** What it takes for the password beside the right one. */
  readonly takes?: 'blanks' | 'more';
  /** Writes methods in the record in another way than in the parameter. */
  readonly spells?: (method: string) => string;
  /** Gives null for the number of domains of an order of several. */
  readonly nulls?: true;
  /** A method that it lists and never sets. */
  readonly refuses?: string;
  /** Does not list the method that it refuses. */
  readonly hides?: true;
  /** Answers a list with success as soon as one of its domains could be changed. */
  readonly partly?: true;
  /** Closes the connection on a form that has this text. */
  readonly drops?: string;
  /** Milliseconds until the record shows a change; it shows at once when left out. */
  readonly late?: number;
  /** The request limit of the status action; there is none when left out. */
  readonly limit?: Limit;
}

/** How many status calls with a good login it takes, and how it refuses one more. */
export interface Limit {
  readonly requests: number;
  readonly windowMs: number;
  /** True when other users of the account have just used all of them up. */
  readonly usedUp?: true;
  readonly status: number;
  /** Of the refusal; that of an unknown order makes the two hard to tell apart. */
  readonly code: number;
}

const PATHS = {
  '/products/!getPostPaymentStatus': 'sample',
  '/products/download/!getPostPaymentStatus': 'heading',
} as const;

/** Starts it on two free ports of this machine. */
export async function startUnlike(ways: Ways = {}): Promise<Unlike> {
  const hosts = (...names: string[]): Host[] => names.map((fqdn) => ({ fqdn, chosen: 'file', past: [] }));
  const orders = new Map<string, UnlikeOrder>([
    ['1', { hosts: hosts('one.example.test') }],
    ['2', { hosts: hosts('a.two.example.test', 'b.two.example.test') }],
    ['3', { hosts: hosts('c.three.example.test', 'd.three.example.test', 'e.three.example.test') }],
    ['4', { hosts: hosts('*.four.example.test').map((host) => ({ ...host, chosen: 'dns-cname' })) }],
    ['5', { hosts: hosts('five.example.test'), closed: true }],
    ['7', { hosts: hosts('seven.example.test'), first: '6' }],
    ['9'.repeat(64), { hosts: hosts('nine.example.test') }],
  ]);
  const admit = limiter(ways.limit);
  const main = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(orders, request, body, response, ways, admit));
  });
  const plain = createServer((request, response) => {
    request.resume();
    response.writeHead(308, { Location: `https://localhost${request.url}` }).end();
  });
  const ports = await Promise.all([main, plain].map(listen));
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    plainUrl: `http://127.0.0.1:${ports[1]}`,
    chosen: () => JSON.stringify([...orders], (name, value: unknown) => (name === 'past' ? undefined : value)),
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

type Orders = ReadonlyMap<string, UnlikeOrder>;

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
  const values = new Map([...form]);
  const password = values.get('loginPassword') ?? '';
  if (takes === 'blanks') values.set('loginPassword', password.trim());
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

function login(values: ReadonlyMap<string, string>): string | undefined {
  const good = values.get('loginName') === LOGIN.loginName && values.get('loginPassword') === LOGIN.loginPassword;
  return good ? undefined : 'auth';
}

function record(
  orders: Orders,
  values: ReadonlyMap<string, string>,
  { long, hides, nulls, refuses, spells = (method) => method }: Ways,
): string | object {
  const bad = shape(values, ['orderNumber'], { orderNumber: long === true ? Number.POSITIVE_INFINITY : 64 });
  if (bad !== undefined) return bad;
  const given = values.get('orderNumber') ?? '';
  const number = given.length > 64 ? '1' : given;
  const order = orders.get(number);
  if (number === '') return 'missing';
  if (order === undefined) return 'order';
  return {
    orderNumber: number,
    productType: 1,
    productName: 'Certificate',
    certificateDuration: 90,
    productTerm: 365,
    orderStatus: 'In progress',
    domainName: order.hosts.length > 1 ? '(several)' : order.hosts[0]?.fqdn,
    maxMDCDomains: order.hosts.length > 1 && nulls !== true ? 10 : null,
    csrStatus: { title: 'CSR', status: 'Done', availableActions: null },
    fsupStatus: { title: 'Fast', status: 'NotApplicable' },
    list: order.hosts.map(({ fqdn, chosen, past = [] }) => ({
      fqdn,
      chosen: spells(past.find(({ until }) => until > Date.now())?.chosen ?? chosen),
      possible: METHODS.filter((one) => hides !== true || one !== refuses),
    })),
  };
}

function update(
  orders: Orders,
  values: ReadonlyMap<string, string>,
  ways: Pick<Ways, 'partly' | 'refuses' | 'late'>,
): string | true {
  const lengths = { domainName: 255, newMethod: 32, domainNames: 255, newMethods: 32, mailbox: 255, mailboxes: 255 };
  const bad = shape(values, ['orderNumber', 'firstOrder', ...Object.keys(lengths)], lengths);
  if (bad !== undefined) return bad;
  const number = values.get('orderNumber');
  const first = values.get('firstOrder');
  if ((number ?? first ?? '') === '') return 'missing';
  if ([number, first].some((one) => one !== undefined && !/^\d+$/.test(one))) return 'invalid';
  const order = number === undefined ? [...orders.values()].find((one) => one.first === first) : orders.get(number);
  if (order === undefined) return 'order';
  if (order.closed === true) return 'state';
  const multi = order.hosts.length > 1;
  const names = values.get('domainNames')?.split(/ +/);
  const methods = (names === undefined ? values.get('newMethod') : values.get('newMethods'))?.split(/ +/);
  const addresses = (names === undefined ? values.get('mailbox') : values.get('mailboxes'))?.split(/ +/);
  if (methods === undefined || methods[0] === '') return 'missing';
  if (names !== undefined && !multi) return 'invalid';
  const wanted = names ?? [values.get('domainName') ?? (multi ? undefined : order.hosts[0]?.fqdn)];
  if (wanted.includes(undefined)) return 'missing';
  const answers = methods.flatMap((method, i) =>
    wanted[i] === undefined
      ? []
      : [method === ways.refuses ? 'invalid' : assign(order, wanted[i], method, addresses?.[i], ways.late)],
  );
  const problem = answers.findLast((one) => one !== undefined);
  return ways.partly && answers.includes(undefined) ? true : (problem ?? true);
}

function assign(
  order: UnlikeOrder,
  name: string,
  method: string,
  address: string | undefined,
  late = 0,
): string | undefined {
  const host = order.hosts.find(({ fqdn }) => fqdn === name);
  if (host === undefined || !METHODS.includes(method)) return 'invalid';
  if (method === 'mail' && address === undefined) return 'missing';
  if (method === 'mail' && address !== `dcv@${name.replace(/^\*\./, '')}`) return 'invalid';
  if (name.startsWith('*.') && method.startsWith('file')) return 'wildcard';
  if (host.chosen === method) return 'state';
  host.past?.push({ chosen: host.chosen, until: Date.now() + late });
  host.chosen = method;
  return undefined;
}

function shape(
  values: ReadonlyMap<string, string>,
  known: readonly string[],
  lengths: Readonly<Record<string, number>>,
): string | undefined {
  const names = ['loginName', 'loginPassword', ...known];
  for (const [name, value] of values) {
    if (!names.includes(name)) return 'unknown';
    if (value.length > (lengths[name] ?? 100)) return 'invalid';
  }
  return undefined;
}
