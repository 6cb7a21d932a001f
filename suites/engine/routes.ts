/** Which operation of the contract a request goes to, and what its path names. Pure (contract 4). */
import type { Contract, FixtureKind, Operation } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';

/** A request to an operation, by its method and path. */
export interface Call {
  readonly operation: Operation;
  /** Values of the path parameters as they stand in the path. */
  readonly ids: Readonly<Record<string, string>>;
}

/** True for kinds of entities that a GET of the contract shows. */
export function isRead({ operations }: Contract, kind: FixtureKind): boolean {
  return operations.some(({ method, entity, path }) => method === 'GET' && entity === kind && path.includes('{'));
}

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** The routes of a contract, by what is known of a path without looking closer. */
const ROUTES = new WeakMap<Contract, ReadonlyMap<string, readonly Route[]>>();

function routesOf(contract: Contract): ReadonlyMap<string, readonly Route[]> {
  let routes = ROUTES.get(contract);
  if (routes === undefined) {
    const all = contract.operations.filter((operation) => operation.interface === 'admin');
    routes = Map.groupBy(
      all.map((operation) => ({
        operation,
        pattern: new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '([^/]+)')}$`),
        names: [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      })),
      ({ operation: { method, path } }) => shapeOf(method, path),
    );
    ROUTES.set(contract, routes);
  }
  return routes;
}

/** What an operation's path and all that it may be asked by have in common. */
function shapeOf(method: string, path: string): string {
  let parts = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) parts += 1;
  return `${method} ${parts}`;
}

/** The operation of the Admin Operations API that a request goes to, and what its path names; undefined for none. */
export function callOf(
  contract: Contract,
  { service, method, target }: Pick<WireRequest, 'service' | 'method' | 'target'>,
): Call | undefined {
  if (service !== 'admin') return undefined;
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  for (const { operation, pattern, names } of routesOf(contract).get(shapeOf(method, path)) ?? []) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const ids: Record<string, string> = {};
    for (const [at, name] of names.entries()) ids[name] = found[at + 1] ?? '';
    return { operation, ids };
  }
  return undefined;
}
