/** Which of the built-in dialects fits a target: the one whose schemas its answers satisfy. */
import { BUILT_IN_DIALECTS } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';
import { judgeSchema } from '../../suites/judges/body.ts';
import type { Profile } from '../../target/index.ts';
import type { Evidence, Reading } from './evidence.ts';
import type { Suggestions } from './suggestion.ts';

/** Fewer answers than these can fit by accident. */
const ENOUGH = 5;
/** Share of the answers that must satisfy a dialect before it is named, and how far it must be ahead of the others. */
const MOST = 0.9;
const AHEAD = 0.3;

/** The dialect that the answers fit, where the profile names none and one fits far better than the others. */
export async function baseFrom({ profile, readings }: Evidence): Promise<Suggestions['base']> {
  if (statedBase(profile) !== undefined || readings.length < ENOUGH) return undefined;
  const fits: { readonly base: string; readonly count: number }[] = [];
  for (const base of BUILT_IN_DIALECTS) fits.push({ base, count: await fitting(base, readings) });
  const [best, next] = fits.toSorted((a, b) => b.count - a.count);
  if (best === undefined || best.base === 'none' || best.count < MOST * readings.length) return undefined;
  if (best.count - (next?.count ?? 0) < AHEAD * readings.length) return undefined;
  const because = `${best.count} of ${readings.length} answers satisfy its schemas; of ${next?.base ?? 'the others'}: ${next?.count ?? 0}`;
  return { value: { base: best.base }, sure: true, because };
}

/** The base that the profile names; undefined for none. The name of a dialect file is one, too. */
export function statedBase({ dialect }: Profile): string | undefined {
  return typeof dialect === 'string' ? dialect : dialect?.base;
}

/** How many of the answers satisfy the dialect's schemas. A schema without a member that is there is not satisfied. */
async function fitting(base: string, readings: readonly Reading[]): Promise<number> {
  const contract = await loadContract({ validate: false, dialect: { base } });
  return readings.filter(({ operation, exchange }) => {
    const spec = contract.operation(operation.id).success.find(({ status }) => status === 200);
    return spec !== undefined && spec.standing === 'assumed' && judgeSchema(exchange, spec).verdict === 'pass';
  }).length;
}
