/** Words for people are made in `reports`: no text of a check is a sentence, whatever it is given to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const suites = fileURLToPath(new URL('../../suites/', import.meta.url));

/** A text that begins with a capital and ends with a full stop. What is thrown as an error tells us of a mistake of our own. */
const SENTENCE = /(?<!\bError\(\s*)(['`])\p{Lu}(?:(?!\1|\n).)* (?:(?!\1|\n).)*[.!?]\1/gu;

/** The source without its comments. */
function codeOf(text: string): string {
  return text.replace(/\/\*\*?[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function sentencesIn(text: string): string[] {
  return [...codeOf(text).matchAll(SENTENCE)].map(([sentence]) => sentence);
}

test('no check says a sentence', () => {
  const files = readdirSync(suites, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const said = files.flatMap((name) =>
    sentencesIn(readFileSync(join(suites, name), 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(said).toEqual([]);
});

test.each([
  ["const reason = 'The list is empty.';", true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source as it stands in a file
  ['observed(`Refused with ${status}.`)', true],
  ["throw new Error('There is no such group.');", false],
  ["/** Says 'The list is empty.' */ fail('a refusal (any 4xx)', 'The list')", false],
])('%s: %s', (source, isSaid) => {
  expect(sentencesIn(source).length > 0).toBe(isSaid);
});
