import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, notFound, ok, type Reply } from '../reply.ts';
import type { Location } from '../state/entities.ts';
import type { State } from '../state/store.ts';
import { isReachable, isServedUnder } from './parents.ts';
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
  certificates: (state: State) => ReadonlyMap<number, unknown>,
): Handlers {
  const find = (call: Call): Location | undefined => {
    const location = locations(call.world.state).get(pathId(call, 'locationId'));
    const reachable = isReachable(call, location?.certId, pathId(call, certificate), certificates(call.world.state));
    return reachable ? location : undefined;
  };
  const foreign = (call: Call, location: Location): Reply | undefined =>
    isServedUnder(call, location.certId, pathId(call, certificate))
      ? undefined
      : badRequest('The location belongs to another certificate.');
  return {
    [`GET ${path}`]: handler<Location>({
      find,
      run: (call, location) => {
        const { id, locationType, name, details } = location;
        return foreign(call, location) ?? ok({ id, locationType, name, details });
      },
    }),
    [`PUT ${path}`]: handler<Location>({
      find,
      run: (call, location) => {
        const problem = foreign(call, location) ?? notCustom(call, location);
        if (problem !== undefined) return problem;
        Object.assign(location, lastingChanges(bodyObject(call), ['details']));
        return done(200);
      },
    }),
    [`DELETE ${path}`]: handler<Location>({
      find,
      run: (call, location) => {
        const problem = foreign(call, location) ?? notCustom(call, location);
        if (problem !== undefined) return problem;
        locations(call.world.state).delete(location.id);
        return done(204);
      },
    }),
  };
}

function notCustom(call: Call, location: Location): Reply | undefined {
  if (location.locationType === 'CUSTOM') return undefined;
  const text = 'Only custom locations can be changed.';
  return call.world.policy.otherwise('location.not-custom') ? notFound(text) : badRequest(text);
}
