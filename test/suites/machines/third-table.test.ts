/** A table that is added as data is walked as it stands: requirements, requests and judgements follow from it. */
import { expect, test } from 'vitest';
import { forgetSwitch } from '../../../emulator/faults/forget.ts';
import { machineRequirements } from '../../../spec/requirements/machines.ts';
import type { Contract, StateMachine } from '../../../spec/types.ts';
import { machineGroups } from '../../../suites/machines/groups.ts';
import { runAgainst, type Setup } from '../against.ts';

const CHANGE = { operation: 'person.update' } as const;

/** How thoroughly a person was validated: the emulator takes either word at any time. */
const VALIDATION: StateMachine = {
  id: 'person-validation',
  section: '4.6',
  title: 'Validation of persons',
  trait: 'validation',
  reader: 'person.read',
  shown: '/validationType',
  written: '/validationType',
  states: ['STANDARD', 'HIGH'],
  transitions: [
    { from: 'STANDARD', to: 'HIGH', ...CHANGE },
    { from: 'HIGH', to: 'STANDARD', ...CHANGE },
  ],
};

/** The same, if no way led back from the higher one. */
const RATCHET: StateMachine = {
  ...VALIDATION,
  unlisted: 'refused',
  transitions: VALIDATION.transitions.filter(({ to }) => to === 'HIGH'),
};

async function verdictsOf(machine: StateMachine, setup: Setup = {}): Promise<Record<string, string>> {
  const own = (contract: Contract): Contract => {
    const requirements = machineRequirements(machine, contract.operations);
    return {
      ...contract,
      machines: [machine],
      requirements,
      requirement: (id) => requirements.find((one) => one.id === id) ?? contract.requirement(id),
    };
  };
  const { results } = await runAgainst(machineGroups, { ...setup, contract: own });
  return Object.fromEntries(
    results.map(({ requirement, verdict }) => [requirement.slice(machine.id.length + 1), verdict]),
  );
}

test('a target that keeps to it passes', async () => {
  expect(await verdictsOf(VALIDATION)).toEqual({
    'STANDARD-to-STANDARD': 'observed',
    'STANDARD-to-HIGH': 'pass',
    'HIGH-to-STANDARD': 'pass',
    'HIGH-to-HIGH': 'observed',
    'keeps-the-rest': 'pass',
    'with-others-shows': 'pass',
    'left-out-stays': 'pass',
    walks: 'pass',
  });
});

test('a target that forgets its steps fails', async () => {
  const switches = [['person.update', forgetSwitch('validationType')]] as const;
  const verdicts = await verdictsOf(VALIDATION, { switches });
  expect(Object.values(verdicts)).toContain('fail');
  expect(verdicts['walks']).not.toBe('pass');
});

test('a target that makes a step which the table rules out fails in that cell', async () => {
  const verdicts = await verdictsOf(RATCHET);
  expect(verdicts).toMatchObject({ 'STANDARD-to-HIGH': 'pass', 'HIGH-to-STANDARD': 'fail' });
});
