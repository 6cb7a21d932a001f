/** A process of its own that leases fixtures as its parent says: `kind effect` a line on its input. */

import { createInterface } from 'node:readline';
import { whyText } from '../../../reports/why.ts';
import type { FixtureKind } from '../../../spec/types.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import { FixturePool } from '../../../target/fixtures.ts';
import type { Fixture, Lease } from '../../../target/types.ts';

const [runDirectory = '', fixtures = '[]', waitMs = '300'] = process.argv.slice(2);
const pool = new FixturePool(JSON.parse(fixtures) as Fixture[], {
  runDirectory,
  effect: 'destroy',
  waitMs: Number(waitMs),
});
const held: Lease[] = [];

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', effect = ''] = line.split(' ');
  if (word === 'release') {
    await held.pop()?.release();
    console.log('released');
  } else if (word === 'consume') {
    await held.at(-1)?.consume();
    console.log('consumed');
  } else {
    const lease = await pool.lease({ kind: word as FixtureKind, effect: effect as Effect });
    if ('fixture' in lease) held.push(lease);
    console.log('fixture' in lease ? JSON.stringify(lease.fixture.ids) : whyText(lease.why));
  }
}
