/** The same body in other bytes is accepted alike, and means the same (real servers, real requests). */
import { expect, test } from 'vitest';
import { jsonSpellings, mixedSpelling, xmlSpellings } from '../../../generators/index.ts';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const VALUE = { name: 'a "b"\\u', list: [{ x: 1, y: 'ä' }], flag: true };

test('every JSON spelling that is certain is the same value', () => {
  const spellings = jsonSpellings(VALUE);
  for (const { label, body, certain } of spellings) if (certain) expect(JSON.parse(body), label).toEqual(VALUE);
  expect(JSON.parse(mixedSpelling(VALUE))).toEqual(VALUE);
  expect(new Set(spellings.map(({ body }) => body)).size).toBeGreaterThan(4);
});

test('every XML spelling is well-formed and other bytes', () => {
  const document = '<?xml version="1.0" encoding="UTF-8"?><a><b>x &amp; y</b><c></c><d><e>1</e></d></a>';
  for (const { label, body, contentType, chunked } of xmlSpellings(document)) {
    expect(contentType !== undefined || chunked === true || body !== document, label).toBe(true);
    expect(body, label).toMatch(/<c><\/c>/);
  }
});

const groups = (contract: Contract): CheckGroup[] =>
  catalogue(contract).filter(({ operation }) => operation === 'organization.update');

async function verdictWith(
  rewrite: Rewrite | undefined,
  fault?: string,
  requirement = 'organization.update.body.spellings.accepts',
): Promise<string> {
  const outcome = await runAgainst(groups, {
    told: { base: 'default', claimed: true },
    ...(rewrite === undefined ? {} : { rewrite }),
    ...(fault === undefined ? {} : { switches: [['organization.update', fault]] }),
    checks: ['organization.update.body', 'organization.update.body.xml'],
    only: [requirement],
    depth: 'standard',
  });
  return outcome.result(requirement).verdict;
}

test.each([
  ['wants to know the length', 411, 'pass'],
  ['knows no chunks, as those of HTTP/1.0, and finds no body', 400, 'warn'],
  ['says that it knows no such coding', 501, 'warn'],
  ['breaks on chunks', 500, 'fail'],
])('a server that %s', async (_what, status, verdict) => {
  const unread: Rewrite = (passing) => {
    if (passing.chunked) Object.assign(passing, { status, body: '' });
  };
  expect(await verdictWith(unread)).toBe(verdict);
});

test('a server that loses what is escaped beyond ASCII is seen', async () => {
  const lost = new Set<string>();
  const rewrite: Rewrite = (passing) => {
    const [, id = ''] = /^\/api\/organization\/v1\/(\d+)$/.exec(passing.target) ?? [];
    if (passing.method === 'PUT' && passing.status < 300) lost[/\\u6f22/.test(passing.sent) ? 'add' : 'delete'](id);
    if (passing.method === 'GET' && lost.has(id)) passing.body = passing.body.replace(/[^\x20-\x7e]+/g, '?');
  };
  expect(await verdictWith(rewrite)).toBe('fail');
});

test.each(['spelling:charset', 'spelling:json-order', 'spelling:escapes-lost'])('%s is seen', async (fault) => {
  expect(await verdictWith(undefined, fault)).toBe('fail');
});

test('a server that accepts chunks and keeps nothing of them is seen', async () => {
  const shown = new Map<string, string>();
  let lost: string | undefined;
  const losing: Rewrite = (passing) => {
    const { method, status, target, chunked } = passing;
    if (status !== 200 || !target.startsWith('/api/organization/v1/')) return;
    if (method === 'PUT') lost = chunked ? target : undefined;
    else if (lost === target) passing.body = shown.get(target) ?? passing.body;
    else shown.set(target, passing.body);
  };
  expect(await verdictWith(losing)).toBe('fail');
});

test('XML that is accepted is read, whatever stands for a character', async () => {
  const xml = 'organization.update.body.xml.accepts';
  expect(await verdictWith(undefined, undefined, xml)).toBe('pass');
  for (const fault of ['spelling:xml-cdata-lost', 'spelling:xml-markup-lost'])
    expect(await verdictWith(undefined, fault, xml), fault).toBe('fail');
});

test('what XML leaves out becomes what it becomes in JSON', async () => {
  const xml = 'organization.update.body.xml.accepts';
  const bare = new Set<string>();
  const clearing: Rewrite = (passing) => {
    const { method, sent, status, target } = passing;
    if (status !== 200 || !target.startsWith('/api/organization/v1/')) return;
    if (method === 'PUT' && sent.startsWith('<') && !sent.includes('<alternativeName>')) bare.add(target);
    else if (method === 'PUT') bare.delete(target);
    if (bare.has(target)) passing.body = passing.body.replace(/"secondaryName":"[^"]*",?/, '');
  };
  expect(await verdictWith(clearing, undefined, xml)).toBe('fail');
});
