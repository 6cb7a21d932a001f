/** The exchanges behind a result, each once and in the order in which they were, and which part each of them plays. */
import type { Exchange } from '../../spec/vocabulary.ts';
import { exchangeKey } from '../exchanges.ts';
import type { Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';

/** What a part is called before the name of an exchange. */
export const PARTS = {
  decided: 'Decided: ',
  before: 'Before: ',
  after: 'After: ',
  good: 'At best: ',
  other: '',
} as const;

/** An exchange and its part. */
export interface Piece {
  readonly exchange: Exchange;
  readonly part: keyof typeof PARTS;
}

/** All that was kept of a result that is not good, and of one that is the exchange that decided. */
export function evidenceOf(result: Result): readonly Piece[] {
  const { failure, exchanges } = result;
  const pieces = new Map<string, Piece>();
  const add = (exchange: Exchange | undefined, part: Piece['part']): void => {
    const key = exchange === undefined ? '' : exchangeKey(exchange);
    if (exchange !== undefined && !pieces.has(key)) pieces.set(key, { exchange, part });
  };
  add(failure?.exchange, 'decided');
  add(failure?.seen?.before, 'before');
  add(failure?.seen?.exchange, 'after');
  add(failure?.unsteady?.exchange, 'good');
  for (const exchange of exchanges) add(exchange, verdictOf(result) === 'pass' ? 'decided' : 'other');
  return [...pieces.values()].toSorted((a, b) => a.exchange.startedAt - b.exchange.startedAt);
}
