import type { Wire } from '../edge/answers.ts';
import type { AnswerKind, Edit } from './types.ts';

/** Which kind of answer a finished one is, for the faults that change one kind only. */
export function answerKind(wire: Wire): AnswerKind | undefined {
  if (wire.status < 400) return 'success';
  if (wire.status === 401) return 'unauthorized';
  if (wire.status === 404) return 'not-found';
  return 'bad-request';
}

/** Applies one edit to an answer. */
export function editAnswer(wire: Wire, edit: Edit): Wire {
  if ('lost' in edit) return { ...wire, lost: true };
  if ('status' in edit) return { ...wire, status: edit.status };
  if ('next' in edit) return { ...wire, body: JSON.stringify(nextIn(JSON.parse(wire.body ?? '{}'), edit.next)) };
  if ('contentType' in edit) return { ...wire, headers: { ...wire.headers, 'Content-Type': edit.contentType } };
  if ('header' in edit) return { ...wire, headers: withHeader(wire.headers, edit.header, edit.to) };
  const type = edit.body === 'none' ? undefined : edit.body === 'text' ? 'text/plain' : 'application/json';
  return { ...wire, headers: withHeader(wire.headers, 'Content-Type', type), body: otherBody(wire.body, edit.body) };
}

function withHeader(headers: Wire['headers'], name: string, to: string | undefined): Wire['headers'] {
  const { [name]: _, ...rest } = headers;
  return to === undefined ? rest : { ...rest, [name]: to };
}

function otherBody(body: string | undefined, kind: Extract<Edit, { body: string }>['body']): string | undefined {
  switch (kind) {
    case 'none':
      return undefined;
    case 'text':
      return 'Something is wrong.';
    case 'array':
      return '[]';
    case 'object':
      return '{}';
    case 'broken-json':
      return '{"code": -1, ';
    case 'wrong-type':
      return JSON.stringify(mistype(JSON.parse(body ?? '{}')));
    case 'no-code':
      return JSON.stringify(without(JSON.parse(body ?? '{}'), (value) => typeof value !== 'number'));
    case 'no-description':
      return JSON.stringify(without(JSON.parse(body ?? '{}'), (value) => typeof value !== 'string'));
  }
}

/** Gives the first member of an object, or of each element, a type that no schema of the dialects has there. */
function mistype(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [17] : value.map(mistype);
  if (value === null || typeof value !== 'object') return [value];
  return Object.fromEntries(
    Object.entries(value).map(([name, member], i) => [name, i === 0 ? { wrong: [member] } : member]),
  );
}

/** A number is one more, a text has another digit or letter at its end. */
function nextIn(value: unknown, member: string): unknown {
  if (value === null || typeof value !== 'object' || !(member in value)) return value;
  const was = (value as Record<string, unknown>)[member];
  return {
    ...value,
    [member]: typeof was === 'number' ? was + 1 : String(was).replace(/.$/, (end) => (end === '1' ? '2' : '1')),
  };
}

function without(value: unknown, keeps: (member: unknown) => boolean): unknown {
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => typeof member === 'object' || keeps(member));
  return Object.fromEntries(members.map(([name, member]) => [name, without(member, keeps)]));
}
