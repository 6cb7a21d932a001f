/** Where a planted fault may take hold. Each hook is asked at its place and does nothing when the fault is not there. */
import type { BodyName } from '../contract/bodies.ts';
import type { Fields, Json, Type } from '../contract/types.ts';
import type { Condition } from '../legacy/manner.ts';
import type { Reading } from '../readings/reading.ts';
import type { Call } from './call.ts';
import type { Verdict } from './check.ts';
import type { Reply } from './message.ts';
import type { Holder, Weakness } from './tokens.ts';
import type { Entity } from './world.ts';

export interface Plant {
  /** Another answer to an open point than the server's profile claims. */
  readonly reading?: (call: Call, reading: Reading) => Reading;
  /** Before anything of the request is looked at: may turn it, or answer at once. */
  readonly early?: (call: Call) => Reply | undefined;
  /** Weaknesses of a credential that are overlooked. */
  readonly overlooks?: (call: Call) => ReadonlySet<Weakness> | undefined;
  /** Who the caller is taken for. */
  readonly holder?: (call: Call, holder: Holder | undefined) => Holder | undefined;
  /** The verdict on a single value. */
  readonly judge?: (call: Call, place: string, raw: Json, type: Type, verdict: Verdict) => Verdict;
  /** The entity that a key of the path finds. */
  readonly found?: (call: Call, entity: Entity | undefined) => Entity | undefined;
  /** Whether a certificate is found by a filter. */
  readonly matches?: (call: Call, filter: string, value: Json, certificate: Fields, found: boolean) => boolean;
  /** After all gates: a condition of the server's own that refuses the request. */
  readonly refuses?: (call: Call) => Reply | undefined;
  /** What an update is about to keep. */
  readonly keep?: (call: Call, fields: Fields, entity: Entity) => Fields;
  /** What of an entity goes into a body of a schema. */
  readonly shows?: (call: Call, schema: BodyName, fields: Fields) => Fields;
  /** Whether a legacy action overlooks a condition that holds. */
  readonly overlooked?: (call: Call, condition: Condition) => boolean;
  /** A condition of the server's own that an update of DCV methods meets when all else is well. */
  readonly hinders?: (call: Call) => Condition | undefined;
  /** The condition that a legacy action answers; undefined is success. */
  readonly condition?: (call: Call, condition: Condition | undefined) => Condition | undefined;
  /** After all: may turn the reply, and the world. */
  readonly late?: (call: Call, reply: Reply) => Reply;
}
