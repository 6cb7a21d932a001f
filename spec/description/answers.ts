/** Writes a dialect's answers into the document, each where the contract's document marks the silence that it answers. */
import { tokens } from '../json.ts';
import type { StateMachine } from '../types.ts';
import { addSentence, operationsIn, partsOf, silencesOf, type Tree, within } from './tree.ts';

export type Answers = ReadonlyMap<string, unknown>;

/** What is done at each place that depends on the silence. */
type Fold = (place: Tree, value: never, answers: Answers) => void;

/** What answers say of places that are marked with their silence; the others are told in words only (`sentences.ts`). */
const FOLDS: Readonly<Record<string, Fold>> = {
  'endpoint.id.minimum': (parameter, value: 'one' | 'none') => {
    if (value === 'one') within(parameter, 'schema')['minimum'] = 1;
  },
  'ssl.list.default-size': (parameter, value: number) => {
    within(parameter, 'schema')['default'] = value;
  },
  'request.array-style': (parameter, value: 'repeat' | 'comma') => {
    Object.assign(parameter, { style: 'form', explode: value === 'repeat' });
  },
  'endpoint.delegations.empty-array': (schema, value: 'accepted' | 'refused') => {
    if (value === 'refused') schema['minItems'] = 1;
  },
  'error.bad-request.format': errorBody,
  'error.unauthorized.format': errorBody,
  'error.not-found.members': (schema, value: { code: string; description: string }) => {
    if (schema['properties'] !== undefined) return;
    requireAt(schema, value.code, { type: ['integer', 'string'], description: 'Error code' });
    requireAt(schema, value.description, { type: 'string', description: 'What went wrong' });
  },
  'bucket.client-secret.response': (operation, { status, members }: { status: number; members?: Tree }) => {
    const schema: Tree = {};
    for (const pointer of Object.values(members ?? {}))
      if (typeof pointer === 'string') requireAt(schema, pointer, { type: 'string' });
    within(operation, 'responses')[String(status)] = {
      description: 'The client has a new secret',
      ...(members === undefined ? {} : { content: { 'application/json': { schema } } }),
    };
  },
};

/** Changes the document in place. `machines`: the transition tables, whose refusals have a status of their own. */
export function foldAnswers(document: Tree, answers: Answers, machines: readonly StateMachine[]): void {
  // Listed before anything changes: what an answer adds depends on no silence any more.
  const places = partsOf(document).map((part) => ({ part, silences: silencesOf(part) }));
  for (const [silence, fold] of Object.entries(FOLDS)) {
    if (!answers.has(silence)) continue;
    for (const { part, silences } of places)
      if (silences.includes(silence)) fold(part, answers.get(silence) as never, answers);
  }
  foldChallenge(places, answers);
  foldRefusals(document, answers, machines);
  foldXmlRoots(document, answers);
  foldLegacy(document, answers);
}

type Places = readonly { readonly part: Tree; readonly silences: readonly string[] }[];

function errorBody(response: Tree, format: 'json' | 'text' | 'empty'): void {
  if (format === 'json') within(response, 'content', 'application/json')['schema'] ??= {};
  if (format === 'text') within(response, 'content', 'text/plain')['schema'] ??= { type: 'string' };
}

/** The member at a JSON Pointer of objects, and all above it, as ones that are there. */
function requireAt(schema: Tree, pointer: string, member: Tree): void {
  let current = schema;
  const path = tokens(pointer);
  path.forEach((name, index) => {
    current['type'] = 'object';
    current['required'] = [...new Set([...((current['required'] ?? []) as string[]), name])];
    const properties = within(current, 'properties');
    if (index === path.length - 1) properties[name] = member;
    else current = within(properties, name);
  });
}

function foldChallenge(places: Places, answers: Answers): void {
  if (answers.get('error.unauthorized.challenge') !== true) return;
  for (const { part, silences } of places) {
    if (!silences.includes('error.unauthorized.format')) continue;
    within(part, 'headers')['WWW-Authenticate'] = {
      description: 'How to authenticate (RFC 9110, section 11.6.1)',
      required: true,
      schema: { type: 'string' },
    };
  }
}

/** Statuses of refusals that the contract promises without a status (3.2, 3.3, 4.8, 4.10). */
function foldRefusals(document: Tree, answers: Answers, machines: readonly StateMachine[]): void {
  const refusals: [silence: string, of: (operation: Tree) => boolean, description: string][] = [
    ['refusal.role', (operation) => operation['x-role'] !== undefined, 'The administrator has not the role for it'],
    ['notification.absent', (operation) => operation['x-absence'] === 'silent', 'The entity does not exist'],
  ];
  for (const { unlisted, refusal, transitions } of machines) {
    if (unlisted !== 'refused' || refusal === undefined) continue;
    const moved = new Set(transitions.map(({ operation }) => operation));
    refusals.push([refusal, ({ operationId }) => moved.has(String(operationId)), 'The state may not change so']);
  }
  for (const [silence, concerns, description] of refusals) {
    const status = answers.get(silence);
    if (status === undefined) continue;
    for (const { operation } of operationsIn(document))
      if (concerns(operation)) within(operation, 'responses')[String(status)] ??= { description };
  }
}

function foldXmlRoots(document: Tree, answers: Answers): void {
  const roots = (answers.get('request.xml.root') ?? {}) as Readonly<Record<string, string>>;
  const schemas = within(document, 'components', 'schemas');
  for (const [name, root] of Object.entries(roots))
    if (schemas[name] !== undefined) within(schemas, name)['xml'] = { name: root };
}

/** Paths, statuses and codes of the legacy actions (4.12, 7.2). */
function foldLegacy(document: Tree, answers: Answers): void {
  const paths = within(document, 'paths');
  const served = answers.get('legacy.status.paths') as readonly string[] | undefined;
  for (const { path, operation } of operationsIn(document)) {
    if (!String(operation['operationId']).startsWith('legacy.')) continue;
    if (served !== undefined && path.endsWith('PostPaymentStatus') && !served.includes(path)) delete paths[path];
    const status = answers.get('legacy.error.http-status');
    const responses = within(operation, 'responses');
    if (typeof status === 'number' && responses[String(status)] === undefined)
      responses[String(status)] = { ...within(responses, '200'), description: 'An error; the envelope tells which' };
  }
  const codes = (answers.get('legacy.codes') ?? {}) as Readonly<Record<string, number>>;
  const told = Object.entries(codes).map(([condition, code]) => `${code} ${condition}`);
  if (told.length === 0) return;
  for (const name of ['OrderStatusAnswer', 'DcvAnswer'])
    addSentence(
      within(document, 'components', 'schemas', name, 'properties', 'errorCode'),
      `Codes: ${told.join(', ')}.`,
    );
}
