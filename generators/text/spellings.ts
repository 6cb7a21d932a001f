import type { JsonType } from '../schema/json.ts';
import type { Certainty } from '../violations/violation.ts';

/** A text in place of a value, and whether every reader must refuse it. */
export interface Spelling {
  readonly operator: string;
  readonly text: string;
  readonly certainty: Certainty;
}

/**
 * Texts that a strict reading refuses for a type. Definite are those that no usual reader takes for a value of the type;
 * doubtful are exponents, hexadecimal digits and fractions of nothing (`5.0`), which some parsers take unasked; debatable are
 * signs, blanks, leading zeros, other digits and other words for true, and the empty text, which many read as "not given".
 * @param plain the text of a valid value.
 * @param listed whether the text is a list of values joined by commas.
 */
export function spellingsOf(types: readonly JsonType[], integer: boolean, plain: string, listed: boolean): Spelling[] {
  if (types.includes('string')) return wordSpellings(plain, listed);
  if (types.includes('number')) return numberSpellings(integer, plain);
  return types.includes('boolean') ? truthSpellings() : [];
}

function numberSpellings(integer: boolean, plain: string): Spelling[] {
  const digits = plain.replace('-', '');
  const arabic = [...plain]
    .map((char) => (/[0-9]/.test(char) ? String.fromCodePoint(0x660 + Number(char)) : char))
    .join('');
  return [
    definite('not-a-number', 'abc'),
    definite('no-finite-number', 'Infinity'),
    definite('trailing-letters', `${plain}abc`),
    definite('double-sign', `--${digits}`),
    definite('two-numbers', `${plain};${plain}`),
    ...(integer ? [doubtful('integral-fraction', `${plain}.0`), doubtful('exponent', '1e1')] : []),
    debatable('plus-sign', `+${digits}`),
    debatable('leading-space', ` ${plain}`),
    debatable('trailing-space', `${plain} `),
    debatable('leading-zero', `0${digits}`),
    doubtful('hexadecimal', '0x10'),
    debatable('other-digits', arabic),
    debatable('empty-text', ''),
  ];
}

function truthSpellings(): Spelling[] {
  return [
    definite('not-a-boolean', 'maybe'),
    definite('number-for-boolean', '25'),
    ...['TRUE', 'True', '1', '0', 'yes', 'on', ' true'].map((text) => debatable('other-boolean', text)),
    debatable('empty-text', ''),
  ];
}

/** For listed values only: where any text is allowed, the reading does not find these broken and they fall away. */
function wordSpellings(plain: string, listed: boolean): Spelling[] {
  const lists = [
    definite('unknown-in-list', `${plain},qzxjvkwq`),
    debatable('space-in-list', `${plain}, ${plain}`),
    debatable('trailing-comma', `${plain},`),
    debatable('repeated-in-list', `${plain},${plain}`),
  ];
  return listed ? [...lists, debatable('empty-text', '')] : [debatable('empty-text', '')];
}

function definite(operator: string, text: string): Spelling {
  return { operator, text, certainty: 'definite' };
}

function doubtful(operator: string, text: string): Spelling {
  return { operator, text, certainty: 'doubtful' };
}

function debatable(operator: string, text: string): Spelling {
  return { operator, text, certainty: 'debatable' };
}
