import type { Clause } from './own-clauses.ts';

/** Keywords that may complain along with another about the same place without being broken on their own account. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  type: ['enum', 'const'],
  // What is beyond 32 bits is beyond any bound that they can hold.
  maximum: ['format'],
  minLength: ['x-semantic'],
  maxLength: ['x-semantic'],
  pattern: ['x-semantic'],
  format: ['x-semantic'],
};

/** Whether the clauses are the intended one alone, or the intended one with those that it implies. */
export function isJust(clauses: readonly Clause[], intended: Clause): boolean {
  return clauses.some((clause) => isSame(clause, intended)) && isWithin(clauses, intended);
}

/** Whether the clauses are at most the intended one and those that it implies. */
export function isWithin(clauses: readonly Clause[], intended: Clause): boolean {
  const implied = IMPLIED[intended.keyword] ?? [];
  return clauses.every(
    (clause) => isSame(clause, intended) || (clause.pointer === intended.pointer && implied.includes(clause.keyword)),
  );
}

/** One line for a report: which keywords are broken, and where. */
export function describe(clauses: readonly Clause[]): string {
  return (
    clauses.map(({ keyword, pointer }) => (pointer === '' ? keyword : `${keyword} at ${pointer}`)).join(', ') ||
    'nothing'
  );
}

function isSame(a: Clause, b: Clause): boolean {
  return a.keyword === b.keyword && a.pointer === b.pointer;
}
