/** What people write fits in whatever unit lengths are counted: a server may count bytes (silence request.text-length). */
import { expect, test } from 'vitest';
import { classedTexts } from '../../generators/index.ts';

test.each([10, 16, 32, 64, 256])('texts of at most %i take no more bytes', (maxLength) => {
  const texts = classedTexts({ type: 'string', maxLength }).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(maxLength);
});
