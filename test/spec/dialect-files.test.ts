import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DialectReference, loadDialect } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';
import { profileFrom } from '../../target/index.ts';
import { OPERATIONS } from './contract-figures.ts';
import { documentOf, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

async function refused(reference: DialectReference): Promise<{ message: string; pointer?: string; file?: string }> {
  return loadDialect(reference, shelf.folder).then(
    () => {
      throw new Error('The dialect was accepted.');
    },
    (error: { message: string; pointer?: string; file?: string }) => error,
  );
}

describe('a dialect that starts from a file', () => {
  const overlay = { overlay: '1.0.0', info: { title: '', version: '' } };
  const target = '$.components.schemas.PersonInfo';

  it('assumes what the file states, unless it is claimed', async () => {
    shelf.write('schemas.json', { ...overlay, actions: [{ target, update: { type: 'object', required: ['a'] } }] });
    shelf.write(
      'house.yaml',
      'name: house\nbase: alternate\noverlay: schemas.json\nanswers: { ssl.list.order: ascending }\n',
    );
    const own = await loadDialect({ base: './house.yaml', answers: { 'ssl.list.size-zero': 'empty' } }, shelf.folder);
    expect(own.name).toBe('house+own');
    expect(own.answers.get('ssl.list.order')).toEqual({ value: 'ascending', standing: 'assumed' });
    expect(own.answers.get('ssl.list.size-zero')).toEqual({ value: 'empty', standing: 'claimed' });
    expect(own.answers.get('refusal.role')).toEqual({ value: 403, standing: 'assumed' });
    expect(own.claimedSchemas).toEqual([]);
    const claimed = await loadDialect({ base: './house.yaml', claimed: true }, shelf.folder);
    expect(claimed.name).toBe('house');
    expect(claimed.answers.get('ssl.list.order')).toEqual({ value: 'ascending', standing: 'claimed' });
    expect(claimed.claimedSchemas).toContain('PersonInfo');
  });

  it('may lie in another folder, with files beside it, and use a vendor document', async () => {
    mkdirSync(join(shelf.folder, 'sub'));
    const person = { type: 'object', properties: { nick: { type: 'string' } } };
    shelf.write('sub/vendor.json', documentOf({ 'put /api/person/v2/{id}': taking(person) }));
    shelf.write('sub/middle.yaml', 'openapi: vendor.json\n');
    shelf.write('outer.yaml', 'base: sub/middle.yaml\n');
    const contract = await loadContract({ dialect: './outer.yaml', directory: shelf.folder, validate: false });
    expect(contract.operation('person.update').body?.standing).toBe('assumed');
    expect(JSON.stringify(contract.operation('person.update').body?.contents)).toContain('nick');
    expect(contract.dialect.notices[0]).toMatch(
      new RegExp(`^vendor\\.json: ${OPERATIONS.length - 1} of the contract's ${OPERATIONS.length} operations`),
    );
  });

  it('may not start from itself', async () => {
    shelf.write('a.yaml', 'base: ./b.yaml\n');
    shelf.write('b.yaml', 'base: ./a.yaml\n');
    const error = await refused('./a.yaml');
    expect(error).toMatchObject({ file: join(shelf.folder, 'b.yaml'), pointer: '/base' });
    expect(error.message).toContain('starts from itself');
    expect((await refused({ base: './absent.yaml' })).message).toContain('absent.yaml');
  });

  it('claims its base when the file says so', async () => {
    shelf.write('whole.yaml', 'base: default\nclaimed: true\n');
    const contract = await loadContract({ dialect: './whole.yaml', directory: shelf.folder, validate: false });
    expect(contract.dialect.claimed).toBe(true);
  });
});

describe('answers in a file of their own', () => {
  it('are claimed like those in the dialect', async () => {
    shelf.write('answers.yaml', 'ssl.list.order: descending\n');
    const { answers } = await loadDialect({ answers: './answers.yaml' }, shelf.folder);
    expect(answers.get('ssl.list.order')).toEqual({ value: 'descending', standing: 'claimed' });
  });

  it.each([
    ['an unknown point', 'ssl.list.ordre: descending\n', '/ssl.list.ordre', 'ssl.list.order'],
    ['a wrong value', 'legacy.codes: { not-https: 1 }\n', '/legacy.codes/not-https', '<= -1'],
    ['bad YAML', 'a: [\n', undefined, 'cannot be read'],
    ['a list', '- a\n', undefined, 'must be a map'],
  ])('with %s are explained', async (_what, content, pointer, text) => {
    const file = shelf.write('bad.yaml', content);
    const error = await refused({ answers: 'bad.yaml' });
    expect(error).toMatchObject({ file, pointer });
    expect(error.message).toContain(text);
  });

  it('and all other files are found from the profile that names them', () => {
    const profile = profileFrom(
      {
        name: 'x',
        admin: { url: 'http://127.0.0.1:1', bearer: 'b' },
        dialect: { base: './house.yaml', answers: './answers.yaml', openapi: './vendor.json' },
      },
      { folder: '/somewhere' } as never,
    );
    expect(profile.dialect).toMatchObject({
      base: expect.stringMatching(/^\/.*house\.yaml$/),
      answers: expect.stringMatching(/^\/.*answers\.yaml$/),
      openapi: expect.stringMatching(/^\/.*vendor\.json$/),
    });
  });
});
