/** Servers that answer each open point in one of the ways that the emulator knows, whichever come together. */
import fc from 'fast-check';
import { OTHER_READINGS, type OtherReading } from '../../emulator/readings.ts';
import type { DialectReference } from '../../spec/dialect.ts';
import { builtIn } from '../../spec/dialects/built-in.ts';
import { loadContract } from '../../spec/load.ts';

/** Answers that go with the schemas of their dialect, or with one another. */
const BOUND = /readback|filter-members|identity|type\.(read|write)|companions|mode\.read|legacy\.extra|null-members$/;

/** What one server says, and the readings that it takes besides. */
export interface Mixture {
  readonly dialect: DialectReference;
  readonly otherwise: readonly OtherReading[];
}

/** One of them; the same for the same number. */
export async function mixtureOf(seed: number): Promise<Mixture> {
  const dialects = [(await builtIn('default')).answers, (await builtIn('alternate')).answers];
  const { silences } = await loadContract({ validate: false });
  const ways = silences.flatMap(({ id, answer }): [string, fc.Arbitrary<unknown>][] => {
    const named = typeof answer === 'object' && Array.isArray(answer['enum']) ? (answer['enum'] as unknown[]) : [];
    const known = [...dialects.map((answers) => answers[id]).filter((value) => value !== undefined), ...named];
    return known.length === 0 || BOUND.test(id) ? [] : [[id, fc.constantFrom(...known)]];
  });
  const server = fc.record({
    base: fc.constantFrom('default' as const, 'alternate' as const),
    answers: fc.record(Object.fromEntries(ways)),
    otherwise: fc.subarray([...OTHER_READINGS]),
  });
  const [drawn] = fc.sample(server, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('Nothing was drawn.');
  const { base, answers, otherwise } = drawn;
  return { dialect: { base, claimed: true, answers }, otherwise };
}
