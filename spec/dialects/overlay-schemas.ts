/** Schemas that the target's owner wrote by hand can be judged by: they are JSON Schema, and their patterns decide soon. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, token, valueAt } from '../json.ts';
import { schemasOf } from './compose.ts';
import { DialectError } from './error.ts';
import { usablePattern } from './openapi/patterns.ts';
import type { Overlay } from './overlays.ts';

/**
 * Looks at every schema that the overlays change.
 *
 * @param document what they were applied to
 * @throws DialectError for what is no JSON Schema 2020-12, and for a pattern that is none or may take for ever
 */
export function checkSchemas(document: unknown, overlays: readonly Overlay[]): void {
  for (const overlay of overlays) {
    const named = [...schemasOf([overlay])].map((name) => `/components/schemas${token(name)}`);
    const elsewhere = overlay.actions.some(({ target }) => !target.startsWith('$.components.schemas'));
    for (const pointer of [...named, ...(elsewhere ? schemaMembers(document) : [])]) {
      const why = whyNoSchema(valueAt(document, pointer));
      if (why === undefined) continue;
      throw new DialectError(`With the overlay there is no schema to judge by at ${pointer}: ${why}.`, {
        file: overlay['x-file'],
      });
    }
  }
}

let ajv: Ajv2020 | undefined;

function whyNoSchema(schema: unknown): string | undefined {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false });
  if (!isObject(schema) && typeof schema !== 'boolean') return 'a schema is a map, or true or false';
  if (ajv.validateSchema(schema) !== true) {
    const [first] = ajv.errors ?? [];
    return `${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`.trim();
  }
  const bad = patternsIn(schema).find((pattern) => usablePattern(pattern) === undefined);
  return bad === undefined ? undefined : `the pattern ${bad} is no expression, or takes for ever on some texts`;
}

function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (!isObject(value)) return [];
  const { pattern, patternProperties } = value;
  const own = [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

/** Pointers of the schemas that stand in operations, parameters, bodies and responses. */
function schemaMembers(value: unknown, pointer = ''): string[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}${token(name)}`;
    if (at === '/components/schemas') return [];
    return name === 'schema' ? [at] : schemaMembers(inner, at);
  });
}
