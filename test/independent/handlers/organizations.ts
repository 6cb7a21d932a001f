/** Sections 4.7 and 4.8: organizations, their validations, notifications. */
import type { Fields, Json } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import type { Entity } from '../server/world.ts';
import { seenOf, unknownReference, updated } from './generic.ts';

const departmentsOf = (call: Call, id: Json | undefined): readonly Entity[] =>
  call.world.all('organization').filter(({ fields }) => fields?.['parentId'] === id);

function shownWith(call: Call, fields: Fields): Fields {
  const departments = call.world.all('organization').flatMap((entity) => {
    const seen = call.world.seen(entity);
    return seen && seen['parentId'] === fields['id'] ? [{ id: seen['id'] ?? null, name: seen['name'] ?? null }] : [];
  });
  return departments.length > 0 ? { ...fields, departments } : fields;
}

export function read(call: Call): Reply {
  return call.show(200, 'OrganizationResp', shownWith(call, seenOf(call)));
}

export function change(call: Call): Reply {
  const { fields } = call.there;
  const kept = call.keep(updated(call, 'UpdateOrganizationRequest', fields));
  return call.show(200, 'OrganizationResp', shownWith(call, kept));
}

export function remove(call: Call): Reply {
  const { world, reading, there } = call;
  const departments = departmentsOf(call, there.fields['id']);
  if (departments.length > 0 && reading.organization.deleteWithDepartments === 'refused') {
    return call.bad('it still has departments', reading.statuses.condition);
  }
  for (const entity of [there, ...departments]) {
    world.removeBelow('validation', entity.key);
    world.set(entity, undefined);
  }
  return { status: 200 };
}

export function setValidator(call: Call): Reply {
  const refusal = unknownReference(call, 'administrator', call.query['adminId']);
  if (refusal) return refusal;
  call.keep({ ...call.there.fields, validator: call.query['adminId'] as Json });
  return { status: 202 };
}

export function assign(call: Call): Reply {
  call.keep({
    ...call.there.fields,
    external: call.query['externalOrgId'] as Json,
    externalName: call.query['externalOrgName'] as Json,
  });
  return { status: 202 };
}

/** Resets the validation and submits it again with the details of the request. */
export function revalidate(call: Call): Reply {
  const told = Object.fromEntries(
    Object.entries(call.query)
      .filter(([name]) => !name.includes('registrationAgency') || name.endsWith('businessCategory'))
      .map(([name, value]) => [name.split('.').at(-1) as string, value]),
  );
  const { id: _, name: __, ...details } = told;
  const kept = call.keep({ ...call.there.fields, ...details, status: 'SUBMITTED' });
  return call.show(200, 'ValidationDetailsResponseV2', kept);
}

export function changeNotification(call: Call): Reply {
  const { world, there } = call;
  call.keep(updated(call, 'NotificationRequest', there.fields));
  const organization = world.find('organization', String(there.fields['orgId']));
  return call.show(
    200,
    'OrganizationBasicResp',
    organization?.fields ?? { id: there.fields['orgId'] ?? 0, name: 'all' },
  );
}
