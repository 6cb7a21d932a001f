import { beforeAll, describe, expect, test } from 'vitest';
import { Emulation } from '../../emulator/emulation.ts';
import { catalogue, type Fault } from '../../emulator/index.ts';
import { fixturesOf } from '../../emulator/profile.ts';
import type { Contract } from '../../spec/types.ts';
import { ask, contractIn, emulatorIn } from './support.ts';
import { transcript } from './transcript.ts';

describe.each(['default', 'alternate'] as const)('in the %s dialect', (dialect) => {
  let contract: Contract;
  let faults: Fault[];
  beforeAll(async () => {
    contract = await contractIn(dialect);
    faults = catalogue(contract);
  });

  test('ids are unique and every fault says what it breaks', () => {
    expect(new Set(faults.map((fault) => fault.id)).size).toBe(faults.length);
    expect(faults.length).toBeGreaterThan(2000);
    for (const fault of faults) {
      expect(fault.breaks).toMatch(/^\S.+\.$/);
      expect(fault.hint.operation).toBe(fault.operation);
      expect(() => contract.operation(fault.operation)).not.toThrow();
    }
  });

  test('no fault is without effect, and without faults nothing is wrong', () => {
    const rateLimit = { requests: 40, seconds: 60 };
    const emulation = new Emulation({ contract, now: Date.UTC(2026, 0, 15), rateLimit });
    const known = fixturesOf(emulation.world.state, emulation.world.clock.now);
    const proper = new Map<string, string>();
    // Those derived from the contract are thousands and all made by the same few lines: a part of them is enough.
    const written = new Set(['state', 'role', 'list', 'legacy-condition', 'legacy-record', 'legacy-envelope']);
    const step = dialect === 'default' ? 4 : 12;
    const tried = faults.filter(({ family }, i) => (written.has(family) && dialect === 'default') || i % step === 0);
    // Those that strike on a second request or type, or on good values or XML only, have nothing to show here; the kill
    // matrix hunts them.
    const single = tried.filter(
      ({ id, change }) => !/\.(again|variants)\.breaks$/.test(id) && !('given' in change && change.given !== undefined),
    );
    // No answer shows in a transcript as an empty one, a transcript has one account alone, and these strike on requests that only their own checks send.
    const hunted = new Set(['text', 'number', 'spelling', 'other-customer', 'declared', 'no-answer', 'model']);
    const inert = single
      .filter(
        ({ family, id }) =>
          !hunted.has(family) &&
          // The other dialect answers an over-long login like a wrong one.
          !(dialect === 'alternate' && /^legacy\..*login(Name|Password)\.maxLength/.test(id)) &&
          !/\.lost$|\.credential\.|^(client\.(location\.)?|notification\.)delete\.applied|^legacy\..*(beginning|extended|foreign|wraps|unknown-ignored|powerless|later-|argument-|plain-applied|method-applied|unequal-|password-of-another|name-case-|longer-|replacement-|.*miscoded)|\.false\.refused$|\.least-filter-ignored$|\.weary$|^account\.update\.body\..*\.refused$/.test(
            id,
          ),
      )
      .filter((fault) => {
        const run = (active: readonly Fault[]) => {
          emulation.setFaults(active);
          emulation.reset();
          return transcript(emulation, contract, known, fault);
        };
        const key = JSON.stringify([fault.operation, fault.hint.parameter, fault.hint.pointer, fault.hint.keyword]);
        const good = proper.get(key) ?? run([]);
        proper.set(key, good);
        expect(good).not.toMatch(/^5\d\d /m);
        return run([fault]) === good;
      });
    expect(inert.map((fault) => fault.id)).toEqual([]);
  });
});

test('faults are switched over HTTP, one after the other, and off again', async () => {
  const contract = await contractIn('default');
  const faults = new Map(catalogue(contract).map((fault) => [fault.id, fault]));
  const emulator = await emulatorIn('default');
  const status = async (id: string | undefined, method: string, path: string, asked = {}) => {
    const fault = id === undefined ? undefined : faults.get(id);
    if (id !== undefined) expect(fault, id).toBeDefined();
    emulator.setFaults(fault === undefined ? [] : [fault]);
    return (await ask(emulator, method, path, asked)).status;
  };
  expect(await status('ssl.list.size.maximum.lenient', 'GET', '/api/ssl/v2?size=201')).toBe(200);
  expect(await status('ssl.list.size.maximum.lenient', 'GET', '/api/ssl/v2?size=202')).toBe(400);
  expect(await status('ssl.list.size.maximum.strict', 'GET', '/api/ssl/v2?size=200')).toBe(400);
  expect(await status('ssl.list.status.enum.Issued.refused', 'GET', '/api/ssl/v2?status=Issued')).toBe(400);
  expect(
    await status('person.read.credential.none.accepted', 'GET', '/api/person/v2/4001', { authorization: null }),
  ).toBe(200);
  expect(await status('person.read.absent.accepted', 'GET', '/api/person/v2/999999')).toBe(200);
  expect(await status('person.delete.not-applied', 'DELETE', '/api/person/v2/4031')).toBe(204);
  expect(await status(undefined, 'GET', '/api/person/v2/4031')).toBe(200);
  expect(await status(undefined, 'GET', '/api/ssl/v2?size=201')).toBe(400);
  await emulator.close();
});
