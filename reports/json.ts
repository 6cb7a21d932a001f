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
    // A cycle, a throwing toJSON or getter: the rest of the record must not be lost with it.
    return JSON.stringify(tame(value, []), plain, indent);
  }
}

/** A copy without cycles and without code that runs when it is read. */
function tame(value: unknown, ancestors: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return '[cycle]';
  const path = [...ancestors, value];
  if (Array.isArray(value)) return value.map((item) => tame(item, path));
  const members = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([key]) => key !== 'toJSON');
  return Object.fromEntries(members.map(([key, member]) => [key, tame(member.value as unknown, path)]));
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
