import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyOverlays, DialectError, loadDialect } from '../../spec/dialect.ts';
import { readDocuments } from '../../spec/documents.ts';
import { loadContract } from '../../spec/load.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dialect-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Writes an overlay file with these actions and returns its name, relative to the folder. */
async function overlay(name: string, ...actions: object[]): Promise<string> {
  const content = { overlay: '1.0.0', info: { title: name, version: '1' }, actions };
  await writeFile(join(folder, name), JSON.stringify(content));
  return name;
}

const IDENTITY = '$.components.schemas.SSLIdentity';

describe('applying overlays', () => {
  async function applied(...actions: object[]): Promise<Record<string, Schema>> {
    const file = await overlay('apply.json', ...actions);
    return schemasUnder((await loadDialect({ base: 'none', overlay: file }, folder)).overlays.admin);
  }

  it('names file and action when a target matches nothing', async () => {
    const actions = [
      { target: IDENTITY, update: { type: 'object' } },
      { target: '$.components.schemas.Nothing', update: { type: 'object' } },
    ];
    const error = await applied(...actions).catch((caught: unknown) => caught as DialectError);
    expect(error).toBeInstanceOf(DialectError);
    expect(error).toMatchObject({ file: join(folder, 'apply.json'), pointer: '/actions/1' });
    expect(String(error)).toContain('$.components.schemas.Nothing');
  });

  it('folds names that both overlay and contract require', async () => {
    const update = { required: ['a', 'b'] };
    const schemas = await applied({ target: IDENTITY, update }, { target: IDENTITY, update });
    expect(schemas['SSLIdentity']?.['required']).toEqual(['a', 'b']);
    const target = '$.components.schemas.OrderStatusRequest';
    const file = await overlay('legacy.json', { target, update: { required: ['orderNumber', 'extra'] } });
    const { overlays } = await loadDialect({ base: 'none', legacyOverlay: file }, folder);
    const form = (await legacyUnder(overlays.legacy))['OrderStatusRequest'];
    expect(form?.['required']).toEqual(['loginName', 'loginPassword', 'orderNumber', 'extra']);
  });

  it.each([
    ['a bound', { target: "$.paths['/api/ssl/v2'].get.parameters[?(@.name=='size')].schema", update: { maximum: 50 } }],
    [
      'an enumeration',
      { target: "$.paths['/api/ssl/v2'].get.parameters[?(@.name=='status')].schema", update: { enum: ['New'] } },
    ],
    ['an operation', { target: "$.paths['/api/person/v2/{id}'].delete", remove: true }],
  ])('refuses to change %s that the contract gives', async (_what, action) => {
    await expect(applied(action)).rejects.toThrow(/which the contract gives/);
  });

  it.each([
    ['/dev/zero', 'never to files or addresses'],
    ['other.yaml#/components/schemas/Other', 'never to files or addresses'],
    ['http://127.0.0.1:9/schema.json', 'never to files or addresses'],
    ['#/paths', 'never to files or addresses'],
    ['#/components/schemas/Nothing', 'names nothing'],
    ['#/components/schemas/toString', 'names nothing'],
  ])('refuses the reference %s, with its place', async (reference, why) => {
    const update = { type: 'object', properties: { one: { items: { $ref: reference } } } };
    const error = await applied({ target: IDENTITY, update }).catch((caught: unknown) => caught as DialectError);
    expect(error).toBeInstanceOf(DialectError);
    expect(error).toMatchObject({
      file: join(folder, 'apply.json'),
      pointer: '/actions/0/update/properties/one/items/$ref',
    });
    expect(String(error)).toContain(reference);
    expect(String(error)).toContain(why);
  });

  it.each([
    [{ properties: { one: { type: 5 } } }, '/properties/one/type'],
    [{ properties: { one: 7 } }, '/properties/one'],
    [{ properties: { one: { pattern: '(' } } }, 'the pattern ('],
    [{ properties: { one: { items: { pattern: '^(a+)+$' } } } }, 'the pattern ^(a+)+$'],
    [{ patternProperties: { '^(a|aa)+$': true } }, 'the pattern ^(a|aa)+$'],
  ])('refuses what is no schema to judge by: %j', async (members, told) => {
    const error = await applied({ target: IDENTITY, update: { type: 'object', ...members } }).catch(String);
    expect(error).toContain('no schema to judge by at /components/schemas/SSLIdentity: ');
    expect(error).toContain(told);
  });

  it('refuses it outside of the named schemas, too', async () => {
    const target = "$.paths['/api/person/v2/{id}'].get.responses['200'].content";
    const update = { 'application/json': { schema: { properties: { one: { type: 5 } } } } };
    await expect(applied({ target, update })).rejects.toThrow(/no schema to judge by at \/paths\/.*\/one\/type/);
  });

  it.each([
    ["$.paths['/api/person/v2/{id}'].get", { parameters: [{ name: 5 }] }],
    ['$.paths', { '/more': { get: {} } }],
  ])('refuses what is no OpenAPI below %s', async (target, update) => {
    const file = await overlay('odd.json', { target, update });
    const error = await loadContract({ dialect: { base: 'none', overlay: file }, directory: folder }).catch(
      (caught: unknown) => caught as DialectError,
    );
    expect(error).toBeInstanceOf(DialectError);
    expect(String(error)).toContain('no valid OpenAPI document: ');
  });

  it('takes references to what it describes itself, and members that are called so', async () => {
    const own = { type: 'object', properties: { $ref: { type: 'string' } } };
    const update = { Own: own, SSLIdentity: { $ref: '#/components/schemas/Own' } };
    expect((await applied({ target: '$.components.schemas', update }))['Own']).toEqual(own);
  });

  it('leaves the document that it is given as it was', async () => {
    const { admin } = await readDocuments();
    const before = JSON.stringify(admin);
    await applyOverlays(admin, (await loadDialect('default')).overlays.admin);
    expect(JSON.stringify(admin)).toBe(before);
  });
});

type Schema = Record<string, unknown>;
type AppliedOverlays = Parameters<typeof applyOverlays>[1];

async function schemasUnder(overlays: AppliedOverlays): Promise<Record<string, Schema>> {
  return schemasOf(await applyOverlays((await readDocuments()).admin, overlays));
}

async function legacyUnder(overlays: AppliedOverlays): Promise<Record<string, Schema>> {
  return schemasOf(await applyOverlays((await readDocuments()).legacy, overlays));
}

function schemasOf(document: object): Record<string, Schema> {
  return (document as { components: { schemas: Record<string, Schema> } }).components.schemas;
}
