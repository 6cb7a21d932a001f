/** What is not there is not there in any form of the request: as XML, with the other truth values, with each word of an optional parameter (contract 4.4, 7.1). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';

import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

/** Of the ids that nobody has. */
const ABSENT = /\/2147\d{6}(?:[/?]|$)/;

type Form = (passing: Passing) => boolean;

const isXml: Form = ({ sent }) => sent.startsWith('<');
const isOff: Form = ({ sent }) => /"enabled":false/.test(sent);
const withUsage: Form = ({ target }) => target.includes('includes=usage');

test.each<[string, string, Form, number]>([
  ['organization.update.absent.status', 'as XML', isXml, 200],
  ['domain.monitoring.update.absent.status', 'with the other truth values', isOff, 200],
  ['client.read.absent.status', 'with includes=usage', withUsage, 200],
  ['client.read.absent.body', 'with includes=usage', withUsage, 404],
])('%s: %s', async (id, how, isOdd, status) => {
  const { result } = await runAgainst(catalogue, {
    only: [id],
    rewrite: (passing) => {
      if (!ABSENT.test(passing.target) || !isOdd(passing)) return;
      passing.status = status;
      passing.body = '[]';
    },
  });
  expect(result(id)).toMatchObject({ verdict: 'fail', failure: { caseLabel: expect.stringContaining(how) } });
});

test('the 404 of a deletion is judged though the GET finds nothing either: nobody said that there was somebody', async () => {
  const id = 'person.delete.absent.body';
  const { result } = await runAgainst(catalogue, {
    only: ['person.read.absent.status', id],
    rewrite: (passing) => {
      if (passing.method === 'DELETE' && ABSENT.test(passing.target)) passing.body = '{"description":"no such person"}';
    },
  });
  expect(result(id)).toMatchObject({ verdict: 'fail' });
});
