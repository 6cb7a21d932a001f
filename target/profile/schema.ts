/** The published JSON Schema of profiles, compiled, and its faults put into sentences. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { tokens } from '../../spec/json.ts';
import { nearest } from '../../spec/nearest.ts';
import { ProfileError } from './errors.ts';
import { type Path, type ProfileSource, pointerOf } from './source.ts';

type Schema = { readonly [keyword: string]: unknown };

/** The schema as published. */
export const profileSchema: Schema = JSON.parse(
  readFileSync(new URL('../profile.schema.json', import.meta.url), 'utf8'),
) as Schema;

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  // Tests hold the schema to the rules for schemas; here that would take longer than all else that is done with it.
  const own = { strict: false, validateSchema: false, code: { optimize: false } } as const;
  compiled ??= new Ajv2020({ allErrors: true, verbose: true, ...own }).compile(profileSchema);
  return compiled;
}

/**
 * Checks a profile's data against the schema.
 * @throws ProfileError that names the fault that says most.
 */
export function validate(value: unknown, source: ProfileSource): void {
  const check = validator();
  if (check(value)) return;
  const errors = [...(check.errors ?? [])].sort((a, b) => weight(b) - weight(a));
  const error = errors[0];
  if (error === undefined) return;
  const path = pathOf(error.instancePath, value);
  throw new ProfileError(sentence(error, path, value, source, errors), pointerOf(path));
}

/** Faults deep in the document tell more than the unions that enclose them; an unknown member tells most. */
function weight(error: ErrorObject): number {
  const depth = error.instancePath.split('/').length * 10;
  if (error.keyword === 'additionalProperties') return depth + 15;
  if (error.keyword === 'anyOf') return depth + 2;
  if (error.keyword === 'type' || error.keyword === 'const') return depth;
  return depth + 1;
}

function sentence(
  error: ErrorObject,
  path: Path,
  value: unknown,
  source: ProfileSource,
  all: readonly ErrorObject[],
): string {
  const member = path.at(-1) ?? 'the profile';
  switch (error.keyword) {
    case 'additionalProperties': {
      const given = String(error.params['additionalProperty']);
      const known = [...new Set(all.filter((e) => e.instancePath === error.instancePath).flatMap(propertiesOf))];
      const near = nearest(given, known);
      const hint = near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${near}"?`;
      return `${source.where([...path, given])}: unknown member "${given}". ${hint}`;
    }
    case 'required':
      return `${source.where(path)}: "${String(error.params['missingProperty'])}" is missing; add it.`;
    case 'dependentRequired':
      return `${source.where(path)}: "${String(error.params['property'])}" needs "${String(error.params['missingProperty'])}" beside it; add it or leave both out.`;
    case 'enum': {
      const allowed = (error.params['allowedValues'] as readonly unknown[]).map(String);
      const given = showAt(value, path);
      const near = nearest(String(at(value, path)), allowed);
      return `${source.where(path)}: ${given} is not one of ${allowed.join(', ')}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
    }
    case 'pattern':
    case 'anyOf':
    case 'const':
    case 'type':
      return `${source.where(path)}: ${showAt(value, path)} does not fit; ${expectation(error, member)}.`;
    default:
      return `${source.where(path)}: ${showAt(value, path)} ${error.message ?? 'is not allowed'}; change it.`;
  }
}

/** What the place wants: its description in the schema says it best. */
function expectation(error: ErrorObject, member: string | number): string {
  const parent = error.parentSchema as Schema | undefined;
  const description = parent?.['description'];
  if (typeof description === 'string') return `it should be: ${description.replace(/\.$/, '')}`;
  if (
    parent !== undefined &&
    Array.isArray(parent['anyOf']) &&
    parent === (profileSchema['$defs'] as Schema)['duration']
  ) {
    return 'give seconds as a number, or text such as 500ms, 10s or 2m';
  }
  return error.message === undefined ? `"${member}" has another form` : `it ${error.message}`;
}

const SECRET_MEMBERS: readonly (string | number)[] = [
  'bearer',
  'expired',
  'forged',
  'foreign',
  'loginPassword',
  'passphrase',
  'clientSecret',
  'proxy',
];

/** The value at a path as it may stand in a message: only its kind when it might be a secret or is long. */
function showAt(value: unknown, path: Path): string {
  return path.some((part) => SECRET_MEMBERS.includes(part)) ? 'this value' : show(at(value, path));
}

function show(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'string') return /^[\w.:/ -]{1,24}$/.test(value) ? `"${value}"` : 'this text';
  return Array.isArray(value) ? 'this list' : value === undefined ? 'nothing' : 'this mapping';
}

function propertiesOf(error: ErrorObject): string[] {
  const properties = (error.parentSchema as Schema | undefined)?.['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let here: unknown = value;
  for (const name of tokens(pointer)) {
    path.push(Array.isArray(here) ? Number(name) : name);
    here = at(here, [path.at(-1) ?? '']);
  }
  return path;
}

function at(value: unknown, path: Path): unknown {
  let here = value;
  for (const part of path) here = (here as Record<string | number, unknown> | undefined)?.[part];
  return here;
}

/**
 * The schemas that apply at a path of the profile: decides how text from the environment is read.
 * Empty when the schema knows no such path.
 */
export function schemasAt(path: Path): Schema[] {
  let here: Schema[] = expand(profileSchema);
  for (const part of path) here = here.flatMap((schema) => child(schema, part)).flatMap(expand);
  return here;
}

/** Names of the members that the schema knows at a path. */
export function membersAt(path: Path): string[] {
  return schemasAt(path).flatMap((schema) => Object.keys((schema['properties'] as Schema | undefined) ?? {}));
}

function child(schema: Schema, part: string | number): Schema[] {
  if (typeof part === 'number') return isSchema(schema['items']) ? [schema['items']] : [];
  const property = (schema['properties'] as Schema | undefined)?.[part];
  if (isSchema(property)) return [property];
  if (isSchema(schema['additionalProperties'])) return [schema['additionalProperties']];
  return [];
}

function expand(schema: Schema): Schema[] {
  const found = [schema];
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = (profileSchema['$defs'] as Schema)[reference.replace('#/$defs/', '')];
    if (isSchema(target)) found.push(...expand(target));
  }
  if (Array.isArray(schema['anyOf'])) found.push(...schema['anyOf'].filter(isSchema).flatMap(expand));
  return found;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
