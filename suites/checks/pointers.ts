/** Words for places and values. */

/** Instance pointer → the form in which requirements name places: `/ranges/0/address` → `/ranges/items/address`. */
export function genericPointer(pointer: string): string {
  let generic = GENERIC.get(pointer);
  if (generic === undefined) {
    generic = pointer.replace(/(?<=\/)\d+(?=\/|$)/g, 'items');
    if (GENERIC.size < MOST_KEPT) GENERIC.set(pointer, generic);
  }
  return generic;
}

/** The places of a contract's bodies are few, and asked for again and again. */
const GENERIC = new Map<string, string>();
const MOST_KEPT = 4096;

/** A text as a report shows it: quoted, and cut when it is long. */
export function show(text: string): string {
  const characters = [...text];
  return characters.length > 60
    ? `${JSON.stringify(characters.slice(0, 40).join(''))}… (${characters.length} characters)`
    : JSON.stringify(text);
}
