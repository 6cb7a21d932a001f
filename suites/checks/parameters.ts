/** Each documented constraint of each parameter, from both sides (contract section 4 tables, section 8). */
import {
  type RequestCase,
  serialize,
  type TextBoundary,
  type TextViolation,
  wireProof,
  withParameter,
} from '../../generators/index.ts';
import type { Operation, Parameter, Requirement } from '../../spec/index.ts';
import { type Check, type CheckContext, inconclusive, type Judgement, tryFor, withOpenBody } from '../engine/index.ts';
import { judgeClaim, observed, unshown } from '../judges/index.ts';
import { absentId, harmless, mayHitNothing } from '../requests/absent.ts';
import { parameterBase } from '../requests/base.ts';
import { accepted } from '../requests/control.ts';
import { whereUntaken } from '../requests/untaken.ts';
import { countryCases, unassignedCountries } from './countries.ts';
import { fittingBase, judgeSeveralReferences } from './fitting.ts';
import { genericPointer, show, textBoundariesOf, textViolationsOf } from './inputs.ts';
import { refusalShows } from './lengths.ts';
import { refusedElsewhere } from './other-bases.ts';
import { acceptCase, refuseCase, type Subject, wireStyle } from './parameter-cases.ts';
import { besideGood, fixtureIdCases, lengthCases, linkViolations, otherWords } from './parameter-faults.ts';
import { judgeClassedTexts, randomValid } from './parameter-values.ts';
import { type Judged, recordAccepted } from './taken.ts';

/** Verdict on a clause that no input breaks alone. */
export const IMPLIED = observed({ what: 'none', of: 'input-with-this-fault-alone', was: 'possible' });

/** One check per parameter; each of its constraints gets a verdict of its own. `requirements` are those of the operation. */
export function parameterChecks(operation: Operation, requirements: readonly Requirement[]): Check[] {
  if (operation.interface === 'legacy') return [];
  return operation.parameters.flatMap((parameter) => {
    const own = requirements.filter(
      ({ topic, constraint }) => topic === 'parameter' && constraint?.parameter === parameter.name,
    );
    return own.length === 0 ? [] : [parameterCheck(operation, parameter, own)];
  });
}

function parameterCheck(operation: Operation, parameter: Parameter, requirements: readonly Requirement[]): Check {
  return {
    id: `${operation.id}.parameter.${parameter.name}`,
    title: `${parameter.name} of ${operation.method} ${operation.path} keeps its documented constraints`,
    requirements: requirements.map(({ id }) => id),
    effect: operation.effect,
    run: async (context) => {
      const found = await parameterBase(context.session, operation, parameter);
      const base = await fittingBase(context, operation, parameter, found);
      for (const requirement of requirements) {
        if (context.wants(requirement.id)) await judgeRequirement(context, { operation, parameter, requirement, base });
      }
    },
  };
}

async function judgeRequirement(context: CheckContext, subject: Subject): Promise<void> {
  const constraint = subject.requirement.constraint;
  if (constraint?.keyword === 'valid') {
    const shown = await accepts(context, subject, FORMS);
    const countries = await countryCases(context, subject);
    const cases = [...shown, ...countries, ...(await randomValid(context, subject))];
    recordAccepted(context, subject.requirement.id, cases);
    const sound = cases.every(({ judgement }) => judgement.verdict === 'pass');
    await judgeClassedTexts(context, subject, sound);
  } else if (constraint?.keyword === 'required') await leftOut(context, await toRefuse(context, subject));
  else if (constraint?.keyword === 'items') await several(context, subject);
  else if (constraint?.direction === 'accepts')
    recordAccepted(context, subject.requirement.id, await accepts(context, subject));
  else await refuses(context, await toRefuse(context, subject));
}

/** On an entity that may still take the request: what has taken it once may refuse anything. */
async function toRefuse({ session }: CheckContext, subject: Subject): Promise<Subject> {
  const { operation, parameter, base } = subject;
  if (parameter.in !== 'query' || operation.effect !== 'modify') return subject;
  const { fixture } = await accepted(session, operation);
  if (fixture === undefined) return subject;
  const on = await whereUntaken(session, { fixture, request: base.request });
  return { ...subject, base: { ...base, request: on.request, untaken: on.fixture !== fixture } };
}

async function several(context: CheckContext, subject: Subject): Promise<void> {
  const judged = await judgeSeveralReferences(context, subject);
  if (judged.length > 0) return recordAccepted(context, subject.requirement.id, judged);
  const judgement = unshown('control-refused', { what: 'none', of: 'pair-of-entities', was: 'accepted' });
  context.record(subject.requirement.id, judgement, { label: `${subject.parameter.name} with several items` });
}

async function leftOut(context: CheckContext, subject: Subject): Promise<void> {
  const { parameter, requirement, base, operation } = subject;
  const broken = (request: RequestCase): RequestCase => withParameter(request, parameter.name, undefined);
  const label = `${parameter.name} left out`;
  const { judgement, evidence } = await refuseCase(context, subject, broken(base.request), { label });
  context.record(requirement.id, judgement, evidence);
  // Another parameter may be taken in its place.
  if (judgement.verdict === 'pass' && parameter.in === 'query')
    await refusedElsewhere(context, operation, requirement.id, { label, value: null, broken });
}

/** Keywords about the form of a text: its alternatives are shown by examples, of which random values meet only some. */
const FORMS: readonly string[] = ['pattern', 'format', 'x-semantic'];

async function accepts(context: CheckContext, subject: Subject, keywords?: readonly string[]): Promise<Judged[]> {
  const { requirement, parameter } = subject;
  const wanted = requirement.constraint;
  const chosen = keywords ?? [wanted?.keyword];
  const boundaries = textBoundariesOf(parameter.schema).filter(
    ({ keyword, pointer, value }) =>
      chosen.includes(keyword) &&
      genericPointer(pointer) === wanted?.pointer &&
      (wanted.value === undefined || value === wanted.value || (Array.isArray(value) && value.includes(wanted.value))),
  );
  const cases: Judged[] = [];
  for (const { texts, label } of await reachable(context, subject, boundaries)) {
    const judged = await acceptCase(context, subject, texts, `${parameter.name} = ${show(texts.join(','))} (${label})`);
    if (judged === undefined) context.unsent(requirement.id);
    else cases.push(judged);
  }
  return cases;
}

/** Of values in a path those that hit nobody; where all ids of a form lie near to what there is, one that nothing has is of it, too. */
async function reachable(
  { session }: CheckContext,
  { operation, parameter }: Subject,
  boundaries: readonly TextBoundary[],
): Promise<readonly Pick<TextBoundary, 'texts' | 'label'>[]> {
  if (parameter.in !== 'path') return boundaries;
  const found: TextBoundary[] = [];
  for (const one of boundaries) {
    // Zero and less are documented nowhere as ids: whether they are bad or merely absent is open.
    const isNone = Number(one.value) <= 0;
    if (!isNone && (await mayHitNothing(session, operation, one.texts.join()))) found.push(one);
  }
  const isOfForm = boundaries.some(({ keyword }) => keyword === 'format');
  if (found.length > 0 || !isOfForm || operation.entity === undefined) return found;
  return [{ texts: [absentId(session, operation.entity, parameter)], label: 'an id that nothing has' }];
}

/** Letters that are no country's, a day that the year does not have: told with the form, with which they comply. */
function isMeaningless({ keyword, certainty }: TextViolation): boolean {
  return keyword === 'x-semantic' && certainty !== 'debatable';
}

const PATH_ID = 'request.path-id.refusal';

/** One word of the dialect speaks of every id of every operation: an exception to it warns. Beyond int32 is a point of its own (silence identifier.beyond-int32). */
function judgePathClaim(
  { contract }: CheckContext,
  { absence }: Operation,
  { keyword }: TextViolation,
  status: number,
): Judgement | undefined {
  const claim = contract.answer(PATH_ID);
  if (keyword === 'format' || claim?.standing !== 'claimed') return undefined;
  // What answers no 404 (4.1) has another word for what the claim says of all.
  if (absence === 'silent' && claim.value === 404 && status === 400) return undefined;
  const judgement = judgeClaim(claim, status, PATH_ID);
  return judgement?.verdict === 'fail' ? { ...judgement, verdict: 'warn' } : undefined;
}

async function refuses(context: CheckContext, subject: Subject): Promise<void> {
  const { requirement, parameter, operation } = subject;
  const wanted = requirement.constraint;
  const made = textViolationsOf(parameter.schema).filter(
    (one) =>
      (one.keyword === wanted?.keyword || (wanted?.keyword === 'pattern' && isMeaningless(one))) &&
      genericPointer(one.pointer) === wanted.pointer,
  );
  const lengths = await lengthCases(context, subject);
  const own = lengths?.violations ?? [];
  const others = made.filter(({ value }) => own.every((one) => one.value !== value));
  const ofFixtureId = await fixtureIdCases(context, subject);
  const violations = [
    ...own,
    ...others,
    ...ofFixtureId.violations,
    ...linkViolations(subject),
    ...otherWords(context, subject),
    ...unassignedCountries(context, subject),
    ...(await besideGood(context, subject, others)),
  ];
  if (violations.length === 0) context.record(requirement.id, IMPLIED, { label: 'no input' });
  for (const violation of violations) {
    const isFixtureId = ofFixtureId.violations.includes(violation);
    const base = isFixtureId ? ofFixtureId.base : subject.base;
    const request = withParameter(base.request, parameter.name, violation.texts);
    const proof = wireProof(withOpenBody(operation), serialize(request, wireStyle(context)), {
      ...violation,
      where: parameter.in,
      parameter: parameter.name,
    });
    if (
      !proof.ok ||
      (parameter.in === 'path' && !isFixtureId && !harmless(context.session, operation, violation.value))
    ) {
      context.unsent(requirement.id);
      continue;
    }
    const label = `${parameter.name} = ${show(violation.value)} (${violation.operator})`;
    const { judgement: judged, evidence } = await refuseCase(context, subject, request, { label, violation });
    const judgement = refusalShows(judged, evidence.exchange, lengths?.unproven);
    context.record(requirement.id, judgement, evidence);
    const status = evidence.exchange?.response?.status;
    if (parameter.in === 'path' && violation.certainty === 'definite' && (status === 400 || status === 404)) {
      context.observe(requirement.id, { silence: PATH_ID, value: status });
      const claimed = judgePathClaim(context, operation, violation, status);
      if (claimed !== undefined) context.record(requirement.id, claimed, evidence);
    }
    if (status !== undefined && status < 300 && base.renew !== undefined) {
      const { missing } = await tryFor(base.renew());
      if (missing !== undefined) {
        context.record(requirement.id, inconclusive(missing), { label });
        return;
      }
    }
    // The list starts at the edge: the first failure is the smallest.
    if (judgement.verdict === 'fail') return;
  }
  await refusesElsewhere(
    context,
    subject,
    violations.filter((one) => !ofFixtureId.violations.includes(one)),
  );
}

/** The surest violation once more in other company, and on an entity of another type. */
async function refusesElsewhere(
  context: CheckContext,
  subject: Subject,
  violations: readonly TextViolation[],
): Promise<void> {
  const { operation, parameter, requirement } = subject;
  const violation = violations.find(({ certainty }) => certainty === 'definite');
  if (violation === undefined || parameter.in !== 'query') return;
  await refusedElsewhere(context, operation, requirement.id, {
    label: `${parameter.name} = ${show(violation.value)} (${violation.operator})`,
    value: { [parameter.name]: violation.value },
    broken: (base) => {
      const request = withParameter(base, parameter.name, violation.texts);
      const intended = { ...violation, where: parameter.in, parameter: parameter.name };
      return wireProof(withOpenBody(operation), serialize(request, wireStyle(context)), intended).ok
        ? request
        : undefined;
    },
  });
}
