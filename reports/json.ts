/** JSON of anything: cases hold whatever generators made, and a value that JSON cannot say must not cost the result. */

/** One line of JSON, without a line break. Never throws. */
export function toJsonLine(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** Indented JSON for people. Never throws. */
export function toPrettyJson(value: unknown): string {
  return stringify(value, 2) ?? 'null';
}

function stringify(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, plain, indent);
  } catch {
    // Only a cycle or a throwing toJSON gets here: keep what can be kept of it.
    return JSON.stringify(String(value));
  }
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return value;
}
