/** What is known of the delegations of the endpoint in hand: where they show, and what was put (contract 4.9). */
import { type ModeAsk, type ModeTold, type Organization, placesOf } from './judge.ts';

/** Part of a place that is the item of a list. */
const ITEM = '/*';

/** What is known of the delegations of the endpoint in hand. */
export class Tracks {
  readonly #adds: boolean;
  readonly #used = new Set<Organization>();
  #listing: readonly string[] = [];
  #put: readonly Organization[] = [];
  #former: { readonly put: readonly Organization[]; readonly visible: readonly Organization[] } | undefined;

  /** @param adds the owner says that a PUT adds to what was delegated before */
  constructor(adds: boolean) {
    this.#adds = adds;
  }

  /** True when it is known where delegations show. */
  get known(): boolean {
    return this.#listing.length > 0;
  }

  /**
   * Learns where delegations show: places of a list that hold an organization now and did not when none was put. What stands alone,
   * such as a count of changes, may be the same number by chance.
   */
  learn(organizations: readonly Organization[], before: unknown, now: unknown): void {
    for (const id of organizations) this.#used.add(id);
    const [first] = organizations;
    if (this.known || first === undefined) return;
    const held = new Set(placesOf(before, first));
    this.#listing = placesOf(now, first).filter((place) => place.includes(ITEM) && !held.has(place));
  }

  holds(value: unknown, id: Organization): boolean {
    return placesOf(value, id).some((place) => this.#listing.includes(place));
  }

  /** The organizations that stand where delegations show, of those that were put so far and of `others`. */
  listed(value: unknown, others: readonly Organization[] = []): Organization[] {
    return [...new Set([...this.#used, ...others])].filter((id) => this.holds(value, id));
  }

  /**
   * True once the last step shows: what was put is there, and either something of it is new or nothing else is. What has been
   * there before and stands beside others may be what the endpoint showed before the step: whether a PUT adds or replaces is open,
   * unless the owner says it.
   */
  isShown(organizations: readonly Organization[], value: unknown): boolean {
    if (!this.known) return true;
    // What has just been put for the first time is learnt of only when the step is told.
    const now = this.listed(value, organizations);
    if (!organizations.every((id) => now.includes(id))) return false;
    const before = this.#former?.visible ?? [];
    // Where nothing is taken out, all that was put before is there as well: else it is an older state, or that of a server which is late.
    if (this.#adds && organizations.length > 0)
      return (this.#former?.put ?? []).every((id) => !before.includes(id) || now.includes(id));
    return organizations.some((id) => !before.includes(id)) || now.length === new Set(organizations).size;
  }

  /** Follows one step, and tells what it did. */
  step({ organizations, to }: ModeAsk, value: unknown, ok: boolean, from: string): Omit<ModeTold, 'moved'> {
    const put = to === 'custom' ? [...this.#put, ...(organizations ?? [])] : this.#put;
    const visible = this.known ? this.listed(value) : undefined;
    const former = this.#former;
    if (ok) {
      this.#put = to === 'custom' ? put : [];
      this.#former = organizations === undefined ? undefined : { put: organizations, visible: visible ?? [] };
    }
    return {
      put,
      visible,
      ...(former === undefined ? {} : { former: former.put.filter((id) => former.visible.includes(id)) }),
      idle:
        from === 'custom' &&
        organizations?.every((id) => former?.visible.includes(id) || former?.put.includes(id)) === true,
      repeat: ok && from === 'custom' && former !== undefined && former.put.join() === organizations?.join(),
    };
  }
}
