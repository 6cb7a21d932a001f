/** Names of DCV methods, whose spelling the contract does not show: a record may write them otherwise than the parameter does. */

/** True when two names differ in letter case, `-`, `_` and blanks at most. */
export function isSameMethod(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** The one of `names` that a text stands for, or the text itself where none or several would do. */
export function spelledAs(names: readonly string[], text: string): string {
  if (names.includes(text)) return text;
  const [found, ...others] = names.filter((name) => isSameMethod(name, text));
  return found === undefined || others.length > 0 ? text : found;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
