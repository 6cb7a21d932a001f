/** Loads the contract: documents + dialect → one typed, frozen `Contract`. */
import { applyOverlays, DialectError, type DialectReference, type LoadedDialect, loadDialect } from './dialect.ts';
import { type Document, readDocuments, validateDocument } from './documents.ts';
import { readEntities, withWays } from './entities.ts';
import { deepFreeze } from './freeze.ts';
import { operationsOf } from './operations.ts';
import { withGuessedReadbacks } from './readbacks.ts';
import { assembleRequirements, readWrittenRequirements } from './requirements/index.ts';
import { standalone } from './standalone.ts';
import type { Contract, JsonSchema, LegacyCondition, Operation, Requirement, Silence, StateMachine } from './types.ts';
import { readOwnYaml } from './yaml.ts';

export interface LoadOptions {
  /** The dialect that fills the contract's silences; default `default`, every answer assumed. */
  readonly dialect?: DialectReference;
  /** A dialect that is loaded already, in place of one to be loaded. */
  readonly loaded?: LoadedDialect;
  /** Folder that the dialect's relative file names start from; default the working directory. */
  readonly directory?: string;
  /**
   * Validate both documents as OpenAPI 3.1 after the overlays (about a second): `own` only where somebody else than the suite
   * describes something, as the tests validate what comes with it. Default true.
   */
  readonly validate?: boolean | 'own';
}

/**
 * The contract under a dialect (contract.md as a whole).
 *
 * @throws DialectError when the dialect is malformed: it names file and place.
 * @throws Error when a document is not valid OpenAPI.
 */
export async function loadContract(options: LoadOptions = {}): Promise<Contract> {
  const [documents, dialect, silences, machines, conditions, entities, written] = await Promise.all([
    readDocuments(),
    options.loaded ?? loadDialect(options.dialect ?? 'default', options.directory ?? process.cwd()),
    readYaml<{ silences: Silence[] }>('./silences.yaml'),
    readYaml<{ machines: StateMachine[] }>('./state-machines.yaml'),
    readYaml<{ conditions: LegacyCondition[] }>('./legacy-conditions.yaml'),
    readEntities(),
    readWrittenRequirements(),
  ]);
  const claimedSchemas = new Set(dialect.claimedSchemas);
  const { validate = true } = options;
  const isValidated = validate === 'own' ? dialect.describes === true : validate;
  const make = async (
    name: 'admin' | 'legacy',
  ): Promise<{ document: Document; judged: Document; operations: Operation[] }> => {
    const document = (await applyOverlays(documents[name], dialect.overlays[name])) as Document;
    const judged = (await applyOverlays(documents[name], dialect.claimedOverlays[name])) as Document;
    if (isValidated) await validateDocument(document);
    const operations = operationsOf({ interface: name, document, core: documents[name], judged, claimedSchemas });
    return { document, judged, operations };
  };
  const [admin, legacy] = await Promise.all([make('admin'), make('legacy')]).catch(toldOf(dialect));
  const operations = withWays([...admin.operations, ...legacy.operations], entities.operations);
  const parts: Parts = {
    version: String((admin.document['info'] as Record<string, unknown>)['version']),
    dialect: {
      name: dialect.name,
      claimed: dialect.claimed,
      answers: withGuessedReadbacks(dialect.answers, operations),
      claimedSchemas: dialect.claimedSchemas,
      notices: dialect.notices,
    },
    operations,
    requirements: assembleRequirements(operations, machines.machines, written),
    silences: silences.silences.map((silence) => ({ ...silence, section: String(silence.section) })),
    machines: machines.machines,
    legacyConditions: conditions.conditions,
    components: { ...components(legacy.judged), ...components(admin.judged) },
  };
  return assemble(parts);
}

/** The contract's own documents are good: where a dialect describes something, it is the description that is not. */
function toldOf({ describes, name }: LoadedDialect): (error: unknown) => never {
  return (error) => {
    if (describes !== true || error instanceof DialectError) throw error;
    const { message, details } = error as Error & { details?: readonly { instancePath?: string; message?: string }[] };
    const [first] = details ?? [];
    const why =
      first === undefined ? message.split('\n')[0]?.replace(/\.$/, '') : `${first.instancePath} ${first.message}`;
    throw new DialectError(`With what the dialect "${name}" describes there is no valid OpenAPI document: ${why}.`);
  };
}

interface Parts {
  readonly version: string;
  readonly dialect: Contract['dialect'];
  readonly operations: readonly Operation[];
  readonly requirements: readonly Requirement[];
  readonly silences: readonly Silence[];
  readonly machines: readonly StateMachine[];
  readonly legacyConditions: readonly LegacyCondition[];
  readonly components: Readonly<Record<string, JsonSchema>>;
}

function assemble(parts: Parts): Contract {
  const operations = new Map(parts.operations.map((operation) => [operation.id, operation]));
  const requirements = new Map(parts.requirements.map((requirement) => [requirement.id, requirement]));
  const silences = new Set(parts.silences.map((silence) => silence.id));
  return deepFreeze({
    version: parts.version,
    dialect: parts.dialect,
    operations: parts.operations,
    operation: (id: string) => found(operations.get(id), 'operation', id),
    requirements: parts.requirements,
    requirement: (id: string) => found(requirements.get(id), 'requirement', id),
    silences: parts.silences,
    answer: (id: string) => {
      if (!silences.has(id)) throw new Error(`There is no silence ${id}.`);
      return parts.dialect.answers.get(id);
    },
    machines: parts.machines,
    legacyConditions: parts.legacyConditions,
    schema: (name: string) => standalone(found(parts.components[name], 'schema', name), parts.components),
  });
}

function found<T>(value: T | undefined, what: string, name: string): T {
  if (value === undefined) throw new Error(`There is no ${what} ${name}.`);
  return value;
}

function components(document: Document): Record<string, JsonSchema> {
  const holder = document['components'] as Record<string, unknown> | undefined;
  return (holder?.['schemas'] ?? {}) as Record<string, JsonSchema>;
}

function readYaml<T>(file: string): Promise<T> {
  return readOwnYaml<T>(new URL(file, import.meta.url));
}
