/** Operations that make sense only in some state of their entity: how to bring it there, and back (contract 3.3, 4.10). */
import type { Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/session.ts';

interface Preparation {
  /** Traits of the fixture that the steps below start from and return to. */
  readonly prefer: Readonly<Record<string, string>>;
  /** Operation to perform first. */
  readonly before?: string;
  /** Operation that leads back. */
  readonly after?: string;
}

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'endpoint.delegations.update': { prefer: { mode: 'global' }, after: 'endpoint.delegations.delete' },
  'endpoint.delegations.delete': {
    prefer: { mode: 'global' },
    before: 'endpoint.delegations.update',
    after: 'endpoint.delegations.delete',
  },
  'domain.suspend': { prefer: { state: 'active' }, after: 'domain.activate' },
  'domain.activate': { prefer: { state: 'active' }, before: 'domain.suspend', after: 'domain.activate' },
};

/** True for an operation that makes sense only in some state of its entity. */
export function isPrepared(operation: Operation): boolean {
  return PREPARATIONS[operation.id] !== undefined;
}

/** The traits that a fixture of the operation should have, if one can be had. */
export function preferredTraits(operation: Operation): Readonly<Record<string, string>> | undefined {
  return PREPARATIONS[operation.id]?.prefer;
}

/** The operation that must come first, when the fixture is in the state that it starts from. */
export function stepBefore(session: Session, operation: Operation): Operation | undefined {
  const step = PREPARATIONS[operation.id]?.before;
  return step === undefined ? undefined : session.contract.operation(step);
}

/** The operation that leads back; undefined when the fixture was not known to be in the state that it leads to. */
export function stepAfter(session: Session, operation: Operation, fixture: Fixture): Operation | undefined {
  const preparation = PREPARATIONS[operation.id];
  if (preparation?.after === undefined) return undefined;
  const known = Object.entries(preparation.prefer).every(([trait, value]) => fixture.traits[trait] === value);
  return known ? session.contract.operation(preparation.after) : undefined;
}
