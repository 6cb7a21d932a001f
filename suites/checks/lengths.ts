/**
 * Texts at a bound of their length, of several kinds: that one too long is refused says something of its length only where
 * a text of the same kind and the permitted length is accepted (design rule 3).
 */
import type { RequestCase } from '../../generators/index.ts';
import type { Exchange, JsonSchema } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { isAccepted, isRefused } from '../judges/index.ts';

/** By how many characters a text is too long by much. */
const MUCH = 100;

/** An address of the Web as far as its path. */
const PATH = /^[a-z]+:\/\/[^/?#]+\/(?=[a-z0-9/]+$)/;

/** Letters that are few for any name. */
export const FEW = 8;

/** Where a text is put into an accepted request. */
export interface Place {
  readonly request: RequestCase;
  /** What the accepted request has there. */
  readonly given: string | undefined;
  /** The request with another text; undefined where that would break anything documented. */
  put(text: string): RequestCase | undefined;
}

/** A text that is within a bound of its length and was accepted. */
export interface Witness {
  /** Undefined when none of those tried was accepted. */
  readonly text?: string;
  /** How many could be tried. */
  readonly tried: number;
}

/** A length that the schema of a text bounds; undefined for any other keyword. */
export function lengthBound(schema: JsonSchema, keyword: string | undefined): number | undefined {
  if (typeof schema !== 'object' || (keyword !== 'minLength' && keyword !== 'maxLength')) return undefined;
  const bound = schema[keyword];
  return typeof bound === 'number' ? bound : undefined;
}

/** Sends texts of the bound's length, plain ones first, until one is accepted. */
export async function witnessOf(
  context: CheckContext,
  place: Place,
  keyword: 'minLength' | 'maxLength',
  bound: number,
  others: readonly string[] = [],
): Promise<Witness> {
  const { given } = place;
  // Of what is too short, any text that is long enough is the counterpart.
  if (given !== undefined && (keyword === 'minLength' || lengthOf(given) === bound)) return { text: given, tried: 1 };
  let tried = 0;
  for (const text of new Set([...kindsOf(place.request, bound), ...grown(given, bound), ...others])) {
    const changed = lengthOf(text) === bound ? place.put(text) : undefined;
    if (changed === undefined) continue;
    tried++;
    if (isAccepted(await context.send(changed))) return { text, tried };
  }
  return { tried };
}

/** An accepted text of another kind; `refused`: its length is what is refused; undefined: neither can be told. */
export type Kinds = Exchange | 'refused' | undefined;

/**
 * What texts of other kinds say of a refused one at a bound of its length. One of the same length that is accepted shows
 * that the bound is kept; one that is refused while the same with a character less, or a few letters, are accepted, that it is not.
 */
export async function otherKinds(context: CheckContext, place: Place, text: string, longest: boolean): Promise<Kinds> {
  const send = (tried: string): Promise<Exchange> | undefined => {
    const changed = place.put(tried);
    return changed === undefined ? undefined : context.send(changed);
  };
  if (text === '') return undefined;
  const [letters] = kindsOf(place.request, lengthOf(text));
  // Whatever form is wanted, letters alone have it at any length if they have it at one, and so has an address with more of a path.
  const takesFewer = async (tried: string): Promise<boolean> => {
    const whole = tried === letters ? FEW : (PATH.exec(tried)?.[0].length ?? 0) + FEW;
    const few = [tried.slice(0, -1), ...(whole > FEW || tried === letters ? [tried.slice(0, whole)] : [])];
    for (const one of few) {
      const exchange = await send(one);
      if (exchange !== undefined && isAccepted(exchange)) return true;
    }
    return false;
  };
  // All of them before any is tried with fewer: one that stands somewhere else already is refused at its length alone, too.
  const refused: string[] = [];
  for (const tried of new Set([
    text,
    ...kindsOf(place.request, lengthOf(text)),
    ...grown(place.given, lengthOf(text)),
  ])) {
    const whole = await send(tried);
    if (whole === undefined) continue;
    if (isAccepted(whole)) return whole;
    if (isRefused(whole)) refused.push(tried);
  }
  if (longest) for (const tried of refused) if (await takesFewer(tried)) return 'refused';
  return undefined;
}

/** What a refusal shows, however it is worded, where what is permitted is refused as well: `unproven`, if that is given. */
export function refusalShows(
  judgement: Judgement,
  exchange: Exchange | undefined,
  unproven: Judgement | undefined,
): Judgement {
  const shown = judgement.verdict === 'pass' || judgement.verdict === 'fail';
  return unproven !== undefined && shown && exchange !== undefined && isRefused(exchange) ? unproven : judgement;
}

/** The witness, too long or too short: by one, and by much. */
export function beyond(text: string, keyword: 'minLength' | 'maxLength', bound: number): Map<string, string> {
  const characters = [...text];
  if (keyword === 'minLength')
    return new Map(bound > 0 ? [['too-short', characters.slice(0, bound - 1).join('')]] : []);
  const last = characters.at(-1) ?? 'a';
  return new Map([
    ['too-long-by-one', text + last],
    ['too-long-by-much', text + last.repeat(MUCH)],
  ]);
}

/**
 * Texts of one length that rules of a server's own are likeliest to let through: letters, digits, an e-mail address. They
 * carry the ids of the entity, as they may have to be unique.
 */
export function kindsOf({ path }: RequestCase, length: number): string[] {
  const ids = Object.values(path).join('').toLowerCase();
  const digits = ids.replaceAll(/[^0-9]/g, '');
  const letters = ids
    .replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(97 + Number(digit)))
    .replaceAll(/[^a-z]/g, '');
  const domain = '@example.test';
  return [
    letters.padEnd(length, 'a').slice(0, length),
    digits.padEnd(length, '1').slice(0, length),
    ...(length > domain.length + 1 ? [letters.padEnd(length, 'a').slice(0, length - domain.length) + domain] : []),
  ];
}

/** The accepted text made longer at its end: of a form that nobody tells, such as an address of the Web, it is still one. */
function grown(given: string | undefined, length: number): string[] {
  const missing = length - lengthOf(given ?? '');
  return given === undefined || given === '' || missing <= 0 ? [] : [given + 'a'.repeat(missing)];
}

/** In code points, as JSON Schema counts. */
export function lengthOf(text: string): number {
  return [...text].length;
}
