/** Stands for a text that is not a value of the wanted type. */
export const MISFIT = Symbol('misfit');

/**
 * Turns the text of a path, query or form parameter into a value of the schema's type.
 * Integers are plain decimal digits with an optional minus; booleans are exactly `true` and `false`.
 *
 * @param type JSON Schema type: integer, number, boolean or string.
 */
export function readScalar(text: string, type: string | undefined): unknown {
  switch (type) {
    case 'integer':
      return /^-?[0-9]+$/.test(text) ? Number(text) : MISFIT;
    case 'number':
      return /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : MISFIT;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : MISFIT;
    default:
      return text;
  }
}
