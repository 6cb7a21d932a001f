/** Checks select their requirements from the contract, or name one whole: none builds an id from parts. */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node, TemplateExpression } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../spec/load.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const CONFIG = join(root, 'tsconfig.json');

const api = new API({ cwd: root });
const project = api.updateSnapshot({ openProject: CONFIG }).getProject(CONFIG);
afterAll(() => api.close());

let ids: readonly string[] = [];
beforeAll(async () => {
  ids = (await loadContract({ validate: false })).requirements.map(({ id }) => id);
});

/** What may stand in place of an expression within an id. */
const PART = '[A-Za-z0-9._-]+';

/** The ids that a text with expressions in it could become. */
function idsLike(texts: readonly string[]): readonly string[] {
  // The parts of an id are joined by dots: what has none of its own is made of whole ones at most.
  if (!texts.some((text) => text.includes('.'))) return [];
  const pattern = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join(PART);
  return ids.filter((id) => new RegExp(`^${pattern}$`).test(id));
}

function textsOf({ head, templateSpans }: TemplateExpression): string[] {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)];
}

/** The id of a check is its own: it stands as `id` beside `requirements`. */
function isIdOfCheck({ parent }: Node): boolean {
  if (!isPropertyAssignment(parent) || parent.name.getText() !== 'id') return false;
  const { parent: object } = parent;
  return (
    isObjectLiteralExpression(object) &&
    object.properties.some((one) => !isSpreadAssignment(one) && one.name?.getText() === 'requirements')
  );
}

/** The text that a node puts together into what is an id of a requirement; undefined when it does not. */
function built(node: Node): string | undefined {
  if (isTemplateExpression(node))
    return idsLike(textsOf(node)).length > 0 && !isIdOfCheck(node) ? node.getText() : undefined;
  const joins = isBinaryExpression(node) && node.operatorToken.getText() === '+' && isStringLiteral(node.right);
  return joins && idsLike(['', node.right.text]).length > 0 && node.right.text.includes('.')
    ? node.getText()
    : undefined;
}

function found(file: string): string[] {
  const source = project?.program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} is no part of the project.`);
  const all: string[] = [];
  const visit = (node: Node): void => {
    const text = built(node);
    if (text !== undefined) all.push(`${relative(root, file)}: ${text}`);
    node.forEachChild(visit);
  };
  visit(source);
  return all;
}

test('nothing in suites/ builds the id of a requirement', () => {
  const files = readdirSync(join(root, 'suites'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((name) => found(join(root, 'suites', name)))).toEqual([]);
});

test('an id that is put together would be found', () => {
  expect(idsLike(['', '.credential.missing'])).toContain('person.update.credential.missing');
  expect(idsLike(['lifecycle.', '.', '']).length).toBeGreaterThan(0);
  expect(idsLike(['', ' shows'])).toEqual([]);
});
