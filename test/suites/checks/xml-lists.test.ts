/** XML is read of every type of entity, and keeps as many items of a list as JSON does (contract 4.7; a server that reads repeated elements as a list). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import type { Passing, Rewrite } from '../proxy.ts';

const ID = 'organization.update.body.xml.accepts';
const ROOT = { UpdateOrganizationRequest: 'organization' };

type Fixtures = Readonly<
  Record<string, readonly { readonly ids: { readonly id: number }; readonly traits?: { readonly level?: string } }[]>
>;

const isXml = ({ method, sent }: Passing): boolean => method === 'PUT' && sent.trimStart().startsWith('<');
const refuse = (passing: Passing): void => {
  Object.assign(passing, { status: 400, body: '{"code":-1,"description":"no"}' });
};

test.each([
  ['department', 'fail'],
  ['nothing', 'pass'],
])('a server that takes no XML of what is on the level %s', async (level, verdict) => {
  const ids = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    told: { base: 'default', answers: { 'request.xml.root': ROOT } },
    profile: (profile) => {
      for (const one of (profile['fixtures'] as Fixtures)['organization'] ?? [])
        if (one.traits?.level === level) ids.add(String(one.ids.id));
      return profile;
    },
    rewrite: (passing) => {
      if (isXml(passing) && ids.has(passing.target.split('/').at(-1) ?? '')) refuse(passing);
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});

const update = { tags: { type: 'array', items: { type: 'string' } } };
const overlay = overlayFile(
  'tags of an organization',
  ['UpdateOrganizationRequest', 'OrganizationResp'].map((name) => ({
    target: `$.components.schemas.${name}.properties`,
    update,
  })),
);

/** A server of organizations with tags, of which it reads some in XML. */
function tagged(read: (items: readonly string[]) => readonly string[]): Rewrite {
  const tags = new Map<string, readonly string[]>();
  return (passing) => {
    const { target, method, sent, status } = passing;
    if (!/\/organization\/v1\/\d+$/.test(target) || status !== 200) return;
    if (isXml(passing)) {
      const items = [...sent.matchAll(/<tags>([^<]*)<\/tags>/g)].map(([, text = '']) => text);
      if (items.length > 0) tags.set(target, read(items));
    } else if (method === 'PUT' && sent.startsWith('{')) {
      const { tags: own } = JSON.parse(sent) as { readonly tags?: unknown };
      if (Array.isArray(own) && own.every((one) => typeof one === 'string')) tags.set(target, own);
    }
    if (passing.body.startsWith('{'))
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), tags: tags.get(target) ?? ['first'] });
  };
}

test.each([
  ['all', (items: readonly string[]) => items, 'pass'],
  ['the first', (items: readonly string[]) => items.slice(0, 1), 'fail'],
] as const)('a server that reads of repeated elements %s', async (_what, read, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    told: {
      base: 'default',
      claimed: true,
      overlay,
      answers: { 'update.readback': { 'organization.update': [{ write: '/tags', read: '/tags' }] } },
    },
    rewrite: tagged(read),
    profile: (profile) => ({ ...profile, examples: { 'organization.update': { body: { name: 'N', tags: ['a'] } } } }),
  });
  expect(result(ID).verdict, JSON.stringify(result(ID).failure ?? {}).slice(0, 300)).toBe(verdict);
});

test.each([
  ['in any number', () => false, 'pass'],
  ['only when there are several', (items: number) => items === 1, 'fail'],
] as const)('a list that the accepted body does not have is taken as XML %s', async (_what, refuses, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    told: { base: 'default', claimed: true, overlay, answers: { 'request.xml.root': ROOT } },
    rewrite: (passing) => {
      if (isXml(passing) && refuses([...passing.sent.matchAll(/<tags>/g)].length)) refuse(passing);
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
