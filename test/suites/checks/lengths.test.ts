/** That a text too long is refused says something of its length only where one of the permitted length is accepted. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Fault, catalogue as faultsOf } from '../../../emulator/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const EXTENSION = 'endpoint.update.uriExtension.maxLength';
const PHONE = 'endpoint.update.config.contactPhone.maxLength';
const MEMBER = 'person.update.body.firstName.maxLength';

let faults: ReadonlyMap<string, Fault>;
beforeAll(async () => {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  faults = new Map(faultsOf(contract).map((fault) => [fault.id, fault]));
});

/** Rules of a server's own: a parameter that breaks them is refused, whatever its length. */
function onlyTaking(name: string, form: RegExp): Rewrite {
  return (passing) => {
    const value = new URL(passing.target, 'http://x').searchParams.get(name);
    if (passing.method === 'PUT' && value !== null && !form.test(value)) passing.status = 400;
  };
}

/** The same for a text member of a body. */
function onlyNamed(form: RegExp): Rewrite {
  return (passing) => {
    const texts = passing.sent.match(/"firstName":"([^"]*)"/);
    if (passing.method === 'PUT' && texts !== null && !form.test(texts[1] ?? '')) passing.status = 400;
  };
}

const CASES: readonly (readonly [promise: string, Rewrite])[] = [
  [EXTENSION, onlyTaking('uriExtension', /^[a-z0-9]+$/i)],
  [PHONE, onlyTaking('config.contactPhone', /^[0-9]*$/)],
  [MEMBER, onlyNamed(/^[a-z]*$/i)],
  // Nobody tells this form, but what the entity has is of it.
  [MEMBER, onlyNamed(/^(Kim.*)?$/)],
];

async function judged(promise: string, rewrite: Rewrite, fault?: string) {
  const planted = fault === undefined ? undefined : faults.get(fault);
  expect(planted?.id, fault).toBe(fault);
  const only = [`${promise}.accepts`, `${promise}.refuses`];
  const outcome = await runAgainst(catalogue, { rewrite, only, ...(planted && { faults: [planted] }) });
  return only.map((id) => outcome.result(id).verdict);
}

describe('a server with rules of its own for the form of a text', () => {
  test.each(CASES)('%s is kept', async (promise, rewrite) => {
    expect(await judged(promise, rewrite)).toEqual(['pass', 'pass']);
  });

  test.each(CASES)('%s that is one too great is noticed', async (promise, rewrite) => {
    expect(await judged(promise, rewrite, `${promise}.lenient`)).toEqual(['pass', 'fail']);
  });

  test.each(CASES)('%s that is one too small is noticed', async (promise, rewrite) => {
    expect((await judged(promise, rewrite, `${promise}.strict`))[0]).toBe('fail');
  });
});

test('where nothing of the permitted length is accepted, a refusal shows nothing', async () => {
  const [accepts, refuses] = await judged(EXTENSION, onlyTaking('uriExtension', /^(?=.*[0-9]).{1,30}$/));
  expect([accepts, refuses]).toEqual(['observed', 'observed']);
});

test('where a few letters are accepted, more of them are refused for their length', async () => {
  const [accepts] = await judged(EXTENSION, onlyTaking('uriExtension', /^.{1,30}$/));
  expect(accepts).toBe('fail');
});
