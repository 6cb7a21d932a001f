import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyOverlays, DialectError, type DialectReference, loadDialect } from '../../spec/dialect.ts';
import { readDocuments } from '../../spec/documents.ts';

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

async function refused(reference: unknown): Promise<DialectError> {
  const error = await loadDialect(reference as DialectReference, folder).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DialectError);
  return error as DialectError;
}

const IDENTITY = '$.components.schemas.SSLIdentity';

describe('the standing of what a dialect says', () => {
  it('assumes a base and claims nothing of it', async () => {
    const dialect = await loadDialect('default');
    expect(dialect.name).toBe('default');
    expect(new Set([...dialect.answers.values()].map((answer) => answer.standing))).toEqual(new Set(['assumed']));
    expect(dialect.claimedSchemas).toEqual([]);
    expect(dialect.claimedOverlays).toEqual({ admin: [], legacy: [] });
  });

  it('claims a base that the owner claims', async () => {
    const dialect = await loadDialect({ base: 'alternate', claimed: true });
    expect(dialect.answers.get('ssl.list.order')).toEqual({ value: 'descending', standing: 'claimed' });
    expect(dialect.claimedSchemas).toContain('SSLIdentity');
    expect(dialect.claimedSchemas).toContain('ApiCertField');
    expect(dialect.claimedOverlays).toEqual(dialect.overlays);
  });

  it('claims own answers only', async () => {
    const dialect = await loadDialect({ answers: { 'ssl.list.order': 'descending' } });
    expect(dialect.name).toBe('default+own');
    expect(dialect.answers.get('ssl.list.order')).toEqual({ value: 'descending', standing: 'claimed' });
    expect(dialect.answers.get('ssl.list.size-zero')).toEqual({ value: 'default', standing: 'assumed' });
  });

  it('claims what a dialect file states, and finds its overlay beside it', async () => {
    const inner = join(folder, 'inner');
    await mkdir(inner);
    await overlay('inner/schemas.json', { target: IDENTITY, update: { type: 'object' } });
    const text = 'name: house\noverlay: ./schemas.json\nanswers: { ssl.list.order: descending }\n';
    await writeFile(join(inner, 'house.yaml'), text);
    const dialect = await loadDialect('./inner/house.yaml', folder);
    expect(dialect.name).toBe('house');
    expect(dialect.answers.get('ssl.list.order')).toEqual({ value: 'descending', standing: 'claimed' });
    expect(dialect.claimedSchemas).toEqual(['SSLIdentity']);
    await writeFile(join(inner, 'house.yaml'), 'answers: { ssl.list.order: up }');
    const error = await refused('./inner/house.yaml');
    expect(error.file).toBe(join(inner, 'house.yaml'));
    expect(error.pointer).toBe('/answers/ssl.list.order');
  });

  it('answers nothing without a base', async () => {
    const dialect = await loadDialect('none');
    expect(dialect.answers.size).toBe(0);
    expect(dialect.overlays).toEqual({ admin: [], legacy: [] });
  });
});

describe('own overlays', () => {
  it('replace the assumed schema of the same name, so that no guess is judged as a statement', async () => {
    const file = await overlay('own.json', {
      target: IDENTITY,
      update: { type: 'object', required: ['no'], properties: { no: { type: 'integer' } } },
    });
    const dialect = await loadDialect({ overlay: file }, folder);
    expect(dialect.claimedSchemas).toEqual(['SSLIdentity']);
    const schemas = await schemasUnder(dialect.overlays.admin);
    expect(Object.keys(schemas['SSLIdentity']?.['properties'] ?? {})).toEqual(['no']);
    expect(schemas['SslInfo']).toHaveProperty('properties.sslId');
  });

  it('withdraw guesses about members that they do not have', async () => {
    const file = await overlay('members.json', {
      target: IDENTITY,
      update: { type: 'object', properties: { number: { type: 'integer' } } },
    });
    const { answers } = await loadDialect({ overlay: file }, folder);
    expect(answers.has('ssl.list.identity')).toBe(false);
    expect(answers.has('ssl.list.filter-members')).toBe(false);
    expect(answers.has('admin.type.write')).toBe(true);
    const stated = await loadDialect({ overlay: file, answers: { 'ssl.list.identity': '/number' } }, folder);
    expect(stated.answers.get('ssl.list.identity')).toEqual({ value: '/number', standing: 'claimed' });
  });

  it('keep guesses about members that they have', async () => {
    const file = await overlay('same.json', {
      target: '$.components.schemas.CreateAndUpdateClientAdminRequest',
      update: { type: 'object', properties: { type: { type: 'string' } } },
    });
    const { answers } = await loadDialect({ overlay: file }, folder);
    expect(answers.has('admin.type.write')).toBe(true);
    expect(answers.has('admin.type.companions')).toBe(false);
  });

  it('merge with a claimed base', async () => {
    const file = await overlay('merge.json', {
      target: IDENTITY,
      update: { required: ['sslId'], properties: { note: { type: 'string' } } },
    });
    const dialect = await loadDialect({ base: 'default', claimed: true, overlay: file }, folder);
    const schemas = await schemasUnder(dialect.overlays.admin);
    expect(Object.keys(schemas['SSLIdentity']?.['properties'] ?? {})).toContain('note');
    expect(Object.keys(schemas['SSLIdentity']?.['properties'] ?? {})).toContain('serialNumber');
  });

  it('replace an assumed helper schema as well', async () => {
    const file = await overlay('helper.json', {
      target: '$.components.schemas',
      update: { Time: { type: 'object', properties: { clock: { type: 'string' } } } },
    });
    const dialect = await loadDialect({ overlay: file }, folder);
    const schemas = await schemasUnder(dialect.overlays.admin);
    expect(Object.keys(schemas['Time']?.['properties'] ?? {})).toEqual(['clock']);
    expect(dialect.claimedSchemas).toEqual(['Time']);
  });

  it('may not change a part of a schema that is otherwise assumed', async () => {
    const file = await overlay('part.json', { target: `${IDENTITY}.properties.sslId`, update: { minimum: 1 } });
    const error = await refused({ overlay: file });
    expect(error.message).toContain('SSLIdentity');
    expect(error.message).toContain('claimed: true');
    expect(error.pointer).toBe('/actions/0');
    await expect(loadDialect({ claimed: true, overlay: file }, folder)).resolves.toBeDefined();
  });

  it.each(['$..properties', '$.components.schemas.*', '$.components.schemas[*]'])(
    'may not describe schemas through the wildcard %s',
    async (target) => {
      const error = await refused({ overlay: await overlay('wild.json', { target, update: { minimum: 1 } }) });
      expect(error.message).toContain('does not name one schema');
    },
  );
});

describe('legacy names', () => {
  it('follow the answers, in place of the names that the base gives', async () => {
    const dialect = await loadDialect({
      answers: {
        'legacy.dcv.parameters': { 'initial-order': 'first', email: 'mail', emails: 'mails' },
        'legacy.dcv.methods': { email: 'A', http: 'B', https: 'C', cname: 'D' },
      },
    });
    const form = (await legacyUnder(dialect.overlays.legacy))['DcvUpdateRequest'] as Schema;
    expect(form).toHaveProperty('properties.mail.x-role', 'email');
    expect(form).toHaveProperty('properties.first.x-role', 'initial-order');
    expect(form).not.toHaveProperty('properties.baseOrderNumber');
    expect(form).toHaveProperty('properties.newMethod.enum', ['A', 'B', 'C', 'D']);
  });

  it('have what the contract says of them where there is no base to say it', async () => {
    const dialect = await loadDialect({
      base: 'none',
      answers: { 'legacy.dcv.parameters': { 'initial-order': 'first', email: 'mail', emails: 'mails' } },
    });
    const form = (await legacyUnder(dialect.overlays.legacy))['DcvUpdateRequest'] as Schema;
    expect(form).toMatchObject({ properties: { mails: { 'x-role': 'emails', maxLength: 255 } } });
    expect(form).toHaveProperty('properties.first.type', 'integer');
    expect(form).not.toHaveProperty('properties.newMethod.enum');
  });

  it('are claimed when the own overlay gives them all', async () => {
    const role = (name: string) => ({ type: 'string', 'x-role': name });
    const file = await overlay('roles.json', {
      target: '$.components.schemas.DcvUpdateRequest',
      update: { properties: { r0: role('initial-order'), r1: role('email'), r2: role('emails') } },
    });
    const dialect = await loadDialect({ legacyOverlay: file }, folder);
    expect(dialect.answers.get('legacy.dcv.parameters')).toEqual({
      value: { 'initial-order': 'r0', email: 'r1', emails: 'r2' },
      standing: 'claimed',
    });
    const form = (await legacyUnder(dialect.overlays.legacy))['DcvUpdateRequest'] as Schema;
    expect(form).not.toHaveProperty('properties.newDCVEmailAddress');
    expect(dialect.claimedSchemas).toEqual(['DcvUpdateRequest']);
  });
});

describe('faults in a dialect', () => {
  it.each([
    ['an unknown dialect', 'defualt', '', 'default, alternate, none'],
    ['an unknown base', { base: 'defualt' }, '/base', 'default, alternate, none'],
    ['an unknown member', { anwsers: {} }, undefined, '"anwsers"'],
    ['a list', [], undefined, 'must be a map'],
    [
      'an unknown silence',
      { answers: { 'ssl.list.ordre': 'ascending' } },
      '/answers/ssl.list.ordre',
      '"ssl.list.order"',
    ],
    ['a silence without an answer', { answers: { events: true } }, '/answers/events', 'cannot be answered'],
    ['a wrong value', { answers: { 'ssl.list.order': 'up' } }, '/answers/ssl.list.order', 'ascending, descending'],
    ['a wrong type', { answers: { 'response.extra-members': 'no' } }, '/answers/response.extra-members', 'boolean'],
    [
      'a positive code',
      { answers: { 'legacy.codes': { 'not-https': 1 } } },
      '/answers/legacy.codes/not-https',
      '<= -1',
    ],
    [
      'a pointer without a slash',
      { answers: { 'admin.type.write': 'type' } },
      '/answers/admin.type.write',
      'json-pointer',
    ],
    [
      'a missing part',
      { answers: { 'legacy.rate-limit': { requests: 1 } } },
      '/answers/legacy.rate-limit',
      '"seconds"',
    ],
  ])('%s is explained', async (_what, reference, pointer, text) => {
    const error = await refused(reference);
    expect(error.pointer ?? '').toBe(pointer ?? '');
    expect(error.message).toContain(text);
  });

  it('a missing overlay is named', async () => {
    const error = await refused({ overlay: './absent.yaml' });
    expect(error.message).toContain(join(folder, 'absent.yaml'));
    expect(error.message).toContain('no such file');
  });

  it.each([
    ['text', 'hello', 'not an OpenAPI Overlay'],
    ['bad YAML', 'a: [', 'cannot be read'],
    ['no actions', '{ "overlay": "1.0.0", "actions": [] }', 'list of actions'],
    ['no target', '{ "overlay": "1.0.0", "actions": [{ "update": {} }] }', 'needs a target'],
    ['no update', '{ "overlay": "1.0.0", "actions": [{ "target": "$" }] }', 'needs an update'],
  ])('an overlay file with %s is explained', async (_what, content, text) => {
    await writeFile(join(folder, 'bad.yaml'), content);
    const error = await refused({ overlay: 'bad.yaml' });
    expect(error.message).toContain(text);
    expect(error.file).toBe(join(folder, 'bad.yaml'));
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
