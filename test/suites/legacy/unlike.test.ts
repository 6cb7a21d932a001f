/** A conforming server that chooses otherwise at every open point fails nothing, told or untold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import { contractFor } from '../../../suites/runner/sources.ts';
import { createTarget, profileFrom } from '../../../target/index.ts';
import { LOGIN, startUnlike, type Unlike } from './unlike.ts';
import type { Ways } from './unlike-orders.ts';

let server: Unlike;
let runDirectory: string;

/** Another server in place of the usual one. */
async function instead(ways: Ways): Promise<void> {
  await server.close();
  server = await startUnlike(ways);
}

beforeEach(async () => {
  server = await startUnlike();
  runDirectory = mkdtempSync(join(tmpdir(), 'certconform-unlike-'));
});

afterEach(async () => {
  await server.close();
  rmSync(runDirectory, { recursive: true, force: true });
});

const order = (orderNumber: string, traits: object = {}) => ({
  ids: { orderNumber },
  traits: { order: 'single', state: 'pending', ...traits },
  allow: 'modify',
});

const ORDERS = [
  order('1'),
  order('2', { order: 'multi', domains: 'a.two.example.test b.two.example.test' }),
  order('3', { order: 'multi' }),
  order('4', { wildcard: true, domains: '*.four.example.test' }),
  order('5', { state: 'unexpected' }),
  order('7', { state: 'replacement', initialOrder: '6' }),
];

const TOLD = {
  base: 'default',
  answers: {
    'legacy.dcv.methods': { email: 'mail', http: 'file', https: 'file-https', cname: 'dns-cname' },
    'legacy.dcv.parameters': { 'initial-order': 'firstOrder', email: 'mailbox', emails: 'mailboxes' },
    'legacy.dcv.visible': { pointer: '/data/list', name: 'fqdn', method: 'chosen' },
  },
};

async function run(
  dialect: unknown,
  orders: readonly object[] = ORDERS,
  wanted: (area: string) => boolean = () => true,
  only: (requirement: string) => boolean = () => true,
): Promise<Result[]> {
  const legacy = { url: server.url, plainUrl: server.plainUrl, ...LOGIN };
  const data = { name: 'unlike', legacy, dialect, effects: 'modify', fixtures: { order: orders } };
  const profile = profileFrom(data, { set: [] });
  const target = await createTarget(profile, { runDirectory, seed: 1, workers: 1 });
  const contract = await contractFor(profile, false);
  const results: Result[] = [];
  const engine = { contract, target, seed: 1, depth: 'standard' as const, only, replay: (check: string) => check };
  const groups = legacyGroups(contract).filter(({ area }) => wanted(area));
  await runGroups(engine, groups, (result) => results.push(result));
  await target.close();
  return results;
}

const told = ({ requirement, failure, reason }: Result): string =>
  `${requirement}: ${failure?.caseLabel ?? ''} ${reason ?? ''}`;
const failing = (results: readonly Result[]): string[] =>
  results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken').map(told);

test.each([
  ['told of it', TOLD],
  ['untold', 'default'],
])('%s', async (_what, dialect) => {
  const before = server.chosen();
  const results = await run(dialect);
  expect(failing(results)).toEqual([]);
  const verdict = (id: string): string | undefined => results.find(({ requirement }) => requirement === id)?.verdict;
  for (const id of [
    'success',
    'multi.lists',
    'multi.positional',
    'multi.each-method',
    'refused.unchanged',
    'condition.unexpected-state',
  ])
    expect([id, verdict(`legacy.dcv-update.${id}`)]).toEqual([id, 'pass']);
  expect(verdict('legacy.order-status.condition.not-https')).toBe('pass');
  expect(verdict('legacy.order-status.download.conditions')).toBe('observed');
  expect(verdict('legacy.order-status.credentials.case')).toBe('inconclusive');
  expect(server.chosen()).toBe(before);
});

test('changes that show late are waited for, before the next one is judged', async () => {
  await instead({ late: 150 });
  const results = await run(TOLD);
  expect(failing(results)).toEqual([]);
  for (const id of ['accepted.shows', 'refused.unchanged'])
    expect([id, verdictOf(results, `legacy.dcv-update.${id}`)]).toEqual([id, 'pass']);
});

test('the method that a change asks for next is not one whose showing is still to come', async () => {
  await instead({ late: 150, letters: 'ignored' });
  const answers = {
    ...TOLD.answers,
    'legacy.parameter-name-case': 'ignored',
    'legacy.repeated-parameter': 'first',
    'legacy.status.paths': ['/products/!getPostPaymentStatus'],
  };
  const dialect = { base: 'default', claimed: true, answers };
  const results = await run(dialect, ORDERS.slice(0, 1), (area) => area === 'legacy-dcv');
  const id = 'legacy.dcv-update.encoding';
  for (const about of ['name-case', 'repeated'])
    expect([about, verdictOf(results, `${id}.${about}`)]).toEqual([about, 'pass']);
});

test.each(['any', 'mail'] as const)('what ties lists of domains together is open (%s)', async (whole) => {
  await instead({ whole });
  const domains = ['c', 'd', 'e'].map((one) => `${one}.three.example.test`);
  const three = order('3', { order: 'multi', domains: domains.join(' '), email: domains.map((one) => `dcv@${one}`) });
  const results = await run(TOLD, [...ORDERS.slice(0, 1), three], (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.multi.lists')).toBe('observed');
});

test('an order that takes a few changes alone makes nobody wrong', async () => {
  await instead({ most: 5 });
  const results = await run(TOLD, ORDERS.slice(0, 3), (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.encoding.order')).toBe('inconclusive');
});

test('an order whose changes are accepted and whose status is refused is doubted', async () => {
  await instead({ conceals: '4' });
  const wild = { wildcard: true, domains: '*.four.example.test', email: 'dcv@four.example.test' };
  const results = await run(TOLD, [...ORDERS.slice(0, 3), order('4', wild)], (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.accepted.shows')).toBe('warn');
});

test('orders without any trait', async () => {
  const bare = ORDERS.map(({ ids, allow }) => ({ ids, allow }));
  for (const orders of [bare, [...bare].reverse(), bare.slice(1), bare.slice(2)])
    expect(failing(await run('default', orders))).toEqual([]);
});

test.each([
  ['a dialect that enumerates the methods in the form', TOLD, 'fail'],
  ['answers alone', { ...TOLD, base: 'none' }, 'fail'],
  ['nothing', 'default', 'observed'],
])('a method that is always refused, its owner declaring %s', async (_what, dialect, verdict) => {
  await instead({ refuses: 'dns-cname' });
  const results = await run(dialect, ORDERS.slice(0, 3), (area) => area === 'legacy-dcv');
  expect(verdictOf(results, 'legacy.dcv-update.methods.declared')).toBe(verdict);
});

test.each([
  ['one address', 'dcv@a.two.example.test', 'observed'],
  ['addresses in the order of the domains', ['dcv@a.two.example.test', 'dcv@b.two.example.test'], 'pass'],
  [
    'addresses by domain',
    { 'b.two.example.test': 'dcv@b.two.example.test', 'a.two.example.test': 'dcv@a.two.example.test' },
    'pass',
  ],
])('of several domains each has its own address: %s', async (_what, email, verdict) => {
  const domains = ['a.two.example.test', 'b.two.example.test'];
  const results = await run(TOLD, [ORDERS[0] as object, order('2', { order: 'multi', domains, email })]);
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.multi.emails')).toBe(verdict);
});

test('a method that the record does not list among those that are available may be refused', async () => {
  await instead({ refuses: 'dns-cname', hides: true });
  const results = await run(TOLD, ORDERS.slice(0, 3), (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
});

test('a record may spell the methods in another way, and still shows which is another', async () => {
  const before = server.chosen();
  await instead({ spells: (method) => method.toUpperCase().replace('-', '_') });
  const results = await run(TOLD, ORDERS.slice(0, 3), (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.accepted.shows')).toBe('pass');
  expect(server.chosen()).toBe(before);
  await instead({ spells: (method) => (method === 'dns-cname' ? 'TXT' : method) });
  const wrong = await run(TOLD, ORDERS.slice(0, 3), (area) => area === 'legacy-dcv');
  expect(verdictOf(wrong, 'legacy.dcv-update.accepted.shows')).toBe('fail');
});

test('a server that changes those domains of a list that it can, and calls that a success, is only warned of', async () => {
  await instead({ partly: true });
  const results = await run(TOLD);
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.multi.each-method')).toBe('warn');
});

test.each([
  ['lost', 'fail'],
  // What ties lists together is not shown.
  ['refused', 'pass'],
] as const)('a list of one domain that is %s: %s', async (lone, verdict) => {
  await instead({ lone });
  const id = 'legacy.dcv-update.multi.positional';
  const results = await run(
    TOLD,
    ORDERS,
    (area) => area === 'legacy-dcv',
    (requirement) => requirement === id,
  );
  expect(verdictOf(results, id)).toBe(verdict);
});

test('a server that believes the proxies of its own machine is only warned of', async () => {
  await instead({ proxied: true });
  const results = await run(TOLD, ORDERS.slice(0, 3));
  expect(failing(results)).toEqual([]);
  for (const action of ['order-status', 'dcv-update'])
    expect(verdictOf(results, `legacy.${action}.condition.not-https`)).toBe('warn');
});

test('an HTTP server that says of a method that it has it for nothing has refused the call', async () => {
  await instead({ knows: ['GET', 'POST', 'PUT', 'DELETE'] });
  const results = await run(TOLD, ORDERS.slice(0, 3));
  expect(failing(results)).toEqual([]);
  for (const action of ['order-status', 'dcv-update'])
    expect(verdictOf(results, `legacy.${action}.condition.wrong-method`)).toBe('pass');
});

const SAMPLE = '/products/!getPostPaymentStatus';
const HEADING = '/products/download/!getPostPaymentStatus';

/** Runs the checks of the status action alone. `served`: the paths that its owner says are served, if he says anything. */
const status = (served?: readonly string[]): Promise<Result[]> =>
  run(
    served === undefined ? TOLD : { ...TOLD, answers: { ...TOLD.answers, 'legacy.status.paths': served } },
    ORDERS,
    (area) => area === 'legacy-status',
  );

const verdictOf = (results: readonly Result[], id: string): string | undefined =>
  results.find(({ requirement }) => requirement === id)?.verdict;

test.each([
  ['a page, untold', 'page', undefined],
  ['a page, told', 'page', [HEADING]],
  ['an error record, untold', 'record', undefined],
  ['an error record, told', 'record', [HEADING]],
  ['a page with 200, untold', 'nothing', undefined],
  ['a page with 200, told', 'nothing', [HEADING]],
  ['a failure, told', 'failure', [HEADING]],
] as const)('only the path of the heading is served, the other answers %s', async (_what, elsewhere, told) => {
  await instead({ served: ['heading'], elsewhere });
  const results = await status(told);
  expect(failing(results)).toEqual([]);
  for (const operation of ['legacy.order-status', 'legacy.order-status.download']) {
    const own = results.filter(({ requirement }) => requirement.startsWith(`${operation}.`));
    const isUnserved = (reason: string): boolean =>
      reason.includes('no readable record') || reason.startsWith(`${HEADING}: `);
    expect(own.filter(({ reason = '' }) => isUnserved(reason))).toEqual([]);
  }
  expect(verdictOf(results, 'legacy.order-status.success')).toBe('pass');
  expect(verdictOf(results, 'legacy.order-status.envelope.format')).toBe('pass');
  expect(verdictOf(results, 'legacy.order-status.paths.declared')).toBe(told === undefined ? 'observed' : 'pass');
});

test('only the path of the sample request is served, and so is declared: what stands at the other is not judged', async () => {
  await instead({ served: ['sample'], elsewhere: 'failure' });
  const results = await status([SAMPLE]);
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.order-status.success')).toBe('pass');
  expect(verdictOf(results, 'legacy.order-status.download.conditions')).toBe('observed');
});

test('a kind of call that is never answered fails where it should be accepted; one that others are is no fault of the connection', async () => {
  await instead({ drops: 'newMethod=dns-cname' });
  const results = await run(TOLD, ORDERS.slice(0, 1), (area) => area === 'legacy-dcv');
  expect(failing(results).join()).toContain('newMethod = dns-cname');
  expect(results.filter(({ verdict }) => verdict === 'broken').map(told)).toEqual([]);
});

test.each(['record', 'odd-record'] as const)(
  'what stands with 404 at a path that nobody claims is no answer: %s',
  async (elsewhere) => {
    for (const served of ['sample', 'heading'] as const) {
      await instead({ served: [served], elsewhere });
      const results = await status();
      expect(failing(results)).toEqual([]);
      if (served === 'sample') expect(verdictOf(results, 'legacy.order-status.download.envelope')).toBe('observed');
    }
  },
);

test('a fault at the only path that is served is found', async () => {
  await instead({ served: ['heading'], long: true });
  expect(failing(await status()).map((text) => text.split(':')[0])).toEqual(
    expect.arrayContaining([
      'legacy.order-status.orderNumber.maxLength.refuses',
      'legacy.order-status.download.orderNumber.maxLength.refuses',
    ]),
  );
});

test.each([
  [undefined, 'pass'],
  [true, 'fail'],
] as const)(
  'an order number that is too long, of which as much counts as may be there (%s): %s',
  async (cuts, verdict) => {
    await instead(cuts === undefined ? {} : { cuts });
    const id = 'legacy.order-status.orderNumber.maxLength.refuses';
    const orders = [order('1'), order('9'.repeat(64))];
    const results = await run(
      TOLD,
      orders,
      (area) => area === 'legacy-status',
      (requirement) => requirement === id,
    );
    expect(verdictOf(results, id)).toBe(verdict);
  },
);

test.each(['page', 'record', 'nothing', 'failure'] as const)(
  'neither path is served (%s): that fails, declared or not',
  async (elsewhere) => {
    await instead({ served: [], elsewhere });
    for (const told of [undefined, [HEADING], [SAMPLE, HEADING]]) {
      const results = await status(told);
      expect(verdictOf(results, 'legacy.order-status.success')).toBe('fail');
      // An error record with 404 may speak of the order, and a failure is one of the action.
      if (told !== undefined && (elsewhere === 'page' || elsewhere === 'nothing'))
        expect(verdictOf(results, 'legacy.order-status.paths.declared')).toBe('fail');
    }
  },
);

test('a declared path that answers with a failure fails, although the other one is sound', async () => {
  await instead({ served: ['heading'], elsewhere: 'failure' });
  expect(verdictOf(await status([SAMPLE, HEADING]), 'legacy.order-status.success')).toBe('fail');
  await instead({ served: ['sample'], elsewhere: 'failure' });
  const results = await status([SAMPLE, HEADING]);
  expect(verdictOf(results, 'legacy.order-status.download.envelope')).toBe('fail');
  expect(verdictOf(results, 'legacy.order-status.success')).toBe('pass');
});

test('a path that is declared and not served fails, whichever it is', async () => {
  for (const elsewhere of ['page', 'record', 'nothing'] as const) {
    await instead({ served: ['heading'], elsewhere });
    expect(verdictOf(await status([SAMPLE, HEADING]), 'legacy.order-status.paths.declared')).toBe('fail');
    await instead({ served: ['sample'], elsewhere });
    expect(verdictOf(await status([SAMPLE, HEADING]), 'legacy.order-status.paths.declared')).toBe('fail');
    const results = await status([HEADING]);
    if (elsewhere !== 'record') expect(verdictOf(results, 'legacy.order-status.paths.declared')).toBe('fail');
    expect(verdictOf(results, 'legacy.order-status.success')).toBe('fail');
  }
});

test('the method that the profile says to be in use may be refused for that, whatever else is wrong', async () => {
  await instead({ wary: true, conceals: '5' });
  const closed = order('5', { state: 'unexpected', method: 'file' });
  const dialect = { ...TOLD, answers: { ...TOLD.answers, 'legacy.codes': { 'unexpected-state': -1006 } } };
  const results = await run(dialect, [...ORDERS.slice(0, 1), closed], (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  expect(verdictOf(results, 'legacy.dcv-update.code.unexpected-state')).toBe('pass');
});

test('what is in use already may be refused, in a list of all domains as well', async () => {
  const domains = ['a', 'b', 'c', 'd'].map((one) => `${one}.8.test`);
  const four = order('8', { order: 'multi', domains: domains.join(' '), email: domains.map((one) => `dcv@${one}`) });
  const results = await run(TOLD, [...ORDERS.slice(0, 1), four], (area) => area === 'legacy-dcv');
  expect(failing(results)).toEqual([]);
  for (const id of ['lists', 'emails', 'spaces'])
    expect([id, verdictOf(results, `legacy.dcv-update.multi.${id}`)]).toEqual([id, 'pass']);
});

test.each([
  [undefined, 'pass'],
  [50, 'fail'],
])('where spaces may not be repeated, and %s characters of names have room: %s', async (room, verdict) => {
  await instead({ tight: true, ...(room === undefined ? {} : { room }) });
  const three = 'c.three.example.test d.three.example.test e.three.example.test';
  const orders = ORDERS.map((one) =>
    one.ids.orderNumber === '3' ? order('3', { order: 'multi', domains: three }) : one,
  );
  const id = 'legacy.dcv-update.domainNames.maxLength.accepts';
  const isIt = (requirement: string): boolean => requirement === id;
  const results = await run(TOLD, orders, (area) => area === 'legacy-dcv', isIt);
  expect(results.find(({ requirement }) => requirement === id)?.verdict).toBe(verdict);
});
