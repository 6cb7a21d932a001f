import type { Contract } from '../spec/types.ts';
import { answerBeyond } from './beyond/index.ts';
import { TokenIssuer } from './beyond/tokens.ts';
import type { World } from './call.ts';
import { judgeCredential, makeClient, makeForeigner, makeInvalid, makePrincipals } from './credentials.ts';
import { planRefusals, type RefusalWriter, type Wire } from './edge/answers.ts';
import { type Misbehaviour, misbehave, type Surroundings } from './faults/model/cell.ts';
import type { Request } from './faults/model/requests.ts';
import { forgetMeetings } from './faults/run.ts';
import type { Fault } from './faults/types.ts';
import { type ServedAction, serveAction, serveLegacy } from './legacy/action.ts';
import { servesPath } from './legacy/paths.ts';
import { RateLimit } from './legacy/rate-limit.ts';
import { type ServedOperation, serveOperation } from './operations.ts';
import type { EmulationOptions } from './options.ts';
import { type Incoming, noteOptions, outside, serve } from './pipeline.ts';
import { policyOf } from './policy.ts';
import { type Otherwise, otherwiseOf } from './readings.ts';
import { Router } from './router.ts';
import { Clock } from './state/clock.ts';
import type { Principal } from './state/entities.ts';
import { Random } from './state/random.ts';
import { seedForeign } from './state/seed/foreign.ts';
import { seedState } from './state/seed/index.ts';
import { restoreState } from './state/store.ts';

/** The service without its sockets: requests in, answers out. */
export class Emulation {
  readonly principals: readonly [Principal, Principal];
  /** Tokens that it refuses. */
  readonly invalid: { readonly expired: string; readonly forged: string };
  readonly world: World;
  readonly foreigner: Principal;
  readonly #contract: Contract;
  readonly #seed: number;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly #tokens: Map<string, Principal>;
  /** What is served beyond the contract; undefined where nothing is. */
  readonly #issuer: TokenIssuer | undefined;
  readonly #refusals: RefusalWriter;
  readonly #limit: RateLimit | undefined;
  readonly #conforming = new Map<string, ServedOperation | ServedAction>();
  /** Cells of the fault model that are active, by operation. */
  #misbehaviours = new Map<string, Misbehaviour>();
  /** What such a cell does once a path was looked at. */
  #afterLooks: { readonly path: string; readonly act: () => void }[] = [];
  #router = new Router<ServedOperation | ServedAction>();

  constructor(options: EmulationOptions) {
    const { contract, seed = 1 } = options;
    this.#contract = contract;
    this.#seed = seed;
    const policy = policyOf(contract, otherwiseOf(options.otherwise));
    const clock = new Clock(options.now ?? Date.now());
    const state = seedState(clock, seed);
    const beyond = { state: seedForeign(state), clock, random: new Random(seed + 2), policy };
    this.world = { state, clock, random: new Random(seed + 1), policy, beyond };
    this.foreigner = makeForeigner(seed);
    this.principals = makePrincipals(seed);
    this.invalid = makeInvalid(seed);
    this.#tokens = new Map([...this.principals, this.foreigner].map((principal) => [principal.token, principal]));
    this.client = makeClient(seed);
    const lifetime = options.tokenLifetime ?? 300;
    this.#issuer =
      options.beyond === true
        ? new TokenIssuer(this.#tokens, { ...this.client, lifetime, seed, now: () => Date.now() })
        : undefined;
    this.#refusals = planRefusals(policy);
    const limit = options.rateLimit ?? policy.legacyRateLimit;
    this.#limit = limit ? new RateLimit(limit.requests, limit.seconds) : undefined;
    this.setFaults(options.faults ?? []);
  }

  /** @param secure whether the request came over HTTPS. */
  answer(incoming: Incoming, secure: boolean): Wire {
    const { policy } = this.world;
    const path = pathOf(incoming.url, policy.otherwise);
    const further = this.#issuer === undefined ? undefined : this.#beyond(path, incoming, secure, this.#issuer);
    if (further !== undefined) return further;
    const route = this.#router.find(path);
    if (route === undefined || route === 'undecodable') {
      if (policy.otherwise('auth.unknown-path') && !this.#isKnown(incoming)) return this.#unauthorized();
      return outside(route === undefined ? 'path' : 'undecodable', policy, this.#refusals);
    }
    const head = incoming.method === 'HEAD' && route.methods.has('GET') && !policy.otherwise('http.head');
    const method = head ? 'GET' : incoming.method;
    const any = route.methods.values().next().value;
    const served = route.methods.get(method) ?? (any !== undefined && 'run' in any ? any : undefined);
    if (served === undefined) {
      if (method === 'OPTIONS') for (const one of route.methods.values()) noteOptions(one);
      const faulty = [...route.methods.values()].find((one) => 'policy' in one && one.faults !== undefined);
      const wire = outside(
        'method',
        faulty !== undefined && 'policy' in faulty ? faulty.policy : policy,
        this.#refusals,
      );
      return wire.status === 405
        ? { ...wire, headers: { ...wire.headers, Allow: [...route.methods.keys()].join(', ') } }
        : wire;
    }
    const plain = (request: Request): Wire =>
      'run' in served
        ? serveLegacy(served, request.incoming, this.world, secure, this.#limit)
        : serve(served, request.incoming, request.segments, this.world, this.#tokens);
    const misbehaviour = this.#misbehaviours.get(served.operation.id);
    const request = { incoming, segments: route.values };
    const wire = misbehaviour === undefined ? plain(request) : misbehaviour(request, this.#around(plain));
    if (method === 'GET') this.#lookedAt(pathOf(incoming.url, policy.otherwise));
    return wire;
  }

  #beyond(path: string, incoming: Incoming, secure: boolean, tokens: TokenIssuer): Wire | undefined {
    return answerBeyond(path, incoming, {
      state: this.world.state,
      tokens,
      answer: (request) => this.answer(request, secure),
      unauthorized: (request) => (this.#isKnown(request) ? undefined : this.#unauthorized()),
    });
  }

  #around(serve: (request: Request) => Wire): Surroundings {
    const authorization = `Bearer ${this.principals[0].token}`;
    return {
      state: this.world.state,
      serve,
      serveAnyway: ({ incoming, segments }) =>
        void serve({ incoming: { ...incoming, headers: { ...incoming.headers, authorization } }, segments }),
      afterLook: (path, act) => this.#afterLooks.push({ path, act }),
    };
  }

  #lookedAt(path: string): void {
    const due = this.#afterLooks.filter((later) => later.path === path);
    this.#afterLooks = this.#afterLooks.filter((later) => later.path !== path);
    for (const { act } of due) act();
  }

  #isKnown(incoming: Incoming): boolean {
    const { authorization } = incoming.headers;
    return (
      'principal' in judgeCredential(typeof authorization === 'string' ? authorization : undefined, this.#tokens, false)
    );
  }

  #unauthorized(): Wire {
    return this.#refusals(401, {
      kind: 'unauthorized',
      code: -16,
      description: 'The credential is missing or not valid.',
    });
  }

  /** Answers a request whose body was too large to be kept. */
  tooLarge(): Wire {
    return this.#refusals(413, { kind: 'bad-request', code: -1601, description: 'The body is too large.' });
  }

  setFaults(faults: readonly Fault[]): void {
    const { policy, state } = this.world;
    const router = new Router<ServedOperation | ServedAction>();
    this.#misbehaviours = new Map();
    this.#afterLooks = [];
    for (const operation of this.#contract.operations) {
      const own = faults.filter((fault) => fault.operation === operation.id);
      const path = operation.path;
      if (operation.interface === 'legacy' && !servesPath(path, policy.legacyStatusPaths)) continue;
      let served = own.length === 0 ? this.#conforming.get(operation.id) : undefined;
      served ??=
        operation.interface === 'legacy'
          ? serveAction(operation, policy, own)
          : serveOperation(operation, policy, this.#refusals, own);
      if (own.length === 0) this.#conforming.set(operation.id, served);
      for (const { change } of own) {
        if (change.kind === 'cell') this.#misbehaviours.set(operation.id, misbehave(change.cell, operation));
      }
      router.add(operation.method, path, served);
    }
    this.#router = router;
    forgetMeetings(state);
  }

  reset(): void {
    restoreState(this.world.state, seedState(this.world.clock, this.#seed));
    if (this.world.beyond !== undefined) restoreState(this.world.beyond.state, seedForeign(this.world.state));
    this.world.random.restart(this.#seed + 1);
    this.#limit?.clear();
    this.#afterLooks = [];
    forgetMeetings(this.world.state);
  }
}

/** The path of a request target; proxies and some clients send the absolute form (RFC 9112, section 3.2.2). */
function pathOf(url: string, otherwise: Otherwise): string {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const origin = path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
  const plain = otherwise('request.path.trailing-slash') ? origin.replace(/(.)\/$/, '$1') : origin;
  // A server may keep older versions of a path.
  return otherwise('version.other-segments') ? plain.replace(/^\/api\/ssl\/v1/, '/api/ssl/v2') : plain;
}
