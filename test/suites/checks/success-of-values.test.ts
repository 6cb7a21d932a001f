/** What an accepted value is answered with is judged too, where the plainest request of its operation got it right. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const QUERY = /[?]/;

function answering(fits: (passing: Parameters<Rewrite>[0]) => boolean, change: Partial<Parameters<Rewrite>[0]>) {
  const rewrite: Rewrite = (passing) => {
    if (passing.status < 300 && fits(passing)) Object.assign(passing, change);
  };
  return rewrite;
}

function judged(operation: string, rewrite: Rewrite, ...topics: readonly string[]): Promise<Outcome> {
  return runAgainst(catalogue, { rewrite, only: topics.map((topic) => `${operation}.${topic}`), depth: 'quick' });
}

describe('an undocumented success of some requests only', () => {
  test.each([204, 206])('%i for a query parameter', async (status) => {
    const includes = ({ method, target }: Parameters<Rewrite>[0]): boolean =>
      method === 'GET' && /mark-certificate.*includes=/.test(target);
    const topics = ['includes.valid.accepts', 'includes.enum.usage.accepts', 'success.status'];
    const outcome = await judged('mark.read', answering(includes, { status }), ...topics);
    expect(outcome.result('mark.read.includes.valid.accepts').verdict).toBe('fail');
    expect(outcome.result('mark.read.includes.enum.usage.accepts').failure?.actual).toBe(`status ${status}`);
    expect(outcome.result('mark.read.success.status').verdict).toBe('pass');
  });

  test('for pairs of parameters', async () => {
    const pairs = ({ target }: Parameters<Rewrite>[0]): boolean => /^\/api\/ssl\/v2[?].*&/.test(target);
    const outcome = await judged('ssl.list', answering(pairs, { status: 206 }), 'pairs.accepts', 'size.valid.accepts');
    expect(outcome.result('ssl.list.pairs.accepts').verdict).toBe('fail');
    expect(outcome.result('ssl.list.size.valid.accepts').verdict).toBe('pass');
  });

  test('for XML only', async () => {
    const xml = ({ method, sent }: Parameters<Rewrite>[0]): boolean => method === 'PUT' && sent.startsWith('<');
    const outcome = await judged('organization.update', answering(xml, { status: 201 }), 'body.xml.accepts');
    expect(outcome.result('organization.update.body.xml.accepts').verdict).toBe('fail');
  });

  test('for a member of a body', async () => {
    const long = ({ method, sent }: Parameters<Rewrite>[0]): boolean => method === 'PUT' && /"[^"]{100,}"/.test(sent);
    const outcome = await judged(
      'endpoint.config.update',
      answering(long, { status: 201 }),
      'body.enrollmentLinkName.maxLength.accepts',
    );
    expect(outcome.result('endpoint.config.update.body.enrollmentLinkName.maxLength.accepts').verdict).toBe('fail');
  });
});

test('a body where none is documented, for XML only', async () => {
  const xml = ({ method, sent }: Parameters<Rewrite>[0]): boolean => method === 'PUT' && sent.startsWith('<');
  const outcome = await judged(
    'net-task.update',
    answering(xml, { body: '{}' }),
    'body.xml.accepts',
    'success.no-body',
  );
  expect(outcome.result('net-task.update.body.xml.accepts').failure?.expected).toBe('no body');
  expect(outcome.result('net-task.update.success.no-body').verdict).toBe('pass');
});

test('what every request of an operation is answered with is one failure, and no more', async () => {
  const any = ({ method, target }: Parameters<Rewrite>[0]): boolean =>
    method === 'GET' && target.startsWith('/api/ssl/v2') && (QUERY.test(target) || target.endsWith('v2'));
  const topics = ['success.status', 'size.valid.accepts', 'status.enum.Issued.accepts', 'pairs.accepts'];
  const outcome = await judged('ssl.list', answering(any, { status: 203 }), ...topics);
  expect(outcome.failures().map((line) => line.split(/[ :]/)[0])).toEqual(['ssl.list.success.status']);
});

test('an undocumented success of whoever is named in the place of another is found', async () => {
  const id = 'validation.validator.update.success.status';
  const named = new Map<string, string>();
  const rewrite: Rewrite = (passing) => {
    const [path = '', admin = ''] = passing.target.split('?adminId=');
    if (passing.method !== 'PUT' || passing.status !== 202 || admin === '') return;
    const before = named.get(path);
    named.set(path, admin);
    if (before !== undefined && before !== admin) passing.status = 200;
  };
  const good = await runAgainst(catalogue, { only: [id] });
  expect(good.result(id).verdict, good.result(id).reason).toBe('pass');
  const { result } = await runAgainst(catalogue, { only: [id], rewrite });
  expect(result(id)).toMatchObject({
    verdict: 'fail',
    failure: { caseLabel: expect.stringContaining('after another') },
  });
});
