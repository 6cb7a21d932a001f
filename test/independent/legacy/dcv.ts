/** `!AutoUpdateDCV`: which order, which of its domains, to which method, and what stands in the way. */
import type { Call } from '../server/call.ts';
import type { Condition, MethodWord } from './manner.ts';
import { changeMethods, type Order, type OrderDomain } from './orders.ts';

type Change = { readonly domain: OrderDomain; readonly method: MethodWord; readonly email: string | undefined };
type Found<T> = { readonly found: T } | { readonly condition: Condition };

const no = (condition: Condition): { condition: Condition } => ({ condition });
const argument = (call: Call, name: string): string | undefined => call.query[name] as string | undefined;
const words = (text: string): readonly string[] => text.split(' ').filter((part) => part !== '');

/** Changes the methods that the arguments ask for; the condition when it cannot. */
export function updateDcv(call: Call): Condition | undefined {
  const order = orderOf(call);
  if ('condition' in order) return order.condition;
  if (call.login?.state === 'no-permission' && call.counts('permission-denied')) return 'permission-denied';
  if (order.found.hindrance && call.counts(order.found.hindrance)) return order.found.hindrance;
  const changes = changesOf(call, order.found);
  if ('condition' in changes) return changes.condition;
  const wrong = changes.found.map((change) => hindered(call, change)).find((one) => one !== undefined);
  if (wrong && call.counts(wrong)) return wrong;
  const own = call.service.plant.hinders?.(call);
  if (own) return own;
  call.changed = order.found.number;
  call.service.memory.set(`dcv ${order.found.number}`, Date.now());
  changeMethods(
    order.found,
    new Map(changes.found.map(({ domain, method }) => [domain.name, method])),
    call.reading.delay,
  );
  return undefined;
}

function orderOf(call: Call): Found<Order> {
  const { legacy } = call.reading;
  const { orders } = call.service;
  const number = argument(call, 'orderNumber');
  const initial = argument(call, legacy.parameters['initial-order']);
  const given = number ?? initial;
  if (given === undefined) return no('argument-missing');
  const whole = call.judge(
    `${call.op}/orderNumber`,
    given,
    { is: 'int' },
    /^\d{1,64}$/.test(given) ? { value: given } : { wrong: 'no integer' },
  );
  if ('wrong' in whole) return no('argument-invalid');
  const value = String(whole.value);
  let order = orders.get(value);
  if (number === undefined && legacy.initialMeans === 'latest') {
    order = [...orders.values()].filter((one) => one.initial === value).at(-1) ?? order;
  }
  if (!order || order.customer !== call.login?.customer) return no(legacy.unknownOrder);
  if (number !== undefined && initial !== undefined && order.initial !== initial) return no('argument-invalid');
  return { found: order };
}

function changesOf(call: Call, order: Order): Found<readonly Change[]> {
  const names = argument(call, 'domainNames');
  const methods = argument(call, 'newMethods');
  if (names !== undefined || methods !== undefined) return listed(call, order, names, methods);
  const { parameters } = call.reading.legacy;
  const method = argument(call, 'newMethod');
  if (method === undefined) return no('argument-missing');
  const name = argument(call, 'domainName');
  if (name === undefined && order.multi) return no('argument-missing');
  const change = one(call, order, name ?? (order.domains[0]?.name as string), method, argument(call, parameters.email));
  return 'condition' in change ? change : { found: [change.found] };
}

function listed(
  call: Call,
  order: Order,
  names: string | undefined,
  methods: string | undefined,
): Found<readonly Change[]> {
  const { legacy } = call.reading;
  if (!order.multi) return no('argument-invalid');
  if (names === undefined || methods === undefined) return no('argument-missing');
  const [domains, wanted] = [words(names), words(methods)];
  const addresses = argument(call, legacy.parameters.emails);
  const emails = addresses === undefined ? undefined : words(addresses);
  if (domains.length === 0) return no('argument-invalid');
  if (legacy.unequalLists === 'refused') {
    if (domains.length !== wanted.length || (emails && emails.length !== domains.length)) return no('argument-invalid');
  }
  const changes: Change[] = [];
  for (const [i, name] of domains.slice(0, wanted.length).entries()) {
    const change = one(call, order, name, wanted[i] as string, emails?.[i]);
    if ('condition' in change) return change;
    changes.push(change.found);
  }
  return { found: changes };
}

function one(call: Call, order: Order, name: string, word: string, email: string | undefined): Found<Change> {
  const domain = order.domains.find((known) => known.name === name);
  const { methods } = call.reading.legacy;
  const method = (Object.keys(methods) as MethodWord[]).find((known) => methods[known] === word);
  if (!domain || !method) return no('argument-invalid');
  if (method === 'email' && email === undefined) return no('argument-missing');
  return { found: { domain, method, email } };
}

function hindered(call: Call, { domain, method, email }: Change): Condition | undefined {
  if (domain.name.startsWith('*.') && (method === 'http' || method === 'https')) return 'wildcard-http-hash';
  if (method === 'email' && !acceptable(call, domain.name, email as string)) return 'argument-invalid';
  return undefined;
}

function acceptable(call: Call, domain: string, email: string): boolean {
  const { localParts } = call.reading.legacy;
  const [local = '', host, ...rest] = email.split('@');
  if (rest.length > 0 || host !== domain.replace(/^\*\./, '')) return false;
  return localParts === 'any' ? /^[\w.-]+$/.test(local) : localParts.includes(local);
}
