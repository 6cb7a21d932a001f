/** Where a schema has members, as far down as it tells. */

import { expect, it } from 'vitest';
import { placesIn } from '../../../spec/index.ts';

it('names the members of inner objects in place of the objects, through references', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      texts: { type: 'object', properties: { 'a/b': { type: 'string' }, more: { $ref: '#/$defs/more' } } },
      free: { type: 'object' },
    },
    $defs: { more: { type: 'object', properties: { list: { type: 'array' } } } },
  };
  expect(placesIn(schema)).toEqual(['/name', '/texts/a~1b', '/texts/more/list', '/free']);
  expect(placesIn({ type: 'array' })).toEqual([]);
});
