/** What the agreement step carries beside title and status: only what the contract says of it can fail (contract 2.2). */
import { afterEach, expect, test } from 'vitest';
import { runStatus } from './status-run.ts';
import { startUnlike, type Unlike } from './unlike.ts';

const ID = 'legacy.order-status.record.agreementStatus.clickThroughStatus';

let server: Unlike;
afterEach(() => server.close());

test.each([
  ['completed, and without a click-through status', { status: 'Completed' }, 'fail'],
  ['asking for something, and without a click-through status', { status: 'ActionRequired' }, 'fail'],
  [
    'completed, with a click-through status and no address or dates',
    { status: 'Completed', clickThroughStatus: 'executed' },
    'pass',
  ],
  ['not applicable', { status: 'NotApplicable' }, 'observed'],
  ['in a status that the contract does not show', { status: 'Waived' }, 'observed'],
  ['not there at all', undefined, 'observed'],
])('a step that is %s: %s gives %s', async (_what, step, verdict) => {
  server = await startUnlike(step === undefined ? {} : { agreement: { title: 'Agreement', ...step } });
  const results = await runStatus(server, { only: [ID] });
  expect(results.find(({ requirement }) => requirement === ID)?.verdict).toBe(verdict);
});

test('nulls: actions of a step may be doubted, the number of domains of a multi-domain order is wrong', async () => {
  server = await startUnlike({ nulls: true });
  const ids = ['csrStatus', 'maxMDCDomains'].map((member) => `legacy.order-status.record.${member}`);
  const results = await runStatus(server, { only: ids });
  expect(ids.map((id) => results.find(({ requirement }) => requirement === id)?.verdict)).toEqual(['warn', 'fail']);
});
