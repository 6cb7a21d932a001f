/** Texts that stand in a map with free names, and in bodies of several variants, are kept as they are written. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const LOCATION = /^\/api\/ssl\/v2\/\d+\/location\/\d+$/;
const ACCOUNT = /^\/api\/endpoint\/v1\/\d+\/account\/\d+$/;
const SHOWS = 'ssl.location.update.shows';

type Details = Readonly<Record<string, string>>;

/** A server that shows the details of a location otherwise than they were written. */
function showing(change: (details: Details) => object): Rewrite {
  return (passing) => {
    if (passing.method !== 'GET' || passing.status !== 200 || !LOCATION.test(passing.target)) return;
    const body = JSON.parse(passing.body) as { details?: Details };
    passing.body = JSON.stringify({ ...body, details: change(body.details ?? {}) });
  };
}

const values = (change: (text: string) => string) =>
  showing((details) => Object.fromEntries(Object.entries(details).map(([name, text]) => [name, change(text)])));
const names = (change: (name: string) => string) =>
  showing((details) => Object.fromEntries(Object.entries(details).map(([name, text]) => [change(name), text])));

async function verdictOf(rewrite: Rewrite, promise = SHOWS) {
  const outcome = await runAgainst(catalogue, { only: [promise], depth: 'standard', rewrite });
  return outcome.result(promise).verdict;
}

test.each([
  ['as they are', (text: string) => text, 'pass'],
  ['without what is beyond the BMP', (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''), 'fail'],
  ['without what is beyond Latin-1', (text: string) => text.replace(/[\u0100-\uffff]/g, '?'), 'fail'],
  ['as a page shows them', (text: string) => text.replaceAll('<', '&lt;'), 'fail'],
  ['with quotes twice', (text: string) => text.replaceAll("'", "''"), 'fail'],
  ['trimmed', (text: string) => text.trim(), 'warn'],
])('a server that shows the texts of a map %s', async (_, change, verdict) => {
  expect(await verdictOf(values(change))).toBe(verdict);
});

test.each([
  ['with ? for letters beyond Latin-1', (name: string) => name.replace(/[\u0100-\uffff]/g, '?')],
  ['without quotes', (name: string) => name.replaceAll('"', '')],
  ['with _ for each dot', (name: string) => name.replaceAll('.', '_')],
])('a server that shows the names of a map %s is warned', async (_, change) => {
  expect(await verdictOf(names(change))).toBe('warn');
});

test('a server that breaks at a name of other letters is told', async () => {
  const promise = 'ssl.location.update.answers.no-server-error';
  const outcome = await runAgainst(catalogue, {
    only: [promise, SHOWS],
    depth: 'standard',
    rewrite: (passing) => {
      if (passing.method === 'PUT' && LOCATION.test(passing.target) && /"[^"]*漢[^"]*":/.test(passing.sent))
        passing.status = 500;
    },
  });
  expect(outcome.result(promise).verdict).toBe('fail');
});

test('a server that loses letters in the name of accounts of one variant is told', async () => {
  const promise = 'account.update.shows';
  const types = new Map<string, string>();
  const rewrite: Rewrite = (passing) => {
    if (passing.method !== 'GET' || passing.status !== 200 || !ACCOUNT.test(passing.target)) return;
    const body = JSON.parse(passing.body) as { name?: string; type?: string };
    types.set(passing.target, body.type ?? '');
    if (body.type === 'DEVICE_WEB_FORM')
      passing.body = JSON.stringify({ ...body, name: body.name?.replace(/[\u0100-\uffff]/g, '?') });
  };
  expect(await verdictOf(rewrite, promise)).toBe('fail');
  expect(new Set(types.values()).size).toBeGreaterThan(3);
});
