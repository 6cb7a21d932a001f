/** Words for places and values. */

/** Instance pointer → the form in which requirements name places: `/ranges/0/address` → `/ranges/items/address`. */
export function genericPointer(pointer: string): string {
  return pointer.replace(/(?<=\/)\d+(?=\/|$)/g, 'items');
}

/** A text as a report shows it: quoted, and cut when it is long. */
export function show(text: string): string {
  const characters = [...text];
  return characters.length > 60
    ? `${JSON.stringify(characters.slice(0, 40).join(''))}… (${characters.length} characters)`
    : JSON.stringify(text);
}
