import { describe, expect, it } from 'vitest';
import { packedTexts } from '../../../generators/index.ts';
import { inHalves, type Placed, unpackedAt } from '../../../suites/requests/halves.ts';

const [pack = { text: '', parts: [] }] = packedTexts({ type: 'string' });
const places = Array.from({ length: 12 }, (_, at): Placed => ({ place: `/m${at}`, ...pack }));

/** What got through to a server that refuses some texts at some places. */
async function through(isRefused: (one: Placed) => boolean, most = 200): Promise<{ got: Set<string>; sent: number }> {
  const got = new Set<string>();
  let sent = 0;
  const send = async (some: readonly Placed[]): Promise<boolean> => {
    sent += 1;
    if (some.some(isRefused)) return false;
    for (const { place, parts } of some) for (const part of parts) got.add(`${place} ${part}`);
    return true;
  };
  await inHalves(places, send, unpackedAt, most);
  return { got, sent };
}

describe('texts that are sent together', () => {
  it('go in one request where nothing is refused', async () => {
    const { got, sent } = await through(() => false);
    expect([got.size, sent]).toEqual([places.length * pack.parts.length, 1]);
  });

  it('all get through but what a server refuses, be it a class or a place', async () => {
    const classes = await through(({ text }) => text.includes('<'));
    expect(classes.got.size).toBe(places.length * (pack.parts.length - 1));
    const place = await through(({ place: at }) => at === '/m7');
    expect(place.got.size).toBe((places.length - 1) * pack.parts.length);
    expect(Math.max(classes.sent, place.sent)).toBeLessThan(100);
  });

  it('cost no more than they may where everything is refused', async () => {
    const { got, sent } = await through(() => true, 24);
    expect([got.size, sent]).toEqual([0, 24]);
  });
});
