/**
 * A conforming server in miniature: four areas of the Admin Operations API, written from the contract's words alone and
 * answering every point that the contract leaves open in a way of its own.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENDPOINTS } from './endpoints.ts';
import { type Answer, badRequest, type Call, json, readCall, unauthorized, writeAnswer } from './http.ts';
import type { MiniatureFault, MiniatureOperation, Question, Scene } from './operation.ts';
import { PEOPLE } from './people.ts';
import { SSL } from './ssl.ts';
import { createWorld, type World } from './world.ts';

export type { MiniatureFault, Question } from './operation.ts';

export interface MiniatureOptions {
  /** Which question is asked first, second and third of each request; by default input, entity, credential. */
  readonly order?: readonly Question[];
  /** Every n-th request is asked to come again. */
  readonly throttleEvery?: number;
  /** Some answers have a member that is never twice the same. */
  readonly restless?: boolean;
}

export interface Miniature {
  readonly url: string;
  readonly bearer: string;
  /** Plants at most one fault and starts over with a fresh world. */
  reset(fault?: MiniatureFault): void;
  /** What was answered: method, path with query, status. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

const OPERATIONS = [...SSL, ...PEOPLE, ...ENDPOINTS];
/** Longer targets are not read. */
const LONGEST_TARGET = 8_000;

/** Starts the miniature on a free port of this machine. */
export async function startMiniature(options: MiniatureOptions = {}): Promise<Miniature> {
  const order = options.order ?? ['input', 'entity', 'credential'];
  const bearer = `opaque~${randomBytes(18).toString('base64url')}`;
  const log: string[] = [];
  let world = createWorld();
  let planted: MiniatureFault | undefined;
  let turn = 0;
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    void readCall(request).then((call) => {
      turn++;
      const throttled = options.throttleEvery !== undefined && turn % options.throttleEvery === 0;
      const answer = throttled
        ? { status: 429, headers: { 'retry-after': '0' } }
        : (request.url?.length ?? 0) > LONGEST_TARGET
          ? { status: 414 }
          : call === undefined
            ? badRequest('the target cannot be decoded', 'text')
            : answerTo({ call, world, bearer, order, planted, looks: () => (options.restless === true ? turn : 0) });
      log.push(`${request.method} ${request.url} ${answer.status}`);
      writeAnswer(response, answer, turn);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bearer,
    log,
    reset: (fault) => {
      planted = fault;
      world = createWorld();
      log.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Situation {
  readonly call: Call;
  readonly world: World;
  readonly bearer: string;
  readonly order: readonly Question[];
  readonly planted: MiniatureFault | undefined;
  looks(): number;
}

function answerTo({ call, world, bearer, order, planted, looks }: Situation): Answer {
  const found = OPERATIONS.map((operation) => ({ operation, match: operation.path.exec(call.path) })).filter(
    ({ match }) => match !== null,
  );
  const chosen = found.find(({ operation }) => operation.method === call.method);
  if (chosen === undefined) return json(found.length === 0 ? 404 : 405, { message: 'No such thing.', code: 1 });
  const scene: Scene = {
    call,
    world,
    ids: (chosen.match ?? []).slice(1),
    broken: (fault) => fault === planted,
    looks,
  };
  const { operation } = chosen;
  const authentic = call.authorization?.replace(/^bearer /i, 'Bearer ') === `Bearer ${bearer}`;
  for (const question of order) {
    const refusal = ask(question, operation, scene, authentic);
    if (refusal !== undefined) return refusal;
  }
  return operation.perform(scene);
}

function ask(question: Question, operation: MiniatureOperation, scene: Scene, authentic: boolean): Answer | undefined {
  if (question === 'credential') return authentic || operation.open?.(scene) === true ? undefined : unauthorized();
  return question === 'input' ? operation.input?.(scene) : operation.entity?.(scene);
}
