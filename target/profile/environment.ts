/** What the environment and the command line put into a profile: `${NAME}`, CERTCONFORM_* variables and --set. */
import { parse } from 'yaml';
import { nearest } from '../../spec/nearest.ts';
import { ProfileError } from './errors.ts';
import { membersAt, schemasAt } from './schema.ts';
import { type Path, type ProfileSource, pointerOf } from './source.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'CERTCONFORM_';

/**
 * The profile's data with every `${NAME}` and `${NAME:-default}` in its strings replaced; `$${` stands for a literal `${`.
 * A string that is nothing but a reference becomes a number or a truth value where the schema wants one.
 * @throws ProfileError naming the missing variable and where it is used.
 */
export function substitute(value: unknown, source: ProfileSource, env: Environment, path: Path = []): unknown {
  if (typeof value === 'string') {
    const text = substituteText(value, source, env, path);
    return text !== value && /^\$\{[^}]*\}$/.test(value) ? readAs(text, path, false) : text;
  }
  if (Array.isArray(value)) return value.map((item, index) => substitute(item, source, env, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, substitute(v, source, env, [...path, k])]));
  }
  return value;
}

function substituteText(text: string, source: ProfileSource, env: Environment, path: Path): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}/g, (whole, inner: string | undefined) => {
    if (inner === undefined) return '${';
    const [, name, fallback] = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/.exec(inner) ?? [];
    if (name === undefined) {
      throw new ProfileError(
        `${source.where(path)}: ${whole} is no reference to an environment variable; write \${NAME} or \${NAME:-default}, or $\${ for a literal \${.`,
        pointerOf(path),
      );
    }
    const found = env[name];
    if (found !== undefined && found !== '') return found;
    if (fallback !== undefined) return fallback;
    const state = found === '' ? 'is empty' : 'is not set';
    throw new ProfileError(
      `${source.where(path)}: the environment variable ${name} ${state}; set it before the run.`,
      pointerOf(path),
    );
  });
}

/** A member that did not come from the profile's file, and what it came from. */
export interface Override {
  readonly path: Path;
  readonly label: string;
}

/** Puts the CERTCONFORM_* variables that name members of a profile into `value`, which is changed. */
export function applyEnvironment(value: Record<string, unknown>, env: Environment): Override[] {
  const overrides: Override[] = [];
  const top = membersAt([]);
  for (const [variable, text] of Object.entries(env)) {
    if (text === undefined || !variable.startsWith(PREFIX)) continue;
    const parts = variable.slice(PREFIX.length).split('__').map(camelCase);
    // Other variables of this prefix are free to be used as ${CERTCONFORM_TOKEN}.
    if (!top.includes(parts[0] ?? '')) continue;
    overrides.push(assign(value, parts, text, `environment variable ${variable}`));
  }
  return overrides;
}

/**
 * Puts `path=value` settings into `value`, which is changed.
 * @throws ProfileError when a setting has another form or names no member.
 */
export function applySettings(value: Record<string, unknown>, settings: readonly string[]): Override[] {
  return settings.map((setting) => {
    const equals = setting.indexOf('=');
    if (equals < 1) {
      const shown = equals === -1 ? setting.slice(0, 40) : '=...';
      throw new ProfileError(`--set ${shown}: write --set path=value, for example --set limits.concurrency=4.`);
    }
    const path = setting.slice(0, equals);
    return assign(value, path.split('.'), setting.slice(equals + 1), `--set ${path}`);
  });
}

/** The source with places of overridden members told by what overrode them. */
export function blaming(source: ProfileSource, overrides: readonly Override[]): ProfileSource {
  return {
    ...source,
    where: (path) => {
      const culprit = overrides.findLast((override) => override.path.every((part, index) => part === path[index]));
      return culprit === undefined ? source.where(path) : culprit.label;
    },
  };
}

function assign(root: Record<string, unknown>, parts: readonly string[], text: string, label: string): Override {
  const path: (string | number)[] = [];
  let here: Record<string | number, unknown> | unknown[] = root;
  parts.forEach((part, index) => {
    const key = Array.isArray(here) && /^\d+$/.test(part) ? Number(part) : part;
    path.push(key);
    if (schemasAt(path).length === 0) throw unknownMember(label, path);
    const container = here as Record<string | number, unknown>;
    if (index === parts.length - 1) {
      container[key] = readAs(text, path, true);
      return;
    }
    const next = container[key];
    // A setting below a short form (a bearer given as text) replaces the short form.
    if (typeof next !== 'object' || next === null) container[key] = {};
    here = container[key] as Record<string, unknown>;
  });
  return { path, label };
}

function unknownMember(label: string, path: Path): ProfileError {
  const known = membersAt(path.slice(0, -1));
  const near = nearest(String(path.at(-1)), known);
  const hint =
    near !== undefined
      ? `Did you mean "${near}"?`
      : known.length > 0
        ? `Known here: ${known.join(', ')}.`
        : 'Nothing can stand below it.';
  return new ProfileError(`${label}: a profile has no member ${path.join('.')}. ${hint}`, pointerOf(path));
}

/** Text as the schema wants it at a path: as it is where text is wanted, else read as YAML (numbers, truth values, lists). */
function readAs(text: string, path: Path, structures: boolean): unknown {
  const types = new Set(schemasAt(path).flatMap(typesOf));
  const isStructure = /^\s*[[{]/.test(text) && (types.has('object') || types.has('array'));
  if (types.has('string') && !(structures && isStructure)) {
    return types.has('number') || types.has('integer') || types.has('boolean') ? scalar(text) : text;
  }
  if (types.has('array') && !isStructure) return text.split(',').map((item) => item.trim());
  try {
    return parse(text) as unknown;
  } catch {
    return text;
  }
}

function typesOf(schema: Readonly<Record<string, unknown>>): unknown[] {
  if (schema['enum'] !== undefined) return ['string'];
  if ('const' in schema) return [typeof schema['const']];
  return Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
}

/** A whole number, a truth value, or the text itself. */
function scalar(text: string): string | number | boolean {
  if (/^(0|[1-9][0-9]{0,14})(\.[0-9]+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}

function camelCase(part: string): string {
  return part.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
