/** The options that bound what a run spends. */
import { InvalidArgumentError, Option } from 'commander';

export interface BudgetOptions {
  readonly maxRequests?: number;
  /** Milliseconds. */
  readonly maxTime?: number;
}

export function maxRequestsOption(): Option {
  const text = 'send no more requests than that, for what finds most; the rest stays open';
  return new Option('--max-requests <n>', text).argParser((value) => {
    const number = Number(value);
    if (Number.isSafeInteger(number) && number > 0) return number;
    throw new InvalidArgumentError('It must be a whole number, at least 1.');
  });
}

export function maxTimeOption(): Option {
  const text = 'send nothing more after a time as 90s, 15m or 2h; what finds most comes first';
  return new Option('--max-time <duration>', text).argParser((value) => {
    const [, amount, unit] = /^(\d+(?:\.\d+)?)([smh])$/.exec(value) ?? [];
    const milliseconds = Number(amount) * (unit === 'h' ? 3_600_000 : unit === 'm' ? 60_000 : 1000);
    if (amount !== undefined && milliseconds > 0) return milliseconds;
    throw new InvalidArgumentError('It must be as 90s, 15m or 2h.');
  });
}
