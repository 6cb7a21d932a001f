import { together } from '../../../server/together.ts';
import type { Operator } from '../../fault.ts';
import { DCV, dcv, isStatus, reverted } from '../legacy/plants.ts';
import { argument, on, one, orderOf } from '../second/legacy-plants.ts';
import { each, fault, parted } from '../second/plants.ts';
import { type methodsBefore, refusingDcv, wayOf, words } from './legacy-plants.ts';

const DOMAIN_PARTS: Readonly<Record<string, (raw: string, name: string) => boolean>> = {
  parent: (raw, name) => raw.includes('.') && name.endsWith(`.${raw}`),
  below: (raw, name) => raw.endsWith(`.${name}`),
  beginning: (raw, name) => raw.length > 1 && raw !== name && name.startsWith(raw),
};
const hostOf = (address: string) => address.split('@')[1] ?? '';

export const LEGACY_ORDERS: readonly Operator[] = [
  one('initial-alone-refused', '4.13', DCV, 'refuses the initial order without an order number', () =>
    refusingDcv((call) => call.query['orderNumber'] === undefined, 'argument-missing'),
  ),
  one('single-named-refused', '4.13', DCV, 'refuses the domain name of a single-domain order', () =>
    refusingDcv((call) => orderOf(call)?.multi === false && call.query['domainName'] !== undefined, 'argument-invalid'),
  ),
  one('list-of-one-refused', '4.13', DCV, 'refuses a list of one domain', () =>
    refusingDcv(({ query }) => words(String(query['domainNames'] ?? '')).length === 1, 'argument-invalid'),
  ),
  one('address-always-needed', '4.13', DCV, 'asks for an e-mail address whatever the method is', () =>
    refusingDcv(
      (call) =>
        call.query['newMethod'] !== undefined &&
        call.query[call.reading.legacy.parameters.email] === undefined &&
        wayOf(call, argument(call, 'newMethod')) !== 'email',
      'argument-missing',
    ),
  ),
  one('one-host-for-all', '4.13', DCV, 'looks at the first of several addresses for all domains', () =>
    refusingDcv((call) => {
      const hosts = words(argument(call, call.reading.legacy.parameters.emails)).map(hostOf);
      return hosts.length > 1 && hosts.some((host) => host !== hosts[0]);
    }, 'argument-invalid'),
  ),
  one('wildcard-spreads', '7.2', DCV, 'refuses the hash methods to all domains of an order that has a wildcard', () =>
    refusingDcv((call) => {
      const order = orderOf(call);
      const way = wayOf(call, argument(call, 'newMethod'));
      const wild = order?.domains.some(({ name }) => name.startsWith('*.')) === true;
      return wild && (way === 'http' || way === 'https');
    }, 'wildcard-http-hash'),
  ),
  one('paired-by-certificate', '4.13', DCV, 'pairs methods with the domains in the order of the certificate', () =>
    dcv((order, _, call) => {
      const names = words(argument(call, 'domainNames'));
      const rank = (name: string) => order.domains.findIndex((domain) => domain.name === name);
      const sorted = [...names].sort((a, b) => rank(a) - rank(b));
      for (const [n, word] of words(argument(call, 'newMethods')).entries()) {
        const domain = order.domains.find(({ name }) => name === sorted[n]);
        const way = wayOf(call, word);
        if (domain && way) domain.method = way;
      }
    }),
  ),
  one('list-half-done', '4.13', DCV, 'changes the first of several domains where the second is wrong', () => ({
    condition: (call, was) => {
      const [name, second] = words(argument(call, 'domainNames'));
      const domain = orderOf(call)?.domains.find((known) => known.name === name);
      const way = wayOf(call, words(argument(call, 'newMethods'))[0] ?? '');
      const own = orderOf(call)?.customer === 'own' && orderOf(call)?.hindrance === undefined;
      if (call.op === DCV && was === 'argument-invalid' && call.login && second && domain && way && own)
        domain.method = way;
      return was;
    },
  })),
  one('undone-by-other-order', '4.13', DCV, 'a change of one order undoes the last change of another', () =>
    dcv((order, before, call) => {
      const { memory, orders } = call.service;
      const last = memory.get('last order') as { number: string; before: Record<string, string> } | undefined;
      const other = last && last.number !== order.number ? orders.get(last.number) : undefined;
      if (other && last) reverted(other, new Map(Object.entries(last.before)) as typeof before, () => true);
      memory.set('last order', { number: order.number, before: Object.fromEntries(before) });
    }),
  ),
  one(
    'lost-once-shown',
    '4.13',
    DCV,
    'a change is gone once the status of the order was read',
    () =>
      together([
        dcv((order, before, call) => {
          call.service.memory.set(`shown ${order.number}`, Object.fromEntries(before));
        }),
        {
          late: (call, reply) => {
            const { memory } = call.service;
            const order = isStatus(call) ? orderOf(call) : undefined;
            const name = `shown ${order?.number}`;
            const before = order && reply.status === 200 ? memory.get(name) : undefined;
            if (!order || before === undefined) return reply;
            const former = new Map(Object.entries(before as Record<string, never>));
            reverted(order, former as ReturnType<typeof methodsBefore>, () => true);
            memory.delete(name);
            return reply;
          },
        },
      ]),
    { also: ['legacy-status'] },
  ),
  fault(
    'legacy-domain-by-part',
    '4.13',
    (key) => `takes something like a domain of the order for the domain: ${key}`,
    each(on(DCV), Object.keys(DOMAIN_PARTS)),
    (key) => {
      const [, way] = parted(key);
      return {
        judge: (call, place, raw, _, verdict) => {
          if (place !== `${DCV}/domainName` || typeof raw !== 'string' || 'wrong' in verdict) return verdict;
          const known = orderOf(call)?.domains ?? [];
          const found = known.some(({ name }) => name === raw)
            ? undefined
            : known.find(({ name }) => DOMAIN_PARTS[way]?.(raw, name));
          return found ? { value: found.name } : verdict;
        },
      };
    },
  ),
  fault(
    'legacy-address-by-part',
    '4.13',
    (key) => `takes something like an acceptable address for one: ${key}`,
    each(on(DCV), ['host below', 'local part extended', 'host of another order']),
    (key) => {
      const [, way] = parted(key);
      return {
        judge: (call, place, raw, _, verdict) => {
          const { parameters, localParts } = call.reading.legacy;
          if (place !== `${DCV}/${parameters.email}` || typeof raw !== 'string' || 'wrong' in verdict) return verdict;
          const name = (argument(call, 'domainName') || orderOf(call)?.domains[0]?.name || '').replace('*.', '');
          const [local = '', host = ''] = raw.split('@');
          const good =
            localParts === 'any'
              ? local
              : localParts.find((one) => (way === 'local part extended' ? local.startsWith(one) : local === one));
          const fits =
            way === 'host below'
              ? host.endsWith(`.${name}`)
              : way === 'host of another order'
                ? [...call.service.orders.values()].some(({ domains }) => domains.some((one) => one.name === host))
                : host === name;
          return good !== undefined && fits ? { value: `${good}@${name}` } : verdict;
        },
      };
    },
    { readings: ['A', 'C'] },
  ),
];
