import type { Order, OrderDomain } from '../state/entities.ts';
import type { LegacyCall } from './call.ts';
import type { DcvChange } from './dcv.ts';
import { type Envelope, failure } from './envelope.ts';

type Changes = { readonly list: readonly DcvChange[] } | Envelope;

/** Which domains of the order get which method, from the single or the list arguments (contract 4.13). */
export function wantedChanges(call: LegacyCall, order: Order): Changes {
  const { values } = call;
  const both = values.has('domainNames') && (values.has('domainName') || values.has('newMethod'));
  const { policy } = call.world;
  if (both && policy.otherwise('legacy.dcv.single-and-list')) return failure('argument-invalid', policy, 'domainName');
  return call.values.get('domainNames') === undefined ? single(call, order) : several(call, order);
}

function single(call: LegacyCall, order: Order): Changes {
  const { policy } = call.world;
  const name = call.values.get('domainName') as string | undefined;
  const method = call.values.get('newMethod') as string | undefined;
  if (method === undefined) return failure('argument-missing', policy, 'newMethod');
  if (name === undefined && order.kind === 'multi') return failure('argument-missing', policy, 'domainName');
  const emailName = policy.legacyParameters.email;
  const email = call.values.get(emailName) as string | undefined;
  const wanted = { name: name ?? order.domains[0]?.name ?? '', method, email };
  const all = call.has('all-domains') ? order.domains.map((domain) => ({ ...wanted, name: domain.name })) : [wanted];
  return combine(call, order, all, emailName);
}

function several(call: LegacyCall, order: Order): Changes {
  const { policy } = call.world;
  if (order.kind !== 'multi') return failure('argument-invalid', policy, 'domainNames');
  const methodText = call.values.get('newMethods') as string | undefined;
  if (methodText === undefined) return failure('argument-missing', policy, 'newMethods');
  const emailName = policy.legacyParameters.emails;
  const names = words(call.values.get('domainNames'));
  const methods = words(methodText);
  const emails = words(call.values.get(emailName));
  const isOther = emails.length > 0 && emails.length !== names.length && !call.has('unequal-addresses-accepted');
  if ((names.length !== methods.length || isOther) && policy.legacyUnequalLists === 'refused') {
    if (call.has('unequal-applied')) pairAnyhow(call, order, names, methods);
    return failure('argument-invalid', policy, 'newMethods');
  }
  const count = Math.min(names.length, methods.length);
  const wanted = names.slice(0, count).map((name, i) => ({ name, method: methods[i] ?? '', email: emails[i] }));
  if (call.has('positions-shifted')) {
    for (const [i, one] of wanted.entries()) one.method = methods[(i + 1) % count] ?? one.method;
  }
  return combine(call, order, call.has('first-of-list-only') ? wanted.slice(0, 1) : wanted, emailName);
}

/** Domains get the methods that stand beside them, in a list that is refused: a fault. */
function pairAnyhow(call: LegacyCall, order: Order, names: readonly string[], methods: readonly string[]): void {
  for (const [i, name] of names.entries()) {
    const domain = order.domains.find((one) => one.name === name);
    const method = methodOf(call, methods[i] ?? '');
    if (domain !== undefined && method !== undefined && method !== 'email') domain.method = method;
  }
}

interface Wanted {
  readonly name: string;
  readonly method: string;
  readonly email: string | undefined;
}

function combine(call: LegacyCall, order: Order, wanted: readonly Wanted[], emailName: string): Changes {
  const { policy } = call.world;
  const list: DcvChange[] = [];
  for (const [i, { name, method: text, email }] of wanted.entries()) {
    const domain = order.domains.find((one) => one.name === name.toLowerCase());
    const unknown = policy.otherwise('legacy.dcv.unknown-domain') ? 'update-failed' : 'argument-invalid';
    if (domain === undefined) return failure(unknown, policy, 'domainName');
    const deprived = order.kind === 'multi' && call.has('method-of-several-refused');
    if (deprived && methodOf(call, text) === 'cname') return failure('argument-invalid', policy, 'newMethod');
    const guessed = i > 0 && call.has('later-methods-unchecked') ? 'cname' : undefined;
    const method = methodOf(call, text) ?? guessed;
    if (method === undefined && wanted.length > 1 && call.has('unknown-methods-of-lists')) continue;
    if (method === undefined) return failure('argument-invalid', policy, 'newMethod');
    if (method === 'email' && !call.has('email-optional')) {
      if (email === undefined) return failure('argument-missing', policy, emailName);
      const unacceptable = policy.otherwise('legacy.dcv.acceptable-address') ? 'update-failed' : 'argument-invalid';
      const overlooked =
        call.has('any-email') ||
        (i > 0 && call.has('later-addresses-unchecked')) ||
        (order.ev && call.has('extended-addresses-unchecked')) ||
        (order.initialOrder !== order.orderNumber && call.has('replacement-addresses-unchecked'));
      if (!overlooked && !isAcceptable(call, email, domain, i)) return failure(unacceptable, policy, emailName);
    }
    const needless = method !== 'email' && email !== undefined && policy.otherwise('legacy.dcv.needless-address');
    if (needless) return failure('argument-invalid', policy, emailName);
    list.push({ domain, method, email });
  }
  return { list };
}

function methodOf(call: LegacyCall, text: string): OrderDomain['method'] | undefined {
  const known = Object.entries(call.world.policy.legacyMethods) as [OrderDomain['method'], string][];
  const found = known.find(([, name]) => name === text)?.[0];
  return found !== undefined && call.has(`method-refused:${found}`) ? undefined : found;
}

/** Certain local parts, at the domain and at the domains above it. */
function isAcceptable({ world, has }: LegacyCall, email: string, domain: OrderDomain, place: number): boolean {
  const own = domain.name.replace(/^\*\./, '');
  const known = world.policy.legacyLocalParts;
  if (has('email-contains') && known.some((local) => email.includes(`${local}@${own}`))) return true;
  const [local, host, ...rest] = email.toLowerCase().split('@');
  if (local === undefined || host === undefined || rest.length > 0) return false;
  const anyLocal = has('email-any-local-part') || (place > 0 && has('later-local-parts-unchecked'));
  const isLonger = has('email-longer-local-parts') && known.some((one) => local.startsWith(one));
  if (!known.includes(local) && !anyLocal && !isLonger) return false;
  return own === host || (host.includes('.') && own.endsWith(`.${host}`));
}

function words(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : [];
}
