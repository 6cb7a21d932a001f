/** Values within the constraints of a parameter: texts of every class, and random ones, of which a failing one is shrunk by fast-check. */
import fc from 'fast-check';
import {
  type ClassedText,
  classedTexts,
  packedTexts,
  toTexts,
  unpacked,
  valid,
  withParameter,
} from '../../generators/index.ts';
import { type Exchange, isClientError } from '../../spec/index.ts';
import { type CheckContext, type Judgement, shrunkInTime } from '../engine/index.ts';
import { fail, isAccepted, isRefused, isTooLong, observed } from '../judges/index.ts';
import { inHalves } from '../requests/halves.ts';
import { controlLost } from './control-lost.ts';
import { show } from './inputs.ts';
import { kindsOf } from './lengths.ts';
import { acceptCase, placeOf, type Subject } from './parameter-cases.ts';
import { oddLinks } from './parameter-faults.ts';
import { type Judged, judgeTaken, keepCase } from './taken.ts';

/** Requests for the odd classes of one parameter. */
const MOST_PARTS = 40;

/**
 * Sends a text of each class: what people write by itself, odd characters together, and apart where they are refused. That
 * an odd one is refused is observed, however the refusal is worded: rules for the form of a value are the server's own.
 * Names and sentences (`x-prose`) may be in any letters.
 *
 * @param sound whether all documented values were accepted: else what is accepted here must not hide that they were not.
 */
export async function judgeClassedTexts(context: CheckContext, subject: Subject, sound: boolean): Promise<void> {
  const { schema } = subject.parameter;
  for (const one of classedTexts(schema)) {
    if (one.ordinary || (one.alone && context.depth !== 'quick') || context.depth === 'deep')
      await judgeText(context, { ...subject, sound }, one);
  }
  if (context.depth === 'quick') return;
  for (const one of oddLinks(schema)) await judgeText(context, { ...subject, sound }, one);
  for (const pack of packedTexts(schema, 'odd')) {
    const send = ([one]: readonly (typeof pack)[]): Promise<boolean> =>
      judgeText(context, { ...subject, sound }, { label: 'odd characters', text: one?.text ?? '' }, pack.text);
    await inHalves([pack], send, unpacked, MOST_PARTS);
  }
}

/** True unless it was refused, or could not be told. `whole` is the text of which this one is a part. */
async function judgeText(
  context: CheckContext,
  { sound, ...subject }: Subject & { readonly sound: boolean },
  { label: what, text, ordinary = false }: Pick<ClassedText, 'label' | 'text'> & Partial<ClassedText>,
  whole = text,
): Promise<boolean> {
  const { parameter, requirement } = subject;
  const prose = typeof parameter.schema === 'object' && parameter.schema['x-prose'] === true;
  const judged = await acceptCase(context, subject, [text], `${parameter.name} = ${show(text)} (${what})`);
  if (judged === undefined) {
    context.unsent(requirement.id);
    return true;
  }
  const shrunk = whole === text ? {} : { shrunkFrom: { [parameter.name]: whole } };
  const evidence = { ...judged.evidence, ...shrunk };
  const status = evidence.exchange?.response?.status ?? 0;
  const refused = isClientError(status);
  if (refused && !(ordinary && prose)) {
    context.record(requirement.id, observed({ what: 'answered', status, but: 'characters' }), evidence);
  } else {
    const excused = refused && judged.judgement.verdict === 'observed';
    const told = excused && (await takesPlain(context, subject));
    if (sound || judged.judgement.verdict !== 'pass')
      context.record(requirement.id, told ? unlikePlain(text, evidence.exchange) : judged.judgement, evidence);
  }
  return status >= 200 && status < 400;
}

/** Whatever might excuse the refusal of a name does not where a name in plain letters is accepted. */
async function takesPlain(context: CheckContext, { parameter, base }: Subject): Promise<boolean> {
  const [letters = ''] = kindsOf(base.request, PLAIN);
  const request = withParameter(base.request, parameter.name, letters);
  return isAccepted(await context.send(request));
}

/** Characters of a name in plain letters. */
const PLAIN = 10;

function unlikePlain(text: string, exchange: Exchange | undefined): Judgement {
  return fail(
    `${show(text)} is accepted, as a name in plain letters is`,
    `status ${exchange?.response?.status ?? 'unknown'}`,
  );
}

/** Sends random valid values of a parameter and judges each; of the failures only the smallest is told. */
export async function randomValid(context: CheckContext, subject: Subject): Promise<Judged[]> {
  const { parameter, requirement } = subject;
  const cases: Judged[] = [];
  let smallest: Judged | undefined;
  const details = await fc.check(
    fc.asyncProperty(
      valid(parameter.schema),
      shrunkInTime(async (value: unknown) => {
        const judged = await judgeSpelt(context, subject, toTexts(value));
        if (judged === undefined) context.unsent(requirement.id);
        else if (judged.judgement.verdict === 'fail') smallest = judged;
        else keepCase(cases, judged);
        return judged?.judgement.verdict !== 'fail';
      }),
    ),
    { seed: context.seed, numRuns: context.runs },
  );
  if (smallest === undefined) return cases;
  const path = details.counterexamplePath;
  return [...cases, { ...smallest, evidence: { ...smallest.evidence, ...(path === null ? {} : { path }) } }];
}

/**
 * Every other value is written in escapes, which say the same (RFC 3986, section 6.2.2): where it is refused so, it is written
 * plainly, and what is accepted then was refused for its spelling. The value itself says which, so that a shrunk one is written alike.
 */
async function judgeSpelt(
  context: CheckContext,
  subject: Subject,
  texts: readonly string[],
): Promise<Judged | undefined> {
  const { parameter, operation } = subject;
  const label = `${parameter.name} = ${show(texts.join(','))} (random valid value)`;
  const [text = '', ...more] = texts;
  const isSpelt = parameter.in === 'query' && more.length === 0 && text.length % 2 === 1 && text.length <= MOST_ESCAPED;
  const request = isSpelt ? placeOf(context, subject).put(text) : undefined;
  if (request === undefined) return acceptCase(context, subject, texts, label);
  const escaped = (): Promise<Exchange> => context.send({ ...request, escaped: true });
  const evidence = { label: `${label}, in escapes`, case: { [parameter.name]: text } };
  const exchange = await escaped();
  if (isAccepted(exchange))
    return { judgement: await judgeTaken(context, operation, exchange), evidence: { ...evidence, exchange } };
  // The very same on the very same entity: what another one takes says nothing of the spelling.
  const plainly = isRefused(exchange) && !isTooLong(exchange) ? await context.send(request) : undefined;
  if (plainly === undefined || !isAccepted(plainly)) return acceptCase(context, subject, texts, label);
  const judgement = (await controlLost(context, request, escaped)) ?? unlikeUnescaped(exchange);
  return { judgement, evidence: { ...evidence, exchange } };
}

/** Characters that are written in escapes at most: they make three of each. */
const MOST_ESCAPED = 200;

function unlikeUnescaped({ response }: Exchange): Judgement {
  return fail('accepted, as the same value is without escapes', `status ${response?.status ?? 'unknown'}`);
}
