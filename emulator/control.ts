import { createServer } from 'node:http';
import { catalogue } from './faults/catalogue.ts';
import type { EmulationOptions, Emulator } from './options.ts';
import { type Listener, listening } from './server.ts';

/** The part of an emulator that the control interface works on. */
type Controlled = Pick<Emulator, 'dump' | 'log' | 'reset' | 'setFaults'>;

/** The status and the JSON value of an answer. */
interface Answer {
  readonly status: number;
  readonly value?: unknown;
}

/**
 * Serves the control interface, for tests against an emulator in another process:
 * `GET /state` the dump, `GET /log` the requests so far, `POST /reset`, `PUT /faults` a JSON array of fault ids.
 */
export async function startControl(emulator: Controlled, host: string, options: EmulationOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = respond(
        emulator,
        options,
        `${request.method} ${request.url}`,
        Buffer.concat(chunks).toString('utf8'),
      );
      const body = answer.value === undefined ? '' : JSON.stringify(answer.value);
      response.writeHead(answer.status, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  return listening(server, host, options.controlPort || 0);
}

function respond(emulator: Controlled, options: EmulationOptions, request: string, body: string): Answer {
  switch (request) {
    case 'GET /state':
      return { status: 200, value: emulator.dump() };
    case 'GET /log':
      return { status: 200, value: emulator.log };
    case 'POST /reset':
      emulator.reset();
      return { status: 200, value: {} };
    case 'PUT /faults':
      return setFaults(emulator, options, body);
    default:
      return { status: 404, value: { problem: 'Known are GET /state, GET /log, POST /reset and PUT /faults.' } };
  }
}

function setFaults(emulator: Controlled, options: EmulationOptions, body: string): Answer {
  let ids: unknown;
  try {
    ids = JSON.parse(body);
  } catch {
    return { status: 400, value: { problem: 'The body is not JSON.' } };
  }
  if (!Array.isArray(ids)) return { status: 400, value: { problem: 'The body is not an array of fault ids.' } };
  const known = new Map(catalogue(options.contract).map((fault) => [fault.id, fault]));
  const unknown = ids.find((id) => !known.has(id as string));
  if (unknown !== undefined) return { status: 400, value: { problem: `There is no fault ${String(unknown)}.` } };
  emulator.setFaults(ids.flatMap((id) => known.get(id as string) ?? []));
  return { status: 200, value: { active: ids } };
}
