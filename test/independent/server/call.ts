/** One request on its way through the server: what was read of it, whom it concerns, who sent it. */
import type { BodyName } from '../contract/bodies.ts';
import type { Fields, Json } from '../contract/types.ts';
import type { Login } from '../legacy/logins.ts';
import type { Condition } from '../legacy/manner.ts';
import { type Order, ordersOf } from '../legacy/orders.ts';
import type { Reading } from '../readings/reading.ts';
import type { Judge } from './check.ts';
import type { Incoming, Reply } from './message.ts';
import type { Plant } from './plant.ts';
import { render, type Shape, shapeOf } from './shape.ts';
import type { Holder } from './tokens.ts';
import type { Entity, World } from './world.ts';

/** What a server keeps between requests. */
export class Service {
  readonly reading: Reading;
  readonly world: World;
  readonly plant: Plant;
  readonly orders: Map<string, Order> = ordersOf();
  /** When the status action was called, by what its limit counts; milliseconds since the epoch. */
  readonly calls = new Map<string, readonly number[]>();
  /** What a planted fault remembers. */
  readonly memory = new Map<string, Json>();
  readonly #shapes = new Map<BodyName, Shape>();

  constructor(reading: Reading, world: World, plant: Plant) {
    this.reading = reading;
    this.world = world;
    this.plant = plant;
  }

  shape(schema: BodyName): Shape {
    const known = this.#shapes.get(schema);
    if (known) return known;
    const made = shapeOf(schema, this.reading.placing, this.reading.words);
    this.#shapes.set(schema, made);
    return made;
  }
}

export type Handler = (call: Call) => Reply;

export class Call {
  readonly service: Service;
  readonly request: Incoming;
  /** Operation id, as `certconform list operations` prints it. */
  readonly op: string;
  /** Identifiers of the path, decoded. */
  ids: readonly string[] = [];
  holder: Holder | undefined;
  /** The entity that the path names, or the body of an SSL update. */
  entity: Entity | undefined;
  /** What it held before the request. */
  before: Fields | undefined;
  /** What a reader saw of it when it was found: a moment later it may be gone. */
  shown: Fields | undefined;
  /** Parameters of the query by name. */
  query: Record<string, Json> = {};
  /** Members of the body by the server's own names. */
  body: Record<string, Json> = {};
  /** A planted fault broke on what was read: the answer is a 500. */
  broken = false;
  /** Who has logged in to a legacy action. */
  login: Login | undefined;
  /** Number of the order that a legacy action has changed. */
  changed: string | undefined;
  /** An endpoint's delegated ids. */
  list: readonly Json[] = [];

  constructor(service: Service, request: Incoming, op: string) {
    this.service = service;
    this.request = request;
    this.op = op;
  }

  get reading(): Reading {
    const { plant, reading } = this.service;
    return plant.reading?.(this, reading) ?? reading;
  }

  /** Whether a condition of a legacy action counts: it does, but for a planted fault. */
  counts(condition: Condition): boolean {
    return !this.service.plant.overlooked?.(this, condition);
  }

  get world(): World {
    return this.service.world;
  }

  readonly judge: Judge = (place, raw, type, verdict) =>
    this.service.plant.judge?.(this, place, raw, type, verdict) ?? verdict;

  /** The entity of the path. The pipeline has seen to it that it is there. */
  get there(): Entity & { fields: Fields } {
    if (!this.entity?.fields) throw new Error(`${this.op} needs an entity`);
    return this.entity as Entity & { fields: Fields };
  }

  /** A success with a body of the schema, as the entity shows at once to whoever changed it. */
  show(status: number, schema: BodyName, fields: Fields): Reply {
    return { status, body: { json: this.bodyOf(schema, fields) } };
  }

  bodyOf(schema: BodyName, fields: Fields): Json {
    const { words, nullMembersOut } = this.reading;
    const mode = fields['mode'];
    const worded = typeof mode === 'string' ? { ...fields, mode: words[mode] ?? mode } : fields;
    const shown = this.service.plant.shows?.(this, schema, worded) ?? worded;
    return render(this.service.shape(schema), shown, nullMembersOut);
  }

  bad(why: string, status = 400): Reply {
    const body = this.reading.errors.bad(why);
    return body ? { status, body } : { status };
  }

  absent(what: string, status = 404): Reply {
    return { status, body: { json: this.reading.errors.notFound(what) } };
  }

  /** Keeps what an update says of its entity, all else as it was. */
  keep(fields: Fields, entity: Entity = this.there): Fields {
    const kept = this.service.plant.keep?.(this, fields, entity) ?? fields;
    this.world.set(entity, kept);
    return kept;
  }
}
