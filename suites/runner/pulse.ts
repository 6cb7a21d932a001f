/** How the thread that sends requests tells the one that people look at what goes on there. In memory, never on disk. */
import { BroadcastChannel } from 'node:worker_threads';
import type { Pulse } from '../../reports/progress.ts';
import { passOn, type Target } from '../../target/index.ts';

const CHANNEL = 'certconform-pulse';

/** Time between two pulses, in milliseconds. */
const BEAT_MS = 250;
/** An answer that takes longer than this is worth a word. */
const LONG_MS = 2000;

/** The target, with a pulse that other threads can feel. It ends with the target. */
export function withPulse(target: Target): Target {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  const open = new Map<object, { readonly check: string; readonly since: number }>();
  let sent = 0;
  const beat = setInterval(() => {
    const [oldest] = open.values();
    const waiting = oldest !== undefined && Date.now() - oldest.since > LONG_MS ? { waiting: oldest } : {};
    channel.postMessage({ sent, inFlight: open.size, ...waiting } satisfies Pulse);
  }, BEAT_MS);
  beat.unref();
  return {
    ...passOn(target),
    send: async (request, options) => {
      const key = {};
      sent += 1;
      open.set(key, { check: request.check ?? '', since: Date.now() });
      try {
        return await target.send(request, options);
      } finally {
        open.delete(key);
      }
    },
    close: () => {
      clearInterval(beat);
      channel.close();
      return target.close();
    },
  };
}

/** Feels the pulse of other threads, until the returned function is called. */
export function feelPulse(feel: (pulse: Pulse) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = (message: unknown) => feel((message as { readonly data: Pulse }).data);
  return () => channel.close();
}
