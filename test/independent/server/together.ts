/** Several plants in one server: each is asked after the other. */
import type { Plant } from './plant.ts';

/** Plants that concern different operations, so that none sees what another does. */
export function together(plants: readonly Plant[]): Plant {
  return {
    reading: (call, reading) => plants.reduce((now, { reading: turn }) => turn?.(call, now) ?? now, reading),
    early: (call) => {
      for (const { early } of plants) {
        const reply = early?.(call);
        if (reply) return reply;
      }
      return undefined;
    },
    refuses: (call) => {
      for (const { refuses } of plants) {
        const reply = refuses?.(call);
        if (reply) return reply;
      }
      return undefined;
    },
    overlooks: (call) => new Set(plants.flatMap(({ overlooks }) => [...(overlooks?.(call) ?? [])])),
    holder: (call, holder) => plants.reduce((now, { holder: turn }) => (turn ? turn(call, now) : now), holder),
    judge: (call, place, raw, type, verdict) =>
      plants.reduce((now, { judge }) => judge?.(call, place, raw, type, now) ?? now, verdict),
    found: (call, entity) => plants.reduce((now, { found }) => (found ? found(call, now) : now), entity),
    matches: (call, filter, value, certificate, found) =>
      plants.reduce((now, { matches }) => matches?.(call, filter, value, certificate, now) ?? now, found),
    keep: (call, fields, entity) => plants.reduce((now, { keep }) => keep?.(call, now, entity) ?? now, fields),
    shows: (call, schema, fields) => plants.reduce((now, { shows }) => shows?.(call, schema, now) ?? now, fields),
    overlooked: (call, condition) => plants.some(({ overlooked }) => overlooked?.(call, condition)),
    hinders: (call) => plants.map(({ hinders }) => hinders?.(call)).find((found) => found !== undefined),
    condition: (call, condition) =>
      plants.reduce((now, { condition: turn }) => (turn ? turn(call, now) : now), condition),
    late: (call, reply) => plants.reduce((now, { late }) => late?.(call, now) ?? now, reply),
  };
}
