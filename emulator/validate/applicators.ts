import { isObject, token } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Compile, Validate, Violation } from './schema.ts';

type Node = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => JsonSchema;

/** The tests of the keywords that apply other schemas to a value or to its parts. */
export function applicators(schema: Node, compile: Compile, resolve: Resolve): Validate[] {
  return [
    ...reference(schema, compile, resolve),
    ...required(schema),
    ...members(schema, compile),
    ...items(schema, compile),
    ...combinations(schema, compile),
  ];
}

function reference(schema: Node, compile: Compile, resolve: Resolve): Validate[] {
  const target = schema['$ref'];
  return typeof target === 'string' ? [compile(resolve(target))] : [];
}

function required(schema: Node): Validate[] {
  const names = schema['required'];
  if (!Array.isArray(names)) return [];
  return [
    (value, pointer) => {
      if (!isObject(value)) return undefined;
      const missing = (names as readonly string[]).find((name) => !Object.hasOwn(value, name));
      return missing === undefined ? undefined : { pointer: `${pointer}${token(missing)}`, keyword: 'required' };
    },
  ];
}

function members(schema: Node, compile: Compile): Validate[] {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  if (!properties && !patternProperties && additionalProperties === undefined && !propertyNames) return [];
  const named = new Map(entries(properties).map(([name, child]) => [name, compile(child)]));
  const patterns = entries(patternProperties).map(
    ([source, child]) => [new RegExp(source, 'u'), compile(child)] as const,
  );
  const rest = additionalProperties === undefined ? undefined : compile(additionalProperties as JsonSchema);
  const names = propertyNames === undefined ? undefined : compile(propertyNames as JsonSchema);
  return [
    (value, pointer) => {
      if (!isObject(value)) return undefined;
      for (const name of Object.keys(value)) {
        const at = `${pointer}${token(name)}`;
        const violation =
          (names?.(name, at) && { pointer: at, keyword: 'propertyNames' }) ??
          member(value[name], at, name, named.get(name), patterns, rest);
        if (violation !== undefined) return violation;
      }
      return undefined;
    },
  ];
}

function member(
  value: unknown,
  pointer: string,
  name: string,
  own: Validate | undefined,
  patterns: readonly (readonly [RegExp, Validate])[],
  rest: Validate | undefined,
): Violation | undefined {
  let matched = own !== undefined;
  const violation = own?.(value, pointer);
  if (violation !== undefined) return violation;
  for (const [pattern, test] of patterns) {
    if (!pattern.test(name)) continue;
    matched = true;
    const found = test(value, pointer);
    if (found !== undefined) return found;
  }
  if (matched || rest === undefined) return undefined;
  const refused = rest(value, pointer);
  return refused?.keyword === 'false' ? { pointer, keyword: 'additionalProperties' } : refused;
}

function items(schema: Node, compile: Compile): Validate[] {
  if (schema['items'] === undefined && schema['prefixItems'] === undefined) return [];
  const first = ((schema['prefixItems'] ?? []) as readonly JsonSchema[]).map(compile);
  const unread = schema['x-unread-items'];
  const rest = schema['items'] === undefined ? undefined : compile(schema['items'] as JsonSchema);
  return [
    (value, pointer) => {
      if (!Array.isArray(value)) return undefined;
      for (let i = 0; i < value.length; i += 1) {
        // Under a fault, items after the first or before the last are taken as they are.
        if (unread === 'later' ? i > 0 : unread === 'earlier' && i < value.length - 1) continue;
        const violation = (first[i] ?? rest)?.(value[i], `${pointer}/${i}`);
        if (violation !== undefined) return violation;
      }
      return undefined;
    },
  ];
}

function combinations(schema: Node, compile: Compile): Validate[] {
  const steps: Validate[] = [];
  const list = (keyword: string) => (schema[keyword] as readonly JsonSchema[] | undefined)?.map(compile);
  steps.push(...(list('allOf') ?? []));
  const any = list('anyOf');
  if (any)
    steps.push((value, at) => (any.some((test) => !test(value, at)) ? undefined : { pointer: at, keyword: 'anyOf' }));
  const one = list('oneOf');
  if (one) steps.push((value, at) => (matches(one, value, at) === 1 ? undefined : { pointer: at, keyword: 'oneOf' }));
  if (schema['not'] !== undefined) {
    const banned = compile(schema['not'] as JsonSchema);
    steps.push((value, at) => (banned(value, at) ? undefined : { pointer: at, keyword: 'not' }));
  }
  if (schema['if'] !== undefined) {
    const [condition, then, otherwise] = ['if', 'then', 'else'].map((k) => compile((schema[k] ?? true) as JsonSchema));
    steps.push((value, at) => (condition?.(value, at) ? otherwise?.(value, at) : then?.(value, at)));
  }
  return steps;
}

function matches(tests: readonly Validate[], value: unknown, pointer: string): number {
  return tests.filter((test) => test(value, pointer) === undefined).length;
}

function entries(value: unknown): [string, JsonSchema][] {
  return value === undefined ? [] : Object.entries(value as Record<string, JsonSchema>);
}
