/** Where updates show when nobody says so: guessed from what the owner describes (silence update.readback). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../spec/load.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readbacks-'));
  const text = { type: 'string' };
  const schema = (name: string, properties: object) => ({
    target: `$.components.schemas.${name}`,
    update: { type: 'object', properties },
  });
  const address = { type: 'object', properties: { city: text } };
  const actions = [
    schema('PersonInfo', { id: text, first_name: text, phone: text, address }),
    schema('EnrolmentEndpointItem', { id: text, name: text, uri_extension: text }),
  ];
  const overlay = { overlay: '1.0.0', info: { title: 'own', version: '1' }, actions };
  await writeFile(join(folder, 'own.json'), JSON.stringify(overlay));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const readbacks = async (dialect: object) => {
  const contract = await loadContract({
    dialect: { base: 'none', overlay: 'own.json', ...dialect },
    directory: folder,
    validate: false,
  });
  return contract.answer('update.readback');
};

test('members of both descriptions are taken for the same, and what the path names for none', async () => {
  const guessed = await readbacks({});
  expect(guessed?.standing).toBe('assumed');
  expect(guessed?.value).toEqual({
    'person.update': [
      { write: '/first_name', read: '/first_name' },
      { write: '/phone', read: '/phone' },
      { write: '/address/city', read: '/address/city' },
    ],
    'endpoint.update': [
      { write: '?name', read: '/name' },
      { write: '?uriExtension', read: '/uri_extension' },
    ],
  });
});

test('what the owner says of updates is all that is known of them', async () => {
  const said = { 'person.update': [{ write: '/phone', read: '/phone' }] };
  const told = await readbacks({ answers: { 'update.readback': said } });
  expect(told).toEqual({ value: said, standing: 'claimed' });
});

test('of an object and its members, which no update can write apart, the members are left', async () => {
  const member = { write: '/address/city', read: '/address/city' };
  const said = { 'person.update': [{ write: '/address', read: '/address' }, member] };
  const told = await readbacks({ answers: { 'update.readback': said } });
  expect(told?.value).toEqual({ 'person.update': [member] });
});

test('a guess of the base stays where the owner has the members, and nothing is guessed twice', async () => {
  const guessed = await readbacks({ base: 'default' });
  const { 'person.update': lines = [] } = (guessed?.value ?? {}) as Record<
    string,
    readonly { write: string; read: string }[]
  >;
  expect(lines).toContainEqual({ write: '/first_name', read: '/first_name' });
  expect(lines.filter(({ write }) => write === '/phone')).toHaveLength(1);
  // What holds members of its own is written member by member.
  expect(lines.filter(({ write }) => write === '/address' || write.startsWith('/address/'))).toEqual([
    { write: '/address/city', read: '/address/city' },
  ]);
  expect(lines.map(({ write }) => write)).not.toContain('/firstName');
});
