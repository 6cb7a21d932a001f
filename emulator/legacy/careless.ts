import type { Pairs } from '../decode/pairs.ts';
import type { Policy } from '../policy.ts';

type Reader = (text: string, methods: readonly string[]) => string | undefined;

/** Faults: what a careless reader takes the text of an argument for, by switch. */
const READERS: Readonly<Record<string, readonly [argument: string, read: Reader]>> = {
  'order-number-wraps': [
    'orderNumber',
    (text) => (/^\d{1,30}$/.test(text) ? String(BigInt.asUintN(32, BigInt(text))) : undefined),
  ],
  'order-number-condition': ['orderNumber', (text) => /^\d+(?=\D)/.exec(text)?.[0]],
  'method-beginning': [
    'newMethod',
    (text, methods) => (text.length > 3 ? methods.find((name) => name.startsWith(text)) : undefined),
  ],
  'method-extended': ['newMethod', (text, methods) => methods.find((name) => text.startsWith(name))],
  'method-unknown-ignored': [
    'newMethod',
    (text, methods) => (/^(null|true|[01])$/.test(text) ? methods.at(-1) : undefined),
  ],
};

/** Faults: which arguments are passed over, beside those that are known. */
const PASSED_OVER: Readonly<Record<string, (name: string, known: readonly string[]) => boolean>> = {
  'argument-extended-ignored': (name, known) => known.some((one) => name !== one && name.startsWith(one)),
  'argument-marked-ignored': (name) => name.startsWith('_'),
  'argument-extension-ignored': (name) => name.startsWith('x-'),
};

/** The form as the active faults make the action read it. */
export function readCarelessly(pairs: Pairs, has: (fault: string) => boolean, policy: Policy): Pairs {
  const methods = Object.values(policy.legacyMethods);
  let read = pairs;
  for (const [name, [argument, reader]] of Object.entries(READERS)) {
    const text = has(name) ? read.get(argument)?.[0] : undefined;
    const taken = text === undefined || methods.includes(text) ? undefined : reader(text, methods);
    if (taken !== undefined) read = new Map([...read, [argument, [taken]]]);
  }
  const known = [...read.keys()].filter((name) => name === 'orderNumber' || name.startsWith('login'));
  const over = Object.entries(PASSED_OVER).filter(([name]) => has(name));
  return new Map([...read].filter(([name]) => !over.some(([, isOver]) => isOver(name, known))));
}
