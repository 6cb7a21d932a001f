import { decodeComponent } from './decode/percent.ts';

/** What stands at a path: one entry per method. */
export interface Route<T> {
  readonly methods: ReadonlyMap<string, T>;
  /** Decoded path segments in the places of the template's parameters, in order. */
  readonly values: readonly string[];
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  readonly methods: Map<string, T>;
}

/** Finds what stands at a path. Segments are cut before they are decoded, so an escaped slash stays inside its segment. */
export class Router<T> {
  readonly #root: Node<T> = node();

  /** @param template a path with parameters in braces, e.g. `/api/person/v2/{id}`. */
  add(method: string, template: string, target: T): void {
    let current = this.#root;
    for (const segment of template.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        current.parameter ??= node();
        current = current.parameter;
      } else {
        const next = current.literals.get(segment) ?? node<T>();
        current.literals.set(segment, next);
        current = next;
      }
    }
    current.methods.set(method, target);
  }

  /** @returns the route; undefined when nothing stands there; 'undecodable' when a segment cannot be decoded. */
  find(rawPath: string): Route<T> | 'undecodable' | undefined {
    let current = this.#root;
    const values: string[] = [];
    const plain = /^[!-$&-~]*$/.test(rawPath);
    for (const raw of rawPath.split('/').slice(1)) {
      const segment = plain ? raw : decodeComponent(raw, false);
      if (segment === undefined) return 'undecodable';
      const literal = current.literals.get(segment);
      if (literal === undefined) values.push(segment);
      const next: Node<T> | undefined = literal ?? current.parameter;
      if (next === undefined) return undefined;
      current = next;
    }
    return current.methods.size === 0 ? undefined : { methods: current.methods, values };
  }
}

function node<T>(): Node<T> {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}
