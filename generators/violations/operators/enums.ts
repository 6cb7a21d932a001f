import { isObject } from '../../../spec/json.ts';
import { isList, keyword } from '../../schema/conjunction.ts';
import { canonical } from '../../schema/json.ts';
import { picker } from '../../schema/random.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** Letters that look like Latin ones. */
const LOOKALIKE: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  I: 'І',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  S: 'Ѕ',
  T: 'Т',
  X: 'Х',
};

const FEW = 4;

const longestOf = (words: readonly string[]): string =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** What stands before the next word: `Private` of `PrivateOrganization`, nothing of a single word. */
const firstWordOf = (word: string): string => /^[A-Z]*[a-z]*(?=[A-Z_ -])/.exec(word)?.[0] ?? '';

/** Values outside an `enum` or beside a `const`: far, one letter off, and variants that only look different or alike. */
export function enumProposals(site: Site, { pick }: Context): Proposal[] {
  const lists = keyword(site.nodes, 'enum', isList).map(({ node, value }) => ({ node, name: 'enum', members: value }));
  const fixed = site.nodes.flatMap((node) =>
    isObject(node.schema) && Object.hasOwn(node.schema, 'const')
      ? [{ node, name: 'const', members: [node.schema['const']] }]
      : [],
  );
  return [...lists, ...fixed].flatMap(({ node, name, members }): Proposal[] => {
    const place = { keyword: name, schemaPointer: node.pointer };
    const known = new Set(
      members.map((member) => (typeof member === 'string' ? member.toLowerCase() : canonical(member))),
    );
    const words = members.filter((one) => typeof one === 'string');
    if (words.length === 0) return [{ ...place, operator: 'not-in-enum', values: strangers(members) }];
    const member = words[pick(words.length)] ?? '';
    const other = words.find((word) => word !== member);
    // Of few members each: which one an entity may have hangs on the one that it has. Of many also one that a beginning still names.
    const likened = words.length <= FEW ? words : [...new Set([member, longestOf(words)])];
    const unknown = (text: string): boolean => !known.has(text.toLowerCase()) && text !== '';
    const debatable = { ...place, certainty: 'debatable' as const };
    return [
      { ...place, operator: 'not-in-enum', values: farFrom(member, pick).filter(unknown) },
      { ...place, operator: 'near-enum', values: nearTo(member).filter(unknown) },
      // What begins like a member, or is its beginning: texts that a careless comparison takes for it.
      ...likened.flatMap((word) => [
        { ...place, operator: 'extended-enum', values: [`${word}x`, `${word}X1`].filter(unknown) },
        {
          ...place,
          operator: 'cut-enum',
          values: [word.slice(0, -1), word.slice(0, 2)].filter(unknown),
        },
        { ...place, operator: 'first-word-of-enum', values: [firstWordOf(word)].filter(unknown) },
      ]),
      // Two of them in one text are no list: that would be an array. In an array they may well be read as two.
      ...(other === undefined || isItem(site)
        ? []
        : [{ ...place, operator: 'joined-enum', values: [`${member},${other}`].filter(unknown) }]),
      // What many lists have for all that they do not name.
      { ...place, operator: 'catch-all-enum', values: [catchAll(words)].filter(unknown) },
      // Common mappers and binders take the place of a word for it, unless they are told not to.
      { ...place, certainty: 'doubtful', operator: 'place-in-enum', values: ['1', '0'].filter(unknown) },
      {
        ...place,
        certainty: 'doubtful',
        operator: 'separators-of-enum',
        values: words.flatMap((word) => [word.replace(/[ _-]/g, ''), word.replace(/[ _]/g, '-')]).filter(unknown),
      },
      {
        ...debatable,
        operator: 'case-of-enum',
        values: [swapCase(member), member.toLowerCase(), member.toUpperCase()].filter(
          (text) => !members.includes(text),
        ),
      },
      { ...debatable, operator: 'homoglyph-of-enum', values: [lookalike(member)].filter((text) => text !== member) },
      { ...debatable, operator: 'padded-enum', values: [` ${member}`] },
      { ...debatable, operator: 'padded-behind-enum', values: [`${member} `] },
    ];
  });
}

/** Written as the words are. */
const catchAll = (words: readonly string[]): string => (words.some((word) => /[a-z]/.test(word)) ? 'Other' : 'OTHER');

const isItem = ({ pointer }: Site): boolean => /\/\d+$/.test(pointer);

/** Values that are no member: of the members' own types first, since another type may be another violation. */
function strangers(members: readonly unknown[]): unknown[] {
  const numbers = members.filter((member) => typeof member === 'number');
  const highest = Math.max(0, ...numbers);
  const close = members.flatMap((member): unknown[] => {
    if (typeof member === 'number') return [highest + 1, highest + 1000, Math.min(...numbers) - 1];
    if (typeof member === 'boolean') return [!member];
    if (Array.isArray(member)) return [[...member, 'qzxjvkwq']];
    return isObject(member) ? [{ ...member, unexpected: true }] : [];
  });
  const known = new Set(members.map(canonical));
  return [...close, 987_654, 'qzxjvkwq', true, null].filter((value) => !known.has(canonical(value)));
}

/** A text that resembles no member, of a usual length and of the member's own. */
function farFrom(member: string, pick: (n: number) => number): string[] {
  const letters = 'qzxjvkw';
  const choose = picker(1 + pick(1_000_000));
  const word = (length: number): string => Array.from({ length }, () => letters[choose(letters.length)]).join('');
  return [word(8), word(Math.max(1, member.length)), word(1)];
}

/** The member with one letter changed: the last, and the first. */
function nearTo(member: string): string[] {
  const next = (char: string): string =>
    /[a-y]/i.test(char) ? String.fromCharCode(char.charCodeAt(0) + 1) : /z/i.test(char) ? 'q' : 'X';
  return [...Array(member.length).keys()]
    .reverse()
    .map((at) => member.slice(0, at) + next(member[at] ?? '') + member.slice(at + 1));
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

function lookalike(text: string): string {
  const at = [...text].findIndex((char) => LOOKALIKE[char] !== undefined);
  return at < 0 ? text : [...text].map((char, index) => (index === at ? LOOKALIKE[char] : char)).join('');
}
