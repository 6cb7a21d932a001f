/** What the operators on tables of states have in common. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';

export const ADMIN = 'admin.update';
export const PUT = 'endpoint.delegations.update';
export const REMOVE = 'endpoint.delegations.delete';
export const DELETE = 'admin.delete';
export const LISTED: Readonly<Record<string, readonly string[]>> = {
  STANDARD: ['API', 'IDP', 'SAS'],
  API: ['STANDARD'],
  IDP: ['STANDARD', 'SAS'],
  SAS: ['STANDARD'],
};
export const pairs = ADMIN_TYPES.flatMap((from) => ADMIN_TYPES.filter((to) => to !== from).map((to) => ({ from, to })));
export const keyOf = ({ from, to }: { from: string; to: string }) => ({ key: `${from}>${to}`, op: ADMIN });
export const listed = pairs.filter(({ from, to }) => LISTED[from]?.includes(to)).map(keyOf);
export const unlisted = pairs.filter(({ from, to }) => !LISTED[from]?.includes(to)).map(keyOf);
export const changeOf = ({ before, body }: Call) => `${before?.['type']}>${body['type']}`;
export const others = ({ body }: Call): Fields => {
  const { type: _, ...rest } = body;
  return rest;
};
export const refused = (reply: Reply, call: Call) =>
  reply.status === call.reading.statuses.stateChange && call.before !== undefined;
