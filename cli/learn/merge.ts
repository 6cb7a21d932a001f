/** Merges suggestions into the text of a profile. Its comments, its order and its own words stay as they are. */

import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { isObject } from '../../spec/json.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { FixtureKind } from '../../spec/types.ts';
import { command } from '../invocation.ts';
import { UserError } from '../user-error.ts';

/** Members of a profile that suggestions may touch: what a run may do, and where it goes, is its owner's alone. */
const MERGED = ['dialect', 'examples', 'fixtures'] as const;

/**
 * The profile's text with what the suggestions hold and it does not state.
 *
 * @throws UserError when one of them is no mapping, or the suggestions hold something that they may not say.
 */
export function mergeInto(profile: string, suggested: string, label: string): string {
  const document = parseDocument(profile);
  const wanted = suggestionsIn(suggested, label);
  if (wanted === null || wanted === undefined) return profile;
  if (!isObject(wanted))
    throw new UserError(`${label} holds no suggestions; name a file that "${command('learn')}" wrote.`);
  if (!isMap(document.contents)) throw new UserError('The profile is no mapping; it was left as it is.');
  const foreign = Object.keys(wanted).find((name) => !(MERGED as readonly string[]).includes(name));
  if (foreign !== undefined)
    throw new UserError(
      `${label} says something of "${foreign}"; suggestions are merged for ${MERGED.join(', ')} alone.`,
    );
  const before = JSON.stringify(document.toJS());
  mergeDialect(document, wanted['dialect']);
  for (const [id, example] of entriesOf(wanted['examples'])) addNew(document, ['examples', id], example);
  for (const [kind, list] of entriesOf(wanted['fixtures'])) {
    for (const one of Array.isArray(list) ? (list as unknown[]) : []) mergeFixture(document, kind as FixtureKind, one);
  }
  // An untouched profile is not written anew in another style.
  const after = JSON.stringify(document.toJS());
  if (after === before) return profile;
  return isJson(profile) ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 });
}

/** @throws UserError for what is no YAML, and for aliases of nothing, of themselves, or of more and more. */
function suggestionsIn(text: string, label: string): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'silent' });
    const [fault] = document.errors;
    if (fault !== undefined) throw fault;
    return document.toJS() as unknown;
  } catch (error) {
    const [why] = (error as Error).message.split('\n');
    throw new UserError(`${label} cannot be read (${why}); let "${command('learn')}" write it anew.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function mergeDialect(document: Document, wanted: unknown): void {
  if (!isObject(wanted)) return;
  const own = document.get('dialect');
  if (typeof own === 'string') document.set('dialect', document.createNode({ base: own }));
  for (const [name, value] of Object.entries(wanted)) {
    if (name === 'answers')
      for (const [id, answer] of entriesOf(value)) addNew(document, ['dialect', 'answers', id], answer);
    else addNew(document, ['dialect', name], value);
  }
}

/** Puts a value where there is none; parents are made as they are needed. What the owner states is never replaced. */
function addNew(document: Document, path: readonly string[], value: unknown): void {
  if (document.getIn(path) !== undefined) return;
  for (let depth = 1; depth < path.length; depth += 1) {
    const parent = path.slice(0, depth);
    if (document.getIn(parent) === undefined || document.getIn(parent) === null)
      document.setIn(parent, document.createNode({}));
    // `fixtures: {}` is a place to write in, and reads better in lines.
    const node = document.getIn(parent, true);
    if (isMap(node) && node.items.length === 0) node.flow = false;
  }
  document.setIn(path, flowing(document, value));
}

function flowing(document: Document, value: unknown): unknown {
  const node = document.createNode(value);
  if (isMap(node) || isSeq(node)) node.flow = true;
  return node;
}

/** Adds the traits that a fixture does not state; an entity that is not in the profile is added, to be looked at. */
function mergeFixture(document: Document, kind: FixtureKind, wanted: unknown): void {
  if (!isObject(wanted) || !(kind in KINDS)) return;
  const list = listOf(document, kind);
  const own = list.items.findIndex((item) =>
    isDeepStrictEqual(idsOf(kind, toData(document, item)), idsOf(kind, wanted)),
  );
  const traits = entriesOf(wanted['traits']);
  if (own === -1) {
    const told = traits.length === 0 ? {} : { traits: wanted['traits'] };
    list.add(flowing(document, { ids: wanted['ids'], ...told }));
  } else if (traits.length > 0) {
    list.items[own] = withTraits(document, list.items[own], traits);
  }
}

/** The fixtures of a kind, written one on a line where there were none. */
function listOf(document: Document, kind: FixtureKind): YAMLSeq {
  const path = ['fixtures', kind];
  if (!isSeq(document.getIn(path, true))) {
    addNew(document, path, []);
    const made = document.getIn(path, true);
    if (isSeq(made)) made.flow = false;
  }
  return document.getIn(path, true) as YAMLSeq;
}

/** The fixture with the traits that it does not state; a short form is written out. */
function withTraits(document: Document, node: unknown, traits: readonly [string, unknown][]): YAMLMap {
  const map = isMap(node) ? node : (flowing(document, { ids: toData(document, node) }) as YAMLMap);
  for (const [name, value] of traits) {
    if (!isMap(map.get('traits'))) map.set('traits', flowing(document, {}));
    if (map.getIn(['traits', name]) === undefined) map.setIn(['traits', name], value);
  }
  return map;
}

function toData(document: Document, node: unknown): unknown {
  return isMap(node) || isSeq(node)
    ? node.toJS(document)
    : ((node as { readonly value?: unknown } | null)?.value ?? node);
}

/** The identifiers as texts, of a long or a short form. */
function idsOf(kind: FixtureKind, fixture: unknown): string[] {
  const ids = isObject(fixture) ? fixture['ids'] : fixture;
  return isObject(ids) ? KINDS[kind].ids.map((name) => String(ids[name])) : [String(ids)];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
