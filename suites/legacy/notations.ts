/** Other texts that a careless reader takes for the number of an order (contract 4.12, 4.13). */

export interface Notation {
  readonly text: string;
  readonly how: string;
  /** Where a reader has good reason to take it for the number: of a text, and of an integer. */
  readonly debatable: { readonly text: boolean; readonly integer: boolean };
}

const WORD = 2n ** 32n;

const CERTAIN = { text: false, integer: false };
const OF_NUMBERS = { text: false, integer: true };
const ALWAYS = { text: true, integer: true };

/** The number in other notations, beyond 32 bits, and with what readers pass over; none of them for a number that is no digits. */
export function notationsOf(number: string): Notation[] {
  if (!/^[1-9]\d*$/.test(number)) return [];
  const wrapped = BigInt(number) + WORD;
  return [
    { text: String(wrapped), how: '32 bits more', debatable: CERTAIN },
    { text: `-${number}`, how: 'with a minus sign', debatable: CERTAIN },
    { text: `${number},${number}`, how: 'twice, with a comma', debatable: CERTAIN },
    { text: `${number}%`, how: 'with a wildcard', debatable: CERTAIN },
    { text: `${number}' OR '1'='1`, how: 'with a condition of a query', debatable: CERTAIN },
    { text: `${number}e0`, how: 'with an exponent', debatable: OF_NUMBERS },
    { text: `0x${BigInt(number).toString(16)}`, how: 'in hexadecimal', debatable: OF_NUMBERS },
    { text: `${number}.0`, how: 'with a fraction', debatable: ALWAYS },
    { text: `0${number}`, how: 'with a zero before it', debatable: ALWAYS },
    { text: `+${number}`, how: 'with a plus sign', debatable: ALWAYS },
    { text: ` ${number} `, how: 'between blanks', debatable: ALWAYS },
  ];
}
