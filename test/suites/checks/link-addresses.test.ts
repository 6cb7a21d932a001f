/** The link address of an endpoint: empty, or with one of the schemes that the contract lists, and no other (4.9). */
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const LISTED = ['http', 'https', 'ftp', 'ftps', 'gopher', 'telnet', 'nntp', 'mailto', 'news'];
const OTHERS = ['javascript', 'data', 'file', 'ldap', 'ssh', 'httpx', 'gophers', 'newsx'];
const ADDRESS = 'endpoint.update.config.enrollmentLinkAddress';

/** The verdict on a promise about it by a server that answers some of its values otherwise. */
async function verdict(promise: string, fits: (value: string) => boolean, status: number) {
  const outcome = await runAgainst(catalogue, {
    only: [`${ADDRESS}.${promise}`],
    rewrite: (passing) => {
      const value = new URL(passing.target, 'http://x').searchParams.get('config.enrollmentLinkAddress');
      if (passing.method === 'PUT' && value !== null && fits(value)) passing.status = status;
    },
  });
  return outcome.result(`${ADDRESS}.${promise}`).verdict;
}

describe('a fault is one to refuse', () => {
  test.each(LISTED)('the scheme %s', async (scheme) => {
    expect(await verdict('valid.accepts', (value) => value.startsWith(`${scheme}:`), 400)).toBe('fail');
  });

  test('the empty text', async () => {
    expect(await verdict('minLength.accepts', (value) => value === '', 400)).toBe('fail');
  });
});

describe('a fault is one to accept', () => {
  test.each(OTHERS)('the scheme %s', async (scheme) => {
    expect(await verdict('pattern.refuses', (value) => value.startsWith(`${scheme}:`), 204)).toBe('fail');
  });

  test.each([
    ['behind another one', /:mailto:/],
    ['as the end of another one', /[^:]https:/],
  ])('a listed scheme %s', async (_where, form) => {
    expect(await verdict('pattern.refuses', (value) => form.test(value), 204)).toBe('fail');
  });

  test('an address without a scheme', async () => {
    expect(await verdict('pattern.refuses', (value) => !value.includes(':'), 204)).toBe('fail');
  });
});

test.each(['valid.accepts', 'minLength.accepts', 'maxLength.accepts', 'pattern.refuses', 'maxLength.refuses'])(
  'a server that looks at the whole address is not told that it is wrong: %s',
  async (promise) => {
    const strange = (value: string): boolean =>
      value !== '' && !(URL.canParse(value) && /^\w+:(\/\/(\w+\.)+[a-z]+\b|\w)/.test(value));
    expect(await verdict(promise, strange, 400)).not.toBe('fail');
  },
);
