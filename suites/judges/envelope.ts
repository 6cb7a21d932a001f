/**
 * Reads the envelope of a legacy answer (contract 2.2, 4.13, 7.2). The verdict of these actions is in the body, so a judge
 * must know first what the body says, and what is wrong with how it says it. No I/O here.
 */
import { isObject, type ReceivedResponse } from '../../spec/index.ts';
import { excerpt, parseJson } from './body.ts';
import { decodeForm, repeatedMembers, unencoded } from './envelope-decoding.ts';

/** The status action answers JSON, the DCV action form-encoded pairs. */
export type EnvelopeFormat = 'json' | 'form';

/** The promises that an envelope can break, each judged apart. */
export type Aspect = 'format' | 'once' | 'code' | 'message' | 'data';

/** One thing wrong with an envelope. `doubtful` ones break no clear promise. */
export interface EnvelopeFault {
  readonly aspect: Aspect;
  readonly expected: string;
  readonly actual: string;
  readonly doubtful?: true;
}

/** What an answer says. `unclear`: it cannot be told whether the call succeeded. */
export interface EnvelopeReading {
  readonly outcome: 'success' | 'error' | 'unclear';
  /** The error code when it is an integer. */
  readonly code?: number;
  readonly message?: string;
  /** The order state of the status action. */
  readonly data?: unknown;
  /** Names of all members of the envelope. */
  readonly members: readonly string[];
  readonly faults: readonly EnvelopeFault[];
}

/** Reads a response body as the envelope of an action. Never throws: what cannot be read is `unclear` with the reason. */
export function readEnvelope(response: ReceivedResponse, format: EnvelopeFormat): EnvelopeReading {
  return format === 'json' ? readJson(response) : readForm(response);
}

/** The first fault of an aspect; undefined when the envelope keeps its promise there. */
export function faultOf(reading: EnvelopeReading, aspect: Aspect): EnvelopeFault | undefined {
  const own = reading.faults.filter((fault) => fault.aspect === aspect);
  return own.find((fault) => fault.doubtful !== true) ?? own[0];
}

function readJson(response: ReceivedResponse): EnvelopeReading {
  const expected = 'a JSON object in UTF-8';
  const parsed = parseJson(response);
  if (parsed.error !== undefined) {
    const form = /(^|&)errorCode=/.test(response.body) ? 'a form in place of JSON' : parsed.error;
    return unreadable(expected, form);
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unreadable(expected, `JSON that is no object: ${excerpt(response.body)}`);
  const members = value as Readonly<Record<string, unknown>>;
  const faults: EnvelopeFault[] = repeatedMembers(response.body).map((pointer) => ({
    aspect: 'once',
    expected: 'each member once',
    actual: `${pointer} more than once`,
  }));
  const code = Object.hasOwn(members, 'errorCode') ? members['errorCode'] : undefined;
  const whole = typeof code === 'number' && Number.isInteger(code) ? code : undefined;
  faults.push(...codeFaults(whole, code === undefined ? 'no errorCode' : `errorCode ${excerpt(JSON.stringify(code))}`));
  const message = Object.hasOwn(members, 'errorMessage') ? members['errorMessage'] : undefined;
  faults.push(...messageFaults(whole, message), ...dataFaults(whole, members['data'], Object.hasOwn(members, 'data')));
  return {
    outcome: outcomeOf(whole),
    ...(whole === undefined ? {} : { code: whole }),
    ...(typeof message === 'string' ? { message } : {}),
    ...(Object.hasOwn(members, 'data') ? { data: members['data'] } : {}),
    members: Object.keys(members),
    faults,
  };
}

function readForm(response: ReceivedResponse): EnvelopeReading {
  const decoded = decodeForm(response);
  if ('error' in decoded) return unreadable('form-encoded pairs with errorCode', decoded.error);
  const values = (name: string): string[] => decoded.pairs.filter(([key]) => key === name).map(([, value]) => value);
  const names = [...new Set(decoded.pairs.map(([name]) => name))];
  const faults: EnvelopeFault[] = names
    .filter((name) => values(name).length > 1)
    .map((name) => ({
      aspect: 'once',
      expected: 'each field once',
      actual: `${name} ${values(name).length} times`,
      // Nothing is promised about the number of fields that the contract does not name.
      ...(name === 'errorCode' || name === 'errorMessage' ? {} : { doubtful: true as const }),
    }));
  const text = values('errorCode').at(-1);
  const whole = text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
  faults.push(...codeFaults(whole, text === undefined ? 'no errorCode' : `errorCode ${JSON.stringify(excerpt(text))}`));
  const message = values('errorMessage').at(-1);
  // On success the contract promises no message, and does not exclude one either.
  if (whole !== undefined && whole < 0 && (message === undefined || message.trim() === ''))
    faults.push({ aspect: 'message', expected: 'a description of the error', actual: describeMissing(message) });
  const raw = unencoded(response, 'errorMessage');
  if (raw !== undefined)
    faults.push({
      aspect: 'message',
      expected: 'errorMessage encoded as in a form',
      actual: JSON.stringify(excerpt(raw)),
    });
  return {
    outcome: outcomeOf(whole),
    ...(whole === undefined ? {} : { code: whole }),
    ...(message === undefined ? {} : { message }),
    members: names,
    faults,
  };
}

function unreadable(expected: string, actual: string): EnvelopeReading {
  return { outcome: 'unclear', members: [], faults: [{ aspect: 'format', expected, actual }] };
}

function outcomeOf(code: number | undefined): EnvelopeReading['outcome'] {
  if (code === 0) return 'success';
  return code !== undefined && code < 0 ? 'error' : 'unclear';
}

function codeFaults(code: number | undefined, actual: string): EnvelopeFault[] {
  if (code !== undefined && code <= 0) return [];
  return [{ aspect: 'code', expected: 'errorCode as an integer: 0 on success, below 0 on error', actual }];
}

function messageFaults(code: number | undefined, message: unknown): EnvelopeFault[] {
  if (typeof message !== 'string') {
    const actual = message === undefined ? 'no errorMessage' : `errorMessage ${excerpt(JSON.stringify(message))}`;
    return [{ aspect: 'message', expected: 'errorMessage as text', actual }];
  }
  if (code === 0 && message !== '')
    return [
      { aspect: 'message', expected: 'an empty errorMessage on success', actual: JSON.stringify(excerpt(message)) },
    ];
  if (code !== undefined && code < 0 && message.trim() === '')
    return [{ aspect: 'message', expected: 'the reason of the error', actual: describeMissing(message) }];
  return [];
}

function dataFaults(code: number | undefined, data: unknown, present: boolean): EnvelopeFault[] {
  if (code === 0 && !isObject(data)) {
    const actual = present ? `data ${excerpt(JSON.stringify(data) ?? '')}` : 'no data';
    return [{ aspect: 'data', expected: 'data with the state of the order', actual }];
  }
  const empty = data === undefined || data === null || (isObject(data) && Object.keys(data).length === 0);
  if (code !== undefined && code < 0 && !empty)
    return [{ aspect: 'data', expected: 'no data on an error', actual: excerpt(JSON.stringify(data)), doubtful: true }];
  return [];
}

function describeMissing(message: string | undefined): string {
  if (message === undefined) return 'no errorMessage';
  return message === '' ? 'an empty errorMessage' : 'a blank errorMessage';
}
