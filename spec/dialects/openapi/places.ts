/** Where the contract names a schema without showing it: the places that a vendor's document can fill. */
import type { Document } from '../../documents.ts';
import { isNode, type Node } from './source.ts';

/** One request or response body that is (a list of, or one of several) named schemas. */
export interface Place {
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** Documented status of a response. */
  readonly status?: string;
  /** `one`: the body is the schema. `list`: an array of it. `choice`: exactly one of the names. */
  readonly form: 'one' | 'list' | 'choice';
  readonly names: readonly string[];
  /** JSONPaths of the place's schema in the contract's document, one for each media type. */
  readonly targets: readonly string[];
}

/** An operation of the contract with the places of its bodies. */
export interface ContractOperation {
  readonly id: string;
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly raw: Node;
  readonly places: readonly Place[];
  /** The contract documents a 404 with the not-found body (7.1). */
  readonly notFound: boolean;
}

/** The operations of the contract's document for the Admin Operations API, in document order. */
export function contractOperations(document: Document): ContractOperation[] {
  const found: ContractOperation[] = [];
  for (const [path, item] of Object.entries(document['paths'] as Record<string, Node>)) {
    for (const [method, raw] of Object.entries(item)) {
      if (!isNode(raw) || typeof raw['operationId'] !== 'string') continue;
      const responses = raw['responses'] as Record<string, Node>;
      found.push({
        id: raw['operationId'],
        path,
        method,
        raw,
        places: placesOf(raw['operationId'], `$.paths['${path}'].${method}`, raw, responses),
        notFound: String(responses['404']?.['$ref'] ?? '').endsWith('/NotFound'),
      });
    }
  }
  return found;
}

function placesOf(operation: string, at: string, raw: Node, responses: Record<string, Node>): Place[] {
  const bodies: (Place | undefined)[] = [];
  const body = raw['requestBody'];
  if (isNode(body)) bodies.push(place({ operation, direction: 'request' }, `${at}.requestBody`, body));
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) >= 400) continue;
    bodies.push(place({ operation, direction: 'response', status }, `${at}.responses['${status}']`, response));
  }
  return bodies.filter((found) => found !== undefined);
}

function place(where: Pick<Place, 'operation' | 'direction' | 'status'>, at: string, body: Node): Place | undefined {
  const content = body['content'];
  if (!isNode(content)) return undefined;
  const schema = (Object.values(content)[0] as Node)['schema'] as Node;
  const targets = Object.keys(content).map((media) => `${at}.content['${media}'].schema`);
  const items = schema['items'] as Node | undefined;
  const choice = schema['oneOf'] as Node[] | undefined;
  if (schema['$ref'] !== undefined) return { ...where, form: 'one', names: [nameOf(schema)], targets };
  if (items?.['$ref'] !== undefined) return { ...where, form: 'list', names: [nameOf(items)], targets };
  if (choice !== undefined) return { ...where, form: 'choice', names: choice.map(nameOf), targets };
  return undefined;
}

function nameOf(schema: Node): string {
  return String(schema['$ref']).split('/').pop() ?? '';
}
