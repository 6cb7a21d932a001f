/**
 * The JSON Schema of a dialect, made from the silences' answer schemas so that no shape is typed twice.
 * `node spec/dialects/schema.ts && npm run format` writes `spec/dialect.schema.json` anew.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { token } from '../json.ts';
import { nearest } from '../nearest.ts';
import type { JsonSchema, Silence } from '../types.ts';
import { DialectError } from './error.ts';

/** Members of a dialect file and of a dialect reference in a target profile. */
const DIALECT_MEMBERS = {
  name: { description: 'Name of the dialect, for reports.', type: 'string', minLength: 1 },
  description: { type: 'string' },
  base: {
    description: 'Dialect to start from: default, alternate, none, or the path of a dialect file.',
    type: 'string',
    minLength: 1,
  },
  claimed: {
    description: 'True: the target is known to speak the base dialect, so it is judged by it.',
    type: 'boolean',
  },
  overlay: { description: 'File with an OpenAPI Overlay for the Admin Operations API.', type: 'string', minLength: 1 },
  legacyOverlay: { description: 'File with an OpenAPI Overlay for the legacy actions.', type: 'string', minLength: 1 },
  openapi: {
    description: "The vendor's own OpenAPI 3.0 or 3.1 document, from which the named schemas are taken.",
    type: 'string',
    minLength: 1,
  },
} as const;

/** Schema of a dialect; what `spec/dialect.schema.json` holds for editors. */
export function dialectSchema(silences: readonly Silence[]): JsonSchema {
  const answers: Record<string, unknown> = {};
  for (const silence of silences) {
    if (silence.answer === undefined) continue;
    answers[silence.id] = { description: silence.open, ...(silence.answer as object) };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:certconform:dialect',
    title: 'A dialect: how one implementation answers what the contract leaves open',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...DIALECT_MEMBERS,
      answers: {
        description: 'Answers by silence id, or the path of a file with such a map.',
        type: ['object', 'string'],
        minLength: 1,
        additionalProperties: false,
        properties: answers,
      },
    },
  };
}

/**
 * Checks a dialect (from a file, or a reference from a profile) against the silences.
 *
 * @throws DialectError for an unknown member, an unknown silence (with the nearest known one), a silence that nobody
 * can answer, and an answer of the wrong shape (with its pointer).
 */
export function checkDialect(dialect: unknown, silences: readonly Silence[], file?: string): void {
  const fault = (sentence: string, pointer = '') => new DialectError(sentence, { file, pointer });
  if (dialect === null || typeof dialect !== 'object' || Array.isArray(dialect)) {
    throw fault('A dialect must be a map with members such as base, overlay and answers.');
  }
  const answers = (dialect as { answers?: unknown }).answers;
  if (answers !== null && typeof answers === 'object') checkIds(Object.keys(answers), silences, fault);
  const validate = validator(silences);
  if (validate(dialect)) return;
  const error = deepest(validate.errors ?? []);
  throw fault(`${sentenceOf(error)}${expectation(error, silences)}`, error?.instancePath);
}

type Fault = (sentence: string, pointer?: string) => DialectError;

function checkIds(ids: readonly string[], silences: readonly Silence[], fault: Fault): void {
  for (const id of ids) {
    const silence = silences.find((known) => known.id === id);
    const pointer = `/answers${token(id)}`;
    if (silence === undefined) {
      const guess = nearest(
        id,
        silences.filter((known) => known.answer !== undefined).map((known) => known.id),
      );
      const hint = guess === undefined ? 'spec/SILENCES.md lists them all.' : `Did you mean "${guess}"?`;
      throw fault(`"${id}" is not a point that the contract leaves open. ${hint}`, pointer);
    }
    if (silence.answer === undefined) {
      throw fault(`"${id}" cannot be answered here: it is described by an overlay or only observed.`, pointer);
    }
  }
}

let cached: { readonly silences: readonly Silence[]; readonly validate: ValidateFunction } | undefined;

function validator(silences: readonly Silence[]): ValidateFunction {
  if (cached?.silences !== silences) {
    // Tests hold the schema to the rules for schemas; here that would take longer than all else that is done with it.
    const own = { strict: false, validateSchema: false, code: { optimize: false } } as const;
    const ajv = new Ajv2020({ allErrors: true, verbose: true, ...own });
    addFormats.default(ajv);
    cached = { silences, validate: ajv.compile(dialectSchema(silences) as object) };
  }
  return cached.validate;
}

/** The error that lies deepest says most; those of `oneOf` itself only repeat that no branch fitted. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length - (error.keyword === 'oneOf' ? 0.5 : 0);
  return [...errors].sort((a, b) => depth(b) - depth(a))[0];
}

function sentenceOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'The dialect is malformed.';
  const { keyword, params, parentSchema } = error;
  if (keyword === 'enum') return `The value must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`;
  if (keyword === 'additionalProperties') {
    const word = String(params['additionalProperty']);
    const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
    const guess = nearest(word, known);
    const hint = guess === undefined ? '' : ` Did you mean "${guess}"?`;
    return `There is no member "${word}" here.${hint}${known.length === 0 ? '' : ` Known: ${known.join(', ')}.`}`;
  }
  if (keyword === 'required') return `The member "${String(params['missingProperty'])}" is missing.`;
  return `The value ${error.message ?? 'is malformed'}.`;
}

/** What the silence is about, so that the reader need not look it up. */
function expectation(error: ErrorObject | undefined, silences: readonly Silence[]): string {
  const id = /^\/answers\/([^/]+)/.exec(error?.instancePath ?? '')?.[1];
  const silence = silences.find((known) => known.id === id);
  return silence === undefined ? '' : ` (${silence.open.replace(/\.$/, '')}.)`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await readFile(new URL('../silences.yaml', import.meta.url), 'utf8');
  const schema = dialectSchema((parse(text) as { silences: readonly Silence[] }).silences);
  await writeFile(new URL('../dialect.schema.json', import.meta.url), `${JSON.stringify(schema, undefined, 2)}\n`);
}
