import type { MethodWord } from '../../../legacy/manner.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { beforehand, counted } from '../../hooks.ts';
import { DCV, dcv, form, one, reverted, STATUS } from './plants.ts';

export const CHANGED: readonly Operator[] = [
  one(
    'dcv-not-done',
    DCV,
    'a change is accepted and not made',
    dcv((order, before) => reverted(order, before, () => true)),
    { class: 'plain' },
  ),
  one(
    'dcv-first-only',
    DCV,
    'of several domains the first alone changes',
    dcv((order, before) => reverted(order, before, (n) => n > 0)),
  ),
  one(
    'dcv-last-lost',
    DCV,
    'of several domains the last does not change',
    dcv((order, before) => {
      const many = order.domains.filter(({ name, method }) => before.get(name) !== method).length;
      if (many > 1) reverted(order, before, (n) => n === many - 1);
    }),
  ),
  one(
    'dcv-all-domains',
    DCV,
    'a change of one domain changes all of the order',
    dcv((order, before) => {
      const changed = order.domains.find(({ name, method }) => before.get(name) !== method);
      if (changed) for (const domain of order.domains) domain.method = changed.method;
    }),
  ),
  one(
    'dcv-sibling',
    DCV,
    'the domain after the named one changes, too',
    dcv((order, before) => {
      const at = order.domains.findIndex(({ name, method }) => before.get(name) !== method);
      const next = order.domains[at + 1];
      if (at >= 0 && next) next.method = (order.domains[at] as { method: MethodWord }).method;
    }),
  ),
  one(
    'dcv-other-order',
    DCV,
    'the next order changes, too',
    dcv((order, before, call) => {
      const all = [...call.service.orders.values()];
      const next = all[all.indexOf(order) + 1];
      const changed = order.domains.find(({ name, method }) => before.get(name) !== method);
      if (next && changed) for (const domain of next.domains) domain.method = changed.method;
    }),
  ),
  one(
    'dcv-swapped',
    DCV,
    'methods go to the domains in reverse order',
    dcv((order, before) => {
      const changed = order.domains.filter(({ name, method }) => before.get(name) !== method);
      const methods = changed.map(({ method }) => method).reverse();
      for (const [n, domain] of changed.entries()) domain.method = methods[n] as MethodWord;
    }),
  ),
  one(
    'dcv-http-for-https',
    DCV,
    'the method by HTTPS is kept as that by HTTP',
    dcv((order) => {
      for (const domain of order.domains) if (domain.method === 'https') domain.method = 'http';
    }),
  ),
  one(
    'dcv-second-lost',
    DCV,
    'the second change of an order is not made',
    dcv((order, before, call) => {
      if (counted(call, `dcv ${order.number}`) % 2 === 1) reverted(order, before, () => true);
    }),
  ),
  one('dcv-done-though-refused', DCV, 'a change by HTTP is refused for a wildcard domain, and made', {
    late: (call, reply) => refusedDone(call, reply),
  }),
  one('dcv-any-address', DCV, 'any address is acceptable', judgingAddress(), { readings: ['A', 'C'] }),
  one(
    'dcv-code-lost',
    DCV,
    'a success carries no errorCode',
    form(
      (text) => text.replace('errorCode=0', 'done=1'),
      (text) => text.startsWith('errorCode=0'),
    ),
    { class: 'plain' },
  ),
  one(
    'dcv-json',
    DCV,
    'errors come as JSON',
    form(
      () => '{"errorCode":-1,"errorMessage":"no"}',
      (text) => text.startsWith('errorCode=-'),
    ),
    { class: 'plain' },
  ),
  one('dcv-unknown-method', DCV, 'an unknown method is taken for the method by DNS', beforehandMethod()),
  one('download-missing-order', STATUS, 'a missing order number is answered with another order', {
    early: (call) => {
      const text = call.request.body.toString();
      if (call.op.startsWith(STATUS) && !/(^|&)orderNumber=/.test(text) && text.includes('loginName='))
        call.request.body = Buffer.from(`${text}&orderNumber=700101`);
      return undefined;
    },
  }),
];

function refusedDone(call: Call, reply: Reply): Reply {
  const order = call.service.orders.get(String(call.query['orderNumber']));
  const { methods, codes } = call.reading.legacy;
  const refused =
    reply.body && 'text' in reply.body && reply.body.text.includes(`errorCode=${codes['wildcard-http-hash']}&`);
  const word = call.query['newMethod'];
  const method = (Object.keys(methods) as MethodWord[]).find((one) => methods[one] === word);
  if (call.op === DCV && refused && order && method && !order.multi)
    for (const domain of order.domains) domain.method = method;
  return reply;
}

function judgingAddress(): Plant {
  return { overlooked: (call, condition) => call.op === DCV && condition === 'argument-invalid' };
}

function beforehandMethod(): Plant {
  return beforehand(DCV, (call) => {
    const { methods } = call.reading.legacy;
    const text = call.request.body.toString();
    const given = /(?:^|&)newMethod=([^&]+)/.exec(text)?.[1];
    if (
      given !== undefined &&
      given.length <= 32 &&
      !Object.values(methods).includes(decodeURIComponent(given.replaceAll('+', ' ')))
    ) {
      call.request.body = Buffer.from(text.replace(`newMethod=${given}`, `newMethod=${methods.cname}`));
    }
  });
}
