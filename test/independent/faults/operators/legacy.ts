/** The legacy actions: conditions overlooked, records misshapen, methods changed wrongly. */
import type { Json } from '../../contract/types.ts';
import { LOGINS } from '../../legacy/logins.ts';
import { CONDITIONS, type Condition, type MethodWord } from '../../legacy/manner.ts';
import type { Order } from '../../legacy/orders.ts';
import type { Call } from '../../server/call.ts';
import type { Reply } from '../../server/message.ts';
import type { Plant } from '../../server/plant.ts';
import type { Operator } from '../fault.ts';
import { beforehand, counted, judging } from '../hooks.ts';

const STATUS = 'legacy.order-status';
const DCV = 'legacy.dcv-update';
const hard = { class: 'hard', standing: 'explicit' } as const;
const plain = { class: 'plain', standing: 'explicit' } as const;
const isStatus = (call: Call) => call.op.startsWith(STATUS);
const STEPS = [
  'csrStatus',
  'agreementStatus',
  'callbackStatus',
  'organizationStatus',
  'secondApprovalStatus',
  'fsupStatus',
  'caaCheckStatus',
];

/** Turns the record of the status action. */
const record = (
  turn: (json: Record<string, Json>, call: Call) => Json,
  when: 'success' | 'error' = 'success',
): Plant => ({
  late: (call, reply) => {
    if (!isStatus(call) || !reply.body || !('text' in reply.body)) return reply;
    const json = JSON.parse(reply.body.text) as Record<string, Json>;
    if ((json['errorCode'] === 0) !== (when === 'success')) return reply;
    return { ...reply, body: { ...reply.body, text: JSON.stringify(turn(json, call)) } };
  },
});
const data = (turn: (data: Record<string, Json>, call: Call) => Record<string, Json>): Plant =>
  record((json, call) => ({ ...json, data: turn(json['data'] as Record<string, Json>, call) }));
const step = (name: string, turn: (step: Record<string, Json>) => Record<string, Json>): Plant =>
  data((all) => ({ ...all, [name]: turn(all[name] as Record<string, Json>) }));
const without = (object: Record<string, Json>, name: string): Record<string, Json> => {
  const { [name]: _, ...rest } = object;
  return rest;
};
/** Turns the form-encoded answer of the change. */
const form = (turn: (text: string) => string, when: (text: string) => boolean): Plant => ({
  late: (call, reply) =>
    call.op === DCV && reply.body && 'text' in reply.body && when(reply.body.text)
      ? { ...reply, body: { ...reply.body, text: turn(reply.body.text) } }
      : reply,
});

const one = (id: string, op: string, wrong: string, plant: Plant, more: Partial<Operator> = {}): Operator => ({
  id: `legacy-${id}`,
  ...hard,
  wrong: () => wrong,
  places: [{ key: op, op }],
  plant: () => plant,
  ...more,
});

/** After a successful change: turns what it did to the orders. */
const dcv = (turn: (order: Order, before: ReadonlyMap<string, MethodWord>, call: Call) => void): Plant => ({
  early: (call) => {
    if (call.op === DCV) {
      const all = [...call.service.orders.values()].map((order) => [
        order.number,
        Object.fromEntries(order.domains.map((domain) => [domain.name, domain.method])),
      ]);
      call.service.memory.set('methods', Object.fromEntries(all) as Json);
    }
    return undefined;
  },
  late: (call, reply) => {
    const order = call.op === DCV && call.changed !== undefined ? call.service.orders.get(call.changed) : undefined;
    if (!order) return reply;
    const before =
      (call.service.memory.get('methods') as Record<string, Record<string, MethodWord>>)[order.number] ?? {};
    turn(order, new Map(Object.entries(before)), call);
    return reply;
  },
});
const reverted = (order: Order, before: ReadonlyMap<string, MethodWord>, which: (n: number) => boolean) => {
  const changed = order.domains.filter(({ name, method }) => before.get(name) !== method);
  for (const [n, domain] of changed.entries()) if (which(n)) domain.method = before.get(domain.name) as MethodWord;
};

const login = (
  accepts: (name: string, password: string, given: { name: string; password: string; state: string }) => boolean,
): Plant => ({
  overlooked: (call, condition) =>
    condition === 'authentication-failed' &&
    LOGINS.some((known) =>
      accepts(String(call.query['loginName'] ?? ''), String(call.query['loginPassword'] ?? ''), known),
    ),
});
const open = (state: string) => state === 'open';

const overlooking = (condition: Condition, op: string): Plant => ({
  overlooked: (call, one) => one === condition && call.op.startsWith(op),
});
const OVERLOOKED: readonly (readonly [Condition, string])[] = [
  ['not-https', STATUS],
  ['not-https', DCV],
  ['wrong-method', STATUS],
  ['wrong-method', DCV],
  ['argument-unrecognized', STATUS],
  ['argument-unrecognized', DCV],
  ['already-issued', DCV],
  ['already-validated', DCV],
  ['permission-denied', DCV],
  ['unexpected-state', DCV],
  ['update-failed', DCV],
  ['wildcard-http-hash', DCV],
  ['permission-denied', STATUS],
];
const PARAMETERS: readonly (readonly [string, string, number])[] = [
  [STATUS, 'loginName', 64],
  [STATUS, 'loginPassword', 128],
  [STATUS, 'orderNumber', 64],
  [DCV, 'loginName', 64],
  [DCV, 'loginPassword', 128],
  [DCV, 'domainName', 255],
  [DCV, 'newMethod', 32],
  [DCV, 'domainNames', 255],
  [DCV, 'newMethods', 32],
];
const TYPED: readonly (readonly [string, (value: Json) => Json])[] = [
  ['orderNumber', Number],
  ['productType', String],
  ['productName', () => 7],
  ['certificateDuration', String],
  ['productTerm', (value) => Number(value) + 0.5],
  ['orderStatus', () => null],
  ['domainName', (value) => [value]],
  ['maxMDCDomains', String],
];

export const LEGACY: readonly Operator[] = [
  {
    id: 'legacy-overlooks',
    ...plain,
    section: '7.2',
    wrong: (key) => `overlooks a condition: ${key}`,
    places: OVERLOOKED.map(([condition, op]) => ({ key: `${op} ${condition}`, op })),
    plant: (key) => {
      const [op = '', condition] = key.split(' ');
      return overlooking(condition as Condition, op);
    },
  },
  {
    id: 'legacy-other-code',
    ...plain,
    section: '7.2',
    readings: ['A', 'C'],
    wrong: (key) => `answers another code for ${key}`,
    places: [STATUS, DCV].flatMap((op) =>
      CONDITIONS.filter(
        (condition) =>
          !['unknown-error', 'rate-limited'].includes(condition) &&
          (op === DCV ||
            !/already|permission|wildcard|state|failed$/.test(condition) ||
            condition === 'authentication-failed'),
      ).map((condition) => ({ key: `${op} ${condition}`, op })),
    ),
    plant: (key) => {
      const [op = '', condition] = key.split(' ');
      return { condition: (call, was) => (call.op.startsWith(op) && was === condition ? 'unknown-error' : was) };
    },
  },
  {
    id: 'legacy-positive-code',
    ...plain,
    section: '7.2',
    wrong: (op) => `${op} answers positive error codes`,
    places: [
      { key: STATUS, op: STATUS },
      { key: DCV, op: DCV },
    ],
    plant: (op) =>
      op === STATUS
        ? record((json) => ({ ...json, errorCode: -Number(json['errorCode']) }), 'error')
        : form(
            (text) => text.replace('errorCode=-', 'errorCode='),
            (text) => text.startsWith('errorCode=-'),
          ),
  },
  {
    id: 'legacy-no-message',
    ...plain,
    section: '7.2',
    wrong: (op) => `${op} answers errors without a message`,
    places: [
      { key: STATUS, op: STATUS },
      { key: DCV, op: DCV },
    ],
    plant: (op) =>
      op === STATUS
        ? record((json) => ({ ...json, errorMessage: '' }), 'error')
        : form(
            (text) => text.replace(/&errorMessage=.*/, '&errorMessage='),
            (text) => text.startsWith('errorCode=-'),
          ),
  },
  {
    id: 'legacy-length',
    ...hard,
    section: '4.12',
    wrong: (key) => `takes one character more than allowed: ${key}`,
    places: PARAMETERS.map(([op, name]) => ({ key: `${op}/${name}`, op })),
    plant: (key) => {
      const bound = PARAMETERS.find(([op, name]) => `${op}/${name}` === key)?.[2] ?? 0;
      return judging(key, (raw, verdict) =>
        'wrong' in verdict && String(raw).length === bound + 1 ? { value: raw } : undefined,
      );
    },
    standing: 'debatable',
  },
  {
    id: 'legacy-longest-refused',
    ...hard,
    section: '4.13',
    wrong: (key) => `refuses arguments from half of their length on: ${key}`,
    places: [
      [STATUS, 'orderNumber', 64],
      [DCV, 'domainNames', 255],
      [DCV, 'newMethods', 32],
    ].map(([op, name]) => ({ key: `${op}/${name}`, op: String(op) })),
    plant: (key) =>
      judging(key, (raw) =>
        String(raw).length > (key.endsWith('newMethods') ? 8 : key.endsWith('domainNames') ? 24 : 32)
          ? { wrong: 'planted' }
          : undefined,
      ),
  },
  {
    id: 'legacy-step-member',
    ...plain,
    section: '2.2',
    wrong: (key) => `leaves a member out of a step: ${key}`,
    places: STEPS.flatMap((name) => ['title', 'status'].map((member) => ({ key: `${name}.${member}`, op: STATUS }))),
    plant: (key) => {
      const [name = '', member = ''] = key.split('.');
      return step(name, (all) => without(all, member));
    },
  },
  {
    id: 'legacy-quiet-step-speaks',
    ...hard,
    section: '2.2',
    wrong: (name) => `a step that does not apply carries a description: ${name}`,
    places: ['callbackStatus', 'organizationStatus', 'secondApprovalStatus', 'fsupStatus'].map((name) => ({
      key: name,
      op: STATUS,
    })),
    plant: (name) =>
      step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, description: 'does not apply' } : all)),
  },
  {
    id: 'legacy-quiet-step-acts',
    ...hard,
    section: '2.2',
    wrong: (name) => `a step that does not apply carries actions: ${name}`,
    places: ['callbackStatus', 'organizationStatus', 'fsupStatus'].map((name) => ({ key: name, op: STATUS })),
    plant: (name) => step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, availableActions: [] } : all)),
  },
  {
    id: 'legacy-data-type',
    ...plain,
    section: '2.2',
    wrong: (name) => `shows data of another type: ${name}`,
    places: TYPED.map(([name]) => ({ key: name, op: STATUS })),
    plant: (name) =>
      data((all) =>
        all[name] === undefined
          ? all
          : { ...all, [name]: (TYPED.find(([one]) => one === name)?.[1] ?? String)(all[name] as Json) },
      ),
  },
  {
    id: 'legacy-step-type',
    ...plain,
    section: '2.2',
    wrong: (name) => `a step is a text: ${name}`,
    places: STEPS.map((name) => ({ key: name, op: STATUS })),
    plant: (name) => data((all) => ({ ...all, [name]: 'Completed' })),
  },
  one(
    'code-text',
    STATUS,
    'errorCode of a success is text',
    record((json) => ({ ...json, errorCode: '0' })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'code-lost',
    STATUS,
    'errorCode is left out of a success',
    record((json) => without(json, 'errorCode')),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'success-message',
    STATUS,
    'errorMessage of a success is OK',
    record((json) => ({ ...json, errorMessage: 'OK' })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'data-lost',
    STATUS,
    'data is left out of a success',
    record((json) => without(json, 'data')),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'data-null',
    STATUS,
    'data of a success is null',
    record((json) => ({ ...json, data: null })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'error-code-text',
    STATUS,
    'errorCode of an error is text',
    record((json) => ({ ...json, errorCode: String(json['errorCode']) }), 'error'),
    { section: '2.2' },
  ),
  one(
    'other-order',
    STATUS,
    'the status of an order names another',
    data((all) => ({ ...all, orderNumber: `${String(all['orderNumber']).slice(0, -1)}0` })),
    { section: '2.2' },
  ),
  one(
    'multi-text-varies',
    STATUS,
    'the text for multi-domain orders is not the same for all',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1
        ? { ...all, domainName: `${String(all['domainName'])} ${String(all['orderNumber'])}` }
        : all,
    ),
    { section: '2.2' },
  ),
  one(
    'multi-first-domain',
    STATUS,
    'a multi-domain order shows its number for the fixed text',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1 ? { ...all, domainName: `mdc-${String(all['orderNumber'])}` } : all,
    ),
    { section: '2.2' },
  ),
  one(
    'single-other-name',
    STATUS,
    'the common name is in capitals',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1 ? all : { ...all, domainName: String(all['domainName']).toUpperCase() },
    ),
    { section: '2.2', standing: 'debatable' },
  ),
  one(
    'date-with-time',
    STATUS,
    'lastEmailSent carries a time',
    step('agreementStatus', (all) => (all['lastEmailSent'] ? { ...all, lastEmailSent: '2026-05-01T10:00:00Z' } : all)),
    { section: '2.2' },
  ),
  one(
    'date-order',
    STATUS,
    'lastOpenDate is written with the day first',
    step('agreementStatus', (all) => (all['lastOpenDate'] ? { ...all, lastOpenDate: '02-05-2026' } : all)),
    { section: '2.2' },
  ),
  one(
    'date-impossible',
    STATUS,
    'lastOpenDate is no date of the calendar',
    step('agreementStatus', (all) => (all['lastOpenDate'] ? { ...all, lastOpenDate: '2026-02-31' } : all)),
    { section: '2.2' },
  ),
  one(
    'actions-text',
    STATUS,
    'availableActions is a text',
    step('agreementStatus', (all) => ({ ...all, availableActions: 'canUpdateEmailAddress' })),
    { section: '2.2' },
  ),
  one(
    'actions-numbers',
    STATUS,
    'availableActions holds numbers',
    step('agreementStatus', (all) => ({ ...all, availableActions: [1] })),
    { section: '2.2' },
  ),
  one(
    'click-number',
    STATUS,
    'clickThroughStatus is a number',
    step('agreementStatus', (all) => ({ ...all, clickThroughStatus: 0 })),
    { section: '2.2' },
  ),
  one(
    'email-no-address',
    STATUS,
    'clickThroughEmailAddress is no address',
    step('agreementStatus', (all) => ({ ...all, clickThroughEmailAddress: 'nobody' })),
    { section: '2.2' },
  ),
  one(
    'description-null',
    STATUS,
    'the description of a step is null',
    step('agreementStatus', (all) => ({ ...all, description: null })),
    { section: '2.2', standing: 'debatable' },
  ),
  one(
    'status-empty',
    STATUS,
    'the status of a step is empty',
    step('csrStatus', (all) => ({ ...all, status: '' })),
    { section: '2.2' },
  ),
  one(
    'name-any-case',
    STATUS,
    'the login name is compared without letter case',
    login(
      (name, password, known) =>
        open(known.state) && name.toLowerCase() === known.name.toLowerCase() && password === known.password,
    ),
    { section: '5' },
  ),
  one(
    'password-any-case',
    STATUS,
    'the password is compared without letter case',
    login(
      (name, password, known) =>
        open(known.state) && name === known.name && password.toLowerCase() === known.password.toLowerCase(),
    ),
    { section: '5' },
  ),
  one(
    'password-beginning',
    STATUS,
    'the beginning of a password is enough',
    login((name, password, known) => open(known.state) && name === known.name && known.password.startsWith(password)),
    { section: '5' },
  ),
  one(
    'password-extended',
    STATUS,
    'what begins with the password is taken',
    login((name, password, known) => open(known.state) && name === known.name && password.startsWith(known.password)),
    { section: '5' },
  ),
  one(
    'password-trimmed',
    STATUS,
    'blanks around the password are passed over',
    login((name, password, known) => open(known.state) && name === known.name && password.trim() === known.password),
    { section: '5' },
  ),
  one(
    'password-ignored',
    STATUS,
    'any password is taken',
    login((name, _, known) => open(known.state) && name === known.name),
    { section: '5', class: 'plain' },
  ),
  one(
    'name-ignored',
    DCV,
    'the password alone is looked at',
    login((_, password, known) => open(known.state) && password === known.password),
    { section: '5', class: 'plain' },
  ),
  one(
    'password-8',
    DCV,
    'the first eight characters of a password count',
    login(
      (name, password, known) =>
        open(known.state) && name === known.name && password.slice(0, 8) === known.password.slice(0, 8),
    ),
    { section: '5' },
  ),
  ...(['locked', 'expired', 'blocked'] as const).map((state) =>
    one(
      `login-${state}`,
      STATUS,
      `a login that is ${state} is taken`,
      login((name, password, known) => known.state === state && name === known.name && password === known.password),
      { section: '5' },
    ),
  ),
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
  one(
    'download-missing-order',
    STATUS,
    'a missing order number is answered with another order',
    beforehand(STATUS, (call) => {
      const text = call.request.body.toString();
      if (!/(^|&)orderNumber=/.test(text) && text.includes('loginName='))
        call.request.body = Buffer.from(`${text}&orderNumber=700101`);
    }),
  ),
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
