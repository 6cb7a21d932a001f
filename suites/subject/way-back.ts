/** Whether an entity can be put back after an operation changed it: what cannot is changed only where it may be used up. */
import { type Contract, modePlace, type Operation, shownMode } from '../../spec/index.ts';
import { wantedBy } from '../../target/fixtures/shortage.ts';
import type { Fixture } from '../../target/types.ts';
import { type Unavailable, unavailable } from '../engine/index.ts';
import type { Subject } from './subject.ts';

/**
 * False for what neither a GET of the contract shows nor another operation undoes (a domain's monitoring, a client secret),
 * and for an entity of which it is not known from which side it comes. Always true for one that may be used up, and where
 * the owner's own example is what is written.
 */
export async function hasWayBack(subject: Subject): Promise<boolean> {
  if (!mayHaveWayBack(subject)) return false;
  const { operation, isDisposable } = subject;
  if (operation.effect !== 'modify' || isDisposable) return true;
  if (isPrepared(operation)) return (await homeOf(subject)) !== undefined;
  if (hasExample(subject)) return true;
  // What is not there yet, as a configuration, is made by its first update, and nothing takes it away again.
  return (await subject.before()) !== undefined;
}

/** True where the owner's own example is what is written. */
function hasExample({ session, operation }: Subject): boolean {
  return session.target.facts.examples[operation.id] !== undefined;
}

/** The part of `hasWayBack` that needs no request. */
export function mayHaveWayBack(subject: Subject): boolean {
  const { contract, operation, fixture, isDisposable, reader } = subject;
  if (operation.effect !== 'modify' || isDisposable) return true;
  if (hasExample(subject)) return true;
  if (isPrepared(operation) && stepAfter(contract, operation, fixture?.traits) !== undefined) return true;
  return reader !== undefined;
}

/** The operation that leads back to where the entity is now: by its traits, or by the mode that it shows. */
export async function homeOf(subject: Subject): Promise<Operation | undefined> {
  const { contract, operation } = subject;
  const traits = subject.fixture?.traits ?? {};
  const declared = stepAfter(contract, operation, traits);
  if (declared !== undefined || traits['mode'] !== undefined) return declared;
  const place = modePlace(contract);
  if (operation.entity !== 'endpoint' || place === undefined) return undefined;
  return shownMode(place, (await subject.read())?.value) === 'global'
    ? stepAfter(contract, operation, { ...traits, mode: 'global' })
    : undefined;
}

/** Why nothing was changed, and what would help. */
export function noWayBack(operation: Operation): Unavailable {
  const { id, entity: kind } = operation;
  return unavailable({
    what: 'way-back',
    operation: id,
    ...(kind === undefined ? {} : { wanted: wantedBy({ kind, effect: 'destroy' }) }),
    stated: isPrepared(operation),
  });
}

/** True for an operation that makes sense only in some state of its entity. */
export function isPrepared({ ways }: Operation): boolean {
  return ways?.startsFrom !== undefined;
}

/** The operation that must come first, when the fixture is in the state that it starts from. */
export function stepBefore(contract: Contract, { ways }: Operation): Operation | undefined {
  return ways?.after === undefined ? undefined : contract.operation(ways.after);
}

/** The operation that leads back; undefined when the fixture was not known to be in the state that it leads to. */
function stepAfter(contract: Contract, { ways }: Operation, traits: Fixture['traits'] = {}): Operation | undefined {
  if (ways?.undoneBy === undefined) return undefined;
  const known = Object.entries(ways.startsFrom ?? {}).every(([trait, value]) => traits[trait] === value);
  return known ? contract.operation(ways.undoneBy) : undefined;
}
