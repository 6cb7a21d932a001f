import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import type { Contract } from '../../spec/types.ts';
import { OPERATIONS } from '../spec/contract-figures.ts';
import { requestFor } from './requests.ts';
import { ask, contractIn, emulatorIn, fixtures, problemWith } from './support.ts';

describe.each(['default', 'alternate'] as const)('in the %s dialect', (dialect) => {
  let contract: Contract;
  let emulator: Emulator;
  beforeAll(async () => {
    contract = await contractIn(dialect);
    emulator = await emulatorIn(dialect);
  });
  afterAll(() => emulator.close());

  test('every admin operation succeeds as documented', async () => {
    const admin = contract.operations.filter((operation) => operation.interface === 'admin');
    expect(admin).toHaveLength(OPERATIONS.length);
    for (const operation of admin) {
      emulator.reset();
      const { path, body } = requestFor((kind) => fixtures(emulator, kind), operation);
      const schema = operation.body?.contents[0]?.schema;
      if (schema !== undefined) expect(problemWith(schema, body), operation.id).toBeUndefined();
      const answer = await ask(emulator, operation.method, path, { ...(body === undefined ? {} : { body }) });
      const what = `${operation.id} ${answer.status} ${answer.text.slice(0, 200)}`;
      if (operation.success.length === 0) {
        expect(answer.status, what).toBeLessThan(300);
        continue;
      }
      const documented = operation.success.find((response) => response.status === answer.status);
      expect(documented, what).toBeDefined();
      if (documented?.body === 'none') expect(answer.text, what).toBe('');
      const content = documented?.contents[0];
      if (content === undefined) continue;
      expect(answer.headers['content-type'], what).toMatch(/^application\/json/);
      expect(problemWith(content.schema, answer.json), what).toBeUndefined();
      for (const header of documented?.headers ?? []) {
        expect(answer.headers[header.name.toLowerCase()], what).toMatch(/^\d+$/);
      }
    }
  });

  test('absent entities are answered as documented', async () => {
    for (const operation of contract.operations.filter((one) => one.entity && one.path.includes('{'))) {
      const { path, body } = requestFor((kind) => fixtures(emulator, kind), operation, 'absent');
      const answer = await ask(emulator, operation.method, path, { ...(body === undefined ? {} : { body }) });
      const what = `${operation.id} ${answer.status} ${answer.text.slice(0, 200)}`;
      if (operation.absence === 'silent') expect([400, 404], what).toContain(answer.status);
      else expect(answer.status, what).toBe(404);
      const schema = operation.errors.find((response) => response.status === 404)?.contents[0]?.schema;
      if (schema !== undefined) expect(problemWith(schema, answer.json), what).toBeUndefined();
    }
  });
});
