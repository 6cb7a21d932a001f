/** A call over plain HTTP may be turned away by the action, by a redirect, or by there being nobody at that port. */
import type { Operation } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { inconclusive, lacking } from '../engine/unavailable.ts';
import { type ConditionIds, markedCall, type Probe, recordRefusal } from './conditions.ts';
import { askOnce } from './sightings.ts';

/** Judges a plain HTTP probe (silence `legacy.not-https.transport`). */
export async function judgeTransport(
  context: CheckContext,
  operation: Operation,
  probe: Probe,
  ids: Required<ConditionIds>,
): Promise<void> {
  if (!context.target.legacy.plainUrl) {
    const lack = inconclusive(lacking({ what: 'setting', members: ['legacy.plainUrl'] }));
    for (const id of Object.values(ids)) context.record(id, lack, { label: probe.label });
    return;
  }
  const sighting = await askOnce(context, operation, probe.id, markedCall(probe), probe.conditions);
  const { error } = sighting.exchange;
  if (error === undefined || error.kind === 'cancelled') {
    recordRefusal(context, operation, sighting, probe.refusal, ids);
    return;
  }
  // The same target answers over HTTPS, as the positive control showed: silence here is a refusal too.
  const evidence = { label: probe.label, exchange: sighting.exchange };
  context.record(ids.refused, { verdict: 'pass' }, evidence);
  context.record(
    ids.code,
    { verdict: 'observed', reason: `Nothing answers over plain HTTP: ${error.message}` },
    evidence,
  );
}
