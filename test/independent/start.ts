/** Starts the server in this process. */
import type { Reading } from './readings/reading.ts';
import { Service } from './server/call.ts';
import { type Listening, listen } from './server/http.ts';
import type { Incoming } from './server/message.ts';
import type { Plant } from './server/plant.ts';
import { seeded } from './server/seed.ts';
import { serve } from './server/serve.ts';
import { together } from './server/together.ts';

/** @param port TCP port of HTTP, 0 for a free one; HTTPS takes the next */
export function start(
  reading: Reading,
  { port = 0, plant = {} }: { port?: number; plant?: Plant } = {},
): Promise<Listening> {
  const service = new Service(
    reading,
    seeded(reading),
    together([...reading.quirks.map((quirk) => quirk.plant), plant]),
  );
  const turned = (request: Incoming) => reading.quirks.reduce((now, { turn }) => turn?.(now) ?? now, request);
  const sockets = Object.assign({}, ...reading.quirks.map((quirk) => quirk.sockets ?? {}));
  return listen((request) => serve(service, turned(request)), { port, charset: reading.charset, sockets });
}
