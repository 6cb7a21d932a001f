/** A regular expression as a tree. Sets keep their source: the engine itself decides which characters they hold. */
export type Expression =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly body: Expression; readonly min: number; readonly max: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'assertion' };

export interface Parsed {
  readonly expression: Expression;
  /** False when an assertion had to be left out: the tree then accepts more than the pattern. */
  readonly exact: boolean;
}

/**
 * Parses an ECMAScript pattern in Unicode mode. Look-around and word boundaries are left out and reported as inexact.
 * @throws SyntaxError for back references and for patterns that are not valid.
 */
export function parsePattern(pattern: string): Parsed {
  new RegExp(pattern, 'u');
  return new Parser(pattern).parse();
}

class Parser {
  readonly #text: string;
  #at = 0;
  #exact = true;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Parsed {
    const expression = this.#choice();
    return { expression, exact: this.#exact };
  }

  #choice(): Expression {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only ? only : { kind: 'choice', options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#text.length && this.#peek() !== '|' && this.#peek() !== ')') parts.push(this.#term());
    return { kind: 'sequence', parts };
  }

  #term(): Expression {
    const atom = this.#atom();
    const bounds = this.#quantifier();
    return bounds ? { kind: 'repeat', body: atom, ...bounds } : atom;
  }

  #atom(): Expression {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#peek() === '(') return this.#group();
    if (this.#peek() === '[') return { kind: 'set', source: this.#until(']') };
    if (this.#peek() === '\\') return this.#escape();
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += char.length;
    return { kind: 'set', source: char };
  }

  #group(): Expression {
    const opening = /^\((\?(:|=|!|<=|<!|<[^>]+>))?/.exec(this.#text.slice(this.#at))?.[0] ?? '(';
    this.#at += opening.length;
    const body = this.#choice();
    this.#take(')');
    if (!/^\(\?(=|!|<=|<!)$/.test(opening)) return body;
    this.#exact = false;
    return { kind: 'assertion' };
  }

  #escape(): Expression {
    const source =
      /^\\(u\{[0-9a-fA-F]+\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)/su.exec(
        this.#text.slice(this.#at),
      )?.[0];
    if (source === undefined || /^\\(k|[1-9])/.test(source))
      throw new SyntaxError('back references cannot be generated');
    this.#at += source.length;
    if (source === '\\b' || source === '\\B') {
      this.#exact = false;
      return { kind: 'assertion' };
    }
    return { kind: 'set', source };
  }

  #quantifier(): { min: number; max: number } | undefined {
    const found = /^(\*|\+|\?|\{(\d+)(,(\d*))?\})\??/.exec(this.#text.slice(this.#at));
    if (!found) return undefined;
    this.#at += found[0].length;
    const sign = found[1];
    if (sign === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
    if (sign === '?') return { min: 0, max: 1 };
    const min = Number(found[2]);
    if (found[3] === undefined) return { min, max: min };
    return { min, max: found[4] ? Number(found[4]) : Number.POSITIVE_INFINITY };
  }

  #until(end: string): string {
    const from = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length && this.#peek() !== end) this.#at += this.#peek() === '\\' ? 2 : 1;
    this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}
