/** What leaves something behind that no update takes back is written to what may be used up alone (`x-lasting` in a schema). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'bucket.update.body.authenticationEnabled.type.accepts';

test.each([
  ['to be given back', 'modify', 'inconclusive', false],
  ['to be used up', 'destroy', 'pass', true],
])('a bucket that is %s', async (_, allow, verdict, isSwitched) => {
  const values = new Set<unknown>();
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    profile: (profile) => {
      const { bucket = [] } = profile['fixtures'] as Record<string, { readonly allow: string }[]>;
      return { ...profile, fixtures: { bucket: bucket.filter((one) => one.allow === allow) } };
    },
    rewrite: ({ method, status, sent }) => {
      if (method !== 'PUT' || status !== 200 || !sent.startsWith('{')) return;
      values.add((JSON.parse(sent) as Record<string, unknown>)['authenticationEnabled']);
    },
  });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
  expect(values.has(true) && values.has(false)).toBe(isSwitched);
});
