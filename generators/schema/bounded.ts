import fc from 'fast-check';
import { UnsatisfiableSchemaError } from './errors.ts';

/** How often a rejected value is generated anew before the search is given up. */
const MOST_ATTEMPTS = 500;

/**
 * A filter that gives up: where `fc.filter` would search for ever, generation throws UnsatisfiableSchemaError.
 * Shrinking offers only values that pass, so a valid value stays valid.
 */
export class BoundedFilter<T> extends fc.Arbitrary<T> {
  readonly #source: fc.Arbitrary<T>;
  readonly #accepts: (value: T) => boolean;
  readonly #place: { readonly pointer: string; readonly keyword: string };

  constructor(
    source: fc.Arbitrary<T>,
    accepts: (value: T) => boolean,
    place: { readonly pointer: string; readonly keyword: string },
  ) {
    super();
    this.#source = source;
    this.#accepts = accepts;
    this.#place = place;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const made = this.#source.generate(random, attempt < 20 ? bias : undefined);
      if (this.#accepts(made.value)) return made;
    }
    const { pointer, keyword } = this.#place;
    throw new UnsatisfiableSchemaError(pointer, keyword, `nothing was found in ${MOST_ATTEMPTS} attempts`);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#source.canShrinkWithoutContext(value) && this.#accepts(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#source.shrink(value, context).filter((smaller) => this.#accepts(smaller.value));
  }
}

/** The first value that an arbitrary gives for a fixed seed. */
export function representative<T>(arbitrary: fc.Arbitrary<T>): T {
  return several(arbitrary, 1)[0] as T;
}

/** Some values that are always the same. */
export function several<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { seed: 20_240_229, numRuns: count });
}
