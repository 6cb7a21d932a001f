/** What a reader should know and no keyword can say: the section, what the contract leaves open, and what the dialect answers. */
import type { Silence } from '../types.ts';
import type { Answers } from './answers.ts';
import { addSentence, operationsIn, partsOf, silencesOf, type Tree, within } from './tree.ts';

/** What the sentences are made of. */
export interface Told {
  /** Name of the dialect. */
  readonly dialect: string;
  readonly answers: Answers;
  readonly silences: readonly Silence[];
}

/** Told of the document as a whole: they hold for every operation. */
const GENERAL = [
  'response.charset-parameter',
  'response.extra-members',
  'response.null-members',
  'request.null-members',
  'request.unknown-members',
  'request.unknown-parameters',
  'request.repeated-parameters',
  'request.empty-value',
  'request.precedence',
  'http.unsupported-method',
  'legacy.rate-limit',
];

/** Of every named schema, and said by the schema itself. */
const OBVIOUS: ReadonlySet<string> = new Set(['schema.fields']);

/** Writes them into the document. */
export function withSentences(document: Tree, told: Told): void {
  const open = new Map(told.silences.map((silence) => [silence.id, silence]));
  for (const part of partsOf(document)) {
    for (const id of silencesOf(part)) {
      const silence = open.get(id);
      if (silence === undefined || OBVIOUS.has(id)) continue;
      addSentence(part, `Open in the contract (${id}): ${silence.open}${answered(id, told.answers)}`);
    }
    if (part['x-choice'] === 'ours') addSentence(part, 'A plain choice of the dialect: nothing public says otherwise.');
    if (typeof part['x-documented-pattern'] === 'string') addSentence(part, `Written ${part['x-documented-pattern']}.`);
    if (part['x-comma-separated'] === true) addSentence(part, 'Several values are joined by commas.');
  }
  for (const { operation } of operationsIn(document)) {
    const sentences = [
      `${String(operation['summary'])}.`,
      ...(operation['x-role'] === undefined ? [] : [`Needs the role ${String(operation['x-role'])}.`]),
      `Contract section ${String(operation['x-section'])}.`,
      ...(typeof operation['description'] === 'string' ? [operation['description']] : []),
    ];
    operation['description'] = sentences.join(' ');
  }
  document['info'] = { ...within(document, 'info'), ...info(document, told) };
}

function answered(id: string, answers: Answers): string {
  return answers.has(id) ? ` Here: \`${JSON.stringify(answers.get(id))}\`.` : '';
}

function info(document: Tree, { dialect, answers, silences }: Told): Tree {
  const general = silences.filter(({ id }) => GENERAL.includes(id) && answers.has(id));
  return {
    title: 'Certificate Management Service',
    description: [
      `${String(within(document, 'info')['description'])} And the two legacy order actions.`,
      '',
      `The schemas and answers are those of the dialect \`${dialect}\`: the contract names its bodies without showing their members and leaves further points open.`,
      ...(general.length === 0 ? [] : ['', 'What holds for all operations of this dialect:', '']),
      ...general.map(({ id, open }) => `- ${open}${answered(id, answers)}`),
    ].join('\n'),
    contact: { name: 'certconform' },
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  };
}
