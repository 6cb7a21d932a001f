/** Texts that a careless server does not keep, where nothing but a filter shows what an SSL update has written (contract 4.2). */
import { packedTexts } from '../../generators/index.ts';
import { filtersOf } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints } from '../judges/index.ts';
import type { UpdateSubject } from '../lifecycles/update-subject.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { entryKeyOf, type Finder, type Lookup, lookupsOf, recordKept } from './lookups.ts';

/** Letters, and what stands between them in names: a filter may have signs of its own. */
const NAME = /^[\p{L}\p{Extended_Pictographic}'&]+$/u;

/** Names of hosts, of which other letters may be kept in another notation (RFC 5891). */
const HOST = /^[^@\s]+\.[^@\s]+$/;

/** Lengths of which the greatest that is accepted is tried: an address has no more than 64 characters before its sign. */
const LENGTHS = [4096, 512, 256, 128, 60];

/**
 * What was found by a filter once (`lookup`) is found whatever its letters are, and however long it is: by the very same text, so it
 * does not matter how the filter compares.
 */
export async function recordTexts(
  context: CheckContext,
  id: string,
  finder: Finder,
  { lookup, subject }: { readonly lookup: Lookup; readonly subject: UpdateSubject },
): Promise<void> {
  const { fixture, operation, valid } = subject;
  const own = entryKeyOf(fixture);
  const { filter, place, value: found } = lookup;
  const schema = memberSchema(operation, place, valid.request.body?.value) ?? true;
  const isFit = (value: string): boolean =>
    complaints(schema, value).length === 0 && lookupsOf(context, [{ place, value }]).length > 0;
  const kept = { lookup, valid: valid.request, own };
  const parts = HOST.test(found) ? [] : packedTexts({ type: 'string' }).flatMap((packed) => packed.parts.map(untidied));
  for (const part of parts) {
    // In front: what is behind the sign of an address names a host.
    const values = ['t', 'u'].map((letter) => `${letter}${part}${found}`);
    if (!NAME.test(part) || !values.every(isFit)) continue;
    await recordKept(context, id, finder, { ...kept, what: `${filter} with ${part}`, values });
  }
  const bounds = [
    schema,
    filtersOf(context.contract.operation('ssl.list')).find(({ name }) => name === filter)?.schema,
  ];
  for (const length of [...bounds.flatMap(lengthOf), ...LENGTHS].toSorted((a, b) => b - a)) {
    const values = ['v', 'w'].map((letter) => found.padStart(length, letter));
    if (!values.every((value) => value.length === length && isFit(value))) continue;
    const isKept = await recordKept(context, id, finder, {
      ...kept,
      what: `${filter} of ${length} characters`,
      values,
    });
    if (isKept !== undefined) return;
  }
}

/** Without what a server may tidy while its filter does not: capitals, blanks, letters that Unicode composes. */
function untidied(text: string): string {
  return text.toLowerCase().replace(/\s/g, '').normalize('NFKC');
}

function lengthOf(schema: unknown): number[] {
  const { maxLength } = (schema ?? {}) as { readonly maxLength?: number };
  return maxLength === undefined ? [] : [maxLength];
}
