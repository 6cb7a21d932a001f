/** Bodies as XML: written with the declared root element, and judged where it is declared (real servers, real requests). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { type Outcome, runAgainst } from '../against.ts';
import { type Rewrite, rewriteJson } from '../proxy.ts';

const OPERATIONS = ['organization.update', 'net-task.update', 'ad-task.update'];
const ROOTS = { UpdateOrganizationRequest: 'house', NetTaskRequestV2: 'net', AdTaskRequestV2: 'ad' };
const TOLD = { base: 'default', answers: { 'request.xml.root': ROOTS } };

const groups = (contract: Contract): CheckGroup[] =>
  catalogue(contract).filter(({ operation = '' }) => OPERATIONS.includes(operation));

/** A server that refuses some XML bodies and takes all others. */
const refusing =
  (refused: (xml: string) => boolean, status = 422): Rewrite =>
  (passing) => {
    const xml = passing.method === 'PUT' && passing.sent.trimStart().startsWith('<');
    if (!xml || passing.status >= 300 || !refused(passing.sent)) return;
    passing.status = status;
    passing.headers['content-type'] = 'application/json';
    passing.body = '{"code":-1,"description":"no"}';
  };

const withoutRoot = (xml: string): boolean => !/^(<\?[^>]*\?>)?\s*(<!--.*?-->)?<(house|net|ad)>/.test(xml);

/** A body with a list in it. */
function scan({ fixtures }: Record<string, unknown>): object {
  const [bucket] = (fixtures as { bucket: { ids: { bucketId: string } }[] }).bucket;
  const range = (address: string): object => ({ address, ports: '443' });
  return {
    certBucketId: bucket?.ids.bucketId,
    time: { hours: 1, minutes: 2 },
    ranges: [range('192.0.2.0/24'), range('198.51.100.0/24')],
  };
}

async function run(
  told: unknown,
  rewrite: Rewrite,
  lost = false,
  depth: 'quick' | 'standard' = 'quick',
): Promise<{ outcome: Outcome; verdicts(of: string): string[] }> {
  const outcome = await runAgainst(groups, {
    told,
    rewrite,
    depth,
    ...(lost ? { switches: [['organization.update', 'xml-not-applied']] } : {}),
    checks: OPERATIONS.flatMap((id) => [`${id}.body`, `${id}.body.xml`]),
    profile: (profile) => ({
      ...profile,
      examples: { 'net-task.update': { body: scan(profile) } },
    }),
  });
  return { outcome, verdicts: (of) => OPERATIONS.map((id) => outcome.result(`${id}.body.${of}`).verdict) };
}

test('the root element is the declared one', async () => {
  const { verdicts, outcome } = await run(TOLD, refusing(withoutRoot));
  expect(verdicts('xml.accepts')).toEqual(['pass', 'pass', 'pass']);
  expect(verdicts('xml-malformed.refuses')).toEqual(['pass', 'pass', 'pass']);
  expect(outcome.failures()).toEqual([]);
});

test('with a declared root element, a server that refuses XML is found', async () => {
  const { verdicts } = await run(
    TOLD,
    refusing(() => true, 415),
  );
  expect(verdicts('xml.accepts')).toEqual(['fail', 'fail', 'fail']);
});

test('a server that writes lists otherwise is not told that it is wrong, and one that refuses any XML is', async () => {
  const lists = await run(
    TOLD,
    refusing((xml) => withoutRoot(xml) || /<ranges>[\s\S]*<ranges>/.test(xml)),
  );
  expect(lists.outcome.emulator.log.some(({ body = '' }) => /<net>.*<ranges>.*<ranges>/.test(body))).toBe(true);
  expect(lists.verdicts('xml.accepts')).toEqual(['pass', 'pass', 'pass']);
  expect(lists.verdicts('xml-malformed.refuses')).toEqual(['pass', 'pass', 'pass']);
});

test('without a declared root element a refusal is observed', async () => {
  const { verdicts, outcome } = await run('default', refusing(withoutRoot));
  expect(verdicts('xml.accepts')).toEqual(['observed', 'observed', 'observed']);
  expect(outcome.failures()).toEqual([]);
});

test('a server that does not take the documented media type is found, whatever is known of the writing', async () => {
  for (const told of ['default', TOLD]) {
    const { verdicts } = await run(
      told,
      refusing(() => true, 415),
    );
    expect(verdicts('xml.accepts')).toEqual(['fail', 'fail', 'fail']);
    expect(verdicts('xml-malformed.refuses')).toEqual(['inconclusive', 'inconclusive', 'inconclusive']);
  }
});

/** A server that answers the XML form of an update otherwise than the JSON form. */
const answering =
  (status: number, body: string): Rewrite =>
  (passing) => {
    if (passing.method !== 'PUT' || !passing.sent.startsWith('<') || passing.status >= 300) return;
    passing.status = status;
    passing.body = body;
  };

test('a success for XML that is not the documented one is found', async () => {
  const status = await run('default', answering(204, ''));
  expect(status.verdicts('xml.accepts')).toEqual(['fail', 'fail', 'fail']);
  const body = await run('default', answering(200, '{"more":1}'));
  expect(body.verdicts('xml.accepts').slice(1)).toEqual(['fail', 'fail']);
  const none = await run('default', answering(200, ''));
  expect(none.verdicts('xml.accepts')).toEqual(['fail', 'pass', 'pass']);
});

const keep: Rewrite = () => undefined;

const SHOWN = {
  base: 'default',
  answers: { 'update.readback': { 'organization.update': [{ write: '/name', read: '/name' }] } },
};

/** A server that takes any well-formed XML with these violations in it. */
const unrestricted =
  (lax: (xml: string) => boolean): Rewrite =>
  (passing) => {
    const xml = passing.method === 'PUT' && /^<.*<\/\w+>$/s.test(passing.sent.trim());
    if (!xml || passing.status !== 400 || !lax(passing.sent)) return;
    passing.status = 200;
    passing.body = '';
  };

test('values that are refused in JSON and taken in XML are found, where it is known how XML is written', async () => {
  const sound = await run({ base: 'default', claimed: true }, keep);
  expect(sound.verdicts('xml-values.refuses')).toEqual(['pass', 'pass', 'pass']);
  const all = await run(
    { base: 'default', claimed: true },
    unrestricted(() => true),
  );
  expect(all.verdicts('xml-values.refuses')).toEqual(['fail', 'fail', 'fail']);
  const lengths = await run(
    { base: 'default', claimed: true },
    unrestricted((xml) => /<name>[^<]{100,}/.test(xml)),
  );
  expect(lengths.verdicts('xml-values.refuses')[0]).toBe('fail');
  const formOpen = await run(
    SHOWN,
    unrestricted(() => true),
  );
  expect(formOpen.verdicts('xml-values.refuses')[0]).toBe('observed');
});

test('XML that is accepted but not applied is found where changes are said to show, and their XML form is known', async () => {
  const claimed = await run({ base: 'default', claimed: true }, keep, true);
  expect(claimed.verdicts('xml.accepts')[0]).toBe('fail');
  const told = await run({ base: 'default', answers: { ...SHOWN.answers, ...TOLD.answers } }, keep, true);
  expect(told.verdicts('xml.accepts')[0]).toBe('fail');
  const formOpen = await run(SHOWN, keep, true);
  expect(formOpen.verdicts('xml.accepts')[0]).toBe('pass');
  const silent = await run(TOLD, keep, true);
  expect(silent.verdicts('xml.accepts')[0]).toBe('pass');
});

test('XML that is applied passes, and what was changed is put back', async () => {
  const { verdicts, outcome } = await run({ base: 'default', claimed: true }, keep);
  expect(verdicts('xml.accepts')).toEqual(['pass', 'pass', 'pass']);
  expect(outcome.restoreFailures).toEqual([]);
  // A task cannot be read, so nobody can put it back.
  // Members that had no value may end as empty texts on what may be used up: the server takes no null for a text.
  const organizations = (dump: unknown): unknown =>
    JSON.parse(JSON.stringify((dump as { organizations: unknown }).organizations, (_, member) => member || undefined));
  expect(organizations(outcome.dumpBefore)).toBeDefined();
  expect(organizations(outcome.dumpAfter)).toEqual(organizations(outcome.dumpBefore));
});

test('members of any name that a GET shows travel as XML where an element can be named after them, and are left out where not', async () => {
  const odd = rewriteJson(/\/organization\/v1\/\d+$/, (shown: object) => ({
    ...shown,
    größe: 'L',
    '@id': 'urn:x',
  }));
  const { verdicts, outcome } = await run({ base: 'none', answers: { 'request.xml.root': ROOTS } }, odd);
  expect(outcome.failures()).toEqual([]);
  expect(verdicts('xml.accepts')[0]).toBe('pass');
  const written = outcome.emulator.log.filter(({ body = '' }) => body.includes('<house>')).map(({ body = '' }) => body);
  expect(written.some((xml) => xml.includes('<größe>L</größe>'))).toBe(true);
  expect(written.some((xml) => xml.includes('urn:x'))).toBe(false);
});

test('a word or a number that is taken in JSON and refused in XML is found', async () => {
  const told = { ...TOLD, claimed: true };
  const { verdicts } = await run(
    told,
    refusing((xml) => withoutRoot(xml) || xml.includes('<month>12</month>')),
    false,
    'standard',
  );
  expect(verdicts('xml.accepts')).toEqual(['pass', 'fail', 'fail']);
});

const NAMES = { 'organization.update': [{ write: '/name', read: '/name' }] };

test.each([
  ['reads them', false, true, 'pass'],
  ['puts another sign for each', true, true, 'fail'],
  ['puts another sign for each, and nobody names its root', true, false, 'fail'],
])(
  'of letters that are not in ASCII a server of XML %s',
  { timeout: 60_000 },
  async (_what, loses, claimed, verdict) => {
    const id = 'organization.update.body.xml.accepts';
    const lost = new Map<string, boolean>();
    const { result } = await runAgainst(catalogue, {
      only: [id],
      ...(claimed ? {} : { told: { base: 'default', answers: { 'update.readback': NAMES } } }),
      rewrite: (passing) => {
        const path = /^\/api\/organization\/v1\/\d+$/.exec(passing.target)?.[0];
        if (path === undefined || passing.status >= 300) return;
        if (passing.method === 'PUT') lost.set(path, passing.sent.trimStart().startsWith('<'));
        if (!loses || passing.method !== 'GET' || lost.get(path) !== true) return;
        const shown = JSON.parse(passing.body) as Record<string, unknown>;
        passing.body = JSON.stringify({ ...shown, name: String(shown['name']).replaceAll(/[^ -~]/g, '?') });
      },
    });
    expect(result(id).verdict, result(id).reason).toBe(verdict);
  },
);
