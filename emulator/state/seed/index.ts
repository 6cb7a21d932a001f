import type { Clock } from '../clock.ts';
import { Random } from '../random.ts';
import { emptyState, type State } from '../store.ts';
import { seedAdministrators } from './administrators.ts';
import { seedClientCertificates, seedMarkCertificates } from './certificates.ts';
import { seedDiscovery } from './discovery.ts';
import { seedDomains } from './domains.ts';
import { seedEndpoints } from './endpoints.ts';
import { seedNotifications } from './notifications.ts';
import { seedOrders } from './orders.ts';
import { seedOrganizations } from './organizations.ts';
import { seedPersons } from './persons.ts';
import { seedSsl } from './ssl.ts';

/** What the seeding functions work on. */
export interface Seeding {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The state in which the emulator starts. The same seed and clock give the same state.
 *
 * Of each kind that operations change there are enough entities that a suite can hold several of them exclusively at
 * once, and of each kind that can be deleted enough that deletion tests do not run dry.
 */
export function seedState(clock: Clock, seed: number): State {
  const seeding: Seeding = { state: emptyState(), clock, random: new Random(seed) };
  seedOrganizations(seeding);
  seedAdministrators(seeding);
  seedSsl(seeding);
  seedClientCertificates(seeding);
  seedMarkCertificates(seeding);
  seedPersons(seeding);
  seedNotifications(seeding);
  seedDiscovery(seeding);
  seedEndpoints(seeding);
  seedDomains(seeding);
  seedOrders(seeding);
  return seeding.state;
}
