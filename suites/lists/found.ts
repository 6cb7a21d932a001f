/** Entities that the target shows by itself: they are no fixtures, so they may be looked at and named, and no more. */
import { type Contract, type Exchange, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { parseJson } from '../judges/index.ts';

/** An entity that was found, by its ids. */
export type Found = Omit<Fixture, 'allow'>;

/** So many are enough to choose from. */
const ENOUGH = 5;

/**
 * Certificates in an answer of the SSL list (contract 4.2), by the member that the dialect names as the identifier
 * (`ssl.list.identity`); none where the answer is no list or its entries have no such member, each with its own value.
 */
export function certificatesIn(contract: Contract, { response }: Exchange): Found[] {
  const pointer = contract.answer('ssl.list.identity')?.value;
  if (typeof pointer !== 'string' || response?.status !== 200) return [];
  const parsed = parseJson(response);
  if (parsed.error !== undefined || !Array.isArray(parsed.value)) return [];
  const ids = (parsed.value as unknown[]).map((entry) => valueAt(entry, pointer));
  if (!ids.every(isId) || new Set(ids).size < ids.length) return [];
  return ids.slice(0, ENOUGH).map((sslId) => ({ kind: 'ssl-certificate', ids: { sslId }, traits: {} }));
}

function isId(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && value !== '';
}
