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

/** The switch that breaks the emulator on each value of a parameter or member but the first that it is sent. */
export const crashOnChange = (name: string): string => `crash-on-change:${name}`;

/** The switch that breaks the emulator on each value of a parameter that it was sent before. */
export const crashOnRepeat = (name: string): string => `crash-on-repeat:${name}`;

/** True when one of the active switches makes the emulator break on this request. */
export function crashes(switches: ReadonlySet<string>, incoming: Incoming): boolean {
  for (const name of switches) {
    if (CRASHES[name]?.(incoming) === true) return true;
    if (name.startsWith(CRASH_ON) && sentValue(incoming, name.slice(CRASH_ON.length)) !== undefined) return true;
    for (const prefix of [ON_CHANGE, ON_REPEAT]) {
      if (!name.startsWith(prefix)) continue;
      if (strikes(switches, name, sentValue(incoming, name.slice(prefix.length)), prefix === ON_REPEAT)) return true;
    }
  }
  return false;
}

const CRASH_ON = crashOn('');
const ON_CHANGE = crashOnChange('');
const ON_REPEAT = crashOnRepeat('');

/** Values met so far, in their order, by switch; a new set of faults begins anew. */
const met = new WeakMap<ReadonlySet<string>, Map<string, Set<string>>>();

/** True when the value differs from the first one, or, if repeats are asked for, when it was met before. */
function strikes(switches: ReadonlySet<string>, name: string, value: string | undefined, repeats: boolean): boolean {
  if (value === undefined) return false;
  const bySwitch = met.get(switches) ?? new Map<string, Set<string>>();
  met.set(switches, bySwitch);
  const values = bySwitch.get(name) ?? new Set<string>();
  bySwitch.set(name, values);
  const repeated = values.has(value);
  values.add(value);
  return repeats ? repeated : [...values][0] !== value;
}

/** The value of a query or form parameter, or what begins at a JSON member, as it was sent; undefined when there is none. */
function sentValue({ url, body }: Incoming, name: string): string | undefined {
  const text = Buffer.from(body).toString('latin1');
  for (const pairs of [url.split('?')[1] ?? '', text]) {
    const found = pairs.split('&').find((pair) => pair.startsWith(`${name}=`));
    if (found !== undefined) return found.slice(name.length + 1);
  }
  const at = text.indexOf(`"${name}"`);
  return at < 0 ? undefined : /^[^,}]*/.exec(text.slice(at + name.length + 2))?.[0];
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
