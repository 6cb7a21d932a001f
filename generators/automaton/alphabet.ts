/** Which characters generated text is made of. `plain`: printable ASCII, alphanumeric where possible; `unicode`: many scripts and astral characters too. */
export type Alphabet = 'plain' | 'unicode';

const ALPHANUMERIC = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const PUNCTUATION = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const BEYOND = [
  ...'éßñøΩλжяשעمن日本語한글अआ',
  'e\u0301'.normalize('NFC'),
  '\u{1F600}',
  '\u{1D4B3}',
  '\u{20000}',
  '…',
  '—',
];

const FAVOURED = new Set(ALPHANUMERIC);
const MILD = new Set([' ', '-', '.']);

/** Characters with the same meaning for every pattern at hand. */
export interface Group {
  readonly chars: readonly string[];
  /** Those that no sensible consumer objects to. */
  readonly favoured: readonly string[];
  /** Harmless inside a text, though not at its ends. */
  readonly mild: readonly string[];
}

/** All characters that are tried. */
function charactersOf(alphabet: Alphabet): readonly string[] {
  const ascii = [...ALPHANUMERIC, ...PUNCTUATION];
  return alphabet === 'plain' ? ascii : [...ascii, ...new Set(BEYOND)];
}

/** Divides characters into groups that the given sets do not tell apart; also says which groups each set holds. */
export function groupsOf(
  alphabet: Alphabet,
  sources: readonly string[],
): { readonly groups: readonly Group[]; readonly members: readonly ReadonlySet<number>[] } {
  const tests = sources.map((source) => new RegExp(`^(?:${source})$`, 'u'));
  const chars = new Set(charactersOf(alphabet));
  for (const [index, test] of tests.entries()) {
    for (const char of extraCharacters(sources[index] ?? '', test, chars)) chars.add(char);
  }
  const bySignature = new Map<string, string[]>();
  for (const char of chars) {
    const signature = tests.map((test) => (test.test(char) ? '1' : '0')).join('');
    bySignature.set(signature, [...(bySignature.get(signature) ?? []), char]);
  }
  const signatures = [...bySignature.keys()];
  const groups = [...bySignature.values()].map((list) => ({
    chars: list,
    favoured: list.filter((char) => FAVOURED.has(char) || (alphabet === 'unicode' && (char.codePointAt(0) ?? 0) > 127)),
    mild: list.filter((char) => MILD.has(char)),
  }));
  const members = sources.map(
    (_, set) => new Set(signatures.flatMap((signature, group) => (signature[set] === '1' ? [group] : []))),
  );
  return { groups, members };
}

/** Characters outside the alphabet that are needed because the set has none inside it. */
function extraCharacters(source: string, test: RegExp, known: ReadonlySet<string>): string[] {
  if ([...source].length === 1 && test.test(source)) return [source];
  for (const char of known) if (test.test(char)) return [];
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff && found.length < 24; code += 1) {
    if (code === 0xd800) code = 0xe000;
    const char = String.fromCodePoint(code);
    if (test.test(char)) found.push(char);
  }
  return found;
}
