/** Sections 3.3 and 4.9: enrollment endpoints, their delegations and configuration. */
import type { Fields, Json } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import { seenOf, unknownReference } from './generic.ts';

const CONFIG = 'config.';
const CONFIG_FIELDS = [
  'enrollmentHelp',
  'enrollmentLinkName',
  'enrollmentLinkAddress',
  'webFormAuthTypes',
  'contactName',
  'contactEmail',
  'contactPhone',
];
const configOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => CONFIG_FIELDS.includes(name)));
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

export function change(call: Call): Reply {
  const { reading, there } = call;
  const { endpointType, orgDelegations, ...rest } = call.query;
  if (endpointType !== there.fields['endpointType'] && reading.endpoint.typeChange === 'refused') {
    return call.bad('the type of an endpoint does not change');
  }
  for (const id of (orgDelegations ?? []) as readonly Json[]) {
    const refusal = unknownReference(call, 'organization', id);
    if (refusal) return refusal;
  }
  const given = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name.startsWith(CONFIG) ? name.slice(CONFIG.length) : name, value]),
  );
  const before = reading.endpointOmitted === 'cleared' ? without(there.fields, CONFIG_FIELDS) : there.fields;
  const delegated =
    orgDelegations !== undefined && reading.endpoint.updateDelegates
      ? delegatedTo(call, orgDelegations as readonly Json[])
      : {};
  const settings = Object.keys(given).some((name) => CONFIG_FIELDS.includes(name)) ? { configured: true } : {};
  call.keep({ ...before, ...given, ...delegated, ...settings });
  return { status: 204 };
}

function delegatedTo(call: Call, ids: readonly Json[]): Fields {
  const former = (call.there.fields['delegations'] ?? []) as readonly Json[];
  const delegations = call.reading.endpoint.put === 'adds' ? [...new Set([...former, ...ids])] : [...new Set(ids)];
  return { delegations, mode: 'custom' };
}

export function delegate(call: Call): Reply {
  const { reading, there } = call;
  for (const id of call.list) {
    const refusal = unknownReference(call, 'organization', id);
    if (refusal) return refusal;
  }
  const former = there.fields['mode'];
  call.keep({ ...there.fields, ...delegatedTo(call, call.list) });
  const { delegated } = reading.endpoint;
  return { status: delegated === 'by change' ? (former === 'global' ? 201 : 204) : delegated };
}

export function undelegate(call: Call): Reply {
  const { reading, there } = call;
  if (there.fields['mode'] === 'global' && reading.endpoint.deleteInGlobal === 'refused') {
    return call.bad('nothing is delegated', reading.statuses.condition);
  }
  call.keep({ ...there.fields, delegations: [], mode: 'global' });
  return { status: 204 };
}

export function readConfig(call: Call): Reply {
  const seen = seenOf(call);
  if (seen['configured'] !== true && call.reading.endpoint.configNone === 404) return call.absent('configuration');
  return call.show(200, 'EnrollmentEndpointConfigInfo', configOf(seen));
}

export function changeConfig(call: Call): Reply {
  const { reading, there } = call;
  const before = reading.omitted === 'cleared' ? without(there.fields, CONFIG_FIELDS) : there.fields;
  const kept = call.keep({ ...before, ...call.body, configured: true });
  return reading.endpoint.configAnswer
    ? call.show(200, 'EnrollmentEndpointConfigInfo', configOf(kept))
    : { status: 200 };
}
