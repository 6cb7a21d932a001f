/** Reads the two OpenAPI documents of the contract. */
import { readOwnYaml } from './yaml.ts';

/** A parsed OpenAPI document; its parts are narrowed where they are read. */
export type Document = Record<string, unknown>;

/** The two documents: the Admin Operations API (contract 4.2-4.11) and the legacy actions (4.12, 4.13). */
export interface Documents {
  readonly admin: Document;
  readonly legacy: Document;
}

/** Reads and parses both documents from `spec/openapi/`. */
export async function readDocuments(): Promise<Documents> {
  const [admin, legacy] = await Promise.all(
    ['admin', 'legacy'].map((name) => readOwnYaml<Document>(new URL(`./openapi/${name}.yaml`, import.meta.url))),
  );
  return { admin: admin as Document, legacy: legacy as Document };
}

/**
 * Validates a document against the OpenAPI 3.1 meta-schema.
 *
 * @throws Error with the validator's findings when the document is not valid OpenAPI.
 */
export async function validateDocument(document: Document): Promise<void> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  // The parser dereferences in place, so it gets a copy. It would open any file and any address that a reference names.
  const copy = structuredClone(document) as unknown as Parameters<typeof SwaggerParser.validate>[0];
  await SwaggerParser.validate(copy, { resolve: { external: false } });
}
