/** Overlays in files of their own, as profiles name them; they go when the tests of the file are done. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

interface Action {
  readonly target: string;
  readonly update: object;
}

/** Writes an overlay, and returns its path. */
export function overlayFile(title: string, actions: readonly Action[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-overlay-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'overlay.yaml');
  writeFileSync(path, JSON.stringify({ overlay: '1.0.0', info: { title, version: '1' }, actions }));
  return path;
}
