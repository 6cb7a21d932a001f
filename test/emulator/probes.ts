import type { Fault } from '../../emulator/index.ts';
import type { Policy } from '../../emulator/policy.ts';
import type { LOGINS, ORDERS } from '../../emulator/state/seed/orders.ts';
import type { Operation } from '../../spec/types.ts';
import { discriminatorOf } from '../../spec/variants.ts';
import { pointerSet } from '../../suites/judges/documents.ts';

interface Request {
  readonly path: string;
  readonly body: unknown;
}

/** Beginnings that some patterns ask for. */
const STARTS = ['', 'http://', '0x'];

/** Requests in which one parameter, or one place of the body, takes many values, good and bad. */
export function violationProbes(operation: Operation, good: Request, fault: Fault): Request[] {
  const { parameter, pointer = '', keyword, value } = fault.hint;
  const values = [...odd(), ...edges(fault), ...(value === undefined ? [] : [value])];
  const found = operation.parameters.find((one) => one.name === parameter);
  if (found === undefined) {
    if (keyword === 'required' && pointer === '') return [{ ...good, body: undefined }];
    const known = bodies(operation, good.body);
    const broken = known.flatMap((body) =>
      values.map((one) => placed(body, pointer.split('/').slice(1), one, keyword === 'required')),
    );
    return [...broken, ...(keyword === 'oneOf' ? known : [])].map((body) => ({ ...good, body }));
  }
  if (found.in === 'path') return pathProbes(operation, good, found.name, values);
  if (keyword === 'required') return [{ ...good, path: without(good.path, found.name) }];
  return values.flatMap((one) => {
    const texts = Array.isArray(one) ? one.map(String) : [String(one)];
    const pairs = texts.map((text) => `${found.name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
    const base = without(good.path, found.name);
    return [{ ...good, path: `${base}${base.includes('?') ? '&' : '?'}${pairs}` }];
  });
}

/** The good body; where it is one of several variants, also the like of each of these and of one that does not exist. */
function bodies({ body }: Operation, good: unknown): unknown[] {
  const discriminator = discriminatorOf(body?.contents[0]?.schema ?? true);
  if (discriminator === undefined) return [good];
  const names = [...discriminator.values.map(([first]) => first), 'no-such-variant'];
  return [good, ...names.map((name) => pointerSet(good, discriminator.pointer, name))];
}

function pathProbes(operation: Operation, good: Request, name: string, values: readonly unknown[]): Request[] {
  const at = operation.path.split('/').indexOf(`{${name}}`);
  const [path = '', query] = good.path.split('?');
  return values
    .filter((value) => typeof value !== 'object')
    .map((value) => {
      const parts = path.split('/');
      parts[at] = encodeURIComponent(String(value).slice(0, 200).toWellFormed());
      return { ...good, path: parts.join('/') + (query === undefined ? '' : `?${query}`) };
    });
}

function odd(): unknown[] {
  const numbers = [
    -2_147_483_649, -2_147_483_648, -2, -1, 0, 1, 2, 6, 7, 8, 11, 12, 13, 22, 23, 24, 30, 31, 32, 58, 59, 60, 98, 99,
    100, 199, 200, 201, 202, 2_147_483_647, 2_147_483_648, 1.5,
  ];
  const texts = [
    'x',
    '!',
    'no-such-value',
    '2024-13-45',
    '2024-01-02',
    'NL',
    'true',
    '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c',
  ];
  const lists = [
    [],
    ['IDP'],
    ['IDP', 'x'],
    ['x', 'IDP'],
    ['x'],
    [1],
    [1, 1],
    ['a', 'a'],
    ['IDP', 'IDP'],
    [{}, {}],
    [{ address: 'a' }],
    [0],
    ['MRAO', 'MRAO'],
    ['allowDCV', 'allowDCV'],
  ];
  return [...numbers, ...texts, true, null, {}, [{ role: 'MRAO' }, { role: 'MRAO' }], ...lists];
}

/** Texts of the lengths around the limit, in characters that the patterns of the dialects allow. */
function edges(fault: Fault): string[] {
  if (!/Length|pattern/.test(fault.hint.keyword ?? '')) return [];
  const limit = fault.change.kind === 'schema' ? fault.change.to : undefined;
  const lengths = typeof limit === 'number' ? [-1, 0, 1, 2].map((by) => limit + by) : [0, 1, 2, 3, 40_000];
  return lengths
    .filter((length) => length >= 0)
    .flatMap((length) => STARTS.flatMap((start) => ['a', '1'].map((c) => start.padEnd(length, c).slice(0, length))));
}

/** A copy of a body with another value at an instance location; `items` enters a list. */
function placed(body: unknown, parts: readonly string[], value: unknown, remove: boolean): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (part === 'items' && !(typeof body === 'object' && body !== null && 'items' in body)) {
    const [first] = Array.isArray(body) ? (body as unknown[]) : [];
    return [placed(first, rest, value, remove)];
  }
  const object =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  if (rest.length === 0 && remove) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== part));
  return { ...object, [part]: placed(object[part], rest, value, remove) };
}

function without(path: string, name: string): string {
  const [base = '', query = ''] = path.split('?');
  const kept = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return kept.length === 0 ? base : `${base}?${kept.join('&')}`;
}

interface LegacyProbe {
  readonly form: Record<string, string>;
  readonly method?: string;
  readonly secure?: boolean;
  /** How spaces are written; `+` when left out. */
  readonly space?: '%20';
  /** The form stands in the URL. */
  readonly inQuery?: true;
}

function renamed(form: Record<string, string>, rename: (name: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [rename(name), value]));
}

/** Calls of a legacy action that meet each condition and each limit of its arguments. */
export function legacyProbes(
  operation: Operation,
  logins: typeof LOGINS,
  orders: typeof ORDERS,
  policy: Policy,
): LegacyProbe[] {
  const status = operation.path.endsWith('!getPostPaymentStatus');
  const { http, https, cname, email } = policy.legacyMethods;
  const names = policy.legacyParameters;
  const user = { loginName: logins.good.name, loginPassword: logins.good.password };
  const good = { ...user, orderNumber: orders.single[0], ...(status ? {} : { newMethod: http }) };
  const probes: LegacyProbe[] = [
    { form: good },
    { form: good, method: 'GET' },
    { form: good, method: 'GET', inQuery: true },
    { form: good, secure: false },
    { form: { ...good, unknown: '1' } },
    { form: { ...good, loginPassword: 'wrong' } },
    { form: { ...good, loginPassword: user.loginPassword.toUpperCase() } },
    { form: { ...good, loginName: user.loginName.toUpperCase() } },
    { form: { ...good, loginPassword: `${user.loginPassword}-more` } },
    { form: { ...good, loginName: `${user.loginName}-more` } },
    { form: renamed(good, (name) => name.toUpperCase()) },
    { form: { ...good, loginName: 'nobody' } },
    { form: { ...good, loginName: logins.locked.name, loginPassword: logins.locked.password } },
    { form: { ...good, loginName: logins.expired.name, loginPassword: logins.expired.password } },
    { form: { ...good, orderNumber: '999' } },
    { form: { ...good, orderNumber: 'abc' } },
    { form: { ...good, orderNumber: `${good.orderNumber}abc` } },
    { form: { ...good, orderNumber: `${good.orderNumber}0` } },
    { form: { ...good, orderNumber: good.orderNumber?.slice(0, -1) ?? '' } },
    { form: { ...good, orderNumber: '1.5' } },
  ];
  for (const { name } of operation.parameters) {
    const { [name as 'orderNumber']: _, ...rest } = good;
    probes.push({ form: rest }, { form: { ...rest, [name]: '' } as Record<string, string> });
    for (const length of [31, 32, 33, 63, 64, 65, 127, 128, 129, 254, 255, 256, 3000]) {
      probes.push({ form: { ...rest, [name]: '7'.repeat(length) } as Record<string, string> });
    }
    for (const method of [...Object.values(policy.legacyMethods), 'no-such-method']) {
      probes.push({ form: { ...rest, [name]: method } as Record<string, string> });
    }
  }
  const blanks = [
    { form: { ...good, loginPassword: ` ${user.loginPassword} ` } },
    { form: { ...good, loginName: ` ${user.loginName} ` } },
  ];
  if (status) {
    for (const orderNumber of Object.values(orders).flat()) probes.push({ form: { ...good, orderNumber } });
    for (let i = 0; i < 30; i += 1) probes.push({ form: good });
    return [...probes.slice(0, -30), ...blanks, ...probes.slice(-30)];
  }
  const change = (form: Record<string, string>) => probes.push({ form: { ...user, ...form } });
  for (const orderNumber of Object.values(orders).flat()) {
    for (const newMethod of [http, https, cname]) change({ orderNumber, newMethod });
  }
  change({ [names['initial-order']]: orders.initial[0], newMethod: http });
  change({ newMethod: http });
  const host = `s${orders.single[1]}.example.test`;
  const single = { orderNumber: orders.single[1], newMethod: email };
  for (const address of [
    undefined,
    `admin@${host}`,
    `nobody@${host}`,
    `not-admin@${host}.test`,
    'admin@elsewhere.test',
  ]) {
    change({ ...single, ...(address === undefined ? {} : { [names.email]: address }) });
  }
  const multi = orders.multi[0];
  const lists = {
    orderNumber: multi,
    domainNames: `a.m${multi}.example.test b.m${multi}.example.test`,
    newMethods: `${http} ${https}`,
  };
  change(lists);
  probes.push({ form: { ...user, ...lists }, space: '%20' });
  change({ orderNumber: multi, domainNames: `a.m${multi}.example.test`, newMethods: email });
  change({ ...lists, newMethods: 'NONE NEITHER' });
  change({ ...lists, newMethods: `${http} NONE` });
  change({ ...lists, newMethods: `${http} ${cname}` });
  const mails = `admin@a.m${multi}.example.test admin@no-such-domain.invalid`;
  change({ ...lists, newMethods: `${email} ${email}`, [names.emails]: mails });
  const wild = orders['multi-wildcard'][0];
  change({ orderNumber: wild, domainName: `*.m${wild}.example.test`, newMethod: http });
  change({
    orderNumber: wild,
    domainNames: `b.m${wild}.example.test *.m${wild}.example.test`,
    newMethods: `${http} ${http}`,
  });
  const issued = orders['multi-issued'][0];
  change({ orderNumber: issued, domainName: `a.m${issued}.example.test`, newMethod: http });
  change({ orderNumber: issued, domainNames: `a.m${issued}.example.test`, newMethods: http });
  const closed = orders.issued[0];
  change({ orderNumber: closed, newMethod: email, [names.email]: `admin@s${closed}.example.test` });
  return [...probes, ...blanks];
}
