/** A target that does what another one does: to be given to who is to do one thing otherwise. */
import type { Target } from './types.ts';

/** All members of a target, bound to it: what is laid over one of them leaves the others as they are. */
export function passOn(target: Target): Target {
  return {
    facts: target.facts,
    family: target.family,
    redactor: target.redactor,
    journal: target.journal,
    send: (request, options) => target.send(request, options),
    url: (request) => target.url(request),
    lease: (need) => target.lease(need),
    pause: (ms, by) => target.pause(ms, by),
    fixtures: () => target.fixtures(),
    learn: (fixture) => target.learn(fixture),
    retire: (fixture) => target.retire(fixture),
    gone: () => target.gone(),
    releaseLeftovers: () => target.releaseLeftovers(),
    close: () => target.close(),
  };
}
