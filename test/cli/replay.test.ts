/** What `replay` shows: every exchange that a requirement took, in full and in order, with a mark at the one that decided. */
import { expect, test } from 'vitest';
import { certconform } from './support.ts';

const FEW = ['--depth', 'quick', '--runs', '1'];

/** The blocks of the exchanges: number, mark, what was asked, and the lines below. */
function blocks(text: string): { number: number; mark: string; asked: string; lines: string[] }[] {
  return [...text.matchAll(/^ *(\d+) (.) ([A-Z]+ \S+)\n((?: {4}.*\n)*)/gm)].map(([, number, mark, asked, lines]) => ({
    number: Number(number),
    mark: mark ?? '',
    asked: asked ?? '',
    lines: (lines ?? '').trimEnd().split('\n'),
  }));
}

test('a broken promise: the exchange that decided is marked among all that were sent, and the failure told', async () => {
  const fault = ['--fault', 'ssl.list.size.maximum.ignored'];
  const { code, stdout } = await certconform(['replay', 'ssl.list.size.maximum.refuses', ...fault, ...FEW]);
  expect(code).toBe(1);
  const shown = blocks(stdout);
  expect(shown.map(({ number }) => number)).toEqual(shown.map((_, at) => at + 1));
  const decided = shown.filter(({ mark }) => mark === '✗');
  expect(decided.map(({ asked }) => asked.replace(/http:\/\/[^/]+/, ''))).toEqual(['GET /api/ssl/v2?size=201']);
  const lines = decided[0]?.lines.join('\n');
  expect(lines).toMatch(/^ {4}> X-Conformance-Check: ssl\.list\.parameter\.size$/m);
  expect(lines).toMatch(/^ {4}< 200 OK {2}\d+ ms$/m);
  expect(lines).toMatch(/^ {4}< {5}"sslId": 1001,$/m);
  expect(lines).not.toMatch(/Bearer (?!\{\{bearer\}\})/);
  // The control without the violation was sent, and is told apart.
  expect(shown.some(({ mark, asked }) => mark === ' ' && asked.endsWith('size=200'))).toBe(true);
  expect(stdout).toContain('✗  it decided: this is not as promised');
  expect(stdout).toMatch(/^ssl\.list\.size\.maximum\.refuses \(MUST, contract 4\.2\)$/m);
  expect(stdout).toMatch(/^ {2}decided by {2}GET http/m);
});

test('a state that is not kept: the looks before and after are marked, too', async () => {
  const fault = ['--fault', 'person.update.forgets-commonName'];
  const { code, stdout } = await certconform(['replay', 'person.update.shows', ...fault, ...FEW]);
  expect(code).toBe(1);
  const marked = blocks(stdout).filter(({ mark }) => mark === '✗' || mark === '▶');
  expect(marked.map(({ mark, asked }) => `${mark} ${asked.split(' ')[0]}`)).toEqual(['▶ GET', '✗ PUT', '▶ GET']);
  expect(marked[1]?.lines.join('\n')).toMatch(/^ {4}> {3}"commonName": "x/m);
  expect(stdout).toMatch(/^ {2}unchanged {3}\/commonName: /m);
});

test('a promise that holds: what was judged is marked, and the verdict told', async () => {
  const { code, stdout } = await certconform(['replay', 'notification.delete.absent.status', ...FEW]);
  expect(code).toBe(0);
  expect(blocks(stdout).map(({ mark, asked }) => [mark, asked.split(' ')[0]])).toEqual([['•', 'DELETE']]);
  expect(stdout).toMatch(/^pass {2}notification\.delete\.absent\.status {2}\(1 case\)$/m);
});
