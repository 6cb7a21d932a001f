/** What the operators on credentials have in common. */
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import { type Holder, holderOf, TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { operationPlaces } from '../../places.ts';
import { shownDeletions, shownUpdates } from './plants.ts';

export const all = operationPlaces(() => true);
export const acting = [...shownUpdates, ...shownDeletions];
export const MASTER: Holder = { role: 'MRAO', customer: 'own' };
/** Takes for the administrator whoever `comes`, where the operation would take nobody. */
export const admitting = (op: string, comes: (call: Call) => boolean): ReturnType<Operator['plant']> => ({
  holder: (call, holder) => (call.op === op && holder === undefined && comes(call) ? MASTER : holder),
});
export const tokenOf = ({ request }: Call) => /^Bearer +(\S+)$/.exec(request.authorization ?? '')?.[1] ?? '';
export const bearer = (token: string) => holderOf(`Bearer ${token}`) !== undefined;
export const partsOf = (token: string) => token.split('.');
export const readable = (part: string | undefined): Json => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;
  } catch {
    return null;
  }
};
/** The credential at fault, and what somebody would take it for. */
export const WEAK = { expired: TOKENS.expired, forged: TOKENS.forged } as const;
export const HEADERS = [
  'x-forwarded-for',
  'origin',
  'x-http-method-override',
  'x-original-url',
  'referer',
  'cookie',
] as const;
export const domainStates = operationPlaces(({ role }) => role !== undefined);
