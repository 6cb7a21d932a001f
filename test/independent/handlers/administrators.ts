/** Section 4.5, with the table of type changes (3.2) and the rules for the replacing requester. */
import type { Fields } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import { updated } from './generic.ts';

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  STANDARD: ['API', 'IDP', 'SAS'],
  API: ['STANDARD'],
  IDP: ['STANDARD', 'SAS'],
  SAS: ['STANDARD'],
};

export function change(call: Call): Reply {
  const { fields } = call.there;
  const { reading } = call;
  const from = String(fields['type']);
  const to = call.body['type'] as string | undefined;
  if (to !== undefined) {
    const allowed = to === from ? reading.admin.sameType === 'accepted' : CHANGES[from]?.includes(to);
    if (!allowed) return call.bad(`${from} does not become ${to}`, reading.statuses.stateChange);
  }
  call.keep(updated(call, 'CreateAndUpdateClientAdminRequest', fields, 'kept'));
  return { status: 200 };
}

export function remove(call: Call): Reply {
  const { world, reading, there } = call;
  const replacing = call.query['replacingRequesterId'];
  let successor: Fields | undefined;
  if (replacing !== undefined) {
    const refuse = (why: string) => call.bad(why, reading.statuses.replacement);
    if (String(replacing) === there.key) return refuse('nobody replaces himself');
    const other = world.find('administrator', String(replacing));
    if (!other?.fields || other.customer !== there.customer) {
      return reading.unknownReference === 404
        ? call.absent('administrator')
        : call.bad(`there is no administrator ${replacing}`);
    }
    if (other.fields['template'] === true) return refuse('a template replaces nobody');
    successor = { requesterId: other.fields['id'] ?? null, requester: other.fields['login'] ?? null };
  }
  world.set(there, undefined);
  if (successor !== undefined) {
    for (const certificate of world.all('ssl-certificate')) {
      if (certificate.fields && String(certificate.fields['requesterId']) === there.key) {
        world.set(certificate, { ...certificate.fields, ...successor });
      }
    }
  }
  return { status: 204 };
}
