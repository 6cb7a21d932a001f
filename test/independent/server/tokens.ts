/** Bearer credentials: JSON Web Tokens signed with HMAC-SHA256, made and read here. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Holder {
  readonly role: string;
  readonly customer: string;
}

const SECRET = 'the signing key of this test server';
const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest();

function issue(holder: Holder, expires: number, secret = SECRET): string {
  const text = `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded({ ...holder, exp: expires })}`;
  return `${text}.${signature(text, secret).toString('base64url')}`;
}

const FAR = 4_000_000_000;
/** The credentials that a profile of this server names. */
export const TOKENS = {
  bearer: issue({ role: 'MRAO', customer: 'own' }, FAR),
  second: issue({ role: 'RAO', customer: 'own' }, FAR),
  foreign: issue({ role: 'MRAO', customer: 'other' }, FAR),
  expired: issue({ role: 'MRAO', customer: 'own' }, 1_600_000_000),
  forged: issue({ role: 'MRAO', customer: 'own' }, FAR, 'somebody else’s key'),
};

export type Weakness = 'signature' | 'expiry';

/** Whose credential an Authorization header carries; undefined when none that is valid. Faults overlook a weakness. */
export function holderOf(
  header: string | undefined,
  overlooked: ReadonlySet<Weakness> = new Set(),
): Holder | undefined {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1];
  if (token === undefined) return undefined;
  const [head = '', claims = '', sign = ''] = token.split('.');
  const given = Buffer.from(sign, 'base64url');
  const good = signature(`${head}.${claims}`, SECRET);
  const signed = given.length === good.length && timingSafeEqual(given, good) && given.toString('base64url') === sign;
  if (!signed && !overlooked.has('signature')) return undefined;
  try {
    const { role, customer, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    if (typeof role !== 'string' || typeof customer !== 'string' || typeof exp !== 'number') return undefined;
    if (exp * 1000 < Date.now() && !overlooked.has('expiry')) return undefined;
    return { role, customer };
  } catch {
    return undefined;
  }
}
