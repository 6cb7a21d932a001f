/** The orders of a small server of the two actions, and what it takes for a good call: see `unlike.ts`. */

const METHODS = ['mail', 'file', 'file-https', 'dns-cname'];

export interface Host {
  readonly fqdn: string;
  chosen: string;
  /** What was chosen before, and until when that shows, in milliseconds since 1970; the oldest first. */
  readonly past?: { readonly chosen: string; readonly until: number }[];
  /** How often it was changed. */
  times?: number;
}

export interface UnlikeOrder {
  readonly first?: string;
  readonly closed?: true;
  readonly hosts: Host[];
}

export type Orders = ReadonlyMap<string, UnlikeOrder>;

/** What it does about the two paths of the status action. */
export interface Ways {
  /** Those that are served, by the sample request's path and the heading's; the sample's alone when left out. */
  readonly served?: readonly ('sample' | 'heading')[];
  /** What one that is not served answers; a page with 404 when left out. */
  readonly elsewhere?: 'page' | 'record' | 'odd-record' | 'nothing' | 'failure';
  /** Takes an order number that is too long for that of the first order. */
  readonly long?: true;
  /** Takes as much of an order number as may be there. */
  readonly cuts?: true;
  /** The agreement step of every order; there is none when left out. */
  readonly agreement?: object;
  /** What it takes for the password beside the right one. */
  readonly takes?: 'blanks' | 'more' | 'another';
  /** It takes the blanks off whatever a form holds. */
  readonly trims?: true;
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
  /** Believes what a proxy at this machine says of how a call came to it, as frameworks do unless they are told otherwise. */
  readonly proxied?: true;
  /** Methods that its HTTP server knows, and answers the others by itself; all when left out. */
  readonly knows?: readonly string[];
  /** Takes a list only where it names all domains of the order, with one method, or with that of mail alone. */
  readonly whole?: 'any' | 'mail';
  /** What it does with a list of one domain; what is asked for when left out. */
  readonly lone?: 'lost' | 'refused';
  /** Takes one space between the items of a list, and no more. */
  readonly tight?: true;
  /** Characters of domainNames that it takes; as many as are permitted when left out. */
  readonly room?: number;
  /** Changes that one order takes; as many as are asked for when left out. */
  readonly most?: number;
  /** Knows names of parameters in whatever letters. */
  readonly letters?: 'ignored';
  /** Milliseconds until the record shows a change; it shows at once when left out. */
  readonly late?: number;
  /** The number of an order whose status it refuses, and whose method it changes. */
  readonly conceals?: string;
  /** Says of an order in another state first that a method is in use. */
  readonly wary?: true;
  /** The request limit of the status action; there is none when left out. */
  readonly limit?: Limit;
}

const LENGTHS = { domainName: 255, newMethod: 32, domainNames: 255, newMethods: 32, mailbox: 255, mailboxes: 255 };

/** Names that the DCV action knows. */
export const NAMES = ['loginName', 'loginPassword', 'orderNumber', 'firstOrder', ...Object.keys(LENGTHS)];

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

export function record(
  orders: Orders,
  values: ReadonlyMap<string, string>,
  { conceals, cuts, long, hides, nulls, refuses, spells = (method) => method }: Ways,
): string | object {
  const bad = shape(values, ['orderNumber'], { orderNumber: long || cuts ? Number.POSITIVE_INFINITY : 64 });
  if (bad !== undefined) return bad;
  const given = values.get('orderNumber') ?? '';
  const number = cuts ? given.slice(0, 64) : given.length > 64 ? '1' : given;
  const order = orders.get(number);
  if (number === '') return 'missing';
  if (order === undefined || number === conceals) return 'order';
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

export function update(
  orders: Orders,
  values: ReadonlyMap<string, string>,
  ways: Pick<Ways, 'partly' | 'refuses' | 'late' | 'lone' | 'most' | 'whole' | 'tight' | 'room' | 'wary'>,
): string | true {
  const bad = shape(values, NAMES, { ...LENGTHS, domainNames: ways.room ?? LENGTHS.domainNames });
  if (bad !== undefined) return bad;
  if (ways.tight && [...values.values()].some((value) => value.includes('  '))) return 'invalid';
  const number = values.get('orderNumber');
  const first = values.get('firstOrder');
  if ((number ?? first ?? '') === '') return 'missing';
  if ([number, first].some((one) => one !== undefined && !/^\d+$/.test(one))) return 'invalid';
  const order = number === undefined ? [...orders.values()].find((one) => one.first === first) : orders.get(number);
  if (order === undefined) return 'order';
  const isInUse = ways.wary === true && order.hosts[0]?.chosen === values.get('newMethod');
  if (order.closed === true) return isInUse ? 'invalid' : 'state';
  const multi = order.hosts.length > 1;
  const names = values.get('domainNames')?.split(/ +/);
  const methods = (names === undefined ? values.get('newMethod') : values.get('newMethods'))?.split(/ +/);
  const addresses = (names === undefined ? values.get('mailbox') : values.get('mailboxes'))?.split(/ +/);
  if (methods === undefined || methods[0] === '') return 'missing';
  if (names !== undefined && !multi) return 'invalid';
  const isWhole = names?.length === order.hosts.length && new Set(methods).size === 1;
  const isTaken = isWhole && (ways.whole === 'any' || methods[0] === 'mail');
  if (ways.whole !== undefined && names !== undefined && !isTaken) return 'invalid';
  if (ways.lone !== undefined && names?.length === 1) return ways.lone === 'lost' ? true : 'invalid';
  const wanted = names ?? [values.get('domainName') ?? (multi ? undefined : order.hosts[0]?.fqdn)];
  if (wanted.includes(undefined)) return 'missing';
  const answers = methods.flatMap((method, i) =>
    wanted[i] === undefined
      ? []
      : [method === ways.refuses ? 'invalid' : assign(order, wanted[i], method, addresses?.[i], ways)],
  );
  const problem = answers.findLast((one) => one !== undefined);
  return ways.partly && answers.includes(undefined) ? true : (problem ?? true);
}

function assign(
  order: UnlikeOrder,
  name: string,
  method: string,
  address: string | undefined,
  { late = 0, most = Number.POSITIVE_INFINITY }: Pick<Ways, 'late' | 'most'>,
): string | undefined {
  const host = order.hosts.find(({ fqdn }) => fqdn === name);
  if (host === undefined || !METHODS.includes(method)) return 'invalid';
  if (method === 'mail' && address === undefined) return 'missing';
  if (method === 'mail' && address !== `dcv@${name.replace(/^\*\./, '')}`) return 'invalid';
  if (name.startsWith('*.') && method.startsWith('file')) return 'wildcard';
  if (host.chosen === method) return 'state';
  host.times = (host.times ?? 0) + 1;
  if (host.times > most) return 'state';
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
