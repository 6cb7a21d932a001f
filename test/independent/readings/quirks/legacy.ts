/** Habits of the legacy actions: which of several conditions is told, what else is looked at (4.12, 4.13, 7.2). */
import { LOGINS } from '../../legacy/logins.ts';
import type { Condition } from '../../legacy/manner.ts';
import type { Call } from '../../server/call.ts';
import { pairsOf } from '../../server/message.ts';
import { isLegacy, type Quirk } from './quirk.ts';

const ARGUMENTS: readonly (Condition | undefined)[] = ['argument-missing', 'argument-invalid', 'argument-unrecognized'];
const isDcv = (call: Call) => call.op === 'legacy.dcv-update';
const typeOf = ({ request }: Call) => request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();

/** Turns the condition of an action; `undefined` is success, which no habit here makes of a failure. */
const turning = (
  id: string,
  about: string,
  condition: (call: Call, told: Condition | undefined) => Condition | undefined,
  withdraws: readonly string[] = [],
): Quirk => ({ id, about, withdraws, plant: { condition } });

function loginFails(call: Call): boolean {
  const pairs = new Map(pairsOf(call.request.body.toString('utf8')) ?? []);
  const [name, password] = [pairs.get('loginName'), pairs.get('loginPassword')];
  if (!name || !password) return false;
  return !LOGINS.some((one) => one.name === name && one.password === password && one.state !== 'locked');
}

export const LEGACY_HABITS: readonly Quirk[] = [
  turning(
    'login-first',
    'a wrong login is told before bad arguments',
    (call, told) =>
      ARGUMENTS.includes(told) && typeOf(call) === 'application/x-www-form-urlencoded' && loginFails(call)
        ? 'authentication-failed'
        : told,
    ['legacy.credentials.too-long'],
  ),
  turning('method-first', 'a wrong method is told before the missing encryption', (call, told) =>
    told === 'not-https' && call.request.method !== 'POST' ? 'wrong-method' : told,
  ),
  turning('domain-not-updated', 'a domain that the order does not have cannot be updated', (call, told) => {
    const order = call.service.orders.get(String(call.query['orderNumber']));
    const named = [call.query['domainName'], ...String(call.query['domainNames'] ?? '').split(' ')].filter(Boolean);
    const unknown = order && named.some((name) => !order.domains.some((one) => one.name === name));
    return isDcv(call) && told === 'argument-invalid' && unknown ? 'update-failed' : told;
  }),
  turning(
    'query-unrecognized',
    'arguments of the query are not recognized',
    (call, told) => told ?? ((call.request.query ?? []).length > 0 ? 'argument-unrecognized' : undefined),
  ),
  {
    id: 'redirect',
    about: 'without encryption there is a redirect to where there is some',
    plant: {
      early: (call) =>
        isLegacy(call) && !call.request.secure
          ? { status: 308, headers: { Location: `https://legacy.example.test${call.request.path}` } }
          : undefined,
    },
  },
  {
    id: 'type-refused',
    about: 'what is no form is refused',
    plant: {
      early: (call) =>
        isLegacy(call) &&
        call.request.secure &&
        call.request.method === 'POST' &&
        typeOf(call) !== 'application/x-www-form-urlencoded'
          ? { status: 415 }
          : undefined,
    },
  },
  {
    id: 'any-type',
    about: 'the form is read under any content type',
    plant: {
      early: (call) => {
        if (isLegacy(call))
          (call.request.headers as Record<string, string>)['content-type'] = 'application/x-www-form-urlencoded';
        return undefined;
      },
    },
  },
];
