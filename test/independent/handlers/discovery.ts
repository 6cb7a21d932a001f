/** Section 4.11: the client secret of a bucket. */
import { randomUUID } from 'node:crypto';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';

export function resetSecret(call: Call): Reply {
  const { secretReset } = call.reading;
  const { there } = call;
  if (secretReset.needsAuthentication && there.fields['authenticated'] !== true) {
    return call.bad('this bucket has no authentication', call.reading.statuses.condition);
  }
  const clientSecret = randomUUID();
  call.keep({ ...there.fields, clientSecret });
  if (secretReset.status === 204) return { status: 204 };
  return { status: 200, body: { json: { client: { id: there.fields['clientId'] ?? null, secret: clientSecret } } } };
}
