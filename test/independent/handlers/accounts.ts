/** Accounts of endpoints: the body is exactly one of seven variants (4.9). */
import { BODIES, VARIANTS } from '../contract/bodies.ts';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import { unknownReference } from './generic.ts';

const MEMBERS = new Set<string>(VARIANTS.flatMap((name) => BODIES[name].map(({ field }) => field)));

/** Keeps the body. One of another variant is refused, or makes the account one of that variant, as the reading says. */
export function change(call: Call): Reply {
  const { reading, there } = call;
  const refusal = unknownReference(call, 'organization', call.body['organizationId']);
  if (refusal) return refusal;
  const changes = call.body['variant'] !== there.fields['variant'];
  if (changes && reading.endpoint.variantMismatch === 'refused') return call.bad('the account is of another variant');
  const cleared = changes || reading.omitted === 'cleared';
  const before = cleared
    ? Object.fromEntries(Object.entries(there.fields).filter(([field]) => !MEMBERS.has(field)))
    : there.fields;
  call.keep({ ...before, ...call.body });
  return { status: 204 };
}
