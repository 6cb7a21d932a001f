import { type Call, type Handlers, handler, pathId } from '../call.ts';
import { done, ok } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { Notification } from '../state/entities.ts';
import { applyUpdate } from './updates.ts';

const find = (call: Call) => call.world.state.notifications.get(pathId(call, 'notificationId'));

/** The notification operations (contract 4.8). */
export const notificationHandlers: Handlers = {
  'PUT /api/notification/v1/{notificationId}': handler<Notification>({
    find,
    run: (call, notification) => {
      const members = ['description', 'active', 'orgData', 'recipientData', 'additionalData'];
      applyUpdate(call, notification.details, members);
      notification.modified = call.world.clock.now;
      return ok({
        id: notification.id,
        type: notification.type,
        ...notification.details,
        created: Clock.stamp(notification.created),
        modified: Clock.stamp(notification.modified),
      });
    },
  }),
  'DELETE /api/notification/v1/{notificationId}': handler<Notification>({
    find,
    run: (call, notification) => {
      call.world.state.notifications.delete(notification.id);
      return done(200);
    },
  }),
};
