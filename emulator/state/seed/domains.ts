import type { Seeding } from './index.ts';
import { ids } from './values.ts';

export const DOMAINS = { active: ids(601, 10), suspended: ids(621, 10) };

/** Domains, active and suspended (contract 4.10). */
export function seedDomains({ state }: Seeding): void {
  for (const [condition, members] of Object.entries(DOMAINS)) {
    for (const id of members) {
      state.domains.set(id, {
        id,
        name: `zone-${id}.example.test`,
        state: condition === 'active' ? 'ACTIVE' : 'SUSPENDED',
        ctLogMonitoring: { enabled: false, includeSubdomains: false },
      });
    }
  }
}
