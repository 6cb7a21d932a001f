/** Finds the contract's operations in a vendor's document, whatever its path parameters and base paths are called. */

import { token } from '../../json.ts';
import type { Notices } from './notices.ts';
import type { ContractOperation } from './places.ts';
import { isNode, type Located, type Node, type VendorDocument } from './source.ts';

/** Methods that the contract does not use, and a vendor may use where it has PUT. */
const OTHER_METHODS = ['patch', 'post'];

/** The vendor's operation that stands for one of the contract's. */
export interface VendorOperation extends Located {
  /** The path item: its parameters hold for all of its operations. */
  readonly item: Located;
  /** The vendor's path template. */
  readonly path: string;
}

/**
 * The vendor's operations by the contract's operation ids. The paths of a vendor may lie below a base path, in the path
 * itself or in the document's `servers`; the base path under which most operations are found is taken.
 *
 * @throws DialectError for a path item that cannot be followed, and where none of the operations is found.
 */
export function matchOperations(
  document: VendorDocument,
  operations: readonly ContractOperation[],
  notices: Notices,
): ReadonlyMap<string, VendorOperation> {
  const ranked = byPrefix(document, operations).sort((a, b) => b.paths.size - a.paths.size || a.length - b.length);
  const [best, ...others] = ranked;
  const found = new Map<string, VendorOperation>();
  const missing: string[] = [];
  for (const operation of operations) {
    const path = best?.paths.get(operation.path);
    const match = path === undefined ? undefined : operationAt(document, path, operation, notices);
    if (match === undefined) missing.push(operation.id);
    else found.set(operation.id, match);
  }
  if (found.size === 0) {
    throw document.fault(
      `None of the contract's ${operations.length} operations is described here: is it the description of another service, or of another version?`,
      '/paths',
    );
  }
  if (best !== undefined) tellPrefix(best, others, notices);
  if (missing.length > 0) {
    notices.add(
      `${missing.length} of the contract's ${operations.length} operations are not described here, so their schemas stay as in the base: ${missing.join(', ')}.`,
    );
  }
  return found;
}

interface Candidate {
  readonly prefix: string;
  readonly length: number;
  /** The vendor's path templates by the contract's. */
  readonly paths: Map<string, string>;
}

function byPrefix(document: VendorDocument, operations: readonly ContractOperation[]): Candidate[] {
  const templates = [...new Set(operations.map(({ path }) => path))].map((path) => ({ path, plain: plain(path) }));
  const candidates = new Map<string, Candidate>();
  for (const [path, item] of Object.entries(document.root['paths'] as Node)) {
    if (!path.startsWith('/')) continue;
    for (const base of ['', ...bases(isNode(item) ? item['servers'] : undefined, document.root['servers'])]) {
      const full = plain(base + path);
      for (const template of templates) {
        if (!full.endsWith(template.plain)) continue;
        const prefix = full.slice(0, full.length - template.plain.length);
        const candidate = candidates.get(prefix) ?? { prefix, length: prefix.length, paths: new Map() };
        candidates.set(prefix, candidate);
        if (!candidate.paths.has(template.path)) candidate.paths.set(template.path, path);
      }
    }
  }
  return [...candidates.values()];
}

/** Paths of the server addresses, variables filled with their defaults. */
function bases(own: unknown, general: unknown): string[] {
  const servers = Array.isArray(own) && own.length > 0 ? own : Array.isArray(general) ? general : [];
  return servers.flatMap((server: unknown) => {
    if (!isNode(server) || typeof server['url'] !== 'string') return [];
    const variables = isNode(server['variables']) ? server['variables'] : {};
    const url = server['url'].replace(/\{([^}]*)\}/g, (_, name: string) => {
      const variable = variables[name];
      return String((isNode(variable) ? variable['default'] : undefined) ?? 'x');
    });
    const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '');
    return [path === '' || path.startsWith('/') ? path : `/${path}`];
  });
}

/** A template with nameless parameters and single slashes. */
function plain(path: string): string {
  return path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
}

function operationAt(
  document: VendorDocument,
  path: string,
  { id, method }: ContractOperation,
  notices: Notices,
): VendorOperation | undefined {
  const item = document.resolve(`/paths${token(path)}`);
  const pointer = `${item.pointer}/${method}`;
  const value = item.value[method];
  if (isNode(value)) return { value, pointer, item, path };
  const others = OTHER_METHODS.filter((name) => isNode(item.value[name])).map((name) => name.toUpperCase());
  if (method === 'put' && others.length > 0) {
    notices.add(`${id} is PUT in the contract, which governs; here is ${others.join(', ')}.`, item.pointer);
  }
  return undefined;
}

function tellPrefix(best: Candidate, others: readonly Candidate[], notices: Notices): void {
  if (best.prefix !== '') {
    notices.add(`The contract's paths are found here below ${best.prefix}; the target's base URL must end with it.`);
  }
  const taken = new Set(best.paths.values());
  for (const other of others) {
    const more = [...other.paths.values()].filter((path) => !taken.has(path));
    if (more.length === 0) continue;
    notices.add(
      `Paths of the contract are also found below "${other.prefix || '/'}" (${more.join(', ')}); those below "${best.prefix || '/'}" are taken.`,
    );
  }
}
