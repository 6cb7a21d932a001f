/** A server may refuse what would change nothing: that is no refusal of the value (contract 4.1 leaves it open). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

/** Refuses an update whose content is what the last accepted one of the same entity had, however it is spelt. */
function unchanged(status: number): Rewrite {
  const last = new Map<string, string>();
  return (passing) => {
    if (passing.method !== 'PUT' || passing.status >= 300) return;
    const [path = ''] = passing.target.split('?');
    const content = `${passing.target} ${contentOf(passing.sent)}`;
    if (last.get(path) === content) Object.assign(passing, { status, headers: {}, body: '{}' });
    else last.set(path, content);
  };
}

/** The values of a body in JSON or XML, in whatever order. */
function contentOf(sent: string): string {
  if (sent.trimStart().startsWith('<'))
    return [...sent.matchAll(/>\s*([^<>\s][^<>]*?)\s*</g)]
      .map(([, text]) => text)
      .toSorted()
      .join();
  const found: string[] = [];
  JSON.parse(sent === '' ? 'null' : sent, (_name, value) => {
    if (value !== null && typeof value !== 'object') found.push(String(value));
    return value as unknown;
  });
  return found.toSorted().join();
}

test.each([400, 409])('updates are not told wrong where it is answered with %i', async (status) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['notification.update.body', 'ad-task.update.body', 'net-task.update.body'].flatMap((id) => [
      id,
      `${id}-schema`,
    ]),
    rewrite: unchanged(status),
  });
  expect(outcome.failures()).toEqual([]);
  expect(outcome.results.length).toBeGreaterThan(20);
});

/** Refuses an update that asks for the one type, unless another name comes along with it: as if all endpoints had that type, and for good. */
function alreadySo(): Rewrite {
  const names = new Map<string, string | null>();
  return (passing) => {
    if (passing.method !== 'PUT' || passing.status >= 300) return;
    const { pathname, searchParams } = new URL(passing.target, 'http://target.test');
    const name = searchParams.get('name');
    const isSame = names.get(pathname) === name;
    if (isSame && searchParams.get('endpointType') === 'SSL_WEB_FORM')
      Object.assign(passing, { status: 409, headers: {}, body: '{}' });
    else names.set(pathname, name);
  };
}

test('nor are they where only something else makes a change of what is so for good', async () => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['endpoint.update.parameter.endpointType'],
    rewrite: alreadySo(),
  });
  expect(outcome.failures()).toEqual([]);
  const accepts = 'endpoint.update.endpointType.enum.SSL_WEB_FORM.accepts';
  expect(outcome.results.find(({ requirement }) => requirement === accepts)?.verdict).toBe('pass');
});

/** Refuses another type of an endpoint, and its own as long as nothing else changes. */
function typeStays(types: ReadonlyMap<string, string>): Rewrite {
  const names = new Map<string, string | null>();
  return (passing) => {
    if (passing.method !== 'PUT' || passing.status >= 300) return;
    const { pathname, searchParams } = new URL(passing.target, 'http://target.test');
    const [name, wanted] = [searchParams.get('name'), searchParams.get('endpointType')];
    const own = types.get(pathname.split('/').at(-1) ?? '');
    if (wanted !== null && own !== undefined && wanted !== own)
      Object.assign(passing, { status: 400, headers: {}, body: '{}' });
    else if (names.get(pathname) === name) Object.assign(passing, { status: 409, headers: {}, body: '{}' });
    else names.set(pathname, name);
  };
}

test('nor a type that is told of an endpoint which has it', async () => {
  const types = new Map<string, string>();
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['endpoint.update.parameter.endpointType'],
    profile: (profile) => {
      const { endpoint } = profile['fixtures'] as Record<string, { ids: { id: number }; traits?: { type?: string } }[]>;
      for (const { ids, traits } of endpoint ?? [])
        if (traits?.type !== undefined) types.set(String(ids.id), traits.type);
      return { ...profile, dialect: { base: 'default', answers: { 'endpoint.type-change': 'refused' } } };
    },
    rewrite: typeStays(types),
  });
  expect(types.size).toBeGreaterThan(3);
  expect(outcome.failures()).toEqual([]);
  for (const type of new Set(types.values())) {
    const accepts = `endpoint.update.endpointType.enum.${type}.accepts`;
    expect(outcome.results.find(({ requirement }) => requirement === accepts)?.verdict, type).toBe('pass');
  }
});
