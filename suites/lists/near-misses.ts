/** Texts that differ from another one in a single character, to tell how texts are compared. Pure. */

/** Shorter texts are mostly codes: another one may be another value. */
const SHORTEST = 3;

/** The text with another last and with another first letter or digit, of the same kind, so that its form stays. */
export function nearMisses(text: string): string[] {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || text.length < SHORTEST) return [];
  return [...new Set([last, first].map((at) => `${text.slice(0, at)}${other(text, at)}${text.slice(at + 1)}`))];
}

/** Signs that stand for any character, or any text, in patterns: of SQL, of file names, of regular expressions. */
const WILD = ['%', '_', '*', '.'];

/** The text with each of these signs for the letter or digit in its middle: only who takes it for a pattern finds the text by it. */
export function patternsOf(text: string): string[] {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  if (at === undefined || text.length < SHORTEST) return [];
  return WILD.map((sign) => `${text.slice(0, at)}${sign}${text.slice(at + 1)}`);
}

function other(text: string, at: number): string {
  const character = text[at] ?? '';
  if (/\d/.test(character)) return String((Number(character) + 5) % 10);
  // Hashes and serial numbers have letters up to f only.
  const hexadecimal = /^[0-9a-f:\s-]{8,}$/i.test(text);
  const [wanted, spare] = hexadecimal ? ['a', 'd'] : ['q', 'z'];
  const made = character.toLowerCase() === wanted ? spare : wanted;
  return character === character.toUpperCase() ? made.toUpperCase() : made;
}
