import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok } from '../reply.ts';
import type { Location } from '../state/entities.ts';
import type { State } from '../state/store.ts';
import { lastingChanges } from './updates.ts';

/**
 * Read, update and delete of the locations of one kind of certificate (contract 4.2, 4.3).
 *
 * @param path the path template.
 * @param certificate name of the path parameter with the certificate's id.
 */
export function locationHandlers(
  path: string,
  certificate: string,
  locations: (state: State) => Map<number, Location>,
): Handlers {
  const find = (call: Call): Location | undefined => {
    const location = locations(call.world.state).get(pathId(call, 'locationId'));
    // A location of another certificate does not exist under this one.
    return location?.certId === pathId(call, certificate) ? location : undefined;
  };
  return {
    [`GET ${path}`]: handler<Location>({
      find,
      run: (_call, { id, locationType, name, details }) => ok({ id, locationType, name, details }),
    }),
    [`PUT ${path}`]: handler<Location>({
      find,
      run: (call, location) => {
        if (location.locationType !== 'CUSTOM') return badRequest('Only custom locations can be updated.');
        Object.assign(location, lastingChanges(bodyObject(call), ['details']));
        return done(200);
      },
    }),
    [`DELETE ${path}`]: handler<Location>({
      find,
      run: (call, location) => {
        if (location.locationType !== 'CUSTOM') return badRequest('Only custom locations can be deleted.');
        locations(call.world.state).delete(location.id);
        return done(204);
      },
    }),
  };
}
