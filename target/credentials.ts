/** All secrets of a profile, gathered once: the only place that knows them beside the wire. */
import { Bearer, type BearerContext, readSecret } from './auth.ts';
import { allAltered, altered, isAlteration, tampered } from './client/alterations.ts';
import { UnsendableRequest } from './client/errors.ts';
import type { TlsMaterial } from './client/transport.ts';
import type { Profile, SecretSource } from './profile/types.ts';
import type { BearerName, Credential, TokenPlace } from './types.ts';

/** Each token of a profile: where it stands there, and the placeholder that stands for it in a request. */
const BEARERS: Readonly<Record<BearerName, { readonly member: string; readonly placeholder: string }>> = {
  primary: { member: 'admin.bearer', placeholder: 'bearer' },
  second: { member: 'admin.second.bearer', placeholder: 'second' },
  expired: { member: 'admin.expired', placeholder: 'expired' },
  forged: { member: 'admin.forged', placeholder: 'forged' },
  foreign: { member: 'admin.foreign', placeholder: 'foreign' },
};

const NAMES = Object.keys(BEARERS) as readonly BearerName[];

/** An Authorization field: as it goes out and as it is recorded, and the token that it was made with. */
export interface Authorization {
  readonly sent: string;
  readonly recorded: string;
  readonly token?: string;
  /** Where it stands, if not in the Authorization field. */
  readonly place?: TokenPlace;
}

export class Credentials {
  readonly #bearers: ReadonlyMap<BearerName, Bearer>;
  /** Values of the placeholders of legacy requests. */
  readonly logins: ReadonlyMap<string, string>;

  private constructor(bearers: ReadonlyMap<BearerName, Bearer>, logins: ReadonlyMap<string, string>) {
    this.#bearers = bearers;
    this.logins = logins;
  }

  /**
   * Reads what can be read at once; tokens of an authorization server are fetched when first needed. `tell` gets every secret
   * before it is used.
   * @throws ProfileError when a file or command gives no secret.
   */
  static async open(
    profile: Profile,
    context: Omit<BearerContext, 'learn'>,
    tell: (secret: string) => void,
  ): Promise<Credentials> {
    const learn = (token: string): void => {
      tell(token);
      for (const made of allAltered(token)) tell(made);
    };
    const bearers = new Map<BearerName, Bearer>();
    for (const [name, source] of sourcesOf(profile)) {
      const bearer = new Bearer(source, BEARERS[name].member, { ...context, learn });
      if (source.kind !== 'oauth2') await bearer.current();
      bearers.set(name, bearer);
    }
    const logins = new Map<string, string>();
    const { legacy } = profile;
    if (legacy?.loginName !== undefined) logins.set('loginName', legacy.loginName);
    if (legacy?.loginPassword !== undefined && legacy.loginPassword.kind !== 'oauth2') {
      logins.set('loginPassword', await readSecret(legacy.loginPassword, 'legacy.loginPassword'));
    }
    for (const [name, secret] of profile.logins) logins.set(name, secret.reveal());
    for (const [name, value] of logins) {
      if (name === 'loginName') continue;
      tell(value);
      tell(tampered(value));
    }
    return new Credentials(bearers, logins);
  }

  /**
   * The Authorization field for a request; undefined for none.
   * @throws UnsendableRequest when the profile has no such credential, or none that can be altered so; AuthError when it
   *   cannot be had.
   */
  authorize(credential: Credential): Authorization | undefined | Promise<Authorization | undefined> {
    if (credential === 'none') return undefined;
    if (isBearer(credential)) {
      const token = this.#bearer(credential).current();
      const field = (value: string): Authorization => ({
        sent: `Bearer ${value}`,
        recorded: `Bearer {{${BEARERS[credential].placeholder}}}`,
        token: value,
      });
      return typeof token === 'string' ? field(token) : token.then(field);
    }
    if (typeof credential === 'object' && 'place' in credential) return this.#elsewhere(credential.place);
    if (typeof credential === 'string') return this.#fill(`Bearer {{bearer|${credential}}}`);
    return credential.raw.includes('{{')
      ? this.#fill(credential.raw)
      : { sent: credential.raw, recorded: credential.raw };
  }

  /** After an unexpected 401: true when another token has come in the place of `used`. */
  replaced(credential: Credential, used: string): Promise<boolean> | false {
    return credential === 'primary' || credential === 'second' ? this.#bearer(credential).replaced(used) : false;
  }

  async #elsewhere(place: TokenPlace): Promise<Authorization> {
    const token = await this.#bearer('primary').current();
    const written = (value: string): string =>
      place === 'cookie' ? COOKIES.map((name) => `${name}=${value}`).join('; ') : `access_token=${value}`;
    return { sent: written(encodeURIComponent(token)), recorded: written('{{bearer}}'), place };
  }

  async #fill(raw: string): Promise<Authorization> {
    let sent = raw;
    for (const [whole, placeholder, change] of raw.matchAll(/\{\{(\w+)(?:\|(\w+))?\}\}/g)) {
      const name = NAMES.find((one) => BEARERS[one].placeholder === placeholder);
      if (name === undefined) continue;
      const token = await this.#bearer(name).current();
      if (change !== undefined && !isAlteration(change)) throw new UnsendableRequest(`Unknown placeholder ${whole}.`);
      const put = change === undefined ? token : altered(token, change);
      if (put === undefined) throw new UnsendableRequest(`${whole} cannot be made: the token has not the form for it.`);
      sent = sent.replace(whole, () => put);
    }
    return { sent, recorded: raw };
  }

  #bearer(name: BearerName): Bearer {
    const bearer = this.#bearers.get(name);
    if (bearer !== undefined) return bearer;
    throw new UnsendableRequest(`The request needs ${BEARERS[name].member}, which the profile does not give; add it.`);
  }
}

/** Names under which servers look for a token in a cookie. */
const COOKIES: readonly string[] = ['access_token', 'token', 'jwt', 'bearer', 'Authorization'];

function isBearer(credential: Credential): credential is BearerName {
  return typeof credential === 'string' && Object.hasOwn(BEARERS, credential);
}

function sourcesOf({ admin }: Profile): [BearerName, SecretSource][] {
  const sources = {
    primary: admin?.bearer,
    second: admin?.second?.bearer,
    expired: admin?.expired,
    forged: admin?.forged,
    foreign: admin?.foreign,
  };
  return NAMES.flatMap((name): [BearerName, SecretSource][] => {
    const source = sources[name];
    return source === undefined ? [] : [[name, source]];
  });
}

/** The secrets that are known before any request. */
export function fixedSecrets(profile: Profile, material: TlsMaterial, passphrase: string | undefined): string[] {
  const secrets: string[] = [];
  for (const [, source] of sourcesOf(profile)) {
    if (source.kind === 'oauth2') {
      const secret = source.clientSecret.reveal();
      secrets.push(secret, basic(source.clientId, secret));
    }
  }
  if (passphrase !== undefined) secrets.push(passphrase);
  if (material.key !== undefined) secrets.push(material.key.trim());
  const { user = '', password } = profile.proxy ?? {};
  if (password !== undefined) secrets.push(password.reveal(), basic(user, password.reveal()));
  return secrets;
}

function basic(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
}
