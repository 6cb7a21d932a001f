/** Builds the form of a legacy call to the byte: how a value is written is itself under test. */

/** One field as it stands in the body: name and value already encoded. */
export type Field = readonly [name: string, value: string];

/** Encodes a text as the form encoding standard writes it: a space as `+`, bytes outside the safe set as `%XX`. */
export function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (character) => `%${hex(character.charCodeAt(0))}`)
    .replaceAll('%20', '+');
}

/** Encodes every byte as `%XX`, letters and digits too: another spelling of the same value. */
export function encodeAll(text: string, upper = true): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${upper ? hex(byte) : hex(byte).toLowerCase()}`).join('');
}

/** A field whose name and value are plain text. */
export function field(name: string, value: string | number): Field {
  return [encode(name), encode(String(value))];
}

/** A field whose value stands as it is: a credential's placeholder, or a spelling of its own. */
export function raw(name: string, value: string): Field {
  return [name, value];
}

/** The body of a form. */
export function bodyOf(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join('&');
}

/** The fields without those of a name. */
export function without(fields: readonly Field[], ...names: readonly string[]): Field[] {
  return fields.filter(([name]) => !names.includes(name));
}

/** The fields with others put in the place of those of the same name, or added at the end. */
export function withFields(fields: readonly Field[], ...changed: readonly Field[]): Field[] {
  const replacement = new Map(changed.map((one) => [one[0], one]));
  const kept = fields.map((one) => replacement.get(one[0]) ?? one);
  return [...kept, ...changed.filter(([name]) => !fields.some(([own]) => own === name))];
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
