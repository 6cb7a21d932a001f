/** Two ways of saying that a member may be null mean the same (JSON Schema 2020-12: validation, section 6.1.1, and core, section 10.2.1.2). */
import { mapped } from './description/tree.ts';
import { isObject } from './json.ts';

/** What a reference of a standalone schema begins with. */
const DEFS = '#/$defs/';

type Node = Readonly<Record<string, unknown>>;

/**
 * A standalone schema in which each choice between null and one thing else is written as that thing, whose types and words are
 * one more: so its bounds and its words are found as those of any other. What else is an object or has a choice of its own stays.
 */
export function withNullsFolded<T>(schema: T): T {
  const defs = isObject(schema) && isObject(schema['$defs']) ? schema['$defs'] : {};
  return mapped(schema, (part) => {
    for (const keyword of ['anyOf', 'oneOf']) {
      const { [keyword]: choices, ...beside } = part;
      const only = otherThanNull(choices, defs);
      // What stands beside the choice may narrow it: then it is left as it is written.
      const isFree = only !== undefined && Object.keys(beside).every((key) => !(key in only) || isNote(key));
      if (isFree) return { ...only, ...beside };
    }
    return part;
  }) as T;
}

function isNote(key: string): boolean {
  return ['title', 'description', 'deprecated', 'examples', 'default'].includes(key) || key.startsWith('x-');
}

/** Of two choices, of which one is null, the other with null; undefined for any others, and for what no type is told of. */
function otherThanNull(choices: unknown, defs: Node): Node | undefined {
  if (!Array.isArray(choices) || choices.length !== 2) return undefined;
  const isNull = (one: unknown): boolean => isObject(one) && one['type'] === 'null' && Object.keys(one).length === 1;
  const [other] = choices.filter((one) => !isNull(one));
  if (!isObject(other) || choices.every((one) => !isNull(one))) return undefined;
  const { $ref: name } = other;
  const meant = typeof name === 'string' && Object.keys(other).length === 1 ? defs[name.slice(DEFS.length)] : other;
  if (!isObject(meant)) return undefined;
  const types = [meant['type']].flat();
  const isPlain = types.every((type) => typeof type === 'string' && type !== 'object');
  if (!isPlain || ['$ref', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].some((key) => key in meant))
    return undefined;
  const { enum: words } = meant;
  return {
    ...meant,
    type: [...new Set([...types, 'null'])],
    ...(Array.isArray(words) ? { enum: [...new Set([...(words as unknown[]), null])] } : {}),
  };
}
