/** What a server says of a refusal in its own words, whatever form it gives them (contract 7.1 shows none). */
import type { Exchange } from '../../spec/vocabulary.ts';
import { parseJson } from './body.ts';

/** More of it is in the exchange, which is kept. */
const LIMIT = 300;

/** The texts of a JSON body in their order, else the text without its markup; undefined when there are none. */
export function saidIn({ response }: Exchange): string | undefined {
  if (response === undefined || response.encoding !== 'utf8') return undefined;
  const parsed = parseJson(response);
  const words = parsed.error === undefined ? textsIn(parsed.value).join(': ') : response.body.replace(/<[^>]*>/g, ' ');
  const said = words.replace(/\s+/g, ' ').trim().slice(0, LIMIT);
  return said === '' ? undefined : said;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
