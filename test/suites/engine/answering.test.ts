/** A request that alone gets no answer is told from a target that is down. */
import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { Exchange, TransportErrorKind } from '../../../spec/vocabulary.ts';
import { answeringOf } from '../../../suites/engine/answering.ts';
import { answerOf } from '../../../suites/judges/transport.ts';
import type { Target, WireRequest } from '../../../target/types.ts';

const READ: WireRequest = { service: 'admin', method: 'GET', target: '/api/person/v2/1' };
const PUT: WireRequest = { service: 'admin', method: 'PUT', target: '/api/person/v2/1', body: '{}' };
const DELETE: WireRequest = { service: 'admin', method: 'DELETE', target: '/api/person/v2/1' };

const NO_LEGACY = { operations: [] } as unknown as Contract;

/** What a request is answered with: a status, or why there is none. */
type Answers = (request: WireRequest, count: number) => number | TransportErrorKind;

async function send(
  requests: readonly WireRequest[],
  answers: Answers,
  contract = NO_LEGACY,
): Promise<{ verdicts: unknown[]; sent: number }> {
  let sent = 0;
  const target = {
    send: ({ ...request }: WireRequest): Promise<Exchange> => {
      sent += 1;
      const answer = answers(request, sent);
      const base = {
        request: { method: request.method, url: request.target, headers: [] },
        startedAt: 0,
        durationMs: 0,
      };
      return Promise.resolve(
        typeof answer === 'number'
          ? { ...base, response: { status: answer, headers: [], body: '', encoding: 'utf8', bytes: 0 } }
          : {
              ...base,
              ...(answer === 'too-large' ? { response: { status: 200, body: 'x', truncated: true } } : {}),
              error: { kind: answer, message: answer },
            },
      ) as Promise<Exchange>;
    },
  } as unknown as Target;
  const verdicts: unknown[] = [];
  for (const request of requests) {
    const exchange = await answeringOf(target, contract).send(request);
    verdicts.push(answerOf(exchange).judgement?.verdict ?? exchange.response?.status);
  }
  return { verdicts, sent };
}

describe.each(['reset', 'timeout', 'protocol'] as const)('no answer for want of one (%s)', (kind) => {
  test('to one sort of request alone, each time, is a failure', async () => {
    const { verdicts } = await send([READ, PUT, READ], ({ method }) => (method === 'PUT' ? kind : 200));
    expect(verdicts).toEqual([200, 'fail', 200]);
  });

  test('to anybody is no verdict on the target', async () => {
    const { verdicts } = await send([READ, PUT, READ], (_, count) => (count === 1 ? 200 : kind));
    expect(verdicts).toEqual([200, 'broken', 'broken']);
  });

  test.each([2, 3])('to every request whose number divided by %i leaves nothing is no verdict either', async (n) => {
    const { verdicts } = await send([READ, PUT, DELETE, PUT, READ, PUT], (_, count) => (count % n === 0 ? kind : 200));
    expect(verdicts).not.toContain('fail');
  });

  test('to a deletion that has been done counts once it is the rule', async () => {
    const gone = new Set<string>();
    const deletions = [1, 2, 3].map((id) => ({ ...DELETE, target: `/api/person/v2/${id}` }));
    const { verdicts } = await send([READ, ...deletions], ({ method, target }) => {
      if (method !== 'DELETE') return 200;
      if (gone.has(target)) return 404;
      gone.add(target);
      return kind;
    });
    expect(verdicts).toEqual([200, 'broken', 'broken', 'fail']);
  });
});

test('a target that answers at the next try what it left unanswered loses connections by chance', async () => {
  const seen = new Map<string, number>();
  const gone: WireRequest[] = [1, 2, 3].map((id) => ({ ...DELETE, target: `/api/person/v2/1${id}` }));
  const { verdicts } = await send([READ, PUT, ...gone], ({ method, target }) => {
    if (method === 'GET') return 200;
    seen.set(target, (seen.get(target) ?? 0) + 1);
    if (seen.get(target) === 1) return 'reset';
    return method === 'PUT' ? 200 : 404;
  });
  expect(verdicts).toEqual([200, 200, 'broken', 'broken', 'broken']);
});

test('a wrong password is not sent again', async () => {
  const body = 'loginName={{loginName}}&loginPassword={{loginPassword|wrong}}';
  const wrong: WireRequest = { service: 'legacy', method: 'POST', target: '/products/!AutoUpdateDCV', body };
  let logins = 0;
  const { verdicts } = await send([wrong, wrong, wrong], ({ method }) => {
    if (method === 'GET') return 200;
    logins += 1;
    return 'reset';
  });
  expect(verdicts).toEqual(['broken', 'broken', 'fail']);
  expect(logins).toBe(3);
});

test('what the plain port answers says nothing of whether the other one is there', async () => {
  const status: WireRequest = {
    service: 'legacy',
    method: 'POST',
    target: '/products/!getPostPaymentStatus',
    body: 'a=1',
  };
  const legacy = {
    operations: [{ interface: 'legacy', effect: 'observe', path: status.target }],
  } as unknown as Contract;
  const requests = [{ ...status, plain: true }, status, status] as const;
  const { verdicts } = await send(requests, (request) => (request.plain === true ? 200 : 'reset'), legacy);
  expect(verdicts).toEqual([200, 'broken', 'broken']);
});

test('whose answers are too long to be read is not there for others', async () => {
  const { verdicts } = await send([READ, PUT, READ, PUT], ({ method }, count) =>
    count === 1 ? 200 : method === 'PUT' ? 'timeout' : 'too-large',
  );
  expect(verdicts).toEqual([200, 'broken', 'broken', 'broken']);
});

test('a read that was answered at too great length is not what others are held against', async () => {
  const { verdicts } = await send([READ, PUT], ({ method, target }) =>
    method === 'PUT' ? 'timeout' : target === '/' ? 404 : 'too-large',
  );
  expect(verdicts).toEqual(['broken', 'fail']);
});

test('an answer of too great length at the next try is no connection lost by chance', async () => {
  const deletions = [1, 2, 3].map((id) => ({ ...DELETE, target: `/api/person/v2/1${id}` }));
  const seen = new Set<string>();
  const { verdicts } = await send([READ, PUT, ...deletions], ({ method, target }) => {
    const again = seen.has(`${method} ${target}`);
    seen.add(`${method} ${target}`);
    if (method === 'PUT') return again ? 'too-large' : 'reset';
    if (method === 'DELETE') return again ? 404 : 'reset';
    return 200;
  });
  expect(verdicts).toEqual([200, 'broken', 'broken', 'broken', 'fail']);
});

test('nobody at the plain port is an answer of its own', async () => {
  const plain: WireRequest = { service: 'legacy', method: 'POST', target: '/products/!AutoUpdateDCV', plain: true };
  expect((await send([plain], ({ method }) => (method === 'GET' ? 200 : 'reset'))).verdicts).toEqual(['broken']);
});

test('a sort of request that never ends is waited for only now and then', async () => {
  const many = Array.from({ length: 100 }, () => PUT);
  const { verdicts, sent } = await send([READ, ...many], ({ method }) => (method === 'PUT' ? 'timeout' : 200));
  expect(verdicts.filter((verdict) => verdict === 'fail').length).toBeGreaterThan(5);
  expect(verdicts.filter((verdict) => verdict === 'inconclusive').length).toBeGreaterThan(75);
  expect(sent).toBeLessThan(60);
});
