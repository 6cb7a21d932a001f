/** Notes what the checks of one group ask of a target: requests by check, fixtures leased, fixtures wanted in vain. */
import { type Fixture, type FixtureNeed, passOn, type Target, type TargetFacts } from '../../target/index.ts';

/** What one group asked for. */
export interface Asked {
  /** Requests sent, by the id that they carried: a check's, or the group's where several checks share them. */
  readonly requests: ReadonlyMap<string, number>;
  readonly leased: readonly { readonly need: FixtureNeed; readonly fixture: Fixture }[];
  /** Requests of which each began when the one before was answered: what the group takes at least, however many may be in flight. */
  readonly chain: number;
}

/** A target that passes everything on, with facts of its own, and the record of it. */
export function recording(target: Target, facts: TargetFacts): { target: Target; record: Asked } {
  const requests = new Map<string, number>();
  const leased: { need: FixtureNeed; fixture: Fixture }[] = [];
  const record = { requests, leased, chain: 0 };
  return {
    record,
    target: {
      ...passOn(target),
      facts,
      send: async (request, options) => {
        const sender = request.check ?? '';
        requests.set(sender, (requests.get(sender) ?? 0) + 1);
        const place = record.chain + 1;
        const exchange = await target.send(request, options);
        record.chain = Math.max(record.chain, place);
        return exchange;
      },
      lease: async (need) => {
        const lease = await target.lease(need);
        if ('fixture' in lease) leased.push({ need, fixture: lease.fixture });
        return lease;
      },
    },
  };
}
