import type { World } from '../call.ts';
import type { Login } from '../state/entities.ts';
import { type Envelope, failure } from './envelope.ts';

/** One call of a legacy action whose arguments have been read. */
export interface LegacyCall {
  readonly world: World;
  readonly login: Login;
  /** Values by argument name, converted to the argument's type. */
  readonly values: ReadonlyMap<string, unknown>;
  /** True when a fault with this switch is active for the action. */
  has(fault: string): boolean;
}

/** The error envelope of a condition, unless a fault makes the action ignore it. */
export function unlessIgnored(
  call: Pick<LegacyCall, 'world' | 'has'>,
  condition: string,
  subject?: string,
): Envelope | undefined {
  return call.has(`ignored:${condition}`) ? undefined : failure(condition, call.world.policy, subject);
}
