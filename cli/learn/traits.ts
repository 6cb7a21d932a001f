/** Traits of fixtures, as far as their GETs show them: words of the contract that stand in a body, and the delegation mode. */
import { modePlace, shownMode } from '../../spec/delegation-mode.ts';
import { isObject, valueAt } from '../../spec/json.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { Contract, FixtureKind } from '../../spec/types.ts';
import { typeOf } from '../../suites/subject/search.ts';
import type { Fixture } from '../../target/index.ts';
import type { Evidence, Reading } from './evidence.ts';
import type { FixtureSuggestion, Suggested } from './suggestion.ts';

type Traits = Record<string, string | number | boolean>;

/** Fixtures with traits that their GETs show and the profile does not state. */
export function traitsFrom({ contract, profile, readings }: Evidence): Suggested<FixtureSuggestion>[] {
  const listed = listEntries(contract, readings);
  return profile.fixtures.flatMap((fixture): Suggested<FixtureSuggestion>[] => {
    const reading = readings.find((one) => isAbout(one, fixture));
    const body = reading?.value ?? listed.get(String(fixture.ids['sslId']));
    if (body === undefined || (reading === undefined && fixture.kind !== 'ssl-certificate')) return [];
    const shown = Object.entries(shownTraits(contract, fixture.kind, body));
    const traits = Object.fromEntries(shown.filter(([name]) => fixture.traits[name] === undefined));
    if (Object.keys(traits).length === 0 || contradicts(fixture, Object.fromEntries(shown))) return [];
    const { kind, ids } = fixture;
    return [{ value: { kind, ids, traits, stated: true }, sure: true, because: 'as it reads' }];
  });
}

/** A type that the profile states is not completed by another one. */
function contradicts(fixture: Fixture, shown: Traits): boolean {
  const stated = typeOf(fixture);
  return stated !== undefined && Object.values(shown).length > 0 && typeOf({ ...fixture, traits: shown }) !== undefined;
}

/** True for the GET of the entity itself, not of what lies below it. */
function isAbout({ operation, ids }: Reading, fixture: Fixture): boolean {
  return (
    operation.entity === fixture.kind &&
    operation.path.endsWith('}') &&
    KINDS[fixture.kind].ids.every((name) => ids[name] === encodeURIComponent(String(fixture.ids[name])))
  );
}

/** Elements of the SSL list by their id: it is all that shows a certificate (contract 4.2). */
function listEntries(contract: Contract, readings: readonly Reading[]): Map<string, unknown> {
  const pointer = contract.answer('ssl.list.identity')?.value;
  const entries = new Map<string, unknown>();
  if (typeof pointer !== 'string') return entries;
  for (const { operation, value } of readings) {
    if (operation.id !== 'ssl.list' || !Array.isArray(value)) continue;
    for (const entry of value as unknown[]) entries.set(String(valueAt(entry, pointer)), entry);
  }
  return entries;
}

/** What a body says of its entity, where it says so in a word of the contract, and in one alone. */
export function shownTraits(contract: Contract, kind: FixtureKind, body: unknown): Traits {
  const texts = textsIn(body);
  switch (kind) {
    case 'administrator':
      return administratorTraits(contract, texts);
    case 'endpoint': {
      const mode = shownMode(modePlace(contract), body);
      const type = oneOf(texts, enumOf(contract, 'endpoint.update', 'endpointType'));
      return { ...(mode === undefined ? {} : { mode }), ...(type === undefined ? {} : { type }) };
    }
    case 'ssl-certificate':
      return certificateTraits(contract, texts);
    case 'ssl-location':
    case 'client-location':
      return texts.some((text) => text.toLowerCase() === 'custom') ? { custom: true } : {};
    default:
      return {};
  }
}

function administratorTraits(contract: Contract, texts: readonly string[]): Traits {
  const types = contract.machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
  const type = oneOf(texts, types);
  if (type !== undefined) return { type };
  // A template shows with a type of its own, or with that of what it makes (silence admin.template.visible).
  return texts.some((text) => /^[A-Z]+_TEMPLATE$/.test(text)) ? { template: true } : {};
}

/** Filters of the list by words of the contract (3.1), where no other filter has the word that shows. */
function certificateTraits(contract: Contract, texts: readonly string[]): Traits {
  const filters = contract.operation('ssl.list').parameters.filter(({ deprecated }) => !deprecated);
  const words = filters.map(({ name }) => ({ name, known: enumOf(contract, 'ssl.list', name) }));
  const isOwn = (text: string): boolean => words.filter(({ known }) => known.includes(text)).length === 1;
  const own = texts.filter(isOwn);
  return Object.fromEntries(
    words.flatMap(({ name, known }) => {
      const word = oneOf(own, known);
      return word === undefined ? [] : [[name, word]];
    }),
  );
}

function enumOf(contract: Contract, operation: string, name: string): string[] {
  const schema = contract.operation(operation).parameters.find((parameter) => parameter.name === name)?.schema;
  const words = isObject(schema) ? schema['enum'] : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}

/** The one word of `known` among the texts; undefined for none, and where two of them are there. */
function oneOf(texts: readonly string[], known: readonly string[]): string | undefined {
  const found = [...new Set(texts.filter((text) => known.includes(text)))];
  return found.length === 1 ? found[0] : undefined;
}

/** Texts among the members of a body: of what is nested deeper nobody knows what it is about. */
function textsIn(body: unknown): string[] {
  return isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
}
