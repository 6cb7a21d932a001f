import type { Incoming } from '../pipeline.ts';

/** Inputs on which a careless server breaks, by the switch of the fault that makes the emulator do so. */
const CRASHES: Readonly<Record<string, (incoming: Incoming) => boolean>> = {
  'crash:nul': ({ url }) => url.includes('%00'),
  'crash:long-value': ({ url }) => url.length > 4096,
  'crash:many-parameters': ({ url }) => url.split('&').length > 100,
  'crash:repeated-parameter': ({ url }) => repeats(url),
  'crash:invalid-utf8': ({ url }) => /%(?:[Ff][0-9A-Fa-f]|[Cc][01])/.test(url),
  'crash:astral': ({ url, body }) => /%[Ff]0%9[Ff]/.test(url) || Buffer.from(body).includes(Buffer.from([0xf0, 0x9f])),
  'crash:deep-body': ({ body }) => Buffer.from(body).toString('latin1').includes('[[[[[[[['),
  'crash:malformed-body': ({ body }) => body.length > 0 && !isJson(body),
};

/** The names of these switches. */
export const CRASH_SWITCHES: readonly string[] = Object.keys(CRASHES);

/** The switch that breaks the emulator on whatever request has the parameter, or the body member. */
export const crashOn = (name: string): string => `crash-on:${name}`;

/** True when one of the active switches makes the emulator break on this request. */
export function crashes(switches: ReadonlySet<string>, incoming: Incoming): boolean {
  for (const name of switches) {
    if (CRASHES[name]?.(incoming) === true) return true;
    if (name.startsWith(CRASH_ON) && mentions(incoming, name.slice(CRASH_ON.length))) return true;
  }
  return false;
}

const CRASH_ON = crashOn('');

/** True when a parameter or a JSON member of that name is in the request. */
function mentions({ url, body }: Incoming, name: string): boolean {
  const text = Buffer.from(body).toString('latin1');
  return (
    [`?${name}=`, `&${name}=`].some((part) => `?${text}`.includes(part) || url.includes(part)) ||
    text.includes(`"${name}"`)
  );
}

function repeats(url: string): boolean {
  const names = (url.split('?')[1] ?? '').split('&').map((pair) => pair.split('=')[0]);
  return new Set(names).size < names.length;
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
