/** What stands in `entities.yaml`, and what is made from it for the compiler and for editors. */
import type { Operation, Ways } from './types.ts';
import { readOwnYaml } from './yaml.ts';

/** What the contract says of one kind of entity, by the names of `entities.yaml`. */
export interface Kind {
  readonly ids: readonly string[];
  readonly below?: string;
  readonly types?: readonly string[];
  readonly own?: readonly string[];
  readonly nests?: true;
  readonly usual?: string;
}

/** The whole file. */
export interface Entities {
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly operations: Readonly<Record<string, Ways>>;
}

/** Reads the file. */
export function readEntities(): Promise<Entities> {
  return readOwnYaml<Entities>(new URL('./entities.yaml', import.meta.url));
}

/** The operations, each with what is told of it. @throws Error when the file names an operation that there is not. */
export function withWays(operations: readonly Operation[], ways: Entities['operations']): Operation[] {
  const ids = new Set(operations.map(({ id }) => id));
  const named = Object.entries(ways).flatMap(([id, { shownBy, after, undoneBy, changes = [] }]) =>
    [id, shownBy, after, undoneBy, ...changes].filter((one) => one !== undefined),
  );
  for (const id of named) if (!ids.has(id)) throw new Error(`entities.yaml names an operation ${id}.`);
  return operations.map((operation) => {
    const own = ways[operation.id];
    return own === undefined ? operation : { ...operation, ways: own };
  });
}

/** `kinds.ts`: the kinds as the compiler knows them. */
export function kindsSource({ kinds }: Pick<Entities, 'kinds'>): string {
  const rows = Object.entries(kinds).map(([kind, about]) => {
    const members = Object.entries(about).map(([name, value]) => `${name}: ${literal(value)}`);
    return `  ${/-/.test(kind) ? literal(kind) : kind}: { ${members.join(', ')} },`;
  });
  return `${GENERATED}${rows.join('\n')}\n${FOOT}`;
}

/** The profile's schema with the kinds in the two places where it lists them. */
export function withKinds(profileSchema: string, { kinds }: Pick<Entities, 'kinds'>): string {
  return ['fixtures', 'ids'].reduce((text, of) => {
    const row = (kind: string): string => `        "${kind}": {\n          "$ref": "#/$defs/${of}"\n        }`;
    const place = new RegExp(
      `(?<="properties": \\{\\n)(?: {8}"[a-z-]+": \\{\\n {10}"\\$ref": "#/\\$defs/${of}"\\n {8}\\},?\\n)+`,
    );
    const rows = Object.keys(kinds).map(row);
    return text.replace(place, () => `${rows.join(',\n')}\n`);
  }, profileSchema);
}

function literal(value: string | true | readonly string[]): string {
  if (value === true) return 'true';
  return typeof value === 'string' ? `'${value}'` : `[${value.map(literal).join(', ')}]`;
}

const GENERATED = `/** Generated from entities.yaml by \`npm run registers\`, for the compiler to know the kinds; the tests refuse a stale copy. */
import type { Kind } from './entities.ts';

const TABLE = {
`;

const FOOT = `} as const satisfies Readonly<Record<string, Kind>>;

/** A kind of entity that a profile may name. */
export type FixtureKind = keyof typeof TABLE;

/** What the contract says of each kind. */
export const KINDS: Readonly<Record<FixtureKind, Kind>> = TABLE;
`;
