/**
 * Mends a body by what the server said when it refused it: a member that it does not know is taken out, one that it misses is
 * put in, and one that it does not like is given another value. Pure: it sends nothing.
 */
import { isObject, token, valueAt } from '../../spec/json.ts';
import { pointerSet, pointerUnset } from '../../suites/judges/documents.ts';
import { guessesFor, type Known } from './guesses.ts';

/** Where a refusal points, and what is to be done there. */
interface Complaint {
  readonly pointer: string;
  readonly isUnknown: boolean;
}

/** A body on its way to be accepted. */
export class Repair {
  readonly #known: Known;
  /** Values that were put in a place, as JSON. */
  readonly #used = new Map<string, Set<string>>();
  #body: unknown;

  constructor(start: unknown, known: Known) {
    this.#body = start;
    this.#known = known;
  }

  get body(): unknown {
    return this.#body;
  }

  /** Changes the body as the refusal asks for. False when it names no member, or nothing is left to be tried there. */
  mend(said: string): boolean {
    const complaint = complaintIn(said, this.#body);
    if (complaint === undefined) return false;
    const { pointer, isUnknown } = complaint;
    if (isUnknown && valueAt(this.#body, pointer) !== undefined) {
      this.#body = pointerUnset(this.#body, pointer);
      return true;
    }
    const used = this.#used.get(pointer) ?? new Set([JSON.stringify(valueAt(this.#body, pointer))]);
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const guess = guessesFor(name, said, this.#known).find((one) => !used.has(JSON.stringify(one)));
    if (guess === undefined) return false;
    this.#used.set(pointer, used.add(JSON.stringify(guess)));
    this.#body = pointerSet(this.#body, pointer, guess);
    return true;
  }
}

const UNKNOWN = /unknown|unrecogni[sz]ed|unexpected|not (allowed|permitted|known|supported)|additional|unsupported/i;

/** The member that a refusal is about: by its pointer, in quotation marks, or by a name that the body has. */
function complaintIn(said: string, body: unknown): Complaint | undefined {
  const name =
    /(?:^|[\s'"`(])((?:\/[A-Za-z_][\w~-]*)(?:\/[\w~-]+)*)(?=$|[\s'"`).,:;])/.exec(said)?.[1] ??
    quotedIn(said) ??
    namedIn(said, body);
  if (name === undefined) return undefined;
  const pointer = name.startsWith('/') ? name : name.split('.').map(token).join('');
  return { pointer, isUnknown: UNKNOWN.test(said) };
}

/** `'name'`, `"name"`, `[name]` and the like. */
function quotedIn(said: string): string | undefined {
  return /['"`‘“[]([A-Za-z_][\w.-]*)['"`’”\]]/.exec(said)?.[1];
}

/** `firstName must not be blank`: a word of the text that is written like a member, or is one of the body. */
function namedIn(said: string, body: unknown): string | undefined {
  const own = isObject(body) ? Object.keys(body) : [];
  const words = said.match(/[A-Za-z_][\w.]*\w/g) ?? [];
  return words.find((word) => own.includes(word) || /[a-z][A-Z]|\w_\w/.test(word));
}
