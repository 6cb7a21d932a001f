/** Finds the schema of a request or response body in a vendor's operation. */

import { token } from '../../json.ts';
import type { Notices } from './notices.ts';
import type { VendorOperation } from './paths.ts';
import { isNode, type Node, type VendorDocument } from './source.ts';

/** Looks up bodies; everything that is missing or odd becomes a notice. */
export class BodyFinder {
  readonly #document: VendorDocument;
  readonly #notices: Notices;

  constructor(document: VendorDocument, notices: Notices) {
    this.#document = document;
    this.#notices = notices;
  }

  /** Pointer of the request body's JSON schema; undefined when none is described. */
  request(id: string, operation: VendorOperation): string | undefined {
    if (!isNode(operation.value['requestBody'])) {
      this.#notices.add(`The request body of ${id} is not described.`, operation.pointer);
      return undefined;
    }
    return this.#schemaOf(`The request body of ${id}`, `${operation.pointer}/requestBody`);
  }

  /** Pointer of the JSON schema of a successful response; another 2xx status stands in for one that is not described. */
  success(id: string, operation: VendorOperation, status: string): string | undefined {
    const responses = this.#responses(operation);
    const described = Object.keys(responses).filter((key) => /^2(\d\d|XX)$/i.test(key));
    const exact = described.find((key) => key === status) ?? described.find((key) => /^2XX$/i.test(key));
    const found = exact ?? (described.length === 1 ? described[0] : undefined);
    if (found === undefined) {
      this.#notices.add(`The answer ${status} of ${id} is not described.`, operation.pointer);
      return undefined;
    }
    return this.#schemaOf(`The answer ${found} of ${id}`, `${operation.pointer}/responses${token(found)}`);
  }

  /** Pointer of the JSON schema of the 404 response, if one is described. */
  notFound(operation: VendorOperation): string | undefined {
    const response = this.#responses(operation)['404'];
    const pointer = `${operation.pointer}/responses/404`;
    if (!isNode(response) || !isNode(this.#document.resolve(pointer).value['content'])) return undefined;
    return this.#schemaOf('The answer 404', pointer);
  }

  /** Statuses below 300 that the vendor describes. */
  statuses(operation: VendorOperation): string[] {
    return Object.keys(this.#responses(operation)).filter((key) => /^2(\d\d|XX)$/i.test(key));
  }

  #responses(operation: VendorOperation): Node {
    const responses = operation.value['responses'];
    return isNode(responses) ? responses : {};
  }

  #schemaOf(what: string, pointer: string): string | undefined {
    const body = this.#document.resolve(pointer);
    const content = body.value['content'];
    const media = isNode(content) ? jsonType(Object.keys(content)) : undefined;
    if (media === undefined) {
      const types = isNode(content) ? Object.keys(content).join(', ') : '';
      this.#notices.add(`${what} has no JSON content${types === '' ? '' : ` (only ${types})`}.`, body.pointer);
      return undefined;
    }
    const at = `${body.pointer}/content${token(media)}`;
    const found = (content as Node)[media];
    if (!isNode(found) || !isNode(found['schema']) || saysNothing(this.#document.resolve(`${at}/schema`).value)) {
      this.#notices.add(`${what} has no schema that says anything.`, at);
      return undefined;
    }
    return `${at}/schema`;
  }
}

/** The media type that JSON is described under: itself, else a single relative of it, else a wildcard. */
function jsonType(types: readonly string[]): string | undefined {
  const bare = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();
  const exact = types.find((type) => bare(type) === 'application/json');
  const related = types.filter((type) => /^(application|text)\/([\w.-]+\+)?json$/.test(bare(type)));
  const wild = types.find((type) => ['*/*', 'application/*'].includes(bare(type)));
  return exact ?? (related.length === 1 ? related[0] : wild);
}

function saysNothing(schema: Node): boolean {
  const told = Object.entries(schema).filter(
    ([key, value]) =>
      !['title', 'description', 'example', 'examples', 'deprecated'].includes(key) &&
      !key.startsWith('x-') &&
      value !== undefined,
  );
  return told.every(([key, value]) => key === 'type' && value === 'object');
}
