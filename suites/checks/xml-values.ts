/** The constraints of a body are the same in whatever form it is written (contract 4.1, 4.7, 4.11). */
import { type RequestCase, type Violation, withBody } from '../../generators/index.ts';
import { isClientError } from '../../spec/status.ts';
import type { WireRequest } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { isAccepted, isRefused } from '../judges/acceptance.ts';
import { fail, observed, PASS, unshown } from '../judges/judgement.ts';
import { answerOf } from '../judges/transport.ts';
import { memberSchema } from '../lifecycles/member-schema.ts';
import { transplantFault } from './body-parts.ts';
import { bodySchemaOf } from './body-refusals.ts';
import { violationsOf } from './inputs.ts';

/** The sorts of violations that XML can carry: lists, nulls and empty texts are written in ways that are not shown. */
const KEYWORDS = ['type', 'enum', 'maxLength', 'minimum', 'maximum', 'pattern', 'required'] as const;

/** Violations of one sort that are tried until one is refused in JSON. */
const MOST_TRIED = 3;

/** Texts that a reader of XML may take for a number or a truth value. */
const READABLE = /^[-+.\d]|^(nan|infinity|inf|true|false|yes|no|on|off|t|f|y|n)$/i;

const SCALARS: ReadonlySet<string> = new Set(['integer', 'number', 'boolean']);

/** A body that was accepted as JSON and as XML. */
export interface XmlAccepted {
  readonly request: RequestCase;
  /** Another request of the operation, written as XML. */
  readonly write: (request: RequestCase) => WireRequest;
  /** Given where nobody says how a body is written as XML: what is not understood cannot be refused. */
  readonly open: string | undefined;
}

/** One violation of each sort that is refused in JSON is sent as XML. Whatever it is refused with, it must be refused. */
export async function judgeXmlValues(context: CheckContext, id: string, accepted: XmlAccepted): Promise<void> {
  const { request, write, open } = accepted;
  const { operation } = request;
  if (open !== undefined || operation.body?.standing === 'assumed') {
    const reason = open ?? 'the schema is only assumed';
    return context.record(id, observed(`Not tried: ${reason}.`), { label: 'values in XML' });
  }
  let judged = 0;
  for (const keyword of KEYWORDS) {
    const faults = violationsOf(bodySchemaOf(operation)).filter(
      (fault) => isWritable(fault, keyword) && (keyword !== 'type' || isScalar(request, fault)),
    );
    for (const fault of faults.slice(0, MOST_TRIED)) {
      const value = transplantFault(request.body?.value, fault);
      const broken = withBody(request, { mediaType: 'application/json', value });
      if (!isRefused(await context.send(broken))) continue;
      const exchange = await context.send(write(broken));
      const because = `${fault.pointer}: ${fault.operator}, refused in JSON`;
      const { response, judgement } = answerOf(exchange);
      const refused = isClientError(response?.status);
      const told = refused ? PASS : fail(`a refusal (any 4xx) (${because})`, `status ${response?.status}`);
      context.record(id, judgement ?? told, {
        label: `${fault.pointer}: ${fault.operator} as XML`,
        exchange,
        case: value,
      });
      judged += 1;
      break;
    }
  }
  const control = judged === 0 ? undefined : await context.send(write(request));
  if (control !== undefined && isAccepted(control)) return;
  const reason =
    judged === 0
      ? 'No violation that XML can carry is refused in JSON.'
      : 'The sound body is no longer accepted as XML.';
  const judgement = unshown('control-refused', reason);
  context.record(id, judgement, { label: 'values in XML', ...(control === undefined ? {} : { exchange: control }) });
}

/** True for a number or a truth value: an object's element with a text in it may be read as one without members. */
function isScalar({ operation, body }: RequestCase, { pointer }: Violation): boolean {
  const schema = memberSchema(operation, pointer, body?.value);
  const types = typeof schema === 'object' ? [schema['type']].flat() : [];
  return types.length > 0 && types.every((type) => SCALARS.has(String(type)));
}

/** True for a certain violation of a sort that stays one when it is written as an element. */
function isWritable({ keyword, certainty, pointer, new: broken }: Violation, wanted: string): boolean {
  if (keyword !== wanted || certainty !== 'definite' || pointer === '' || /\/\d+(\/|$)/.test(pointer)) return false;
  if (keyword === 'required') return true;
  if (typeof broken === 'number') return keyword !== 'type';
  if (typeof broken !== 'string' || broken === '' || broken.trim() !== broken) return false;
  return keyword !== 'type' || !READABLE.test(broken);
}
