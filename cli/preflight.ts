/** A few requests before anything else: what stands in the way of a whole run is one sentence, not a thousand failures. */
import { isSuccess } from '../spec/status.ts';
import type { Contract, Operation } from '../spec/types.ts';
import { type Exchange, header, type TransportErrorKind, wholeResponse } from '../spec/vocabulary.ts';
import type { Profile, Target } from '../target/index.ts';
import { UserError } from './user-error.ts';

/** What would keep every check from showing anything, and the member of the profile that mends it. */
export interface Trouble {
  readonly subject: 'admin.url' | 'admin.bearer' | 'legacy.url';
  /** What follows "The target NAME": what was seen where, and what to look at. */
  readonly text: string;
}

/** What the look at one service brought. */
export interface Look {
  /** Answer of the SSL list, where it was asked for. */
  readonly list?: Exchange;
  readonly trouble?: Trouble;
}

/** Asks the target something harmless. */
type Ask = Pick<Target, 'send'>;

/**
 * Asks for the SSL list, and returns what came; nothing where the area is not claimed.
 *
 * @throws UserError when a service cannot be reached, is no such service, or refuses the credential everywhere.
 */
export async function reachTarget(target: Target, profile: Profile, contract: Contract): Promise<Exchange | undefined> {
  const looks = [await lookAtAdmin(target, profile, contract), await lookAtLegacy(target, profile)];
  for (const { trouble } of looks) {
    // A name or an address may itself hold a secret.
    if (trouble !== undefined)
      throw new UserError(target.redactor.redact(`The target ${profile.name} ${trouble.text}`));
  }
  return looks[0]?.list;
}

/** Entries that are asked for: a list of some shows which certificates there are. */
const LIST_SIZE = 5;

/** Kinds of which one fixture is looked at where the list does not answer as it should. */
const MOST_KINDS = 6;

/**
 * Can the Admin Operations API be reached, is it that, and does it accept the credential? Asked of the list; where that gives
 * no good answer, of fixtures of other claimed areas: one good answer is enough, and what is wrong with the list is for
 * the checks to judge.
 */
export async function lookAtAdmin(target: Ask, profile: Profile, contract: Contract): Promise<Look> {
  const { admin, claims } = profile;
  const operations = contract.operations.filter(
    ({ interface: service, area }) => service === 'admin' && claims.includes(area),
  );
  if (admin === undefined || operations.length === 0) return {};
  if (admin.bearer === undefined) {
    const text = 'has no credential in the profile; add admin.bearer, or claim no area of the Admin Operations API.';
    return { trouble: { subject: 'admin.bearer', text } };
  }
  const ask = (path: string): Promise<Exchange> =>
    target.send({ service: 'admin', method: 'GET', target: path, check: 'preflight' });
  const [listing] = operations.filter(({ id }) => id === 'ssl.list');
  const list = listing === undefined ? undefined : await ask(`${listing.path}?size=${LIST_SIZE}`);
  const seen = list === undefined ? {} : { list };
  if (list !== undefined && (isGood(list) || isUnreachable(list))) {
    return isGood(list) ? seen : { ...seen, trouble: noAnswer('admin.url', admin.url, list) };
  }
  const shown = await Promise.all(fixturePaths(operations, profile).map(ask));
  const absent = await Promise.all(absentPaths(operations).map(ask));
  const trouble = troubleOf(list === undefined ? shown : [list, ...shown], absent, admin.url);
  return trouble === undefined ? seen : { ...seen, trouble };
}

/** Can the legacy actions be reached? The contract knows no GET there, so any answer at all shows that somebody listens. */
export async function lookAtLegacy(target: Ask, { legacy, claims }: Profile): Promise<Look> {
  if (legacy === undefined || !claims.some((area) => area.startsWith('legacy-'))) return {};
  const request = { service: 'legacy', method: 'GET', target: '/', check: 'preflight' } as const;
  // Who takes a connection and is silent about what nobody promised may well answer the actions.
  const exchange = await target.send(request, { timeoutMs: SILENT_MS, repeat: false });
  return isUnreachable(exchange) ? { trouble: noAnswer('legacy.url', legacy.url, exchange) } : {};
}

const SILENT_MS = 3000;

/** No connection came about, so no other request will fare better. */
const UNREACHABLE: readonly TransportErrorKind[] = ['refused', 'dns', 'tls'];

function isUnreachable({ error }: Exchange): boolean {
  return error !== undefined && UNREACHABLE.includes(error.kind);
}

function noAnswer(subject: 'admin.url' | 'legacy.url', url: string, { error }: Exchange): Trouble {
  return {
    subject,
    text: `at ${url} gives no answer: ${error?.message ?? ''} Is it running, and is ${subject} right?`,
  };
}

/** @param asked the list and fixtures, which a right target answers; @param absent what no target has. */
function troubleOf(asked: readonly Exchange[], absent: readonly Exchange[], url: string): Trouble | undefined {
  const all = [...asked, ...absent];
  const [first] = all;
  if (first === undefined || asked.some(isGood)) return undefined;
  if (all.every((exchange) => wholeResponse(exchange) === undefined)) return noAnswer('admin.url', url, first);
  const statuses = (exchanges: readonly Exchange[]): number[] => exchanges.map(({ response }) => response?.status ?? 0);
  const refuses = (exchanges: readonly Exchange[]): boolean =>
    statuses(exchanges).every((it) => it === 401 || it === 403);
  // That nothing is found shows a credential that is recognised; but not where others are refused as unknown.
  if (refuses(asked) && (refuses(absent) || statuses(asked).includes(401))) {
    const status = first.response?.status;
    const text = `at ${url} refuses the bearer credential (${status}) wherever it was asked; check admin.bearer in the profile.`;
    return { subject: 'admin.bearer', text };
  }
  if (!all.every(isElsewhere)) return undefined;
  const path = new URL(first.request.url).pathname;
  return { subject: 'admin.url', text: `at ${url} answers GET ${path} with ${nameOf(first)}: is admin.url right?` };
}

function isGood(exchange: Exchange): boolean {
  const response = wholeResponse(exchange);
  return response !== undefined && isSuccess(response.status) && !isMarkup(response);
}

/** What answers so is most likely some other server, or another path of this one. */
function isElsewhere({ request, response }: Exchange): boolean {
  if (response === undefined) return false;
  return response.status === 404 || isMarkup(response) || placeOf(response, request.url) !== undefined;
}

/** Another server that a redirect leads to, such as one for logins. */
function placeOf({ status, headers }: NonNullable<Exchange['response']>, url: string): string | undefined {
  const place = header(headers, 'location');
  if (place === undefined || status < 300 || status >= 400 || !URL.canParse(place, url)) return undefined;
  return new URL(place, url).origin === new URL(url).origin ? undefined : place;
}

function isMarkup({ headers, body }: NonNullable<Exchange['response']>): boolean {
  return /^\s*text\/html\b/i.test(header(headers, 'content-type') ?? '') || /^\s*</.test(body);
}

function nameOf({ request, response }: Exchange): string {
  if (response === undefined) return 'nothing';
  const place = placeOf(response, request.url);
  const more = place !== undefined ? ` (to ${place})` : isMarkup(response) ? ' and a page of HTML' : '';
  return `${response.status}${more}`;
}

/** Paths at which one fixture of each kind shows. */
function fixturePaths(operations: readonly Operation[], { fixtures }: Profile): string[] {
  const paths = readers(operations).flatMap(({ entity, path }) => {
    const fixture = fixtures.find(({ kind }) => kind === entity);
    return fixture === undefined ? [] : [filled(path, (name) => String(fixture.ids[name] ?? ''))];
  });
  return paths.slice(0, MOST_KINDS);
}

/** A path at which nothing is: ids are whole numbers everywhere but in buckets. */
function absentPaths(operations: readonly Operation[]): string[] {
  const [reader] = readers(operations).filter(({ entity }) => entity !== 'bucket');
  return reader === undefined ? [] : [filled(reader.path, () => '2147000001')];
}

/** The GETs whose path names one entity and nothing else. */
function readers(operations: readonly Operation[]): Operation[] {
  return operations.filter(
    ({ method, entity, path }) => method === 'GET' && entity !== undefined && path.endsWith('}'),
  );
}

function filled(path: string, value: (name: string) => string): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(value(name)));
}
