/** How the threads of a run tell each other what goes on, and of secrets that they came to know: in memory, never on disk. */
import { BroadcastChannel } from 'node:worker_threads';
import type { Pulse } from '../../reports/progress.ts';
import { passOn, type Target } from '../../target/index.ts';

const PULSE = 'certconform-pulse';
/** Threads of other runs in the same process are of no concern: their secrets are looked for in vain, no more. */
const SECRETS = 'certconform-secrets';

/** Time between two pulses, in milliseconds. */
const BEAT_MS = 250;
/** An answer that takes longer than this is worth a word. */
const LONG_MS = 2000;

function channelOf(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channel.unref();
  return channel;
}

/** Hears what other threads tell, until the returned function is called. */
function hear<T>(name: string, told: (data: T) => void): () => void {
  const channel = channelOf(name);
  channel.onmessage = (message: unknown) => told((message as { readonly data: T }).data);
  return () => channel.close();
}

/** Tells every listening thread of this process. */
export function tellSecrets(): (secret: string) => void {
  const channel = channelOf(SECRETS);
  return (secret) => channel.postMessage(secret);
}

/** Hears the secrets that other threads tell, until the returned function is called. */
export function hearSecrets(learn: (secret: string) => void): () => void {
  return hear<unknown>(SECRETS, (secret) => learn(String(secret)));
}

/** Feels the pulse of other threads, until the returned function is called. */
export function feelPulse(feel: (pulse: Pulse) => void): () => void {
  return hear(PULSE, feel);
}

/** The target, with a pulse that other threads can feel. It ends with the target. */
export function withPulse(target: Target): Target {
  const channel = channelOf(PULSE);
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
