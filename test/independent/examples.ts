/** A request that the server accepts, for operations whose entity no answer shows. */
import type { BodyName } from './contract/bodies.ts';
import type { Fields } from './contract/types.ts';
import type { Reading } from './readings/reading.ts';
import { uuid } from './server/seed.ts';
import { render, shapeOf } from './server/shape.ts';

const GENERAL = 'organizationDetails.generalDetails.';

/** Examples by operation id, as a profile takes them. */
export function examplesOf(reading: Reading): Record<string, unknown> {
  const body = (schema: BodyName, fields: Fields) => ({
    body: render(shapeOf(schema, reading.placing, reading.words), fields, 'omitted'),
  });
  return {
    'mark.update': body('MarkEnrollRequest', { subject: 'Mark', jurisdiction: 'EU', contacts: ['m@example.test'] }),
    'notification.update': body('NotificationRequest', {
      description: 'Notice',
      recipients: ['n@example.test'],
      days: 3,
    }),
    'net-task.update': body('NetTaskRequestV2', {
      name: 'Scan',
      bucketId: uuid(1),
      hours: 3,
      minutes: 30,
      ranges: [{ address: '10.0.0.0/8' }],
    }),
    'ad-task.update': body('AdTaskRequestV2', { name: 'Scan', bucketId: uuid(1), hours: 3, minutes: 30, depth: 2 }),
    'domain.monitoring.update': body('CtLogMonitoring', { enabled: true, bucketId: uuid(1) }),
    'validation.revalidate': {
      query: {
        [`${GENERAL}legalName`]: 'House Ltd',
        [`${GENERAL}address1`]: '1 Main Street',
        [`${GENERAL}country`]: 'GB',
      },
    },
    'validation.validator.update': { query: { adminId: reading.numbered(1) } },
    'validation.assignment.update': { query: { externalOrgId: 'x-1', externalOrgName: 'Outside' } },
  };
}
