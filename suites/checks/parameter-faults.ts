/** Violations of a parameter that its schema alone does not give: by what is accepted of it, by fixtures, and by what careless readers take for good (contract 2.1, 3.1, 4.9). */
import {
  type Certainty,
  type ClassedText,
  plainValue,
  type TextViolation,
  toText,
  withParameter,
} from '../../generators/index.ts';
import { type Depth, enumOf, type JsonSchema, type Parameter } from '../../spec/index.ts';
import { type CheckContext, ifAvailable, type Judgement, PLENTY, type Session } from '../engine/index.ts';
import { isAccepted, observed, unshown } from '../judges/index.ts';
import type { Base } from '../requests/base.ts';
import { excuseFor } from '../requests/excuses.ts';
import { referenceId } from '../requests/references.ts';
import { fixturesFor } from '../subject/search.ts';
import { UUID } from './alike-ids.ts';
import { textBoundariesOf, textViolationsOf } from './inputs.ts';
import { beyond, kindsOf, lengthBound, witnessOf } from './lengths.ts';
import { placeOf, type Subject } from './parameter-cases.ts';

interface LengthCases {
  /** Made from a text of the permitted length that was accepted. */
  readonly violations: readonly TextViolation[];
  /** What the refusal of any text beyond the bound shows, where none of the permitted length is accepted. */
  readonly unproven?: Judgement;
}

/** The cases of a requirement about a length; undefined for any other, and where no text of the permitted length can be sent. */
export async function lengthCases(context: CheckContext, subject: Subject): Promise<LengthCases | undefined> {
  const { operation, parameter, requirement, base } = subject;
  const keyword = requirement.constraint?.keyword;
  const bound = lengthBound(parameter.schema, keyword);
  const sendable = parameter.in !== 'path' && base.renew === undefined && requirement.constraint?.pointer === '';
  if (bound === undefined || !sendable || (keyword !== 'minLength' && keyword !== 'maxLength')) return undefined;
  // Whatever is too long is refused, so that nobody need see first what is taken; but what the form excludes says nothing then.
  if (base.untaken === true) {
    const texts = kindsOf(base.request, bound);
    return { violations: texts.flatMap((text) => violationsFrom(text, keyword, bound)) };
  }
  const others = textBoundariesOf(parameter.schema).map(({ text }) => text);
  const { text, tried } = await witnessOf(context, placeOf(context, subject), keyword, bound, others);
  if (text !== undefined) return { violations: violationsFrom(text, keyword, bound) };
  if (tried === 0) return undefined;
  const but = excuseFor(context, operation, parameter, 'a');
  const none = { what: 'none', of: 'text-of-this-length', was: 'accepted', but } as const;
  return { violations: [], unproven: but === undefined ? unshown('control-refused', none) : observed(none) };
}

function violationsFrom(old: string, keyword: 'minLength' | 'maxLength', bound: number): TextViolation[] {
  return [...beyond(old, keyword, bound)].map(([operator, text]) => ({
    operator,
    keyword,
    pointer: '',
    schemaPointer: `/${keyword}`,
    old,
    new: text,
    value: text,
    texts: [text],
    certainty: 'definite',
  }));
}

/** The violations that only a fixture's id shows, and the request in which it stands. */
interface FixtureIdCases {
  readonly base: Base;
  readonly violations: readonly TextViolation[];
}

/** How a fixture's id is written otherwise, by the keyword that this breaks, in the certainty of the operator that it is named after. */
const WRITTEN: Readonly<Record<string, readonly (readonly [operator: string, write: (id: string) => string])[]>> = {
  type: [
    ['trailing-letters', (id) => `${id}abc`],
    // However it is rounded it is the fixture's id, and whoever reads the digits alone finds nothing.
    ['fraction', (id) => `${id}.25`.padEnd(LONG, '0')],
    // The doubtful ones last: where one is taken, a deletion has used up an entity.
    ['integral-fraction', (id) => `${id}.0`],
    ['exponent', (id) => `${id}e0`],
    ['hexadecimal', (id) => `0x${BigInt(id).toString(16)}`],
  ],
  format: [['above-format', (id) => String(2n ** 32n + BigInt(id))]],
  minimum: [['below-minimum', (id) => `-${id}`]],
};

/** The same of a UUID: a part of one, and one with more behind it, are none (RFC 9562, section 4). */
const UUID_WRITTEN: typeof WRITTEN = {
  format: [
    ['first-group', (id) => id.slice(0, 8)],
    ['longer', (id) => `${id}0`],
    ['shorter', (id) => id.slice(0, -1)],
  ],
};

/** How certain it must be that a notation is refused, for it to be tried on what may be used up. */
const WHERE_FEW: readonly Certainty[] = ['definite'];
const WHERE_MANY: readonly Certainty[] = [...WHERE_FEW, 'doubtful'];
const OF_ANY_CERTAINTY: readonly Certainty[] = [...WHERE_MANY, 'debatable'];

/** More digits than any id has. */
const LONG = 13;

/**
 * The ways to write a fixture's id that break an integer's type or range. Where one is accepted the valid request has only been
 * sent once more. A deletion is tried on an entity that may be used up: with what every reader must refuse, and with what is
 * doubtful where there are so many fixtures that the other checks do not go short.
 */
export async function fixtureIdCases({ session }: CheckContext, subject: Subject): Promise<FixtureIdCases> {
  const { operation, parameter, requirement } = subject;
  const isUuid = typeof parameter.schema === 'object' && parameter.schema['format'] === 'uuid';
  const ways = isUuid ? UUID_WRITTEN : WRITTEN;
  const written = requirement.constraint?.pointer === '' ? (ways[requirement.constraint.keyword] ?? []) : [];
  const none = { base: subject.base, violations: [] };
  if (written.length === 0) return none;
  const { unused } = subject.base;
  const base = unused === undefined ? subject.base : await ifAvailable(unused());
  const id = base && (await idAt(session, parameter, base));
  if (base === undefined || id === undefined || !(isUuid ? UUID : /^\d+$/).test(id)) return none;
  const { entity: kind, effect } = operation;
  const many = kind !== undefined && fixturesFor(session, { kind, effect }).length >= PLENTY;
  const tried = effect !== 'destroy' ? OF_ANY_CERTAINTY : many ? WHERE_MANY : WHERE_FEW;
  const made = textViolationsOf(parameter.schema);
  const violations = written.flatMap(([operator, write]): TextViolation[] => {
    // What is not of the format goes by several names, all of them certain.
    const isAlike = (one: TextViolation): boolean =>
      one.operator === operator ||
      (requirement.constraint?.keyword === 'format' && one.keyword === 'format' && one.certainty === 'definite');
    const alike = made.find((one) => isAlike(one) && one.pointer === '');
    if (alike === undefined || !tried.includes(alike.certainty)) return [];
    const value = write(id);
    return [{ ...alike, operator: `fixture-id-${operator}`, old: id, new: value, value, texts: [value] }];
  });
  return { base, violations };
}

/** The id of a fixture that a parameter names: in a path that of the entity itself, elsewhere that of another one. */
async function idAt(
  session: Session,
  { in: place, name, reference }: Parameter,
  base: Base,
): Promise<string | undefined> {
  if (place === 'path') return base.request.path[name];
  if (place !== 'query' || reference === undefined) return undefined;
  const id = await referenceId(session, reference);
  return id === undefined ? undefined : String(id);
}

const RELATIVE = ['/help', 'help.html', 'www.example.test/help', '//www.example.test/help'];

/** Other schemes that begin or end as listed ones do, or as which these begin, and those that a browser knows besides. */
const OTHER_SCHEMES = [
  ...['sftp', 'shttp', 'httpss', 'httpx', 'htt', 'ftpx', 'gophers', 'telnets', 'nntps'],
  ...['ws', 'wss', 'ldap', 'file', 'irc'],
];

/** Addresses of schemes that have no host. */
const HOSTLESS = [
  ...['mailtox:help@example.test', 'newsx:help'],
  ...['about:blank', 'tel:+15555550100', 'urn:example:help', 'vbscript:help'],
];

/** Addresses with all that may stand in one (RFC 3986), and with what stands there only when nobody encoded it. */
const ODD = [
  "https://www.example.test/a'b--c;d/*e",
  "https://www.example.test/?q=%27%20OR%20'1'='1&x=$(y)!@,+~_#a",
  'https://www.example.test/%F0%9F%98%80/%7B0%7D/%3Cb%3E/%00%25',
  'https://www.example.test/é漢😀"\\<b>{0}`^|%',
];

/** Odd texts that are link addresses all the same: a server may refuse them, and must not break on them. */
export function oddLinks(schema: JsonSchema): Pick<ClassedText, 'label' | 'text'>[] {
  if (typeof schema === 'boolean' || schema['x-semantic'] !== 'link-address') return [];
  return ODD.map((text) => ({ label: 'an odd address', text }));
}

/** The violations of a link address's pattern by addresses that name no scheme, or another one. */
export function linkViolations({ parameter: { schema }, requirement }: Subject): TextViolation[] {
  if (requirement.constraint?.keyword !== 'pattern' || typeof schema === 'boolean') return [];
  if (schema['x-semantic'] !== 'link-address') return [];
  const pattern = new RegExp(String(schema['pattern']), 'u');
  const made = textViolationsOf(schema).find(
    ({ keyword, certainty, value }) => keyword === 'pattern' && certainty === 'definite' && typeof value === 'string',
  );
  if (made === undefined) return [];
  const broken = (operator: string, texts: readonly string[]): TextViolation[] =>
    texts
      .filter((text) => !pattern.test(text))
      .map((value) => ({ ...made, operator, new: value, value, texts: [value] }));
  return [
    ...broken('relative-address', RELATIVE),
    ...broken('other-scheme', [...OTHER_SCHEMES.map((scheme) => `${scheme}://www.example.test/help`), ...HOSTLESS]),
  ];
}

/** Operators that spell a good item wrongly: of one that exists, the spelling alone is wrong. */
const MISSPELT: ReadonlySet<string> = new Set(['fraction', 'trailing-letters', 'double-sign', 'two-numbers']);

/** The definite violations of a single item once more as the second and as the first of two, the other one being good. */
export async function besideGood(
  context: CheckContext,
  subject: Subject,
  made: readonly TextViolation[],
): Promise<TextViolation[]> {
  const own = made.filter(
    ({ pointer, texts, certainty }) => pointer === '/0' && texts.length === 1 && certainty === 'definite',
  );
  const items = itemsOf(subject.parameter.schema);
  if (own.length === 0 || items === undefined) return [];
  const good = await goodItem(context, subject, items);
  if (good === undefined) return [];
  return own.flatMap((violation) => {
    const item = MISSPELT.has(violation.operator) ? violation.new.replace(violation.old, good) : violation.new;
    const at = (place: 0 | 1): TextViolation => {
      const texts = place === 0 ? [item, good] : [good, item];
      return { ...violation, pointer: `/${place}`, old: good, new: item, value: texts.join(','), texts };
    };
    return [at(1), at(0)];
  });
}

/**
 * An item that nothing is wrong with: a fixture's id where items name entities, which is not tried alone, as it would
 * change what the entity is tied to; else the first value that is seen to be accepted (design rule 3).
 */
async function goodItem(
  context: CheckContext,
  { parameter, base }: Subject,
  items: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (parameter.reference !== undefined) {
    const id = await referenceId(context.session, parameter.reference);
    return id === undefined ? undefined : String(id);
  }
  const members = enumOf(items);
  for (const text of (members.length > 0 ? members : [plainValue(items)]).map(toText)) {
    const request = withParameter(base.request, parameter.name, [text]);
    if (isAccepted(await context.send(request))) return text;
  }
  return undefined;
}

function itemsOf(schema: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const items = typeof schema === 'object' ? (schema['items'] as JsonSchema | undefined) : undefined;
  return typeof items === 'object' ? items : undefined;
}

/** What enumerations of states and kinds mostly have, and this one may not. */
const COMMON = ['Pending', 'Active', 'Completed', 'Canceled', 'Unknown', 'None', 'Other', 'All', 'UNKNOWN', 'OTHER'];

/** Most words that are tried for one parameter. */
const MOST_WORDS: Readonly<Record<Depth, number>> = { quick: 6, standard: 20, deep: 400 };

/** Violations of a parameter's enumeration by words of the contract's other ones: which of them are tried the seed says. */
export function otherWords(
  { contract, depth, seed }: Pick<CheckContext, 'contract' | 'depth' | 'seed'>,
  { parameter, requirement }: Subject,
): TextViolation[] {
  if (requirement.constraint?.keyword !== 'enum') return [];
  const own = wordsOf(parameter.schema);
  const made = textViolationsOf(parameter.schema).find(
    ({ operator, keyword, pointer }) => operator === 'not-in-enum' && keyword === 'enum' && pointer === '',
  );
  if (own.length === 0 || made === undefined) return [];
  const known = new Set(own.map((word) => word.toLowerCase()));
  const others = contract.operations.flatMap(({ parameters }) => parameters.flatMap(({ schema }) => wordsOf(schema)));
  const turn = Math.abs(seed) % Math.max(1, others.length);
  const words = [...new Set([...mixed(own), ...COMMON, ...others.slice(turn), ...others.slice(0, turn)])].filter(
    (word) => !known.has(word.toLowerCase()),
  );
  return words
    .slice(0, MOST_WORDS[depth])
    .map((value) => ({ ...made, operator: 'other-word', old: own[0] ?? '', new: value, value, texts: [value] }));
}

/** The beginning and the end of a member of several words beside a word that none has: who compares no more than either takes it. */
function mixed(own: readonly string[]): string[] {
  const several = own.filter((member) => WORD_ENDS.test(member));
  const made = several.map((member) => {
    const parts = member.split(WORD_ENDS);
    const [head = '', tail = ''] = [parts[0], parts.at(-1)];
    return { begun: `${member.slice(0, -tail.length)}Other`, ended: `Other${member.slice(head.length)}` };
  });
  const few = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_MIXED);
  return [...few(made.map(({ ended }) => ended)), ...few(made.map(({ begun }) => begun))];
}

/** So many beginnings and so many ends of the members of an enumeration. */
const MOST_MIXED = 3;

const WORD_ENDS = / |_|(?<=[a-z])(?=[A-Z])/;

function wordsOf(schema: JsonSchema): string[] {
  return enumOf(schema).filter((member) => typeof member === 'string');
}
