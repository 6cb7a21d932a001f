/** The mode in which an endpoint is lent, and whether it can be brought back to it (contract 3.3). */
import { type Mode, type ModePlace, shownMode } from '../../../spec/delegation-mode.ts';
import type { Fixture } from '../../../target/types.ts';
import { type Lack, lacking } from '../../engine/unavailable.ts';

/**
 * The mode that an endpoint's GET body shows where the owner says that it shows there; else the one that its fixture's trait
 * says. Why the endpoint cannot be used when neither tells, or when its delegations could not be put back: those of one in
 * custom mode are lost at the first DELETE, so it must be disposable.
 */
export function homeMode(place: ModePlace | undefined, fixture: Fixture, body: unknown): Mode | Lack {
  const shown = shownMode(place, body);
  const trait = fixture.traits['mode'];
  const declared: Mode | undefined = trait === 'global' || trait === 'custom' ? trait : undefined;
  const home = place?.standing === 'claimed' ? (shown ?? declared) : (declared ?? shown);
  if (home === undefined) {
    return lacking({ what: 'trait', kind: 'endpoint', ids: String(fixture.ids['id']), trait: 'mode' });
  }
  if (home === 'global' || fixture.allow === 'destroy') return home;
  return {
    lack:
      declared === 'global'
        ? `The endpoint ${fixture.ids['id']} is in custom mode, though the profile says global; its delegations could not be put back.`
        : 'The endpoint is in custom mode, and its delegations could not be put back; lend one in global mode.',
    cause: 'no-fixture',
  };
}
