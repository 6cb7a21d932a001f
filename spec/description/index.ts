/**
 * The contract as one OpenAPI document for other tools: both interfaces, the dialect's schemas, and its answers written
 * where a description can say them (statuses, error bodies, bounds, required members).
 */
import { applyOverlays, type DialectReference, type LoadedDialect, loadDialect } from '../dialect.ts';
import { type Document, readDocuments, validateDocument } from '../documents.ts';
import type { Silence, StateMachine } from '../types.ts';
import { readOwnYaml } from '../yaml.ts';
import { foldAnswers } from './answers.ts';
import { openSilentChoices } from './choices.ts';
import { type ExampleOf, withExamples } from './examples.ts';
import { withoutExtensions } from './extensions.ts';
import { joined } from './join.ts';
import { foldNulls } from './nulls.ts';
import { as30 } from './openapi30.ts';
import { withoutUnused } from './reachable.ts';
import { withSentences } from './sentences.ts';

export interface DescriptionOptions {
  /** The dialect that is described; default `default`. */
  readonly dialect?: DialectReference;
  /** Folder that the dialect's relative file names start from; default the working directory. */
  readonly directory?: string;
  /** OpenAPI version of the document; default 3.1. */
  readonly version?: '3.0' | '3.1';
  /** Makes the example of a standalone schema; without it the document carries no examples. */
  readonly exampleOf?: ExampleOf;
}

/** A document, and what its version of OpenAPI cannot say. */
export interface Description {
  readonly document: Document;
  /** One sentence for each thing that was left out, with its JSON Pointer; empty for 3.1. */
  readonly leftOut: readonly string[];
}

/**
 * Describes the contract (sections 4.2 to 4.13) under a dialect. What is assumed and what is claimed stand alike: the
 * document says how a service of this dialect behaves, not who vouches for it.
 *
 * @throws DialectError for a malformed dialect; it names file and place.
 * @throws Error when the result is not valid OpenAPI, which is a fault of this module.
 */
export async function describeContract(options: DescriptionOptions = {}): Promise<Description> {
  const [documents, dialect, { silences }, { machines }] = await Promise.all([
    readDocuments(),
    loadDialect(options.dialect ?? 'default', options.directory ?? process.cwd()),
    readOwnYaml<{ silences: readonly Silence[] }>(new URL('../silences.yaml', import.meta.url)),
    readOwnYaml<{ machines: readonly StateMachine[] }>(new URL('../state-machines.yaml', import.meta.url)),
  ]);
  const [admin, legacy] = await Promise.all([
    applyOverlays(documents.admin, dialect.overlays.admin),
    applyOverlays(documents.legacy, dialect.overlays.legacy),
  ]);
  const answers = valuesOf(dialect);
  const document = joined(admin as Document, legacy as Document);
  foldAnswers(document, answers, machines);
  foldNulls(document, answers);
  openSilentChoices(document);
  withSentences(document, { dialect: dialect.name, answers, silences });
  const plain = withoutUnused(withoutExtensions(document));
  const exemplary = options.exampleOf === undefined ? plain : withExamples(plain, options.exampleOf);
  await validateDocument(exemplary);
  if (options.version !== '3.0') return { document: exemplary, leftOut: [] };
  const older = as30(exemplary);
  await validateDocument(older.document);
  return older;
}

function valuesOf({ answers }: LoadedDialect): ReadonlyMap<string, unknown> {
  return new Map([...answers].map(([id, { value }]) => [id, value]));
}
