import { expect, test } from 'vitest';
import { withoutPersonal } from '../../../cli/learn/personal.ts';

test('nothing secret or personal is copied, and all else is', () => {
  const body = {
    id: 17,
    state: 'ACTIVE',
    email: 'ada@real.example',
    owner: 'ada@real.example',
    firstName: 'Ada',
    surname: 'Lovelace',
    phone: '+44 20 7946 0000',
    password: 'hunter2',
    clientSecret: 'abc',
    accessCode: 1234,
    note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MDEifQ.c2lnbmF0dXJl',
    bucketId: '0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11',
    contacts: [{ mail: 'x@y.example', role: 'ADMIN' }],
  };
  expect(withoutPersonal(body)).toEqual({
    id: 17,
    state: 'ACTIVE',
    email: 'conformance@example.test',
    owner: 'conformance@example.test',
    firstName: 'Conformance',
    surname: 'Conformance',
    phone: '+1 555 0100',
    bucketId: '0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11',
    contacts: [{ mail: 'conformance@example.test', role: 'ADMIN' }],
  });
});
