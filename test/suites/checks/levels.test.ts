/** Parameters that only validations of one level take (contract 4.7) are judged on a validation of that level. */
import { describe, expect, test } from 'vitest';
import { catalogue as faultsOf } from '../../../emulator/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ASSUMED = 'organizationDetails.generalDetails.assumedName';
const IDENTIFIER = 'organizationDetails.organizationIdentifier';

interface Entry {
  readonly ids: Readonly<Record<string, number>>;
  readonly traits: Readonly<Record<string, string>>;
}

async function judged(parameter: string, level: RegExp, status: number, fault?: string) {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  const faults = faultsOf(contract).filter(({ id }) => id === `validation.revalidate.${parameter}.${fault}`);
  expect(faults).toHaveLength(fault === undefined ? 0 : 1);
  const levels = new Map<string, string>();
  // The other levels take none of it, whatever it holds.
  const rewrite: Rewrite = (passing) => {
    const id = /validations\/(\d+)\/revalidate/.exec(passing.target)?.[1];
    if (id !== undefined && passing.target.includes(`${parameter}=`) && !level.test(levels.get(id) ?? ''))
      passing.status = status;
  };
  const promises = ['valid.accepts', 'maxLength.accepts', 'maxLength.refuses'];
  const only = promises.map((promise) => `validation.revalidate.${parameter}.${promise}`);
  const outcome = await runAgainst(catalogue, {
    only,
    faults,
    rewrite,
    profile: (profile) => {
      const { validation = [] } = profile['fixtures'] as Record<string, Entry[]>;
      for (const { ids, traits } of validation) levels.set(String(ids['validationId']), String(traits['level']));
      return profile;
    },
  });
  return only.map((id) => outcome.result(id));
}

describe.each([
  [ASSUMED, /^EV/],
  [IDENTIFIER, /MIME/],
])('%s', (parameter, level) => {
  test.each([400, 422])('is judged where it is taken, though other levels answer %i', async (status) => {
    const results = await judged(parameter, level, status);
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
    // What passes is shown by what was accepted.
    expect(results[0]?.exchanges.map(({ response }) => response?.status)).not.toContain(status);
  });

  test.each([
    ['maxLength.strict', 1],
    ['maxLength.lenient', 2],
  ])('%s is noticed', async (fault, at) => {
    const results = await judged(parameter, level, 422, fault);
    expect(results[at]?.verdict).toBe('fail');
  });

  test('is only observed where nobody takes it', async () => {
    const results = await judged(parameter, /^nowhere$/, 422);
    expect(results.map(({ verdict }) => verdict)).toEqual(['observed', 'observed', 'observed']);
  });
});

describe('a member of an enumeration', () => {
  const CATEGORY = 'organizationDetails.evDetails.registrationAgency.businessCategory';
  const MEMBERS = ['BusinessEntity', 'GovernmentEntity', 'NonCommercialEntity', 'PrivateOrganization'];

  /** There is one validation, and it refuses these members. */
  async function refusing(members: readonly string[]): Promise<string[]> {
    const rewrite: Rewrite = (passing) => {
      const asked = new URL(passing.target, 'http://localhost').searchParams.get(CATEGORY);
      if (passing.status < 300 && asked !== null && members.includes(asked)) passing.status = 400;
    };
    const only = MEMBERS.map((member) => `validation.revalidate.${CATEGORY}.enum.${member}.accepts`);
    const outcome = await runAgainst(catalogue, {
      only,
      rewrite,
      profile: (profile) => {
        const fixtures = profile['fixtures'] as Record<string, Entry[]>;
        const [one] = (fixtures['validation'] ?? []).filter(({ traits }) => String(traits['level']).startsWith('EV'));
        return { ...profile, fixtures: { ...fixtures, validation: one === undefined ? [] : [one] } };
      },
    });
    return only.map((id) => outcome.result(id).verdict);
  }

  test('fails when it is refused where the others are taken', async () => {
    expect(await refusing(['NonCommercialEntity'])).toEqual(['pass', 'pass', 'fail', 'pass']);
  });

  test('is only observed where none is taken', async () => {
    expect(await refusing(MEMBERS)).toEqual(['observed', 'observed', 'observed', 'observed']);
  });
});

test('what all levels refuse is not told from levels among which EV is none', async () => {
  const CATEGORY = 'organizationDetails.evDetails.registrationAgency.businessCategory';
  const promise = `validation.revalidate.${CATEGORY}.enum.BusinessEntity.accepts`;
  const refused = async (levels: readonly string[]): Promise<string> => {
    const { result } = await runAgainst(catalogue, {
      only: [promise],
      depth: 'standard',
      rewrite: (passing) => {
        if (passing.target.includes(`${CATEGORY}=`)) Object.assign(passing, { status: 400, headers: {}, body: '' });
      },
      profile: (profile) => {
        const { validation = [], ...others } = profile['fixtures'] as Record<string, Entry[]>;
        const named = validation.map((one, at) => ({ ...one, traits: { level: levels[at % levels.length] ?? '' } }));
        return { ...profile, fixtures: { ...others, validation: named } };
      },
    });
    return result(promise).verdict;
  };
  expect(await refused(['OV', 'DV', 'OV_SMIME'])).toBe('observed');
  expect(await refused(['OV', 'EV', 'OV_SMIME'])).toBe('fail');
});
