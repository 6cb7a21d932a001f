import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesOf } from '../../emulator/edge/names.ts';
import type { Emulator } from '../../emulator/index.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import { ask, contractIn, emulatorIn, fixtures, problemWith } from './support.ts';

/** A good request for each operation, in the default dialect's names; ids come from the fixtures. */
const REQUESTS: Readonly<Record<string, { query?: string; body?: unknown; traits?: Record<string, unknown> }>> = {
  'ssl.list': { query: 'size=5&status=Issued&renewed=true' },
  'ssl.update': { body: { sslId: 1001, comments: 'new', term: 90, customFields: [{ name: 'a', value: 'b' }] } },
  'ssl.location.update': { body: { details: { Server: 'rack 2' } } },
  'client.read': { query: 'includes=usage' },
  'client.update': { body: { comments: 'new' } },
  'client.location.update': { body: { details: { Server: 'desk 2' } } },
  'mark.update': { body: { term: 365, comments: 'new' } },
  'admin.update': { body: { forename: 'Ada', email: 'ada@example.test', telephone: '+31 1' } },
  'person.update': { body: { firstName: 'Ada', email: 'ada@example.test' } },
  'organization.update': { body: { name: 'New name', stateProvince: 'Utrecht' } },
  'validation.validator.update': { query: 'adminId=551' },
  'validation.assignment.update': { query: 'externalOrgId=x&externalOrgName=y' },
  'validation.revalidate': {
    query:
      'organizationDetails.generalDetails.legalName=L&organizationDetails.generalDetails.address1=A&organizationDetails.generalDetails.country=NL&organizationDetails.evDetails.registrationAgency.dateOfIncorporation=2001-02-03',
  },
  'notification.update': { body: { description: 'A notification', recipientData: { notifyRoles: ['MRAO'] } } },
  'endpoint.update': { query: 'name=n&uriExtension=u&endpointType={type}&config.webFormAuthTypes=IDP' },
  'endpoint.delegations.update': { body: [201, 221] },
  'endpoint.delegations.delete': { traits: { mode: 'custom' } },
  'domain.suspend': { traits: { state: 'active' } },
  'domain.activate': { traits: { state: 'suspended' } },
  'endpoint.config.update': { body: { contactName: 'Desk', contactEmail: 'desk@example.test' } },
  'account.update': { body: { name: 'Account', type: '{type}' } },
  'domain.monitoring.update': { body: { enabled: true, includeSubdomains: true } },
  'net-task.update': {
    body: {
      certBucketId: '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c',
      time: { hours: 1, minutes: 2 },
      ranges: [{ address: '10.0.0.1' }],
    },
  },
  'ad-task.update': { body: { certBucketId: '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c', time: { hours: 1 }, depth: 2 } },
  'bucket.update': { body: { name: 'Bucket', authenticationEnabled: true } },
};

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
    expect(admin).toHaveLength(46);
    for (const operation of admin) {
      emulator.reset();
      const { path, body } = requestFor(emulator, operation);
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
      const { path, body } = requestFor(emulator, operation, true);
      const answer = await ask(emulator, operation.method, path, { ...(body === undefined ? {} : { body }) });
      const what = `${operation.id} ${answer.status} ${answer.text.slice(0, 200)}`;
      if (operation.absence === 'silent') expect([400, 404], what).toContain(answer.status);
      else expect(answer.status, what).toBe(404);
      const schema = operation.errors.find((response) => response.status === 404)?.contents[0]?.schema;
      if (schema !== undefined) expect(problemWith(schema, answer.json), what).toBeUndefined();
    }
  });
});

/** Path and body of a good request; of one for an entity that does not exist when `absent`. */
function requestFor(emulator: Emulator, operation: Operation, absent = false): { path: string; body: unknown } {
  const { query, body, traits = {} } = REQUESTS[operation.id] ?? {};
  const fixture = fixtures(emulator, operation.entity ?? '').find(
    (one) => one.allow !== 'observe' && Object.entries(traits).every(([name, value]) => one.traits?.[name] === value),
  );
  const type = String(fixture?.traits?.['type'] ?? '');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    absent ? (name === 'bucketId' ? '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c' : '999999') : String(fixture?.ids[name]),
  );
  const schema = operation.body?.contents[0]?.schema;
  const filled = body === undefined ? undefined : (JSON.parse(JSON.stringify(body).replace('{type}', type)) as unknown);
  // The wire names of the dialect; that they are right is what the schema of a library then shows.
  const wire = schema === undefined || filled === undefined ? filled : namesOf(schema).toWire(filled);
  if (schema !== undefined && wire !== undefined) expect(problemWith(schema, wire), operation.id).toBeUndefined();
  return { path: query === undefined ? path : `${path}?${query.replace('{type}', type)}`, body: wire };
}
