/** What the server knows: entities of every kind, and what of them already shows. */
import type { Fields, Kind } from '../contract/types.ts';

export interface Entity {
  readonly kind: Kind;
  /** Its identifiers in the order of the path, joined by a slash. */
  readonly key: string;
  readonly customer: string;
  /** What it holds now; undefined once it is deleted. */
  fields: Fields | undefined;
  /** What it held before, each until a moment (milliseconds since the epoch) at which the next began to show. */
  readonly past: { readonly until: number; readonly fields: Fields | undefined }[];
  /** Counts all changes of the world; that of its last one. */
  changed: number;
}

export class World {
  readonly #kinds = new Map<Kind, Map<string, Entity>>();
  readonly #delay: (kind: Kind) => number;
  #changes = 0;

  /** @param delay milliseconds until a change shows in what is read */
  constructor(delay: (kind: Kind) => number) {
    this.#delay = delay;
  }

  add(kind: Kind, key: string | number, fields: Fields, customer = 'own'): Entity {
    const entity: Entity = { kind, key: String(key), customer, fields, past: [], changed: 0 };
    const all = this.#kinds.get(kind) ?? new Map<string, Entity>();
    this.#kinds.set(kind, all.set(entity.key, entity));
    return entity;
  }

  /** All entities of a kind that were ever there, in the order of their making. */
  all(kind: Kind): readonly Entity[] {
    return [...(this.#kinds.get(kind)?.values() ?? [])];
  }

  find(kind: Kind, key: string): Entity | undefined {
    return this.#kinds.get(kind)?.get(key);
  }

  /** Changes an entity; undefined deletes it. */
  set(entity: Entity, fields: Fields | undefined): void {
    const now = Date.now();
    while (entity.past[0] && entity.past[0].until <= now) entity.past.shift();
    const delay = this.#delay(entity.kind);
    if (delay > 0) entity.past.push({ until: now + delay, fields: entity.fields });
    entity.fields = fields;
    this.#changes += 1;
    entity.changed = this.#changes;
  }

  /** What a reader sees of an entity. */
  seen(entity: Entity): Fields | undefined {
    const now = Date.now();
    const earlier = entity.past.find(({ until }) => until > now);
    return earlier ? earlier.fields : entity.fields;
  }

  /** Deletes whatever stands below an entity: its key and a slash begin theirs. */
  removeBelow(kind: Kind, key: string): void {
    for (const entity of this.all(kind)) if (entity.key.startsWith(`${key}/`)) this.set(entity, undefined);
  }
}
