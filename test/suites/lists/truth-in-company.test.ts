/** Either truth value of a filter counts beside another filter (contract 4.2). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'ssl.list.filter.pairs';

test.each([undefined, 'true', 'false'])(
  'renewed=%s is passed over beside an installStatus',
  { timeout: 60_000 },
  async (word) => {
    const outcome = await runAgainst(catalogue, {
      only: [ID],
      depth: 'standard',
      aim: ({ target }) => {
        const query = new URL(target, 'http://localhost').searchParams;
        const isLost = word !== undefined && query.get('renewed') === word && query.has('installStatus');
        return isLost ? target.replace(/renewed=\w+&?/, '').replace(/[?&]$/, '') : target;
      },
    });
    expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(word === undefined ? 'pass' : 'fail');
  },
);
