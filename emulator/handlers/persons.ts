import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { Person } from '../state/entities.ts';
import { applyUpdate } from './updates.ts';

const PERSON_MEMBERS = [
  'firstName',
  'middleName',
  'lastName',
  'email',
  'organizationId',
  'validationType',
  'phone',
  'secondaryEmails',
  'commonName',
  'eppn',
  'upn',
] as const;

const find = (call: Call) => call.world.state.persons.get(pathId(call, 'id'));

/** The person operations (contract 4.6). */
export const personHandlers: Handlers = {
  'GET /api/person/v2/{id}': handler<Person>({
    find,
    run: (_call, person) =>
      ok({
        id: person.id,
        ...person.details,
        created: Clock.stamp(person.created),
        modified: Clock.stamp(person.modified),
      }),
  }),
  'PUT /api/person/v2/{id}': handler<Person>({
    find,
    run: (call, person) => {
      const { id } = bodyObject(call);
      const foreign = id !== undefined && id !== null && id !== person.id;
      if (foreign && call.world.policy.otherwise('update.body-identifier'))
        return badRequest('The body names another person.');
      applyUpdate(call, person.details, PERSON_MEMBERS);
      person.modified = call.world.clock.now;
      return done(200);
    },
  }),
  'DELETE /api/person/v2/{id}': handler<Person>({
    find,
    run: (call, person) => {
      call.world.state.persons.delete(person.id);
      return done(204);
    },
  }),
};
