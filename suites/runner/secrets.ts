/** How the threads of a run tell each other of secrets that they came to know: in memory, never on disk. */
import { BroadcastChannel } from 'node:worker_threads';

/** Threads of other runs in the same process are of no concern: their secrets are looked for in vain, no more. */
const CHANNEL = 'certconform-secrets';

/** Tells every listening thread of this process. */
export function tellSecrets(): (secret: string) => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  return (secret) => channel.postMessage(secret);
}

/** Hears the secrets that other threads tell, until the returned function is called. */
export function hearSecrets(learn: (secret: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = (message: unknown) => learn(String((message as { readonly data: unknown }).data));
  return () => channel.close();
}
