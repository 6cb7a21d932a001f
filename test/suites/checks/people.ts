/** A server of persons that looks for the entity before it reads anything else; what it keeps is in nobody's schema. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const TOKEN = 'people-token-0123456789';

export interface PeopleOptions {
  /** Persons by id. */
  readonly people: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** The status for a body that the person is asked to become; undefined accepts it. */
  readonly judge?: (id: number, body: Record<string, unknown>, text: string) => number | undefined;
}

/** Starts the server and returns a profile's `admin` and the people as they are now. */
export async function peopleServer({ people, judge }: PeopleOptions): Promise<{
  readonly admin: object;
  readonly people: Record<string, Record<string, unknown>>;
}> {
  const now: Record<string, Record<string, unknown>> = structuredClone(people) as never;
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request, await textOf(request));
    send(response, status, body);
  });
  function answer(request: IncomingMessage, text: string): { status: number; body?: unknown } {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401 };
    const id = /^\/api\/person\/v2\/(\d+)(\?|$)/.exec(request.url ?? '')?.[1] ?? '';
    const person = now[id];
    if (person === undefined) return { status: 404, body: { code: -1, description: 'no such person' } };
    if (request.method === 'GET') return { status: 200, body: person };
    if (request.method !== 'PUT') return { status: 405 };
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return { status: 400 };
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status: 400 };
    const refused = judge?.(Number(id), body as Record<string, unknown>, text);
    if (refused !== undefined) return { status: refused };
    now[id] = body as Record<string, unknown>;
    return { status: 200 };
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { admin: { url: `http://127.0.0.1:${port}`, bearer: TOKEN, role: 'MRAO' }, people: now };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
