/** All secrets of a profile, gathered once: the only place that knows them beside the wire. */
import { Bearer, type BearerContext, readSecret } from './auth.ts';
import { allAltered, altered, isAlteration, tampered } from './client/alterations.ts';
import { UnsendableRequest } from './client/errors.ts';
import type { TlsMaterial } from './client/transport.ts';
import type { Profile, SecretSource } from './profile/types.ts';
import type { Credential } from './types.ts';

/** An Authorization field: as it goes out and as it is recorded, and the token that it was made with. */
export interface Authorization {
  readonly sent: string;
  readonly recorded: string;
  readonly token?: string;
}

export class Credentials {
  readonly #primary: Bearer | undefined;
  readonly #second: Bearer | undefined;
  /** Values of the placeholders of legacy requests. */
  readonly logins: ReadonlyMap<string, string>;

  private constructor(primary: Bearer | undefined, second: Bearer | undefined, logins: ReadonlyMap<string, string>) {
    this.#primary = primary;
    this.#second = second;
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
    const open = async (source: SecretSource | undefined, label: string): Promise<Bearer | undefined> => {
      if (source === undefined) return undefined;
      const bearer = new Bearer(source, label, { ...context, learn });
      if (source.kind !== 'oauth2') await bearer.current();
      return bearer;
    };
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
    return new Credentials(
      await open(profile.admin?.bearer, 'admin.bearer'),
      await open(profile.admin?.second?.bearer, 'admin.second.bearer'),
      logins,
    );
  }

  /**
   * The Authorization field for a request; undefined for none.
   * @throws UnsendableRequest when the profile has no such credential, or none that can be altered so; AuthError when it
   *   cannot be had.
   */
  authorize(credential: Credential): Authorization | undefined | Promise<Authorization | undefined> {
    if (credential === 'none') return undefined;
    if (credential === 'primary' || credential === 'second') {
      const placeholder = credential === 'primary' ? '{{bearer}}' : '{{second}}';
      const token = this.#bearer(credential).current();
      const field = (value: string): Authorization => ({
        sent: `Bearer ${value}`,
        recorded: `Bearer ${placeholder}`,
        token: value,
      });
      return typeof token === 'string' ? field(token) : token.then(field);
    }
    if (typeof credential === 'string') return this.#fill(`Bearer {{bearer|${credential}}}`);
    return credential.raw.includes('{{')
      ? this.#fill(credential.raw)
      : { sent: credential.raw, recorded: credential.raw };
  }

  /** After an unexpected 401: true when another token has come in the place of `used`. */
  replaced(credential: Credential, used: string): Promise<boolean> | false {
    return credential === 'primary' || credential === 'second' ? this.#bearer(credential).replaced(used) : false;
  }

  async #fill(raw: string): Promise<Authorization> {
    let sent = raw;
    for (const [whole, name, change] of raw.matchAll(/\{\{(bearer|second)(?:\|(\w+))?\}\}/g)) {
      const token = await this.#bearer(name === 'second' ? 'second' : 'primary').current();
      if (change !== undefined && !isAlteration(change)) throw new UnsendableRequest(`Unknown placeholder ${whole}.`);
      const put = change === undefined ? token : altered(token, change);
      if (put === undefined) throw new UnsendableRequest(`${whole} cannot be made: the token has not the form for it.`);
      sent = sent.replace(whole, () => put);
    }
    return { sent, recorded: raw };
  }

  #bearer(which: 'primary' | 'second'): Bearer {
    const bearer = which === 'primary' ? this.#primary : this.#second;
    if (bearer !== undefined) return bearer;
    const member = which === 'primary' ? 'admin.bearer' : 'admin.second.bearer';
    throw new UnsendableRequest(`The request needs ${member}, which the profile does not give; add it.`);
  }
}

/** The secrets that are known before any request. */
export function fixedSecrets(profile: Profile, material: TlsMaterial, passphrase: string | undefined): string[] {
  const secrets: string[] = [];
  for (const source of [profile.admin?.bearer, profile.admin?.second?.bearer]) {
    if (source?.kind === 'oauth2') {
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
