import { isObject } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { type Boundary, boundaries } from '../schema/boundaries.ts';
import { brokenByText, toText, toTexts } from './reading.ts';

/** A boundary as it is written in a path, query or form. */
export interface TextBoundary extends Boundary {
  /** The whole value as text; the items of an array joined by commas. */
  readonly text: string;
  /** One text per item of an array, else one. */
  readonly texts: readonly string[];
}

/**
 * The boundaries of a parameter that survive being written as text: an empty array, for one, does not.
 * @throws as `boundaries`.
 */
export function textBoundaries(schema: JsonSchema): TextBoundary[] {
  const found = boundaries(schema).map((boundary) => ({
    ...boundary,
    text: toText(boundary.value),
    texts: toTexts(boundary.value),
  }));
  const members =
    isObject(schema) && schema['x-comma-separated'] === true && Array.isArray(schema['enum']) ? schema['enum'] : [];
  if (members.length > 1) {
    const text = members.join(',');
    found.push({ label: 'all values of the list', pointer: '', keyword: 'enum', value: text, text, texts: [text] });
  }
  return found.filter(({ texts }) => texts.length > 0 && brokenByText(schema, texts).length === 0);
}
