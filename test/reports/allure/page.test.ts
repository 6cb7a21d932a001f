import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { plainPage } from '../../../reports/allure/page.ts';

const LIST = [{ id: 'a', name: 'ä' }, { id: 'b' }];
const PARTS: Readonly<Record<string, string>> = {
  'widgets/tree.json': JSON.stringify(LIST),
  'widgets/default/tree.json': JSON.stringify(LIST.toReversed()),
  'data/attachments/1.txt': 'one of two lines that stand here',
  'data/attachments/2.txt': 'one of two lines that stand here',
  'data/attachments/3.txt': '[2,1]',
  'data/attachments/4.txt': '[1,2]',
};

test('a page is given each part, and what several parts hold is written once', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const data = Object.entries(PARTS).map(([name, text]) => `d("${name}","${base64(text)}")`);
  const page = plainPage(`<html><head></head><body><script>${data.join(',')}</script></body></html>`);
  const given: Record<string, string> = {};
  const context = createContext({
    d: (name: string, content: string) => {
      given[name] = Buffer.from(content, 'base64').toString('utf8');
    },
    btoa,
    TextEncoder,
  });
  for (const [, script = ''] of page.matchAll(/<script>([\s\S]*?)<\/script>/g)) runInContext(script, context);
  // The order of a list that the page sorts by itself is nothing to keep twice.
  expect(given).toEqual({ ...PARTS, 'widgets/default/tree.json': PARTS['widgets/tree.json'] });
  expect(page.match(/one of two lines/g)?.length).toBe(1);
  expect(page.match(/ä/g)?.length).toBe(1);
});
