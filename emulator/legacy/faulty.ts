import { isObject } from '../../spec/json.ts';
import type { Wire } from '../edge/answers.ts';
import type { EnvelopeEdit } from '../faults/types.ts';
import type { Envelope } from './envelope.ts';

/** Changes what an envelope says, before it is written. */
export function editEnvelope(envelope: Envelope, edit: EnvelopeEdit): Envelope {
  const { errorCode, errorMessage, ...rest } = envelope;
  const failed = errorCode !== 0;
  switch (edit.what) {
    case 'positive-code':
      return failed ? { ...envelope, errorCode: Math.abs(Number(errorCode)) } : envelope;
    case 'code-zero':
      return failed ? { ...envelope, errorCode: 0 } : envelope;
    case 'text-code':
      return { ...envelope, errorCode: 'error' };
    case 'fraction-code':
      return failed ? { ...envelope, errorCode: Number(errorCode) - 0.5 } : envelope;
    case 'no-code':
      return { errorMessage, ...rest } as Envelope;
    case 'no-message':
      return failed ? ({ errorCode, ...rest } as Envelope) : envelope;
    case 'empty-message':
      return failed ? { ...envelope, errorMessage: '' } : envelope;
    case 'success-message':
      return failed ? envelope : { ...envelope, errorMessage: 'ok' };
    case 'success-code':
      return failed ? envelope : { ...envelope, errorCode: 1 };
    case 'no-data':
      return { errorCode, errorMessage };
    case 'record':
      return failed ? envelope : { ...envelope, data: editRecord(envelope.data, edit.path, edit.to) };
    default:
      return envelope;
  }
}

/** Changes how an envelope was written. */
export function editLegacyAnswer(wire: Wire, envelope: Envelope, edit: EnvelopeEdit): Wire {
  switch (edit.what) {
    case 'other-format': {
      const json = wire.headers['Content-Type']?.includes('json') === true;
      const form = new URLSearchParams(
        Object.entries(envelope).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const type = json ? 'application/x-www-form-urlencoded' : 'application/json';
      return { ...wire, headers: { 'Content-Type': type }, body: json ? form.toString() : JSON.stringify(envelope) };
    }
    case 'plain-text':
      return { ...wire, headers: { 'Content-Type': 'text/plain' }, body: 'ok' };
    case 'empty-body':
      return { ...wire, headers: {}, body: undefined };
    case 'server-error':
      return envelope.errorCode === 0 ? wire : { ...wire, status: 500 };
    case 'raw-message':
      return { ...wire, body: wire.body?.replace(/(?<=errorMessage=)[^&]*/, String(envelope.errorMessage)) };
    case 'duplicate-code':
      return { ...wire, body: duplicate(wire.body ?? '') };
    default:
      return wire;
  }
}

function duplicate(body: string): string {
  return body.startsWith('{') ? body.replace('{', '{"errorCode":-99,') : `errorCode=-99&${body}`;
}

/** Sets the member at a path of the record to another value; undefined removes it. */
function editRecord(data: unknown, path: readonly string[], to: unknown): unknown {
  if (!isObject(data)) return data;
  const [name, ...rest] = path;
  if (name === undefined) return to;
  if (rest.length > 0) return { ...data, [name]: editRecord(data[name], rest, to) };
  const { [name]: _, ...others } = data;
  return to === undefined ? others : { ...others, [name]: to };
}
