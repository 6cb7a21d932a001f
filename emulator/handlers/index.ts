import type { Handlers } from '../call.ts';
import { accountHandlers } from './accounts.ts';
import { adminHandlers } from './admins.ts';
import { clientHandlers, markHandlers } from './certificates.ts';
import { discoveryHandlers } from './discovery.ts';
import { domainHandlers } from './domains.ts';
import { endpointHandlers } from './endpoints.ts';
import { notificationHandlers } from './notifications.ts';
import { organizationHandlers } from './organizations.ts';
import { personHandlers } from './persons.ts';
import { sslHandlers } from './ssl.ts';
import { validationHandlers } from './validations.ts';

/** What the 46 operations of the Admin Operations API do, by method and path template. */
export const adminApi: Handlers = {
  ...sslHandlers,
  ...clientHandlers,
  ...markHandlers,
  ...adminHandlers,
  ...personHandlers,
  ...organizationHandlers,
  ...validationHandlers,
  ...notificationHandlers,
  ...endpointHandlers,
  ...accountHandlers,
  ...domainHandlers,
  ...discoveryHandlers,
};
