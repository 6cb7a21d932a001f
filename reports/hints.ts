/**
 * What would show a requirement that was not shown, made from the data of its reason: lines that can stand in a profile as they
 * are, or options of the command line. `…` stands for what only the target's owner knows.
 */
import { stringify } from 'yaml';
import type { Takes, WantedFixture, Why } from '../spec/why.ts';

/** Something to add. */
export type Hint =
  | { readonly kind: 'fixture'; readonly wanted: WantedFixture; readonly profile: object }
  | { readonly kind: 'profile'; readonly profile: object }
  | { readonly kind: 'option'; readonly option: string };

/** A reason of one check, for counting. */
export interface Wanting {
  readonly check: string;
  readonly requirement: string;
  readonly why?: Why;
}

/** A hint, with all that would be shown by following it. */
export interface Advice {
  readonly hint: Hint;
  /** Entities that would do for all of them; 1 where it is no matter of number. */
  readonly count: number;
  readonly requirements: readonly string[];
}

const MISSING = '…';

/** What each member of the profile that a reason can name looks like there. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'admin.url': 'https://admin.example.test',
  'admin.bearer': { env: 'CERTCONFORM_TOKEN' },
  'admin.second.bearer': { env: 'CERTCONFORM_SECOND_TOKEN' },
  'admin.second.role': 'RAO',
  'admin.expired': { file: 'expired-token.txt' },
  'admin.forged': { file: 'forged-token.txt' },
  'legacy.url': 'https://secure.example.test',
  'legacy.plainUrl': 'http://secure.example.test',
  'legacy.loginName': MISSING,
  'legacy.loginPassword': { env: 'CERTCONFORM_LEGACY_PASSWORD' },
};

/** What to add; undefined where nothing in a profile would help. */
export function hintFor(why: Why): Hint | undefined {
  switch (why.what) {
    case 'fixture':
      return fixtureHint(why.wanted);
    case 'way-back':
      return why.wanted === undefined ? undefined : fixtureHint(why.wanted);
    case 'effect':
      return { kind: 'option', option: `--effects ${why.needed}` };
    case 'area':
      return { kind: 'profile', profile: { claims: [why.area] } };
    case 'setting':
      return memberHint(why.members);
    case 'control':
      return why.takes === undefined ? undefined : exampleHint(why.operation, why.takes);
    case 'request':
      return exampleHint(why.operation, why.takes ?? 'body');
    case 'answer':
      return { kind: 'profile', profile: { dialect: { answers: { [why.silence]: MISSING } } } };
    case 'trait':
    case 'look':
      return undefined;
  }
}

function fixtureHint(wanted: WantedFixture): Hint {
  const { kind, identifiers, traits, effect } = wanted;
  const ids = Object.fromEntries(identifiers.map((name) => [name, MISSING]));
  const fixture = { ids, ...(traits === undefined ? {} : { traits }), allow: effect };
  return { kind: 'fixture', wanted, profile: { fixtures: { [kind]: [fixture] } } };
}

function exampleHint(operation: string, takes: Takes): Hint {
  const content =
    takes === 'body' ? { body: MISSING } : { query: Object.fromEntries(takes.map((name) => [name, MISSING])) };
  return { kind: 'profile', profile: { examples: { [operation]: content } } };
}

function withMember(profile: object, member: string): object {
  const [first = '', ...rest] = member.split('.');
  const below = (profile as Record<string, object>)[first] ?? {};
  const value = rest.length === 0 ? undefined : setAt(below, rest, EXAMPLES[member] ?? MISSING);
  return { ...profile, [first]: value };
}

function setAt(value: object, [first = '', ...rest]: readonly string[], to: unknown): object {
  const below = (value as Record<string, object>)[first] ?? {};
  return { ...value, [first]: rest.length === 0 ? to : setAt(below, rest, to) };
}

/** What stands in a profile's place for a fixture with these ids and traits. */
export function fixtureLine(kind: string, fixture: object): Hint {
  return { kind: 'profile', profile: { fixtures: { [kind]: [fixture] } } };
}

/** Members of the profile that are missing, as `admin.second.role`. */
export function memberHint(members: readonly string[]): Hint {
  return { kind: 'profile', profile: members.reduce<object>(withMember, {}) };
}

/** The hint as one line: YAML that a profile takes, or an option. */
export function hintText(hint: Hint): string {
  if (hint.kind === 'option') return hint.option;
  const line = stringify(hint.profile, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 }).trim();
  const as = hint.kind === 'fixture' && hint.wanted.as !== undefined ? ` # one ${hint.wanted.as}` : '';
  return `${line.replace(/^\{ (.*) \}$/s, '$1')}${as}`;
}

/** `6 persons with allow: destroy`: what a hint asks for, in words. */
export function adviceText({ hint, count }: Advice): string {
  const line = hintText(hint);
  return hint.kind === 'fixture' && count > 1 ? `${line} (${count} of them)` : line;
}

/**
 * The hints of many reasons, each once, those that would show the most first. What is used up is wanted once by each check;
 * what is only changed or looked at serves all, and another one where they hold it already.
 */
function adviseOn(all: readonly Wanting[]): Advice[] {
  const found = all.flatMap(({ why, ...wanting }) => {
    const hint = why === undefined ? undefined : hintFor(why);
    return why === undefined || hint === undefined ? [] : [{ ...wanting, why, hint }];
  });
  return [...Map.groupBy(found, ({ hint }) => hintText(hint)).values()]
    .map((group): Advice => {
      const [{ hint }] = group as [(typeof group)[number]];
      return { hint, count: countOf(group), requirements: [...new Set(group.map(({ requirement }) => requirement))] };
    })
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

/** Requirements that one thing would show. */
export interface Gathered<Item> {
  /** One of each requirement. */
  readonly members: readonly Item[];
  /** What would show them; undefined where nothing in a profile would. */
  readonly advice?: Advice;
}

/** Open requirements, each once, by what would show them, and where nothing would by the reason; the largest groups first. */
export function gather<Item extends Wanting & { readonly reason?: string }>(all: readonly Item[]): Gathered<Item>[] {
  const left = new Map(all.toReversed().map((item) => [item.requirement, item]));
  const take = (ids: readonly string[], why: boolean): Item[] =>
    ids.flatMap((id) => {
      const told = all.find((item) => item.requirement === id && (item.why !== undefined || !why));
      return left.delete(id) && told !== undefined ? [told] : [];
    });
  const advised = adviseOn(all).map((advice) => ({ members: take(advice.requirements, true), advice }));
  const others = Map.groupBy(left.values(), ({ reason }) => reason ?? '');
  return [...advised, ...[...others.values()].map((members) => ({ members }))]
    .filter(({ members }) => members.length > 0)
    .toSorted((a, b) => b.members.length - a.members.length);
}

function countOf(group: readonly { readonly check: string; readonly why: Why }[]): number {
  const states = group.flatMap(({ why }) => (why.what === 'fixture' ? [{ ...why.wanted, ...why.state }] : []));
  const had = Math.max(0, ...states.map((state) => (state.is === 'used-up' || state.is === 'held' ? state.count : 0)));
  const missing = new Set(group.map(({ check }) => check)).size;
  return states.some(({ effect }) => effect === 'destroy') ? had + missing : had + 1;
}
