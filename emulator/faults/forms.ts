import type { JsonSchema, Operation, Parameter } from '../../spec/types.ts';
import type { Fault } from './types.ts';

/**
 * One fault per text that shows the form of a parameter, or that shows what it is not (contract 4.9): the alternative that
 * the text is of is refused, or is taken although it is none of those listed.
 */
export function formFaults(operation: Operation): Fault[] {
  return operation.parameters.flatMap((parameter) => {
    const { schema } = parameter;
    const pattern = typeof schema === 'object' ? schema['pattern'] : undefined;
    if (typeof pattern !== 'string') return [];
    // An empty value may be taken for none: then nobody looks at its form.
    const shown = textsOf(schema, 'examples').filter((text) => text !== '');
    const refused = beginningsOf(shown).map((text) =>
      faultOf(operation, parameter, text, `^(?!${startOf(text)})(?:${pattern})`, 'refused'),
    );
    const accepted = beginningsOf(textsOf(schema, 'x-counterexamples')).map((text) =>
      faultOf(operation, parameter, text, `^${startOf(text)}|${pattern}`, 'accepted'),
    );
    return [...refused, ...accepted];
  });
}

function faultOf(
  operation: Operation,
  { name: parameter }: Parameter,
  text: string,
  to: string,
  what: 'refused' | 'accepted',
): Fault {
  return {
    id: `${operation.id}.${parameter}.form.${nameOf(text)}.${what}`,
    family: what === 'refused' ? 'constraint-strict' : 'constraint-lenient',
    operation: operation.id,
    breaks: `${operation.id} ${what === 'refused' ? 'refuses' : 'accepts'} ${JSON.stringify(text)} and its like at ${parameter}.`,
    hint: {
      operation: operation.id,
      parameter,
      pointer: '',
      keyword: what === 'refused' ? 'valid' : 'pattern',
      value: text,
      direction: what === 'refused' ? 'accepts' : 'refuses',
      topic: 'constraint',
    },
    change: { kind: 'schema', parameter, pointer: '', keyword: 'pattern', to },
  };
}

/** One text of each beginning: a fault is of all texts that begin like it. */
function beginningsOf(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [startOf(text), text])).values()];
}

/** What a fault is called by: the scheme of the text, or the text itself where it has none. */
function nameOf(text: string): string {
  return /^(\w+):/.exec(text)?.[1] ?? text.replace(/[^\w.-]+/g, '_');
}

/** A pattern of all that begins as the text does: with its scheme, or, without one, with its first word. */
function startOf(text: string): string {
  const start = /^\w+[:.]/.exec(text)?.[0] ?? text;
  return start.replaceAll('.', '[.]');
}

function textsOf(schema: JsonSchema, keyword: string): string[] {
  const texts = typeof schema === 'object' ? schema[keyword] : undefined;
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}
