import type { Seeding } from './index.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { ids, pick } from './values.ts';

export const PERSONS = { observe: ids(4001, 4), modify: ids(4011, 10), destroy: ids(4031, 14) };

/** Persons (contract 4.6). */
export function seedPersons({ state, clock }: Seeding): void {
  const all = [...PERSONS.observe, ...PERSONS.modify, ...PERSONS.destroy];
  for (const [i, id] of all.entries()) {
    const created = clock.days(-100 - i);
    state.persons.set(id, {
      id,
      created,
      modified: clock.now,
      details: {
        firstName: 'Kim',
        middleName: '',
        lastName: `Harper ${id}`,
        email: `person-${id}@example.test`,
        organizationId: pick(ORGANIZATIONS, i),
        validationType: pick(['STANDARD', 'HIGH'], i),
        phone: '+31 20 7654321',
        secondaryEmails: [`kim-${id}@example.test`],
        commonName: `Kim Harper ${id}`,
        eppn: `kim-${id}@idp.example.test`,
        upn: `kim-${id}@ad.example.test`,
      },
    });
  }
}
