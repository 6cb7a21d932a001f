/** A body that is one of several forms, on an entity that is of that form already (contract 4.9: the seven account variants). */
import { isObject, type JsonSchema, within } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Judgement } from '../engine/index.ts';
import { complaints, isAccepted, observed } from '../judges/index.ts';
import { isReturnable } from '../requests/choice.ts';
import { type ContentCandidate, contentCandidates } from '../requests/content.ts';
import { prepare } from '../requests/prepare.ts';
import { findFixture, MOST_TRIED } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { bodySchemaOf, type Subject } from './body-refusals.ts';
import { judgeTaken } from './taken.ts';

/**
 * Judges a refused form on entities whose traits (`variant`, `type`) name it: whether an entity may change its form is not
 * shown. Where no trait names it, one entity of each other form is tried; a refusal by all of them says nothing.
 */
export async function judgeOnFitting({ context, operation }: Subject, body: unknown): Promise<Judgement | undefined> {
  const { session } = context;
  const schema = bodySchemaOf(operation);
  const names = namesOf(schema, body);
  if (operation.entity === undefined || names.size === 0) return undefined;
  const isNamed = ({ traits }: Fixture): boolean =>
    ['variant', 'type'].some((trait) => names.has(String(traits[trait])));
  const wanted = { kind: operation.entity, effect: operation.effect };
  const tried: Fixture[] = [];
  let refusal: Judgement | undefined;
  for (let turn = 0; turn < MOST_OF_FORM; turn++) {
    const fits = [isNamed, ...(refusal === undefined ? [unlike(tried)] : [])];
    const fresh = fits.map((isFit) => (one: Fixture) => !tried.includes(one) && isFit(one));
    // The control may have been looked for on all of this form, in vain.
    const own = session.inHand({ ...wanted, where: (one) => isNamed(one) && !tried.includes(one) });
    const fixture = own[0] ?? (await findFixture(session, wanted, fresh));
    if (fixture === undefined) break;
    tried.push(fixture);
    const subject = inHand(session, operation, fixture);
    if (!(await isReturnable(subject))) continue;
    const candidates = await contentCandidates(subject);
    await prepare(subject, candidates);
    const alike = candidates.filter(
      ({ body: other }) => other !== undefined && isSame(names, namesOf(schema, other.value)),
    );
    const given: ContentCandidate = {
      label: 'a body of this form',
      vouched: false,
      body: { mediaType: 'application/json', value: body },
    };
    for (const content of [given, ...alike]) {
      const exchange = await context.send(subject.request(content));
      const judgement = await judgeTaken(context, operation, exchange);
      if (isAccepted(exchange)) return judgement;
      if (isNamed(fixture)) refusal ??= judgement;
    }
  }
  return refusal ?? observed({ what: 'open', of: `variant: ${[...names].join(', ')}`, but: 'no-such-variant' });
}

/** Entities that a form is tried on: those of its name, and as many of other names. */
const MOST_OF_FORM = 2 * MOST_TRIED;

/** What the form of a body may be called in a profile: by its schema, or by a text in the body that tells the forms apart. */
function namesOf(schema: JsonSchema, body: unknown): Set<string> {
  if (typeof schema === 'boolean') return new Set();
  const branches = (schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly JsonSchema[];
  const own = branches.filter((branch) => complaints(within(schema, branch), body).length === 0);
  const titles = own.flatMap((branch) => nameOf(branch));
  const texts = isObject(body) ? body['type'] : undefined;
  return new Set([...titles, ...(typeof texts === 'string' ? [texts] : [])]);
}

function nameOf(branch: JsonSchema): string[] {
  if (typeof branch === 'boolean') return [];
  return [branch['$ref'], branch['title']].flatMap((name) =>
    typeof name === 'string' ? [name.slice(name.lastIndexOf('/') + 1)] : [],
  );
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/** Fixtures of a form that was not tried yet. */
function unlike(tried: readonly Fixture[]): (fixture: Fixture) => boolean {
  const formOf = ({ traits }: Fixture): string => JSON.stringify([traits['variant'], traits['type']]);
  const seen = new Set(tried.map(formOf));
  return (fixture) => !seen.has(formOf(fixture));
}
