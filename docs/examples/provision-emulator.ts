/**
 * A provisioning module: makes fixtures when a run asks for one that the profile does not list. This one serves the
 * reference emulator, which has no operation that creates anything: it hands out entities that the emulator holds and
 * nobody has been given yet. For a server of your own, create an entity in `provision` and delete it in `release`.
 *
 *   certconform emulator --control-port 7000 --profile emulator.yaml
 *   CONTROL_URL=http://127.0.0.1:7000 certconform run --target three-lines.yaml
 */

type Ids = Record<string, string | number>;
type Traits = Record<string, string | number | boolean>;
type Entity = Record<string, unknown>;

/** Where the emulator keeps each kind, and how its entities read as ids and traits. */
const KINDS: Record<string, { list: string; ids: (entity: Entity) => Ids; traits?: (entity: Entity) => Traits }> = {
  person: { list: 'persons', ids: ({ id }) => ({ id: Number(id) }) },
  bucket: { list: 'buckets', ids: ({ id }) => ({ bucketId: String(id) }) },
  organization: { list: 'organizations', ids: ({ id }) => ({ id: Number(id) }) },
  administrator: {
    list: 'administrators',
    ids: ({ id }) => ({ id: Number(id) }),
    traits: ({ type }) => ({ type: String(type) }),
  },
  endpoint: {
    list: 'endpoints',
    ids: ({ id }) => ({ id: Number(id) }),
    traits: ({ mode, type }) => ({ mode: String(mode), type: String(type) }),
  },
  'ssl-location': {
    list: 'sslLocations',
    ids: ({ id, certId }) => ({ sslId: Number(certId), locationId: Number(id) }),
    traits: ({ locationType }) => ({ custom: locationType === 'CUSTOM' }),
  },
};

const given = new Set<string>();

/** An entity of a kind with these traits; undefined when there is none, which the report then says. */
export async function provision(kind: string, wanted: Traits): Promise<{ ids: Ids; traits: Traits } | undefined> {
  const known = KINDS[kind];
  if (known === undefined) return undefined;
  const answer = await fetch(`${process.env['CONTROL_URL']}/state`);
  const state = (await answer.json()) as Record<string, Entity[]>;
  for (const entity of state[known.list] ?? []) {
    const ids = known.ids(entity);
    const traits = known.traits?.(entity) ?? {};
    const name = `${kind} ${JSON.stringify(ids)}`;
    if (given.has(name) || !Object.entries(wanted).every(([trait, value]) => traits[trait] === value)) continue;
    given.add(name);
    return { ids, traits };
  }
  return undefined;
}

/** Nothing was created, so nothing is taken away. A module that creates deletes here; the entity may be gone already. */
export function release(): void {}
