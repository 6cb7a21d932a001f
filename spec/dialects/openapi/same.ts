/** Whether two converted schemas say the same, whatever their helper schemas are called. */
import { ANNOTATIONS } from './keywords.ts';

const COMPONENTS = '#/components/schemas/';

/** True when both schemas say the same about every value; notes for people and helper names do not count. */
export function same(a: unknown, b: unknown, helpers: ReadonlyMap<string, unknown>): boolean {
  // A pair that is met again while it is compared is equal as far as it depends on itself.
  const assumed = new Set<string>();
  const equal = (left: unknown, right: unknown, named: boolean): boolean => {
    if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return left === right;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const one = left as Record<string, unknown>;
    const other = right as Record<string, unknown>;
    if (typeof one['$ref'] === 'string' && typeof other['$ref'] === 'string' && !named) {
      const pair = `${one['$ref']} ${other['$ref']}`;
      if (one['$ref'] !== other['$ref'] && !assumed.has(pair)) {
        assumed.add(pair);
        if (!equal(helper(one['$ref']), helper(other['$ref']), false)) return false;
      }
      return equal({ ...one, $ref: null }, { ...other, $ref: null }, false);
    }
    const keys = (value: object): string[] =>
      Object.keys(value).filter((key) => named || !(ANNOTATIONS.has(key) || key.startsWith('x-')));
    const names = keys(one);
    return (
      names.length === keys(other).length &&
      names.every((key) => Object.hasOwn(other, key) && equal(one[key], other[key], key === 'properties' && !named))
    );
  };
  const helper = (reference: string): unknown => helpers.get(reference.slice(COMPONENTS.length));
  return equal(a, b, false);
}
