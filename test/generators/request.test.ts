import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  baseline,
  type Intended,
  type RequestCase,
  requestArbitrary,
  requestViolations,
  serialize,
  textViolations,
  type WireProof,
  wireProof,
  withBody,
  withParameter,
} from '../../generators/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { Operation } from '../../spec/types.ts';

const contract = await loadContract({ validate: false });
const STYLES = ['repeat', 'comma'] as const;

function prove(request: RequestCase, intended?: Intended): WireProof {
  return wireProof(request.operation, serialize(request), intended);
}

describe.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  'requests of %s',
  (_, operation) => {
    test('valid ones break nothing as they are written', () => {
      expect(prove(baseline(operation))).toEqual({ ok: true });
      const requests = fc.sample(requestArbitrary(operation), { seed: 21, numRuns: 25 });
      const proofs = requests.flatMap((request) =>
        STYLES.map((arrayStyle) => wireProof(operation, serialize(request, { arrayStyle }))),
      );
      expect(proofs.filter(({ ok }) => !ok)).toEqual([]);
    });

    test('violations break what they say and are not valid', () => {
      const { cases } = requestViolations(baseline(operation));
      expect(cases.length).toBeGreaterThan(0);
      const definite = cases.filter(({ violation }) => violation?.certainty === 'definite');
      expect(definite.filter((one) => prove(one).ok).map(({ label }) => label)).toEqual([]);
      expect(definite.filter((one) => !prove(one, one.violation).ok).map(({ label }) => label)).toEqual([]);
    });
  },
);

function operation(id: string): Operation {
  return contract.operation(id);
}

describe('serialisation', () => {
  test('percent-encodes by RFC 3986 and keeps dotted names', () => {
    const request = withParameter(
      baseline(operation('validation.revalidate'), { path: { orgId: 5, validationId: 6 } }),
      'organizationDetails.generalDetails.city',
      "Köln & (Süd)+'*!~",
    );
    const { target } = serialize(request);
    expect(target).toMatch(/^\/api\/organization\/v2\/5\/validations\/6\/revalidate\?/);
    expect(target).toContain('organizationDetails.generalDetails.city=K%C3%B6ln%20%26%20%28S%C3%BCd%29%2B%27%2A%21~');
  });

  test('lone surrogates become the replacement character', () => {
    expect(serialize(withParameter(baseline(operation('ssl.list')), 'commonName', 'a\ud800b')).target).toContain(
      'commonName=a%EF%BF%BDb',
    );
  });

  test('writes arrays as asked', () => {
    const request = withParameter(baseline(operation('endpoint.update')), 'orgDelegations', ['1', '2']);
    expect(serialize(request, { arrayStyle: 'repeat' }).target).toContain('orgDelegations=1&orgDelegations=2');
    expect(serialize(request, { arrayStyle: 'comma' }).target).toContain('orgDelegations=1,2');
    expect(withParameter(request, 'orgDelegations', '3,4').query).toEqual(
      expect.arrayContaining([
        ['orgDelegations', '3'],
        ['orgDelegations', '4'],
      ]),
    );
  });

  test('writes forms, JSON, XML and raw bodies with their media type', () => {
    const form = serialize(
      baseline(operation('legacy.order-status'), { form: { loginName: 'a b', orderNumber: 'x&y' } }),
    );
    expect(form.headers).toEqual([['Content-Type', 'application/x-www-form-urlencoded']]);
    expect(form.body).toMatch(/^loginName=a\+b&loginPassword=[^&]+&orderNumber=x%26y$/);
    const delegations = baseline(operation('endpoint.delegations.update'));
    expect(serialize(withBody(delegations, { mediaType: 'application/json', value: [1, 2] })).body).toBe('[1,2]');
    expect(serialize(withBody(delegations, { mediaType: 'application/json', raw: '[1,' })).body).toBe('[1,');
    expect(serialize(withBody(delegations, undefined))).not.toHaveProperty('body');
    const task = withBody(baseline(operation('net-task.update')), {
      mediaType: 'application/xml',
      value: { name: '<&"', ranges: ['a', 'b'], gone: undefined, none: null },
    });
    expect(serialize(task).body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><NetTaskRequestV2><name>&lt;&amp;&quot;</name><ranges>a</ranges><ranges>b</ranges><none></none></NetTaskRequestV2>',
    );
  });

  test('a path without a value is an error that names it', () => {
    const { path: _, ...rest } = baseline(operation('ssl.location.read'));
    expect(() => serialize({ ...rest, path: { sslId: '1' } })).toThrow('"locationId" of ssl.location.read');
  });
});

describe('parameters', () => {
  test('are set, replaced in place and left out', () => {
    const request = baseline(operation('endpoint.update'));
    const names = request.query.map(([name]) => name);
    expect(withParameter(request, 'name', 'x').query.map(([name]) => name)).toEqual(names);
    expect(withParameter(request, 'name', undefined).query.map(([name]) => name)).toEqual(
      names.filter((name) => name !== 'name'),
    );
    expect(withParameter(request, 'id', '7').path).toEqual({ id: '7' });
    expect(withParameter(request, 'unheard-of', '7').query.at(-1)).toEqual(['unheard-of', '7']);
    expect(withParameter(baseline(operation('legacy.order-status')), 'loginName', 'q').form?.[0]).toEqual([
      'loginName',
      'q',
    ]);
  });

  test('are bound where bindings are given', () => {
    const request = baseline(operation('validation.validator.update'), {
      path: { orgId: 1, validationId: 2 },
      query: { adminId: 3, other: 'x' },
    });
    expect(request.path).toEqual({ orgId: '1', validationId: '2' });
    expect(request.query).toEqual([
      ['adminId', '3'],
      ['other', 'x'],
    ]);
    const random = fc.sample(requestArbitrary(operation('admin.delete'), { path: { id: 9 } }), {
      seed: 1,
      numRuns: 20,
    });
    expect(random.every(({ path, query }) => path['id'] === '9' && query.length === 0)).toBe(true);
  });
});

describe('the wire proof', () => {
  const list = baseline(operation('ssl.list'));
  const tooBig: Intended = {
    where: 'query',
    parameter: 'size',
    keyword: 'maximum',
    pointer: '',
    certainty: 'definite',
  };

  test('holds for exactly the intended clause', () => {
    expect(prove(withParameter(list, 'size', '201'), tooBig)).toEqual({ ok: true });
  });

  test.each<readonly [string, RequestCase, string]>([
    ['nothing is broken', withParameter(list, 'size', '200'), 'breaks nothing'],
    ['another clause is broken', withParameter(list, 'size', '-1'), 'breaks minimum'],
    [
      'another parameter is broken as well',
      withParameter(withParameter(list, 'size', '201'), 'position', '-1'),
      'position breaks minimum',
    ],
    ['the parameter got lost', withParameter(list, 'size', []), 'breaks nothing'],
    ['it was given twice', withParameter(list, 'size', ['201', '1']), 'breaks type'],
  ])('fails when %s', (_, request, reason) => {
    const proof = prove(request, tooBig);
    expect(proof).toMatchObject({ ok: false });
    expect(!proof.ok && proof.reason).toContain(reason);
  });

  test('a debatable violation may turn out to be none', () => {
    const longest = withParameter(list, 'vendor', `${'a'.repeat(127)}😀`);
    const intended: Intended = {
      where: 'query',
      parameter: 'vendor',
      keyword: 'maxLength',
      pointer: '',
      certainty: 'debatable',
    };
    expect(prove(longest, intended)).toEqual({ ok: true });
    expect(prove(longest, { ...intended, certainty: 'definite' })).toMatchObject({ ok: false });
  });

  test('an empty array and an empty path id do not survive', () => {
    const empty = withParameter(baseline(operation('endpoint.update')), 'orgDelegations', []);
    expect(
      prove(empty, {
        where: 'query',
        parameter: 'orgDelegations',
        keyword: 'minItems',
        pointer: '',
        certainty: 'definite',
      }),
    ).toMatchObject({ ok: false });
    const nameless = withParameter(baseline(operation('person.read')), 'id', '');
    expect(
      prove(nameless, { where: 'path', parameter: 'id', keyword: 'type', pointer: '', certainty: 'debatable' }),
    ).toMatchObject({ ok: false });
  });

  test('a required parameter or body that is missing is found', () => {
    const request = baseline(operation('validation.assignment.update'));
    const without = withParameter(request, 'externalOrgId', undefined);
    expect(prove(without)).toMatchObject({ ok: false });
    expect(
      prove(without, {
        where: 'query',
        parameter: 'externalOrgId',
        keyword: 'required',
        pointer: '',
        certainty: 'definite',
      }),
    ).toEqual({ ok: true });
    const bodiless = withBody(baseline(operation('endpoint.delegations.update')), undefined);
    expect(prove(bodiless, { where: 'body', keyword: 'required', pointer: '', certainty: 'definite' })).toEqual({
      ok: true,
    });
  });

  test('bodies are read as sent: JSON that is none, XML that is not well-formed, media types that nobody documented', () => {
    const delegations = baseline(operation('endpoint.delegations.update'));
    const syntax: Intended = { where: 'body', keyword: 'syntax', pointer: '', certainty: 'definite' };
    for (const raw of ['[1,', '', '\ufeff[1]']) {
      const broken = withBody(delegations, { mediaType: 'application/json', raw });
      expect(prove(broken)).toMatchObject({ ok: false });
      expect(prove(broken, syntax)).toEqual({ ok: true });
    }
    const task = baseline(operation('net-task.update'));
    for (const raw of ['<a><b></a></b>', '<a>', '<a>&nope;</a>', '<a/><b/>', '<a>\u0001</a>']) {
      expect(prove(withBody(task, { mediaType: 'application/xml', raw }), syntax)).toEqual({ ok: true });
    }
    expect(prove(withBody(delegations, { mediaType: 'text/csv', raw: '1,2' }))).toMatchObject({ ok: false });
  });

  test('XML says the same as the JSON that it was made of', () => {
    for (const id of ['net-task.update', 'ad-task.update', 'organization.update']) {
      const requests = fc.sample(requestArbitrary(operation(id)), { seed: 3, numRuns: 25 });
      const proofs = requests.map((request) =>
        prove(withBody(request, { mediaType: 'application/xml', value: request.body?.value })),
      );
      expect(proofs.filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  test('a body violation is judged by the branch that the valid body took', () => {
    const account = baseline(operation('account.update'));
    const { cases } = requestViolations(account);
    const inside = cases.filter(({ violation }) => violation?.where === 'body' && violation.keyword === 'maxLength');
    expect(inside.length).toBeGreaterThan(0);
    expect(cases.some(({ violation }) => violation?.operator === 'one-of-none')).toBe(true);
  });

  test('what cannot survive is counted', () => {
    const texts = operation('person.read').parameters.flatMap(({ schema }) => textViolations(schema));
    const { cases, lost } = requestViolations(baseline(operation('person.read')));
    expect(cases.length + lost).toBe(texts.length);
    expect(lost).toBe(1);
  });
});

test('random requests have any of the optional parameters, and none that would have to name an entity', () => {
  const requests = fc.sample(requestArbitrary(operation('endpoint.update')), { seed: 4, numRuns: 60 });
  const counts = new Map<string, number>();
  for (const { query } of requests)
    for (const name of new Set(query.map(([key]) => key))) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name, required, reference } of operation('endpoint.update').parameters.filter(
    (one) => one.in === 'query',
  )) {
    const count = counts.get(name) ?? 0;
    if (required) expect(count).toBe(60);
    else if (reference !== undefined) expect(count).toBe(0);
    else expect(count > 10 && count < 50, name).toBe(true);
  }
});

test('random requests shrink to valid ones', () => {
  const seen: RequestCase[] = [];
  fc.check(
    fc.property(requestArbitrary(operation('admin.update')), (request) => {
      seen.push(request);
      return false;
    }),
    { seed: 2, numRuns: 1 },
  );
  expect(seen.filter((request) => !prove(request).ok)).toEqual([]);
});
