/** What the operators of the fourth lot have in common. */
import { BODIES, type BodyName } from '../../../contract/bodies.ts';
import type { Fields, Json, Kind, Member } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Place } from '../../fault.ts';
import { parted } from '../second/plants.ts';

/** Each place with each of some words; the key has both, parted by a blank. */
export const withWords = (places: readonly Place[], words: readonly string[]): readonly Place[] =>
  places.flatMap(({ key, op }) => words.map((word) => ({ key: `${key} ${word}`, op })));

/** The place of a key that `withWords` made, and the word. */
export const partsOf = parted;

/** What is to happen by itself at a later moment. */
interface Due {
  readonly at: number;
  readonly kind: Kind;
  readonly key: string;
  readonly fields: Fields | null;
}

/**
 * Lets something happen to an entity some time after a reply: before the first request that comes then.
 * @param after milliseconds
 * @param when what the entity of the call is to hold then; null for nothing, undefined when nothing is to happen
 */
export const inTime = (after: number, when: (reply: Reply, call: Call) => Fields | null | undefined): Plant => ({
  early: (call) => {
    const { memory } = call.service;
    const all = (memory.get('due') ?? []) as unknown as readonly Due[];
    const due = all.filter(({ at }) => at <= Date.now());
    for (const { kind, key, fields } of due) {
      const entity = call.world.find(kind, key);
      if (entity) call.world.set(entity, fields ?? undefined);
    }
    if (due.length > 0) memory.set('due', all.filter((one) => !due.includes(one)) as unknown as Json);
    return undefined;
  },
  late: (call, reply) => {
    const fields = when(reply, call);
    if (fields !== undefined && call.entity) {
      const { memory } = call.service;
      const all = (memory.get('due') ?? []) as unknown as readonly Due[];
      const { kind, key } = call.entity;
      memory.set('due', [...all, { at: Date.now() + after, kind, key, fields }] as unknown as Json);
    }
    return reply;
  },
});

/** What a JSON body says at the place where the reading has a member of a schema; undefined when it says nothing there. */
export function rawAt(call: Call, schema: BodyName, field: string): Json | undefined {
  const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field);
  if (!member) return undefined;
  try {
    let json = JSON.parse(call.request.body.toString()) as Json | undefined;
    for (const name of call.service.reading.placing(schema, member).split('/').slice(1)) {
      if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined;
      json = (json as Readonly<Record<string, Json>>)[name];
    }
    return json;
  } catch {
    return undefined;
  }
}
