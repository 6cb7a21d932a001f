/** Values to try for a member of which nothing is known but its name and what the server said of it. */
import { KINDS } from '../../spec/kinds.ts';
import type { FixtureKind } from '../../spec/types.ts';

/** What is known of the target. */
export interface Known {
  /** The kind of entity that the body is about. */
  readonly entity: FixtureKind;
  /** Ids by kind: of the entity itself first. */
  readonly ids: ReadonlyMap<FixtureKind, string | number>;
  /** Values that its GETs showed, by the name of the member. */
  readonly shown: ReadonlyMap<string, readonly unknown[]>;
}

const DATE = '2030-01-01';
const EMAIL = 'conformance@example.test';
const PLAIN: readonly unknown[] = ['Conformance', 1, true, [], {}, `${DATE}T00:00:00Z`, DATE, EMAIL, 'US'];

/** Values for one member, the likeliest first, each once. */
export function guessesFor(name: string, said: string, known: Known): unknown[] {
  const all = [
    ...listedIn(said),
    ...idsFor(name, known),
    ...(known.shown.get(name) ?? []),
    ...byName(name),
    ...byType(said),
    ...PLAIN,
  ];
  const texts = all.map((value) => JSON.stringify(value));
  return all.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}

/** `one of A, B, C` or `allowed: [A, B]`: what the server itself says would do. */
function listedIn(said: string): string[] {
  const list = /(?:one of|allowed(?: values)?(?: are)?|expected|supported)[^\w[({"']*[[({]?([^\])}.;]+)/i.exec(
    said,
  )?.[1];
  const words = (list ?? '').split(/\s*(?:,|\||\bor\b)\s*/).map((word) => word.trim().replace(/^['"`]|['"`]$/g, ''));
  return words.length < 2 ? [] : words.filter((word) => /^[\w-]+$/.test(word));
}

/** `orgId`, `certificate_id`, `bucketIds`: the entity that a name speaks of. */
function idsFor(name: string, { ids, entity }: Known): unknown[] {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || !['id', 'ids', 'identifier'].includes(last)) return [];
  const kind = kindOf(words.slice(0, -1), entity);
  const id = kind === undefined ? undefined : ids.get(kind);
  if (id === undefined) return [];
  return last === 'ids' ? [[id], id] : [id];
}

const SHORT: Readonly<Record<string, string>> = { org: 'organization', admin: 'administrator', cert: 'certificate' };

/** The kind that the words name, by the last of them: the entity itself where it may be meant. A bare `id` is its own. */
export function kindOf(words: readonly string[], entity?: FixtureKind): FixtureKind | undefined {
  const named = words.map((word) => SHORT[word] ?? word);
  const isNamed = (kind: string): boolean => kind.split('-').at(-1) === named.at(-1);
  if (entity !== undefined && (words.length === 0 || isNamed(entity))) return entity;
  const kinds = (Object.keys(KINDS) as FixtureKind[]).filter((kind) => KINDS[kind].ids.length === 1 && isNamed(kind));
  // Certificates are of several kinds: which is meant, only a further word tells.
  const whole = kinds.find((kind) => kind.split('-').every((word) => named.includes(word)));
  return whole ?? (kinds.length === 1 ? kinds[0] : undefined);
}

/** `bucketId`, `bucket_id` → `bucket`, `id`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function byName(name: string): unknown[] {
  if (/mail/i.test(name)) return [EMAIL];
  if (/date|time|(^|_)at$/i.test(name)) return [`${DATE}T00:00:00Z`, DATE, '00:00'];
  if (/country/i.test(name)) return ['US'];
  if (/url|link|uri/i.test(name)) return ['https://example.test/'];
  if (/ids$|list$/i.test(name)) return [[1], []];
  return [];
}

/** What the text of a refusal says of the type. */
function byType(said: string): unknown[] {
  if (/integer|number|numeric/i.test(said)) return [1];
  if (/bool/i.test(said)) return [true];
  if (/array|list/i.test(said)) return [[], ['Conformance'], [1]];
  if (/object/i.test(said)) return [{}];
  return [];
}
