/** What an entity is called by where others show it, such as the requester of a certificate (contract 4.2, 4.5): nobody else is called so. */
import { type Contract, counterpart, isObject } from '../../spec/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { Fixture } from '../../target/types.ts';
import { plain } from './course.ts';
import type { Origins } from './origins.ts';
import { names } from './plain.ts';
import type { Call } from './routes.ts';

/** Shorter texts are codes, of which another text may well have the letters. */
const SHORTEST_PART = 4;

/** The words of what calls name, each found once. */
export class OwnWords {
  readonly #contract: Contract;
  readonly #origins: Origins;
  readonly #fixtures: () => readonly Fixture[];
  readonly #known = new WeakMap<Call, ReadonlySet<string>>();

  /** @param fixtures those of the profile, used up or not */
  constructor(contract: Contract, origins: Origins, fixtures: () => readonly Fixture[]) {
    this.#contract = contract;
    this.#origins = origins;
    this.#fixtures = fixtures;
  }

  /** True for a value that names what a call is about, by its id or by a word that the GET of no other one has shown. */
  speaksOf(call: Call, value: unknown): boolean {
    const known = this.#known.get(call) ?? this.#wordsOf(call);
    this.#known.set(call, known);
    const long = [...known].filter((word) => word.length >= SHORTEST_PART);
    return textsIn(value).some((text) => known.has(text) || long.some((word) => text.includes(word)));
  }

  #wordsOf(call: Call): ReadonlySet<string> {
    const { operation, ids } = call;
    const reader = counterpart(this.#contract.operations, operation, 'GET');
    const shown = reader === undefined ? [] : this.#origins.ownTexts({ operation: reader, ids }, textsIn);
    const called = this.#fixtures()
      .filter((one) => names(call, one))
      .flatMap(({ kind, traits }) => (KINDS[kind].own ?? []).map((trait) => traits[trait]));
    // What it lies below is named by its path, and shown by it, and stays.
    const above = new Set(textsIn(Object.values(ids).slice(0, -1)));
    const own = [...textsIn(Object.values(ids).at(-1)), ...shown, ...textsIn(called)];
    return new Set(own.filter((word) => !above.has(word)));
  }
}

/** The texts and numbers of a document, as they are compared. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [plain(String(value))];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
