import type { JsonSchema, Operation } from '../../spec/types.ts';
import type { Incoming } from '../pipeline.ts';
import type { Edit, Fault, FaultFamily, FaultHint, Given } from './types.ts';

const ACCEPTS = { direction: 'accepts', topic: 'constraint' } as const;

/** Whether a request is one of those that a fault is limited to. */
export function isGiven({ url, headers }: Incoming, given: Given | undefined, body?: string): boolean {
  if (given === undefined) return true;
  if ('mediaType' in given) return String(headers['content-type'] ?? '').startsWith(given.mediaType);
  if ('answer' in given) return body === given.answer;
  if ('ids' in given) return ODD_ID.test(url.split('?')[0] ?? '');
  const pairs = (url.split('?')[1] ?? '').split('&');
  return pairs.some((pair) => pair.startsWith(`${given.parameter}=`));
}

/** The last number of a path, or the last figure of its UUID, is odd. */
const ODD_ID = /[13579bdf](\/[a-z-]+)?$/;

/**
 * Successes that are as documented for the plainest request, and otherwise once an optional parameter is given or the body
 * is XML (contract 4, all tables).
 */
export function givenFaults(operation: Operation): Fault[] {
  const [success] = operation.success;
  if (success === undefined) return [];
  const other = [202, 200].find((status) => operation.success.every((one) => one.status !== status)) ?? 203;
  const status: Edit = { status: other };
  const fault = (family: FaultFamily, hint: Omit<FaultHint, 'operation'>, given: Given, edit: Edit): Fault => {
    const [place, what] = 'parameter' in given ? [given.parameter, given.parameter] : ['xml', 'a body in XML'];
    return {
      id: `${operation.id}.${place}.${suffixOf(edit)}`,
      family,
      operation: operation.id,
      breaks: `${operation.id} answers otherwise than documented as soon as it is given ${what}.`,
      hint: { operation: operation.id, ...hint },
      change: { kind: 'answer', to: 'success', edit, given },
    };
  };
  const parameters = operation.parameters
    // What names another entity is tried with fixtures only, by checks that are about the reference.
    .filter(({ in: place, required, reference }) => place === 'query' && !required && reference === undefined)
    .flatMap(({ name: parameter, schema }) => {
      const hint = { parameter, ...memberOf(schema), ...ACCEPTS };
      return [
        fault('success-status', hint, { parameter }, status),
        fault('no-answer', hint, { parameter }, { lost: true }),
      ];
    });
  const mediaType = 'application/xml';
  if (operation.body?.contents.every((content) => content.mediaType !== mediaType) !== false) return parameters;
  const xml = (family: FaultFamily, edit: Edit): Fault => fault(family, { topic: 'xml' }, { mediaType }, edit);
  return [
    ...parameters,
    xml('success-status', status),
    ...(success.body === 'none' ? [xml('success-body', { body: 'object' })] : []),
  ];
}

function suffixOf(edit: Edit): string {
  if ('lost' in edit) return 'success-lost';
  return 'status' in edit ? `success-${edit.status}` : 'success-body';
}

/** A value to give, where not any will do. */
function memberOf(schema: JsonSchema): { value?: unknown } {
  const members = typeof schema === 'object' ? schema['enum'] : undefined;
  return Array.isArray(members) ? { value: members[0] } : {};
}
