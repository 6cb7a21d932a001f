/** Secrets that must never be seen again, and the search for them: by other means than the suite's own. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unpacked } from '../unpacked.ts';

export type Canaries = Readonly<Record<string, string>>;

/** A text as its bytes in UTF-8, one character each. */
export function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Where canaries are found: `canary, spelling, in place`; empty when nothing leaked. The texts are bytes. */
export function leaks(canaries: Canaries, texts: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (const [name, secret] of Object.entries(canaries)) {
    for (const [spelling, wide] of spellings(secret)) {
      const form = bytes(wide);
      for (const [place, text] of Object.entries(texts)) {
        if (text.includes(form)) found.push(`${name}, ${spelling}, in ${place}`);
      }
    }
  }
  return found;
}

/** Every file below a folder, its name and its bytes as Latin-1; compressed ones unpacked. */
export function filesBelow(folder: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    const name = relative(folder, file);
    texts[name] = `${bytes(name)}\n${unpacked(name, content).toString('latin1')}`;
  }
  return texts;
}

/** Files and folders that others than their owner may look into. */
export function openToOthers(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
  return [folder, ...all].filter((path) => (statSync(path).mode & 0o077) !== 0).map((path) => relative(folder, path));
}

function spellings(secret: string): [name: string, form: string][] {
  const json = JSON.stringify(secret).slice(1, -1);
  // Whatever stands before it in the encoded text, two of its characters at either end may be blurred.
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.from('.'.repeat(before) + secret).toString('base64');
    return text.slice(before === 0 ? 0 : 4, Math.floor((text.replace(/=+$/, '').length - 1) / 4) * 4);
  });
  return [
    ['plain', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ s: secret }).toString().slice(2)],
    ['JSON-escaped', json],
    ['JSON-escaped twice', JSON.stringify(json).slice(1, -1)],
    ...encoded.flatMap((form, at): [string, string][] => [
      [`base64 (${at})`, form],
      [`base64url (${at})`, form.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ];
}
