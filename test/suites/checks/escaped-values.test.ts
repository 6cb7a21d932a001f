/** A value that is written in escapes is the same value (real servers, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing, Rewrite } from '../proxy.ts';

const refusing =
  (is: (passing: Passing) => boolean): Rewrite =>
  (passing) => {
    if (is(passing)) Object.assign(passing, { status: 400, body: '{"code":-1,"description":"bad escape"}' });
  };

async function verdictOf(
  operation: string,
  parameter: string,
  rewrite: Rewrite,
  examples: object = {},
): Promise<string> {
  const requirement = `${operation}.${parameter}.valid.accepts`;
  const outcome = await runAgainst((contract) => catalogue(contract).filter((group) => group.operation === operation), {
    told: { base: 'default', claimed: true },
    rewrite,
    only: [requirement],
    depth: 'standard',
    profile: (profile) => ({ ...profile, examples: { ...(profile['examples'] as object), ...examples } }),
  });
  return outcome.result(requirement).verdict;
}

const CASES = [
  ['ssl.list', 'commonName'],
  ['endpoint.update', 'name'],
] as const;

test.each(CASES)(
  'small letters in the escapes of %s %s that are not understood are a failure',
  async (operation, name) => {
    const own = new RegExp(`[?&]${name}=[^&]*%[0-9]?[a-f]`);
    expect(
      await verdictOf(
        operation,
        name,
        refusing(({ target }) => own.test(target)),
      ),
    ).toBe('fail');
  },
);

test.each(CASES)(
  'values of %s %s are sent in escapes, and a server that reads them is not blamed',
  async (operation, name) => {
    const seen: string[] = [];
    const all: Rewrite = ({ target }) => void seen.push(target);
    expect(await verdictOf(operation, name, all)).not.toBe('fail');
    expect(seen.some((target) => new RegExp(`[?&]${name}=(%[0-9a-f]{2})+(&|$)`).test(target))).toBe(true);
  },
);

test.each([414, 431, 400])(
  'escapes that make a URL longer than a server reads, who answers %i, are no failure',
  async (status) => {
    const long: string[] = [];
    const limited: Rewrite = (passing) => {
      if (passing.target.length > 8_192) {
        long.push(passing.target);
        Object.assign(passing, { status, body: '' });
      }
    };
    const config = {
      'config.enrollmentHelp': 'Help '.repeat(400).trim(),
      'config.contactName': 'Ann '.repeat(250).trim(),
    };
    const query = { name: 'Web form', endpointType: 'SSL_WEB_FORM', uriExtension: 'long', ...config };
    expect(await verdictOf('endpoint.update', 'name', limited, { 'endpoint.update': { query } })).toBe('pass');
    expect(long.length).toBeGreaterThan(0);
  },
);
