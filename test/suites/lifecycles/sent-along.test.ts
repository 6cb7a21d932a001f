/** What an update sends along as it was is written as well: it shows as it was sent (contract 4.1; claim update.readback). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'person.update.shows';

/** What the emulator shows of each person at first. */
const FIRST = '+31 20 7654321';

/** A server that adds to a member that is sent as it shows, and takes it as it is where it is sent otherwise. */
function adding(member: string): Rewrite {
  const shown = new Map<string, unknown>();
  const added = new Set<string>();
  return (passing) => {
    const id = /^\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1];
    if (id === undefined || passing.status >= 300) return;
    if (passing.method === 'PUT') {
      const sent = (JSON.parse(passing.sent) as Record<string, unknown>)[member];
      if (sent === undefined) return;
      if (sent === shown.get(id)) added.add(id);
      else added.delete(id);
    }
    if (passing.method !== 'GET') return;
    const body = JSON.parse(passing.body) as Record<string, unknown>;
    if (added.has(id) && typeof body[member] === 'string') body[member] = `${body[member]}7`;
    shown.set(id, body[member]);
    passing.body = JSON.stringify(body);
  };
}

test.each([
  ['commonName', 'fail'],
  ['no-such-member', 'pass'],
])('where %s grows with each update that sends it as it was: %s', { timeout: 60_000 }, async (member, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [ID], depth: 'standard', rewrite: adding(member) });
  expect(result(ID).verdict).toBe(verdict);
});

test('a text that is another one as soon as it is written back', { timeout: 60_000 }, async () => {
  const written = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const id = /^\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1];
      if (id === undefined || passing.status >= 300) return;
      if (passing.method === 'PUT') {
        const { phone } = JSON.parse(passing.sent) as { readonly phone?: string };
        if (phone === FIRST) written.add(id);
        else if (phone !== undefined) written.delete(id);
      }
      if (passing.method !== 'GET') return;
      const body = JSON.parse(passing.body) as { readonly phone?: string };
      if (written.has(id) && body.phone === FIRST) passing.body = JSON.stringify({ ...body, phone: '+31 2' });
    },
  });
  expect(result(ID).verdict).toBe('fail');
});
