import type { Seeding } from './index.ts';
import { ids, pick } from './values.ts';

export const NOTIFICATIONS = { modify: ids(701, 10), destroy: ids(721, 14) };

/** Notifications (contract 4.8). */
export function seedNotifications({ state, clock }: Seeding): void {
  for (const [i, id] of [...NOTIFICATIONS.modify, ...NOTIFICATIONS.destroy].entries()) {
    const created = clock.days(-50 - i);
    state.notifications.set(id, {
      id,
      type: pick(['SSLRevoked', 'SSLIssued', 'SSLExpiration'], i),
      created,
      modified: clock.now,
      details: {
        description: `Notification ${id}`,
        active: true,
        orgData: { selectedOrgType: 'ANY', orgDelegations: [] },
        recipientData: { notifyRoles: ['MRAO'], recipients: [{ type: 'EMAIL', value: `ops-${id}@example.test` }] },
        additionalData: { days: 30, freq: 'ONCE' },
      },
    });
  }
}
