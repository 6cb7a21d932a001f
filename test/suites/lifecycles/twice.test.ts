/** What is done twice in a row leaves alone what it left alone the first time. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

type Body = Readonly<Record<string, unknown>>;

async function verdictOf(promise: string, rewrite: Rewrite) {
  const outcome = await runAgainst(catalogue, { only: [promise], depth: 'standard', rewrite });
  return outcome.result(promise).verdict;
}

/** A server whose entities show something else once the same step of them was accepted twice. */
function spoiling(step: RegExp, path: (id: string) => string, change: (body: Body) => object): Rewrite {
  const done = new Map<string, number>();
  return (passing) => {
    const [, id] = (passing.method === 'PUT' && passing.status < 300 && step.exec(passing.target)) || [];
    if (id !== undefined) done.set(id, (done.get(id) ?? 0) + 1);
    if (passing.method !== 'GET' || passing.status !== 200) return;
    const isSpoilt = [...done].some(([one, times]) => times > 1 && path(one) === passing.target);
    if (isSpoilt) passing.body = JSON.stringify(change(JSON.parse(passing.body) as Body));
  };
}

test('a second reset that switches the authentication off', async () => {
  const off = spoiling(
    /bucket\/([^/]+)\/reset-client-secret$/,
    (id) => `/api/discovery/v1/bucket/${id}`,
    (body) => ({ ...body, authenticationEnabled: false }),
  );
  expect(await verdictOf('bucket.client-secret.reset.nothing-else', off)).toBe('fail');
});

test('a second update of the configuration that changes the mode', async () => {
  const turned = spoiling(
    /endpoint\/v1\/(\d+)\/config$/,
    (id) => `/api/endpoint/v1/${id}`,
    (body) => ({
      ...body,
      delegationMode: body['delegationMode'] === 'CUSTOMIZED' ? 'GLOBAL_FOR_CUSTOMER' : 'CUSTOMIZED',
    }),
  );
  expect(await verdictOf('delegation-mode.updates', turned)).toBe('fail');
});

test('an update with a further parameter, and without the delegations of its owner’s example, that changes the mode', async () => {
  const turned = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: ['delegation-mode.updates'],
    depth: 'standard',
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://target');
      if (!/endpoint\/v1\/\d+$/.test(pathname)) return;
      if (passing.method === 'PUT' && passing.status < 300) {
        const isTurned = searchParams.has('config.webFormAuthTypes') && !searchParams.has('orgDelegations');
        if (isTurned) turned.add(pathname);
        else turned.delete(pathname);
      }
      if (passing.method !== 'GET' || passing.status !== 200 || !turned.has(pathname)) return;
      passing.body = passing.body.replace('CUSTOMIZED', 'GLOBAL_FOR_CUSTOMER');
    },
    profile: (profile) => ({
      ...profile,
      examples: {
        'endpoint.update': {
          query: { name: 'Desk', endpointType: 'SSL_WEB_FORM', uriExtension: 'desk', orgDelegations: [201] },
        },
      },
    }),
  });
  expect(result('delegation-mode.updates').failure?.actual).toContain('it is global');
});

test('an update sent twice that takes away what a first one has', async () => {
  const last = new Map<string, string>();
  const emptied = new Set<string>();
  const rewrite: Rewrite = (passing) => {
    const { method, target, status, sent } = passing;
    if (!/^\/api\/person\/v2\/\d+$/.test(target) || status !== 200) return;
    if (method === 'PUT') {
      if (last.get(target) === sent) emptied.add(target);
      else emptied.delete(target);
      last.set(target, sent);
    }
    if (method === 'GET' && emptied.has(target))
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as Body), phone: '' });
  };
  expect(await verdictOf('person.update.repeat', rewrite)).toBe('warn');
});
