import type { Seeding } from './index.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { ids, pick } from './values.ts';

export const CLIENT_CERTIFICATES = { observe: ids(2001, 4), modify: ids(2011, 10), destroy: ids(2031, 14) };
export const CLIENT_LOCATIONS = { modify: ids(6001, 12), destroy: ids(6021, 14), other: ids(6041, 4) };
export const MARK_CERTIFICATES = ids(3001, 10);

/** Client (S/MIME) certificates and their locations (contract 4.3). */
export function seedClientCertificates({ state, clock, random }: Seeding): void {
  const { observe, modify, destroy } = CLIENT_CERTIFICATES;
  for (const [i, id] of [...observe, ...modify, ...destroy].entries()) {
    state.clientCertificates.set(id, {
      id,
      email: `user-${id}@example.test`,
      commonName: `User ${id}`,
      orgId: pick(ORGANIZATIONS, i),
      status: 'Issued',
      serialNumber: random.hex(32),
      // Real services let only imported or discovered client certificates be deleted.
      requestedVia: destroy.includes(id) ? pick(['Imported', 'Discovery'], i) : 'Admin Enroll',
      requested: clock.days(-60 - i),
      issued: clock.days(-59 - i),
      expires: clock.days(300 - i),
      details: { comments: `Client certificate ${id}` },
    });
  }
  const all = [...CLIENT_LOCATIONS.modify, ...CLIENT_LOCATIONS.destroy, ...CLIENT_LOCATIONS.other];
  for (const [i, id] of all.entries()) {
    const custom = i < all.length - CLIENT_LOCATIONS.other.length;
    state.clientLocations.set(id, {
      id,
      certId: pick([...observe, ...modify], i),
      locationType: custom ? 'CUSTOM' : 'AZURE_KEY_VAULT',
      name: `location-${id}`,
      details: custom ? { Server: `desk-${i}`, Rack: `${i}` } : { Vault: `vault-${i}` },
    });
  }
}

/** Mark certificates (contract 4.4). */
export function seedMarkCertificates({ state, clock }: Seeding): void {
  for (const [i, id] of MARK_CERTIFICATES.entries()) {
    state.markCertificates.set(id, {
      id,
      commonName: `brand-${id}.example.test`,
      orgId: pick(ORGANIZATIONS, i),
      status: 'Issued',
      markType: pick(['REGISTERED', 'GOVERNMENT', 'PRIOR_USE'], i),
      requested: clock.days(-40 - i),
      details: {},
    });
  }
}
