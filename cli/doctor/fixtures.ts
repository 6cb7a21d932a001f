/** Is each fixture of the profile there, and is it what the profile says? */

import { fixtureLine, type Hint } from '../../reports/hints.ts';
import { modePlace, shownMode } from '../../spec/delegation-mode.ts';
import { valueAt } from '../../spec/json.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { toWire } from '../../suites/engine/wire.ts';
import { judgeSchema, parseJson } from '../../suites/judges/body.ts';
import { certificatesIn, type Found } from '../../suites/lists/found.ts';
import { entryAlone, type Listed, listedCertificates, MOST_LISTED } from '../../suites/presence/listed.ts';
import { tellGone } from '../../suites/presence/survey.ts';
import { compose, pathOf } from '../../suites/requests/compose.ts';
import type { Fixture } from '../../target/index.ts';
import { type Examination, endOf, look } from './examination.ts';
import { about, type Finding, type State } from './finding.ts';

/** Fixtures of these kinds are looked at elsewhere, as each look costs a login. */
const BY_LOGIN: readonly string[] = ['order', 'login'];

export interface FixtureReport {
  readonly findings: readonly Finding[];
  /** Those that are not there: a run would find nothing to work on. */
  readonly missing: readonly Fixture[];
}

/** Reads every fixture that some operation of the contract shows. `list` is an answer of the SSL list. */
export async function examineFixtures(examination: Examination, list: Exchange): Promise<FixtureReport> {
  const { profile, contract } = examination;
  const findings: Finding[] = [];
  const missing: Fixture[] = [];
  const fixtures = profile.fixtures.filter(({ kind }) => !BY_LOGIN.includes(kind));
  const listed = fixtures.some(({ kind }) => kind === 'ssl-certificate')
    ? await listedCertificates(contract, (request) => look(examination, request))
    : undefined;
  for (const fixture of fixtures) {
    const reader = readerOf(contract, fixture);
    const seen =
      fixture.kind === 'ssl-certificate'
        ? inList(contract, fixture, listed)
        : reader === undefined
          ? { state: 'unseen' as const, text: 'No operation of the contract shows it.' }
          : judge(
              contract,
              fixture,
              reader,
              await look(examination, toWire(compose(reader, { path: pathOf(reader, fixture), label: 'look' }))),
            );
    findings.push(about('fixtures')(nameOf(fixture), seen.state, seen.text, seen.hint));
    if (seen.state === 'wrong' && seen.gone === true) missing.push(fixture);
  }
  const left = profile.fixtures.filter((fixture) => !missing.includes(fixture));
  for (const { kind, sentence } of tellGone(missing, left))
    findings.push(about('fixtures')(`fixtures.${kind}`, 'doubt', sentence));
  const found = listed === undefined ? certificatesIn(contract, list) : [];
  if (found.length > 0) findings.push(unlent(found));
  return { findings, missing };
}

/** What could be a fixture, as it would stand in the profile. */
function unlent(found: readonly Found[]): Finding {
  const ids = found.map((one) => Object.values(one.ids).join('/')).join(', ');
  return about('fixtures')(
    'fixtures.ssl-certificate',
    'doubt',
    `The profile has none; the SSL list shows ${ids}. To have one changed and put back, add it.`,
    fixtureLine('ssl-certificate', { ids: found[0]?.ids, allow: 'modify' }),
  );
}

interface Seen {
  readonly state: State;
  readonly text: string;
  readonly gone?: boolean;
  readonly hint?: Hint;
}

/** The GET whose path is filled by the ids of the kind and names nothing else: not the configuration of an endpoint. */
function readerOf({ operations }: Contract, { kind }: Fixture): Operation | undefined {
  return operations.find(({ method, entity, path }) => method === 'GET' && entity === kind && path.endsWith('}'));
}

function judge(contract: Contract, fixture: Fixture, reader: Operation, exchange: Exchange): Seen {
  const status = exchange.response?.status;
  if (status === 404)
    return { state: 'wrong', text: 'It does not exist (404); take it out, or name one that does.', gone: true };
  if (status !== 200 || exchange.response === undefined) {
    return { state: 'doubt', text: `It could not be read: ${endOf(exchange)}.` };
  }
  const parsed = parseJson(exchange.response);
  if (parsed.error !== undefined) return { state: 'doubt', text: `It exists, but ${parsed.error}.` };
  const shape = claimedShape(contract, reader, exchange);
  return shape ?? traitSeen(contract, fixture, parsed.value) ?? { state: 'good', text: 'It exists.' };
}

/** What was read is held against the schema that the owner claims; undefined where it fits, or nothing is claimed. */
function claimedShape(contract: Contract, { success }: Operation, exchange: Exchange): Seen | undefined {
  const [spec] = success;
  if (spec?.standing !== 'claimed') return undefined;
  const { verdict, expected, actual } = judgeSchema(exchange, spec, contract.answer('response.null-members'));
  if (verdict !== 'fail') return undefined;
  return {
    state: 'wrong',
    text: `It exists, but does not look as the profile claims: expected ${expected ?? 'another form'}, seen ${actual ?? 'none'}.`,
  };
}

/** Compares the traits that the dialect knows where to find; undefined when nothing is to be said. */
function traitSeen(contract: Contract, fixture: Fixture, body: unknown): Seen | undefined {
  const found = visibleTrait(contract, fixture, body);
  if (found === undefined) return undefined;
  const { trait, value, known, certain } = found;
  const stated = fixture.traits[trait];
  if (stated === undefined) {
    return {
      state: 'doubt',
      text: `It exists and is ${value}; say so, so that checks that need one find it.`,
      hint: fixtureLine(fixture.kind, {
        ids: fixture.ids,
        traits: { ...fixture.traits, [trait]: value },
        allow: fixture.allow,
      }),
    };
  }
  if (stated === value || !known.includes(String(stated))) return { state: 'good', text: `It exists and is ${value}.` };
  return {
    state: certain ? 'wrong' : 'doubt',
    text: `The profile says ${trait}: ${stated}, but it is ${value}; correct the trait or name another.`,
  };
}

interface VisibleTrait {
  readonly trait: string;
  readonly value: string;
  /** The values that the contract has; a trait beyond them says more than can be seen (a template). */
  readonly known: readonly string[];
  readonly certain: boolean;
}

function visibleTrait(contract: Contract, { kind }: Fixture, body: unknown): VisibleTrait | undefined {
  if (kind === 'administrator') {
    const answer = contract.answer('admin.type.read');
    const type = typeof answer?.value === 'string' ? valueAt(body, answer.value) : undefined;
    const known = contract.machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
    if (typeof type !== 'string' || !known.includes(type)) return undefined;
    return { trait: 'type', value: type, known, certain: answer?.standing === 'claimed' };
  }
  if (kind === 'endpoint') {
    const place = modePlace(contract);
    const value = shownMode(place, body);
    if (place === undefined || value === undefined) return undefined;
    return { trait: 'mode', known: ['global', 'custom'], value, certain: place.standing === 'claimed' };
  }
  return undefined;
}

function inList(contract: Contract, fixture: Fixture, listed: Listed | undefined): Seen {
  if (listed === undefined)
    return { state: 'unseen', text: 'Where the SSL list shows ids is not known (ssl.list.identity).' };
  const id = String(Object.values(fixture.ids)[0]);
  const page = listed.ids.get(id);
  if (page !== undefined) {
    const shape = claimedShape(contract, contract.operation('ssl.list'), entryAlone(contract, page, id));
    return shape ?? { state: 'good', text: 'It is in the SSL list.' };
  }
  return listed.all
    ? { state: 'wrong', text: 'It is not in the SSL list; take it out, or name one that is.', gone: true }
    : { state: 'unseen', text: `It is not among the first ${MOST_LISTED} certificates of the SSL list.` };
}

/** `fixtures.ssl-location 12/3`. */
export function nameOf({ kind, ids }: Fixture): string {
  const shown = kind === 'login' ? String(ids['loginName']) : Object.values(ids).join('/');
  return `fixtures.${kind} ${shown}`;
}
