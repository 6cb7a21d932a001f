/** Credentials that are taken though they are none, and what is done with those that are refused (5, and claim `auth.token-elsewhere`). */
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import { type Holder, holderOf, TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { AB, AC, changes, each, fault, parted, shownDeletions, shownUpdates } from './plants.ts';

const all = operationPlaces(() => true);
const acting = [...shownUpdates, ...shownDeletions];
const MASTER: Holder = { role: 'MRAO', customer: 'own' };
/** Takes for the administrator whoever `comes`, where the operation would take nobody. */
const admitting = (op: string, comes: (call: Call) => boolean): ReturnType<Operator['plant']> => ({
  holder: (call, holder) => (call.op === op && holder === undefined && comes(call) ? MASTER : holder),
});
const tokenOf = ({ request }: Call) => /^Bearer +(\S+)$/.exec(request.authorization ?? '')?.[1] ?? '';
const bearer = (token: string) => holderOf(`Bearer ${token}`) !== undefined;
const partsOf = (token: string) => token.split('.');
const readable = (part: string | undefined): Json => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;
  } catch {
    return null;
  }
};
/** The credential at fault, and what somebody would take it for. */
const WEAK = { expired: TOKENS.expired, forged: TOKENS.forged } as const;
const HEADERS = ['x-forwarded-for', 'origin', 'x-http-method-override', 'x-original-url', 'referer', 'cookie'] as const;
const domainStates = operationPlaces(({ role }) => role !== undefined);

export const GUARDS: readonly Operator[] = [
  fault(
    'header-admits',
    '5',
    (key) => `needs no credential where a header is sent: ${key}`,
    each(all, HEADERS),
    (key) => {
      const [op, header] = parted(key);
      return admitting(op, ({ request }) => request.headers[header] !== undefined);
    },
  ),
  fault(
    'cookie-admits',
    'the profile’s claim',
    (op) => `${op} takes the token of a cookie`,
    all,
    (op) => admitting(op, ({ request }) => request.headers['cookie']?.includes(TOKENS.bearer) === true),
    { readings: AB },
  ),
  fault(
    'bare-token-taken',
    '5',
    (op) => `${op} takes a token without a scheme`,
    all,
    (op) => admitting(op, ({ request }) => bearer(request.authorization ?? '')),
  ),
  fault(
    'any-scheme-word',
    '5',
    (op) => `${op} takes the token behind any word for a scheme`,
    all,
    (op) => admitting(op, ({ request }) => bearer(/^\w+ +(\S+)$/.exec(request.authorization ?? '')?.[1] ?? '')),
  ),
  fault(
    'words-behind-token',
    '5',
    (op) => `${op} passes over what stands behind the token`,
    all,
    (op) =>
      admitting(op, ({ request }) => bearer(/^Bearer +([^ ,]+)[ ,]/.exec(request.authorization ?? '')?.[1] ?? '')),
  ),
  fault(
    'token-extended',
    '5',
    (op) => `${op} takes whatever begins with a good token`,
    all,
    (op) => admitting(op, (call) => tokenOf(call).startsWith(TOKENS.bearer)),
  ),
  fault(
    'unsigned-taken',
    '5',
    (op) => `${op} takes a token without its signature`,
    all,
    (op) =>
      admitting(op, (call) => {
        const [head, claims, sign] = partsOf(tokenOf(call));
        return readable(head) !== null && readable(claims) !== null && (sign === undefined || sign === '');
      }),
  ),
  fault(
    'algorithm-none',
    '5',
    (op) => `${op} takes a token that says it is not signed`,
    all,
    (op) =>
      admitting(op, (call) => {
        const head = readable(partsOf(tokenOf(call))[0]) as { alg?: string } | null;
        return typeof head?.alg === 'string' && head.alg.toLowerCase() === 'none';
      }),
  ),
  fault(
    'signature-beginning',
    '5',
    (op) => `${op} compares the beginning of a signature`,
    all,
    (op) =>
      admitting(op, (call) => {
        const good = partsOf(TOKENS.bearer);
        const given = partsOf(tokenOf(call));
        return given[0] === good[0] && given[1] === good[1] && given[2]?.slice(0, 10) === good[2]?.slice(0, 10);
      }),
  ),
  fault(
    'claims-exchanged',
    '5',
    (op) => `${op} takes a good signature under other claims`,
    all,
    (op) => admitting(op, (call) => partsOf(tokenOf(call))[2] === partsOf(TOKENS.bearer)[2]),
  ),
  fault(
    'weak-other-status',
    '5',
    (key) => `refuses a credential with another status: ${key}`,
    each(all, ['expired 403', 'expired 400', 'expired 500', 'forged 403', 'forged 500']),
    (key) => {
      const [op, rest] = parted(key);
      const [which, status] = parted(rest);
      return afterwards(op, (reply, call) =>
        reply.status === 401 && tokenOf(call) === WEAK[which as keyof typeof WEAK]
          ? { ...reply, status: Number(status) }
          : reply,
      );
    },
  ),
  // What is refused is not done.
  fault(
    'weak-done',
    '5',
    (key) => `does what it was asked and then answers 401: ${key}`,
    each(acting, Object.keys(WEAK)),
    (key) => {
      const [op, which] = parted(key);
      return {
        ...beforehand(op, (call) => {
          const weak = tokenOf(call) === WEAK[which as keyof typeof WEAK];
          call.service.memory.set(`weak ${op}`, weak);
          if (weak) call.request.authorization = `Bearer ${TOKENS.bearer}`;
        }),
        ...afterwards(op, (reply, call) =>
          call.service.memory.get(`weak ${op}`) === true && reply.status < 500
            ? {
                status: 401,
                body: call.reading.errors.unauthorized(),
                ...(call.reading.errors.challenge
                  ? { headers: { 'WWW-Authenticate': 'Bearer realm="certificates"' } }
                  : {}),
              }
            : reply,
        ),
      };
    },
  ),
  // The profile tells a token of another customer, which finds nothing of this one.
  fault(
    'foreign-token-changes',
    'the profile’s claim',
    (op) => `${op} lets another customer change what it names`,
    changes.filter(({ op }) => op !== 'ssl.update'),
    (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
  ),
  fault(
    'foreign-token-lists',
    'the profile’s claim',
    (op) => `${op} shows another customer these certificates`,
    operationPlaces(({ id }) => id === 'ssl.list'),
    (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
  ),
  // Suspending and activating are allowed for MRAO only, whatever the state of the domain (4.10).
  fault(
    'role-unneeded-when-done',
    '4.10',
    (op) => `${op} asks for no role where the domain is in that state already`,
    domainStates,
    (op) => ({
      holder: (call, holder) => {
        const wanted = op === 'domain.suspend' ? 'suspended' : 'active';
        const id = /\/(\d+)\/\w+$/.exec(call.request.path)?.[1] ?? '';
        return call.op === op && holder && call.world.find('domain', id)?.fields?.['state'] === wanted
          ? { ...holder, role: 'MRAO' }
          : holder;
      },
    }),
    { readings: AC },
  ),
  // Where a state that is there already is refused, the state can be told.
  fault(
    'role-refused-and-done',
    '4.10',
    (op) => `${op} refuses another role and does it`,
    domainStates,
    (op) =>
      afterwards(op, (reply, call) => {
        const state = op === 'domain.suspend' ? 'suspended' : 'active';
        if (call.holder && call.holder.role !== 'MRAO' && call.entity === undefined) {
          const id = /\/(\d+)\/\w+$/.exec(call.request.path)?.[1] ?? '';
          const domain = call.world.find('domain', id);
          if (domain?.fields && !succeeded(reply)) call.world.set(domain, { ...domain.fields, state });
        }
        return reply;
      }),
    { readings: ['B'] },
  ),
  fault(
    'refused-when-twice',
    '5',
    (op) => `${op} answers 401 to a good credential after a bad one`,
    all,
    (op) => ({
      ...answering(op, (call) => {
        if (call.service.memory.get(`bad ${op}`) !== true) return undefined;
        call.service.memory.set(`bad ${op}`, false);
        return tokenOf(call) === TOKENS.bearer ? { status: 401, body: call.reading.errors.unauthorized() } : undefined;
      }),
      ...afterwards(op, (reply, call) => {
        if (reply.status === 401 && tokenOf(call) !== TOKENS.bearer) call.service.memory.set(`bad ${op}`, true);
        return reply;
      }),
    }),
  ),
];
