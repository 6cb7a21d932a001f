/** A member that is one of a few words keeps each of them, not only the one that is tried first (design: state is observed). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import type { Rewrite } from '../proxy.ts';

const SHOWS = 'person.update.shows';

const WORDS = ['BADGE', 'CARD', 'DESK', 'ELBOW', 'FACE'];
const overlay = overlayFile('persons with a way in', [
  { target: '$.components.schemas.PersonInfo.properties', update: { entry: { type: 'string', enum: WORDS } } },
]);

const places = ['/email', '/entry'].map((place) => ({ write: place, read: place }));
const told = { base: 'default', claimed: true, overlay, answers: { 'update.readback': { 'person.update': places } } };

/** Persons with a way in; `kept`: what becomes of the one that is written. */
function entering(kept: (word: string) => string): Rewrite {
  const known = new Map<string, string>();
  return (passing) => {
    const id = /^\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1];
    if (id === undefined || passing.status >= 300) return;
    if (passing.method === 'PUT' && passing.type === 'application/json') {
      const { entry } = JSON.parse(passing.sent) as { readonly entry?: string };
      if (typeof entry === 'string') known.set(id, kept(entry));
    }
    if (passing.method === 'GET')
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), entry: known.get(id) ?? 'CARD' });
  };
}

test.each<[string, (word: string) => string, string]>([
  ['all of them', (word) => word, 'pass'],
  ['DESK as BADGE', (word) => (word === 'DESK' ? 'BADGE' : word), 'fail'],
  ['ELBOW as BADGE', (word) => (word === 'ELBOW' ? 'BADGE' : word), 'fail'],
  ['FACE as BADGE', (word) => (word === 'FACE' ? 'BADGE' : word), 'fail'],
])('a server that keeps %s', { timeout: 60_000 }, async (_, kept, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [SHOWS], depth: 'standard', told, rewrite: entering(kept) });
  expect(result(SHOWS).verdict, result(SHOWS).reason).toBe(verdict);
});
