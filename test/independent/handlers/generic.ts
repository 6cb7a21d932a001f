/** What most operations do: show, keep, delete. */
import { BODIES, type BodyName } from '../contract/bodies.ts';
import type { Fields, Json, Kind, Member } from '../contract/types.ts';
import type { Call, Handler } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import type { Entity } from '../server/world.ts';

/** What a reader sees of the entity of the path. */
export const seenOf = (call: Call): Fields => (call.world.seen(call.entity as Entity) ?? call.shown) as Fields;

export function read(schema: BodyName): Handler {
  return (call) => {
    const seen = seenOf(call);
    const { usage: _, ...fields } = seen;
    return call.show(200, schema, call.query['includes'] === undefined ? fields : seen);
  };
}

/** Refuses a reference to what is not there, where the reading does. */
export function unknownReference(call: Call, kind: Kind, key: Json | undefined): Reply | undefined {
  const { unknownReference: answer } = call.reading;
  if (key === undefined || key === null || answer === 'taken') return undefined;
  const entity = call.world.find(kind, String(key));
  if (entity?.fields && entity.customer === call.holder?.customer) return undefined;
  return answer === 404 ? call.absent(kind) : call.bad(`there is no ${kind} ${key}`);
}

/** The first reference of a body that names nothing, answered. */
export function referencesOf(call: Call, schema: BodyName): Reply | undefined {
  for (const { field, type } of BODIES[schema] as readonly Member[]) {
    if ((type.is === 'int' || type.is === 'uuid') && type.names !== undefined) {
      const refusal = unknownReference(call, type.names, call.body[field]);
      if (refusal) return refusal;
    }
  }
  return undefined;
}

/** Members that a body of the schema may give: those that a clearing update takes away. */
const givenBy = (schema: BodyName) =>
  (BODIES[schema] as readonly Member[]).filter(({ shownOnly, field }) => !shownOnly && field !== 'id');

/** The fields after an update by the body of the call. */
export function updated(call: Call, schema: BodyName, before: Fields, omitted = call.reading.omitted): Fields {
  const { id: _, ...body } = call.body;
  if (omitted === 'kept') return { ...before, ...body };
  const left = new Set(givenBy(schema).map(({ field }) => field));
  return { ...Object.fromEntries(Object.entries(before).filter(([field]) => !left.has(field))), ...body };
}

const SCHEMAS: Partial<Record<Kind, BodyName>> = {
  'client-certificate': 'CertUpdateRequest',
  person: 'PersonInfo',
  'net-task': 'NetTaskRequestV2',
  'ad-task': 'AdTaskRequestV2',
  bucket: 'UpdateBucketRequest',
};

/** Keeps the body; answers with the status and, where the contract shows one, a body of the schema. */
export function update(status: number, answer?: BodyName): Handler {
  return (call) => {
    const entity = call.there;
    const schema = SCHEMAS[entity.kind] as BodyName;
    const refusal = referencesOf(call, schema);
    if (refusal) return refusal;
    const kept = call.keep(updated(call, schema, entity.fields));
    return answer === undefined ? { status } : call.show(status, answer, kept);
  };
}

/** Deletes the entity and what stands below it. */
export function remove(status: number, below?: Kind): Handler {
  return (call) => {
    const entity = call.there;
    call.world.set(entity, undefined);
    if (below) call.world.removeBelow(below, entity.key);
    return { status };
  };
}
