/** What an entity is called by where others show it: not by what it lies below, which has a name of its own (contract 4.9). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Origins } from '../../../suites/engine/origins.ts';
import { OwnWords } from '../../../suites/engine/own-words.ts';

const contract = await loadContract({ validate: false });
const ids = { eeId: '8012', id: '9018' };

function words(): OwnWords {
  const origins = new Origins();
  const body = JSON.stringify({ endpointId: 8012, id: 9018, name: 'Signing desk' });
  origins.looked(
    { operation: contract.operation('account.read'), ids },
    {
      request: { method: 'GET', url: 'http://t/', headers: [] },
      response: { status: 200, headers: [], body, encoding: 'utf8', bytes: body.length },
      startedAt: 0,
      durationMs: 1,
    },
  );
  return new OwnWords(contract, origins, () => []);
}

test.each([
  ['its id', 9018, true],
  ['a text with its id', 'Account 9018', true],
  ['its name', 'Signing desk', true],
  ['the name of its endpoint', 'Desk 8012', false],
  ['the id of its endpoint', 8012, false],
])('%s speaks of an account: %s', (_, value, expected) => {
  const deletion = { operation: contract.operation('account.delete'), ids };
  expect(words().speaksOf(deletion, value)).toBe(expected);
});
