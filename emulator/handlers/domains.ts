import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok, type Reply, refused } from '../reply.ts';
import type { Domain } from '../state/entities.ts';
import { applyUpdate } from './updates.ts';

const find = (call: Call) => call.world.state.domains.get(pathId(call, 'id'));

/** The domain operations (contract 4.10). */
export const domainHandlers: Handlers = {
  'PUT /api/domain/v1/{id}/suspend': handler<Domain>({ find, run: (call, domain) => move(call, domain, 'SUSPENDED') }),
  'PUT /api/domain/v1/{id}/activate': handler<Domain>({ find, run: (call, domain) => move(call, domain, 'ACTIVE') }),
  'PUT /api/domain/v1/{id}/monitoring': handler<Domain>({
    find,
    run: (call, domain) => {
      const { enabled, bucketId } = bodyObject(call);
      const homeless = enabled === true && !bucketId && call.world.policy.otherwise('domain.monitoring.condition');
      if (homeless) return badRequest('Monitoring needs a bucket.');
      applyUpdate(call, domain.ctLogMonitoring, ['bucketId', 'enabled', 'includeSubdomains']);
      return answer(call);
    },
  }),
};

function move(call: Call, domain: Domain, state: Domain['state']): Reply {
  const { policy } = call.world;
  const twice = policy.sameDomainState === 'refused' || call.has('repeated-refused');
  if (domain.state === state && twice) {
    return refused('state', policy.stateRefusal, `The domain is already ${state.toLowerCase()}.`, -738);
  }
  if (call.has('weary')) {
    const isTired = domain.tiredOf?.includes(state) === true;
    if (isTired) return badRequest('The domain was changed too often.');
    domain.tiredOf = [...(domain.tiredOf ?? []), state];
  }
  domain.state = state;
  return answer(call);
}

/** The contract gives the status alone. */
function answer(call: Call): Reply {
  return call.world.policy.otherwise('domain.response.body') ? ok({ result: 'done' }) : done(200);
}
