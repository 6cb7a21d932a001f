/** Limits of a profile, with their defaults. */
import type { Raw } from './context.ts';
import type { Limits, Rate } from './types.ts';

/** All durations in milliseconds. */
export function readLimits(raw: Raw): Limits {
  const timeout = (raw['timeout'] ?? {}) as Raw;
  return {
    concurrency: (raw['concurrency'] as number | undefined) ?? 8,
    timeout: {
      connect: duration(timeout['connect'], 10_000),
      headers: duration(timeout['headers'], 30_000),
      body: duration(timeout['body'], 15_000),
      total: duration(timeout['total'], 60_000),
    },
    rate: readRate(raw['rate'] as string | undefined),
    maxBodyBytes: (raw['maxBodyBytes'] as number | undefined) ?? 4 * 1024 * 1024,
    throttleWait: duration(raw['throttleWait'], 60_000),
    leaseWait: duration(raw['leaseWait'], 30_000),
    settle: duration(raw['settle'], 2000),
  };
}

/** Milliseconds of a duration: a number counts seconds, text has its unit. */
function duration(raw: unknown, otherwise: number): number {
  if (typeof raw === 'number') return Math.max(1, Math.round(raw * 1000));
  const [, amount, unit] = /^([0-9.]+)(ms|s|m)$/.exec(String(raw)) ?? [];
  if (amount === undefined) return otherwise;
  const factor = unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000;
  return Math.max(1, Math.round(Number(amount) * factor));
}

function readRate(raw: string | undefined): Rate {
  const [, count, unit] = /^(\d+)\/([smh])$/.exec(raw ?? '') ?? [];
  if (count === undefined) return 'adaptive';
  return { count: Number(count), spanMs: unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000 };
}
