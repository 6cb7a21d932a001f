/** Names of DCV methods, whose spelling the contract does not show: a record may write them otherwise than the parameter does. */

/** True when two names differ in letter case, `-`, `_` and blanks at most. */
export function isSameMethod(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
