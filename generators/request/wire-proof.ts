import type { JsonSchema, Operation, Parameter } from '../../spec/types.ts';
import { removeAt, replaceAt } from '../schema/json.ts';
import { prepare } from '../schema/valid.ts';
import { brokenByText, brokenByValue } from '../text/reading.ts';
import { describe, isJust, isWithin } from '../violations/clause.ts';
import type { Clause } from '../violations/own-clauses.ts';
import { sitesOf } from '../violations/sites.ts';
import { isArray, mediaTypeOf } from './edit.ts';
import { type ReadBack, readBack } from './read-back.ts';
import type { PlacedViolation, Serialized } from './types.ts';

/** Whether a serialised request breaks what it should and nothing else; if not, why. */
export type WireProof = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Where in a request something is broken. */
interface Place {
  readonly where: PlacedViolation['where'];
  readonly parameter?: string;
}

interface Finding extends Place {
  readonly clauses: readonly Clause[];
}

/** The part of a violation that the proof looks at. */
export type Intended = Pick<PlacedViolation, 'keyword' | 'pointer' | 'certainty' | 'where' | 'parameter'> &
  Partial<Pick<PlacedViolation, 'old' | 'new' | 'operator'>>;

/**
 * Re-reads a serialised request and checks every parameter and the body against the contract. Without `intended`
 * nothing may be broken; with it, exactly that clause at that place (a debatable one may also turn out intact) and
 * nothing anywhere else. Parameters that the contract does not name are no finding: what they do is not shown.
 */
export function wireProof(operation: Operation, serialized: Serialized, intended?: Intended): WireProof {
  let read: ReadBack;
  try {
    read = readBack(operation, serialized);
  } catch (error) {
    return { ok: false, reason: `it cannot be read back: ${error instanceof Error ? error.message : String(error)}` };
  }
  const findings = [...parameterFindings(operation, serialized, read), ...bodyFindings(operation, read, intended)];
  const elsewhere = findings.filter((finding) => finding.clauses.length > 0 && !(intended && isAt(finding, intended)));
  const [stray] = elsewhere;
  if (stray)
    return {
      ok: false,
      reason: `${stray.parameter ?? stray.where} breaks ${describe(stray.clauses)}, which is not intended`,
    };
  if (!intended) return { ok: true };
  const clauses = findings.filter((finding) => isAt(finding, intended)).flatMap((finding) => finding.clauses);
  const proven = isJust(clauses, intended) || (intended.certainty === 'debatable' && isWithin(clauses, intended));
  if (proven) return { ok: true };
  return { ok: false, reason: `as sent it breaks ${describe(clauses)}, not just ${describe([intended])}` };
}

function parameterFindings(operation: Operation, { arrayStyle }: Serialized, read: ReadBack): Finding[] {
  return operation.parameters.map((parameter): Finding => {
    const texts = textsOf(parameter, read, arrayStyle);
    const place = { where: parameter.in, parameter: parameter.name };
    if (texts.length > 0) return { ...place, clauses: brokenByText(parameter.schema, texts) };
    return { ...place, clauses: parameter.required ? [{ keyword: 'required', pointer: '' }] : [] };
  });
}

function textsOf(parameter: Parameter, read: ReadBack, arrayStyle: Serialized['arrayStyle']): readonly string[] {
  if (parameter.in === 'path') return [read.path.get(parameter.name) ?? []].flat();
  const texts = read[parameter.in].get(parameter.name) ?? [];
  return arrayStyle === 'comma' && isArray(parameter) ? texts.flatMap((text) => text.split(',')) : texts;
}

function bodyFindings(operation: Operation, { body }: ReadBack, intended: Intended | undefined): Finding[] {
  const isForm = operation.body?.contents.every(
    ({ mediaType }) => mediaTypeOf(mediaType) === 'application/x-www-form-urlencoded',
  );
  if (operation.body === undefined || isForm) return [];
  if (body.kind === 'unreadable') return [{ where: 'body', clauses: [{ keyword: 'syntax', pointer: '' }] }];
  if (body.kind !== 'value')
    return operation.body.required ? [{ where: 'body', clauses: [{ keyword: 'required', pointer: '' }] }] : [];
  const clauses =
    intended?.where === 'body'
      ? brokenAgainst(body.schema, body.value, intended)
      : brokenByValue(body.schema, body.value);
  return [{ where: 'body', clauses }];
}

/** The clauses that a body breaks, read by the branches that the value took before it was broken. */
function brokenAgainst(schema: JsonSchema, value: unknown, intended: Intended): readonly Clause[] {
  const { doc } = prepare(schema);
  const { pointer, keyword, old } = intended;
  const original = old === undefined ? removeAt(value, pointer) : pointer === '' ? old : replaceAt(value, pointer, old);
  if (doc.accepts(value)) return [];
  if (!doc.accepts(original)) return brokenByValue(schema, value);
  const branching = keyword === 'oneOf' || keyword === 'anyOf';
  const clauses = sitesOf(doc).broken(original, value, branching ? { pointer, keyword } : undefined);
  if (clauses && clauses.length === 0 && branching) return [{ keyword, pointer }];
  return clauses ?? [];
}

function isAt(place: Place, intended: Place): boolean {
  return place.where === intended.where && place.parameter === intended.parameter;
}
