/** The two steps that lead a domain from one state to the other and back, and who may take them (contract 4.10). */
import type { Contract, Exchange, Operation } from '../../spec/index.ts';
import type { Credential, Fixture, TargetFacts, WireRequest } from '../../target/types.ts';
import { type CheckContext, toWire, unavailable } from '../engine/index.ts';
import { isRefused } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { undoLater } from '../subject/restore.ts';

/** What domains are leased as. */
export const WANTED = { kind: 'domain', effect: 'modify' } as const;

/** A step, the state that it leads to, and the step that is refused as long as the other state lasts. */
export interface Move {
  readonly step: Operation;
  readonly opposite: Operation;
}

/** Suspending and activating. */
export type Moves = readonly [suspending: Move, activating: Move];

/** Undefined where the contract has no such steps. */
export function movesIn({ operations }: Contract): Moves | undefined {
  const [suspend, activate] = ['domain.suspend', 'domain.activate'].map((id) =>
    operations.find((one) => one.id === id),
  );
  if (suspend === undefined || activate === undefined) return undefined;
  return [
    { step: suspend, opposite: activate },
    { step: activate, opposite: suspend },
  ];
}

/** Sends steps in the name of who may take them. */
export class Hand {
  readonly context: CheckContext;
  readonly #credential: Credential;

  /** @throws Unavailable where nobody is known to be entitled. */
  constructor(context: CheckContext) {
    const credential = entitledIn(context.target);
    if (credential === undefined) throw unavailable({ what: 'setting', members: ['admin.role', 'admin.second.role'] });
    this.context = context;
    this.#credential = credential;
  }

  send(step: Operation, domain: Fixture): Promise<Exchange> {
    return this.context.send(this.#wire(step, domain));
  }

  /** Brings domains into the state that a step leads to; true when that step is refused from then on, as is claimed. */
  async bring(step: Operation, ...domains: readonly Fixture[]): Promise<boolean> {
    for (const domain of domains) await this.send(step, domain);
    for (const domain of domains) {
      // Once more where the refused step has led away, as it must not: that is for the look to tell.
      const isThere = isRefused(await this.send(step, domain)) || isRefused(await this.send(step, domain));
      if (!isThere) return false;
    }
    return true;
  }

  /** Leads the domains back to the states of the profile when all is done. */
  async undo(domains: readonly Fixture[], [suspending, activating]: Moves): Promise<void> {
    const { session } = this.context;
    for (const fixture of domains) {
      const home = fixture.traits['state'] === 'suspended' ? suspending : activating;
      const wire = this.#wire(home.step, fixture);
      await undoLater(session, { fixture, restore: [wire] }, async () => {
        await session.restore(wire);
        return true;
      });
    }
  }

  #wire(step: Operation, domain: Fixture): WireRequest {
    const request = compose(step, { path: pathOf(step, domain), label: step.id });
    return toWire(request, { credential: this.#credential, session: this.context.session });
  }
}

/** Who has the role MRAO, as far as the profile says; the first administrator where it says nothing. */
function entitledIn({ hasCredential, hasSecondCredential, role, secondRole }: TargetFacts): Credential | undefined {
  if (hasCredential && (role ?? 'MRAO') === 'MRAO') return 'primary';
  return hasSecondCredential && secondRole === 'MRAO' ? 'second' : undefined;
}

export function idOf({ ids }: Fixture): string {
  return String(Object.values(ids).at(-1));
}
